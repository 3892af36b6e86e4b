#include <pgm/inference/detail/joint/joint_table.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// Of each finding, what multiplies a state.
double joint_weight(const Evidence& evidence, std::span<const StateId> states) {
    double weight = 1;
    for (const auto& [variable, finding] : evidence) {
        const StateId state = states[variable.index()];
        const auto* const report = std::get_if<Likelihood>(&finding);
        weight *= report                                ? report->values[state.index()]
                  : finding == Finding(Observed{state}) ? 1.0
                                                        : 0.0;
    }
    return weight;
}

template <class Do>
void for_each_assignment(const BayesianNetwork& network, Do act) {
    std::vector<StateId> states(network.size());
    for (bool more = true; more;) {
        act(states);
        more = false;
        for (std::size_t v = network.size(); v-- > 0 && !more;) {
            more = ++states[v].value < network.cardinality(VariableId(v));
            if (!more) states[v] = StateId(0);
        }
    }
}

/// P(X = x, e) of every state of every variable, and P(e) at the end.
std::vector<double> enumerated(const BayesianNetwork& network, const Evidence& evidence) {
    std::vector<std::size_t> first(1, 0);
    for (const Variable& variable : network.variables())
        first.push_back(first.back() + variable.cardinality());
    std::vector<double> sums(first.back() + 1, 0.0);
    for_each_assignment(network, [&](std::span<const StateId> states) {
        const double cell =
            std::exp(log_probability(network, states)) * joint_weight(evidence, states);
        for (std::size_t v = 0; v < network.size(); ++v) sums[first[v] + states[v].index()] += cell;
        sums.back() += cell;
    });
    return sums;
}

Evidence random_findings(const BayesianNetwork& network, Rng& rng) {
    Evidence evidence;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const std::size_t states = network.cardinality(VariableId(v)), kind = rng.below(4);
        if (kind == 0) evidence.observe(VariableId(v), StateId(rng.below(states)));
        if (kind != 1) continue;
        std::vector<double> values(states);
        for (double& value : values) value = rng.below(3) == 0 ? 0 : 3 * rng.uniform();
        evidence.likelihood(VariableId(v), values);
    }
    return evidence;
}

BayesianNetwork coin(double heads) {
    NetworkBuilder net = NetworkBuilder::parse("Coin{heads|tails} -> Seen{heads|tails}");
    net.cpt("Coin").values({heads, 1 - heads});
    net.cpt("Seen").values({"Coin"}, {heads, 1 - heads, 0, 1});
    return net.build();
}

}  // namespace

TEST_CASE("Joint table: sums are those of an enumeration, whatever is known", "[joint]") {
    const std::vector<std::vector<std::size_t>> shapes{{2}, {2, 3}, {1, 2, 4}, {3, 5}, {9, 2}};
    std::size_t checked = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Rng rng(seed);
        const BayesianNetwork network =
            random_network({.variables = 1 + rng.below(8),
                            .cardinalities = shapes[seed % shapes.size()],
                            .zero_fraction = 0.2},
                           seed);
        const std::optional<JointTable> table = JointTable::of(network);
        if (!table) continue;
        const Evidence evidence = random_findings(network, rng);
        const std::vector<double> expected = enumerated(network, evidence);
        JointSums sums, evidence_only;
        const CheckedEvidence checked_evidence(evidence, network);
        REQUIRE(table->sum(checked_evidence, Task::marginals, sums));
        REQUIRE(table->sum(checked_evidence, Task::evidence, evidence_only));
        CHECK(sums.evidence == evidence_only.evidence);
        CHECK(sums.evidence == Approx(expected.back()).epsilon(1e-13).margin(0));
        for (std::size_t v = 0, at = 0; v < network.size(); ++v) {
            for (std::size_t state = 0; state < network.cardinality(VariableId(v)); ++state, ++at)
                CHECK(sums.of_states[table->first_state(VariableId(v)) + state] ==
                      Approx(expected[at]).epsilon(1e-13).margin(0));
        }
        ++checked;
    }
    CHECK(checked > 30);
}

TEST_CASE(
    "Joint table: the most probable assignment agrees with what is known, and none is more "
    "probable",
    "[joint]") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Rng rng(seed);
        const BayesianNetwork network = random_network(
            {.variables = 1 + rng.below(6), .cardinalities = {2, 3}, .zero_fraction = 0.2}, seed);
        const std::optional<JointTable> table = JointTable::of(network);
        if (!table) continue;
        const Evidence evidence = random_findings(network, rng);
        Explanation explanation;
        REQUIRE(table->explain(CheckedEvidence(evidence, network), explanation));
        double largest = 0, sum = 0;
        for_each_assignment(network, [&](std::span<const StateId> any) {
            const double probability =
                std::exp(log_probability(network, any)) * joint_weight(evidence, any);
            largest = std::max(largest, probability);
            sum += probability;
        });
        CHECK(std::exp(explanation.log_probability) == Approx(largest).epsilon(1e-13).margin(0));
        CHECK(std::exp(explanation.log_evidence) == Approx(sum).epsilon(1e-13).margin(0));
        CHECK((explanation.status == PosteriorStatus::impossible) == (largest == 0));
        if (largest == 0) continue;
        const std::vector<StateId>& states = explanation.states;
        CHECK(std::exp(log_probability(network, states)) * joint_weight(evidence, states) ==
              Approx(largest).epsilon(1e-13));
    }
}

TEST_CASE("Joint table: a report about a variable of one state counts", "[joint]") {
    NetworkBuilder net = NetworkBuilder::parse("A{only} -> B{b0|b1|b2} -> C{c0|c1|c2}");
    net.cpt("A").values({1});
    net.cpt("B").values({"A"}, {0.25, 0.25, 0.5});
    net.cpt("C").values({"B"}, {1, 0, 0, 0, 1, 0, 0, 0, 1});
    const BayesianNetwork network = net.build();
    JointSums sums;
    const Evidence evidence =
        Evidence().likelihood(VariableId(0), std::vector{0.25}).observe(VariableId(1), StateId(2));
    REQUIRE(
        JointTable::of(network)->sum(CheckedEvidence(evidence, network), Task::marginals, sums));
    CHECK(sums.evidence == 0.125);
}

TEST_CASE(
    "Joint table: there is one of small discrete networks whose rows sum to one and whose cells a "
    "double can hold",
    "[joint]") {
    CHECK(JointTable::of(random_network({.variables = 9}, 1)).has_value());
    CHECK_FALSE(JointTable::of(random_network({.variables = 10}, 1)).has_value());
    CHECK(JointTable::of(random_network({.variables = 16, .cardinalities = {1}}, 1)).has_value());
    CHECK_FALSE(
        JointTable::of(random_network({.variables = 17, .cardinalities = {1}}, 1)).has_value());
    CHECK_FALSE(JointTable::of(random_network({.variables = 1, .cardinalities = {65}}, 1))
                    .has_value());  // a row for each state
    CHECK(JointTable::of(BayesianNetwork()).has_value());
    CHECK(JointTable::of(coin(0x1p-500)).has_value());
    CHECK_FALSE(
        JointTable::of(coin(0x1p-540)).has_value());  // twice heads has a probability of 2^-1080
    NetworkBuilder kept("kept");
    kept.variable("Coin", {"heads", "tails"}).cpt("Coin").values({0.5, 0.5001});
    kept.set_row_sums(RowSums::keep);
    CHECK_FALSE(JointTable::of(kept.build()).has_value());
}

TEST_CASE(
    "Joint table: interventions, and findings whose product no double holds, are for others to "
    "answer",
    "[joint]") {
    const BayesianNetwork network = coin(0x1p-500);
    const std::optional<JointTable> table = JointTable::of(network);
    JointSums sums;
    const auto has_sums = [&](const Evidence& evidence) {
        return table->sum(CheckedEvidence(evidence, network), Task::marginals, sums);
    };
    CHECK_FALSE(has_sums(Evidence().intervene(VariableId(1), StateId(0))));
    const std::vector<double> faint{0x1p-100, 0}, loud{0x1p900, 0x1p900};
    CHECK_FALSE(has_sums(Evidence().likelihood(VariableId(1), faint)));
    CHECK_FALSE(
        has_sums(Evidence().likelihood(VariableId(0), loud).likelihood(VariableId(1), loud)));
    REQUIRE(
        has_sums(Evidence().observe(VariableId(0), StateId(0)).observe(VariableId(1), StateId(0))));
    CHECK(sums.evidence == 0x1p-1000);
    CHECK(sums.of_states[table->first_state(VariableId(1))] == 0x1p-1000);
}
