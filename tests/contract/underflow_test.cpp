#include <pgm/model/network_builder.hpp>
#include <tests/contract/engines.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/rational_oracle.hpp>

#include <algorithm>
#include <cmath>

// Networks made to underflow: an assignment of probability 1e-600 must not be lost beside one of
// probability 1 that a zero elsewhere rules out later, for then possible evidence would be called
// impossible.

using namespace pgm;
using namespace pgm::tests;

namespace {

/// Rows of zeros, ones and powers of ten down to 1e-300, so that products leave the range of
/// doubles after two factors.
std::vector<double> extreme_row(Rng& rng, std::size_t states) {
    std::vector<double> row(states, 0.0);
    for (double& p : row)
        if (rng.uniform() < 0.6) p = std::pow(10.0, -50.0 * static_cast<double>(rng.below(7)));
    const std::size_t rest = rng.below(states);
    row[rest] = 0;
    double sum = 0;
    for (const double p : row) sum += p;
    if (sum >= 1)
        for (double& p : row) p /= sum;
    else
        row[rest] = 1 - sum;
    return row;
}

BayesianNetwork extreme_model(Rng& rng) {
    const std::size_t n = 4 + rng.below(9);
    const Dag dag = random_dag(rng, n, 3.0 / static_cast<double>(n));
    NetworkBuilder builder("extreme");
    std::vector<std::size_t> cardinality(n);
    for (std::size_t v = 0; v < n; ++v) {
        std::vector<std::string> states{"s0", "s1", "s2"};
        states.resize(cardinality[v] = 2 + (rng.below(4) == 0));
        builder.add_variable(Variable("X" + std::to_string(v), std::move(states)));
    }
    for (std::size_t v = 0; v < n; ++v) {
        std::vector<VariableId> scope = dag.parents(VariableId(v));
        if (scope.size() > 3) scope.resize(3);
        scope.emplace_back(v);
        std::vector<std::size_t> cardinalities;
        for (const VariableId member : scope) cardinalities.push_back(cardinality[member.index()]);
        Scope axes(std::move(scope), std::move(cardinalities));
        std::vector<double> values;
        while (values.size() < axes.cells())
            for (const double p : extreme_row(rng, cardinality[v])) values.push_back(p);
        builder.set_cpd(TableCpd(std::move(axes), values));
    }
    return builder.build();
}

/// Observes the leaves, where contradictions come to light.
Evidence leaves_observed(Rng& rng, const BayesianNetwork& network) {
    Evidence evidence;
    for (std::size_t v = 0; v < network.size(); ++v) {
        const VariableId id(v);
        if (rng.uniform() < (network.dag().out_degree(id) == 0 ? 0.8 : 0.15))
            evidence.observe(id, StateId(rng.below(network.cardinality(id))));
    }
    return evidence;
}

void judge_extreme(std::uint64_t seed, Complaints& complaints) {
    Rng rng(seed);
    const BayesianNetwork network = extreme_model(rng);
    const Engines engines(network, network);
    for (int set = 0; set < 5; ++set) {
        const Evidence evidence = leaves_observed(rng, network);
        const ExactAnswer exact = exact_answer(network, evidence);
        const double best = exact_log(exact.best_probability);
        ask_every_engine(engines, complaints, [&](const auto& engine, Complaints& found) {
            judge(found, engine.marginals(evidence), exact);
            const Explanation mpe = engine.most_probable_explanation(evidence);
            found.unless_near("log probability of the best", mpe.log_probability, best,
                              log_tolerance(best));
            if (!mpe.states.empty())
                found.unless_near("log probability of the states chosen",
                                  exact_log(exact_probability(network, mpe.states, evidence)), best,
                                  log_tolerance(best));
        });
    }
}

/// X with five reports that all but exclude x0 and one that excludes x1 for certain.
BayesianNetwork favourite_that_falls() {
    NetworkBuilder builder = NetworkBuilder::parse(
        "X{x0|x1} -> A{n|y}; X -> B{n|y}; X -> C{n|y}; X -> D{n|y}; X -> Z{n|y}");
    builder.cpt("X").values({0.5, 0.5});
    for (const char* report : {"A", "B", "C", "D"})
        builder.cpt(report).row("X=x0", {1, 1e-200}).row("X=x1", {0.5, 0.5});
    builder.cpt("Z").row("X=x0", {0.5, 0.5}).row("X=x1", {1, 0});
    return builder.build();
}

}  // namespace

TEST_CASE("A favourite that a last zero rules out does not take the possible evidence with it") {
    for_every_engine([]<class Engine>() {
        const BayesianNetwork network = favourite_that_falls();
        const Engine engine(network);
        const Evidence evidence = parse_evidence(network, "A=y, B=y, C=y, D=y, Z=y");
        const Posterior posterior = engine.marginals(evidence);
        REQUIRE_FALSE(posterior.impossible());
        CHECK(posterior.marginal(network.id("X"))[0] == 1);
        CHECK_THAT(posterior.log_evidence(),
                   Catch::Matchers::WithinRel(std::log(0.25) + 4 * std::log(1e-200), 1e-12));
    });
}

TEST_CASE("A favourite that only parities rule out does not either") {
    for_every_engine([]<class Engine>() {
        // A xor B, B xor C and A xor C cannot all be 1, which no pair of tables shows. The last
        // parity has a way out of probability 1e-200, and the values that it needs had reports
        // against them already.
        NetworkBuilder builder = NetworkBuilder::parse(
            "A{0|1} -> P{0|1} <- B{0|1}; B -> Q{0|1} <- C{0|1}; A -> R{0|1} <- C; A -> S{0|1}; B "
            "-> T{0|1}; C -> U{0|1}");
        for (const char* root : {"A", "B", "C"}) builder.cpt(root).values({0.5, 0.5});
        builder.cpt("P").values({"A", "B"}, {1, 0, 0, 1, 0, 1, 1, 0});
        builder.cpt("Q").values({"B", "C"}, {1, 0, 0, 1, 0, 1, 1, 0});
        builder.cpt("R").values({"A", "C"}, {1, 1e-200, 0, 1, 0, 1, 1, 1e-250});
        for (const char* report : {"S", "T", "U"})
            builder.cpt(report).values({0.5, 0.5, 1, 1e-300});
        const BayesianNetwork network = builder.build();
        const Engine engine(network);
        const Evidence evidence = parse_evidence(network, "P=1, Q=1, R=1, S=1, T=1, U=1");
        // Left are (A, B, C) = (0, 1, 0) with 1/8 1e-200 1/2 1e-300 1/2 and (1, 0, 1), smaller by
        // 1e-350.
        const Posterior posterior = engine.marginals(evidence);
        REQUIRE_FALSE(posterior.impossible());
        CHECK_THAT(posterior.log_evidence(),
                   Catch::Matchers::WithinRel(
                       std::log(1.0 / 32) + std::log(1e-200) + std::log(1e-300), 1e-12));
        CHECK(posterior.marginal(network.id("B"))[1] == 1);
    });
}

TEST_CASE("No possible evidence is called impossible on networks of extreme probabilities") {
    CHECK(sweep(400'000, 300, judge_extreme) == no_complaints);
}

TEST_CASE("No possible evidence is called impossible on 10,000 networks of extreme probabilities",
          "[full]") {
    CHECK(sweep(410'000, 10'000, judge_extreme) == no_complaints);
}

TEST_CASE("A posterior probability that is zero is told from one that is too small for a double") {
    std::size_t too_small = 0;
    for (std::uint64_t seed = 1; seed <= 200; ++seed) {
        Rng rng(seed);
        const InferenceEngine engine(extreme_model(rng));
        const Evidence evidence = leaves_observed(rng, engine.network());
        const ExactAnswer exact = exact_answer(engine.network(), evidence);
        if (exact.impossible()) continue;
        INFO("seed " << seed);
        const Posterior posterior = engine.marginals(evidence);
        for (std::size_t v = 0; v < posterior.size(); ++v) {
            for (std::size_t s = 0; s < posterior[v].size(); ++s) {
                const bool is_possible = posterior.is_possible(v, StateId(s));
                CHECK(is_possible == (exact.joint[v][s] > 0));
                too_small += is_possible && posterior[v][s] == 0;
            }
        }
        const VariableId pair[] = {VariableId(0), VariableId(engine.network().size() - 1)};
        const std::vector<Fraction> exact_pair = exact_joint(engine.network(), pair, evidence);
        const JointPosterior joint = engine.joint(pair, evidence);
        for (std::size_t cell = 0; cell < joint.table.size(); ++cell) {
            const bool is_too_small = std::ranges::binary_search(joint.too_small, cell);
            CHECK((joint.table[cell] > 0 || is_too_small) == (exact_pair[cell] > 0));
            CHECK_FALSE((joint.table[cell] > 0 && is_too_small));
        }
    }
    CHECK(too_small > 10);
}
