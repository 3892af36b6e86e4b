#include <pgm/inference/k_best.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

using Kind = Question::Kind;

std::vector<Explanation> best_of(const Solver& solver, Question::Targets targets,
                                 const Evidence& evidence, std::size_t k) {
    Workspace workspace;
    return k_best(solver, {Kind::most_probable, targets, evidence}, k, workspace);
}

/// P(x | e) of every possible assignment of the targets, in descending order.
std::vector<double> all_probabilities(const BayesianNetwork& network,
                                      std::span<const VariableId> targets,
                                      const Evidence& evidence) {
    const std::vector<Fraction> joint = exact_joint(network, targets, evidence);
    Fraction sum;
    for (const Fraction& p : joint) sum += p;
    std::vector<double> all;
    for (const Fraction& p : joint)
        if (p != 0) all.push_back(quotient(p, sum));
    std::ranges::sort(all, std::greater<>());
    return all;
}

/// Distinct assignments, and their probabilities those of the enumeration.
void check_best(const std::vector<Explanation>& found, const std::vector<double>& all,
                std::size_t k) {
    REQUIRE(found.size() == std::min(k, all.size()));
    std::set<std::vector<StateId>> distinct;
    for (std::size_t i = 0; i < found.size(); ++i) {
        CHECK_THAT(std::exp(found[i].log_posterior), WithinAbs(all[i], 1e-12));
        distinct.insert(found[i].states);
    }
    CHECK(distinct.size() == found.size());
}

/// The probability of an assignment by the oracle.
double probability_of(const BayesianNetwork& network, const Explanation& one,
                      const Evidence& evidence) {
    Evidence with = evidence;
    for (std::size_t i = 0; i < one.states.size(); ++i) {
        const Finding* const known = evidence.find(one.variables[i]);
        if (known && state_of(*known)) {
            if (state_of(*known) != one.states[i]) return 0;
            continue;
        }
        std::vector<double> only(network.cardinality(one.variables[i]), 0.0);
        const auto* const soft = known ? std::get_if<Likelihood>(known) : nullptr;
        only[one.states[i].index()] = soft ? soft->values[one.states[i].index()] : 1;
        with.likelihood(one.variables[i], only);
    }
    return to_double(exact_answer(network, with).evidence_probability);
}

BayesianNetwork coins() {
    NetworkBuilder builder = NetworkBuilder::parse("A{h|t}; B{h|t}; C{h|t}");
    builder.cpt("A").values({0.5, 0.5});
    builder.cpt("B").values({0.5, 0.5});
    builder.cpt("C").values({0.75, 0.25});
    return builder.build();
}

}  // namespace

TEST_CASE("The k best assignments of random networks are those of an enumeration", "[k_best]") {
    Rng rng(19981);
    for (int round = 0; round < 200; ++round) {
        const BayesianNetwork network =
            random_model(rng, {.max_variables = 6, .max_assignments = 200});
        const Evidence evidence = random_evidence(rng, network);
        const InferenceEngine engine(network);
        const std::size_t k = 1 + rng.below(30);
        INFO("round " << round << ", k = " << k);
        std::vector<VariableId> targets = discrete_variables(network);
        check_best(best_of(engine, {}, evidence, k), all_probabilities(network, targets, evidence),
                   k);
        std::shuffle(targets.begin(), targets.end(), rng);
        targets.resize(1 + rng.below(targets.size()));
        const auto found = best_of(engine, targets, evidence, k);
        check_best(found, all_probabilities(network, targets, evidence), k);
        for (const Explanation& one : found)
            CHECK_THAT(std::exp(one.log_probability),
                       WithinAbs(probability_of(network, one, evidence), 1e-12));
    }
}

TEST_CASE("Assignments that are equally probable are tied, and all of them are found", "[k_best]") {
    const InferenceEngine engine(coins());
    const auto found = best_of(engine, {}, {}, 100);
    REQUIRE(found.size() == 8);
    for (std::size_t i = 1; i < 8; ++i) CHECK(are_tied(found[i - 1], found[i]) == (i != 4));
    CHECK_THAT(std::exp(found[3].log_posterior), WithinAbs(3.0 / 16, 1e-15));
    CHECK_THAT(std::exp(found[4].log_posterior), WithinAbs(1.0 / 16, 1e-15));
}

TEST_CASE("Observed, set and excluded states stay as they are among the k best", "[k_best]") {
    const BayesianNetwork network = coins();
    const InferenceEngine engine(network);
    const std::vector<double> tails{0, 1};
    const Evidence evidence = Evidence()
                                  .observe(network, "A", "t")
                                  .intervene(network, "B", "h")
                                  .likelihood(network, "C", std::vector<double>{0.2, 0.9});
    const auto found = best_of(engine, {}, evidence, 5);
    REQUIRE(found.size() == 2);
    CHECK(found[0].states == std::vector{StateId(1u), StateId(0u), StateId(1u)});
    CHECK_THAT(std::exp(found[0].log_posterior), WithinAbs(0.225 / 0.375, 1e-15));
    CHECK_THAT(std::exp(found[1].log_posterior), WithinAbs(0.15 / 0.375, 1e-15));
    CHECK(best_of(engine, {}, Evidence().likelihood(network, "C", tails), 9).size() == 4);
}

TEST_CASE("Impossible evidence has no best assignment, and no or too many are refused",
          "[k_best]") {
    NetworkBuilder builder = NetworkBuilder::parse("A{a|b}");
    builder.cpt("A").values({1, 0});
    const BayesianNetwork network = builder.build();
    const InferenceEngine engine(network);
    CHECK(best_of(engine, {}, Evidence().observe(network, "A", "b"), 3).empty());
    CHECK(best_of(engine, {}, {}, 3).size() == 1);
    CHECK_THROWS_AS(best_of(engine, {}, {}, 0), ArgumentError);
    CHECK_THROWS_AS(best_of(engine, {}, {}, 65537), TooLargeError);
}
