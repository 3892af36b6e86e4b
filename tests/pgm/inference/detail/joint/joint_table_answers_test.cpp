#include <pgm/inference/engine.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/random_network.hpp>

using namespace pgm;

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

/// True for a network that the engine answers by its joint table.
bool is_small(const BayesianNetwork& network) {
    std::size_t cells = 1;
    for (const Variable& variable : network.variables()) cells *= variable.cardinality();
    return cells <= 512;
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
        if (!is_small(network)) continue;
        const Evidence evidence = random_findings(network, rng);
        const std::vector<double> expected = enumerated(network, evidence);
        const InferenceEngine engine(network);
        const Posterior found = engine.marginals(evidence);
        CHECK(found.log_evidence() == engine.log_evidence(evidence));
        CHECK(std::exp(found.log_evidence()) == Approx(expected.back()).epsilon(1e-13).margin(0));
        CHECK(found.impossible() == (expected.back() == 0));
        for (std::size_t v = 0, at = 0; v < network.size() && !found.impossible(); ++v) {
            for (const double p : found.marginal(VariableId(v)))
                CHECK(p == Approx(expected[at++] / expected.back()).epsilon(1e-13).margin(0));
        }
        ++checked;
    }
    CHECK(checked > 30);
}

TEST_CASE(
    "Joint table: the most probable assignment agrees with what is known, and "
    "none is more "
    "probable",
    "[joint]") {
    for (std::uint64_t seed = 0; seed < 30; ++seed) {
        Rng rng(seed);
        const BayesianNetwork network = random_network(
            {.variables = 1 + rng.below(6), .cardinalities = {2, 3}, .zero_fraction = 0.2}, seed);
        if (!is_small(network)) continue;
        const Evidence evidence = random_findings(network, rng);
        const Explanation explanation =
            InferenceEngine(network).most_probable_explanation(evidence);
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
    const Evidence evidence =
        Evidence().likelihood(VariableId(0), std::vector{0.25}).observe(VariableId(1), StateId(2));
    CHECK(std::exp(InferenceEngine(network).log_evidence(evidence)) ==
          Approx(0.125).epsilon(1e-15));
}
