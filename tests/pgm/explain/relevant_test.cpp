#include <pgm/explain/relevant.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/rational_oracle.hpp>

#include <algorithm>
#include <functional>
#include <map>
#include <set>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

namespace {

using Assignment = std::map<VariableId, StateId>;

Assignment assignment_of(const RelevantExplanation& one) {
    Assignment assignment;
    for (std::size_t i = 0; i < one.variables.size(); ++i)
        assignment.emplace(one.variables[i], one.states[i]);
    return assignment;
}

/// All partial assignments with a factor and these, by the definition: P(e | x) / P(e | not x).
std::map<Assignment, double> factors_by_definition(const BayesianNetwork& network,
                                                   std::span<const VariableId> variables,
                                                   const Evidence& evidence) {
    std::vector<Assignment> all{{}};
    for (const VariableId variable : variables) {
        const std::size_t known = all.size();
        for (std::size_t i = 0; i < known; ++i)
            for (std::size_t s = 0; s < network.cardinality(variable); ++s)
                all.push_back(all[i]), all.back().emplace(variable, StateId(s));
    }
    Evidence set;
    for (const auto& [of, finding] : evidence)
        if (std::holds_alternative<Intervened>(finding)) set.add(of, finding);
    const auto p = [&](Evidence some, const Assignment& assignment) {
        for (const auto& [variable, state] : assignment) some.observe(variable, state);
        return exact_answer(network, some).evidence_probability.reduced();
    };
    const Rational p_of_evidence = p(evidence, {}), total = p(set, {});
    std::map<Assignment, double> factors;
    for (const Assignment& x : all) {
        const Rational prior = p(set, x), joint = p(evidence, x);
        if (x.empty() || prior == 0 || prior == total || joint == 0) continue;
        if (to_double(joint) < 1e-200) return {{x, 0.0}};  // beyond what doubles can hold
        const Rational others = p_of_evidence - joint;
        const Rational factor =
            others == 0 ? Rational(0) : joint / prior * (total - prior) / others;
        factors[x] = others == 0 ? infinity : to_double(factor);
    }
    return factors;
}

bool contains(const Assignment& whole, const Assignment& part) {
    return std::ranges::includes(whole, part);
}

}  // namespace

TEST_CASE("Generalised Bayes factors of random networks are those of the definition",
          "[relevant]") {
    Rng rng(20112);
    std::size_t checked = 0;
    for (int round = 0; round < 300; ++round) {
        const BayesianNetwork network =
            random_model(rng, {.max_variables = 6, .max_assignments = 150, .max_table_cells = 256});
        std::vector<VariableId> variables = discrete_variables(network);
        std::shuffle(variables.begin(), variables.end(), rng);
        variables.resize(std::min<std::size_t>(3, variables.size()));
        Evidence evidence = random_evidence(rng, network);
        for (const VariableId variable : variables) evidence.remove(variable);
        if (to_double(exact_answer(network, evidence).evidence_probability) < 1e-100) continue;
        const auto factors = factors_by_definition(network, variables, evidence);
        // Sums of rows that are 1 but for rounding have no digits beyond those of 1.
        if (std::ranges::any_of(
                factors, [](const auto& one) { return one.second > 1e3 || one.second < 1e-3; }))
            continue;
        INFO("round " << round);
        const auto found = most_relevant_explanations(InferenceEngine(network), variables,
                                                      given_of(evidence), 100000);
        REQUIRE(found.size() == factors.size());
        ++checked;
        for (std::size_t i = 0; i < found.size(); ++i) {
            const double factor = found[i].bayes_factor;
            CHECK_THAT(factor, WithinRel(factors.at(assignment_of(found[i])), 1e-9));
            if (i > 0) CHECK(found[i - 1].bayes_factor >= factor);
        }
    }
    CHECK(checked > 40);
}

TEST_CASE("Explanations are dominated by parts that are as good and by better wholes",
          "[relevant]") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "A{a|b} -> E{yes|no} <- B{a|b}; C{a|b}; A: 0.3 0.7; B: 0.4 0.6; C: 0.5 0.5;"
            "E | A=a, B=a: 0.9 0.1; E | A=a, B=b: 0.2 0.8; E | A=b, B=a: 0.1 0.9;"
            "E | A=b, B=b: 0.05 0.95")
            .build();
    const std::vector<VariableId> of{network.id("A"), network.id("B"), network.id("C")};
    const InferenceEngine engine(network);
    const auto found = most_relevant_explanations(engine, of, parse_given(network, "E=yes"), 1000);
    std::map<Assignment, double> factors;
    for (const RelevantExplanation& one : found)
        factors.emplace(assignment_of(one), one.bayes_factor);
    REQUIRE(found.size() == 26);
    for (const RelevantExplanation& one : found) {
        const Assignment x = assignment_of(one);
        const bool is_dominated = std::ranges::any_of(factors, [&](const auto& other) {
            const auto& [y, factor] = other;
            const double mine = one.bayes_factor;
            return x != y && ((contains(x, y) && factor >= mine * (1 - 1e-12)) ||
                              (contains(y, x) && factor > mine * (1 + 1e-12)));
        });
        CHECK(one.is_dominated == is_dominated);
    }
    // P(e | A=a, B=a) = 0.9; otherwise (0.036 + 0.028 + 0.021) / 0.88 of the rest.
    CHECK(assignment_of(found[0]) == Assignment{{of[0], StateId(0u)}, {of[1], StateId(0u)}});
    CHECK(found[0].bayes_factor == Approx(0.9 / (0.085 / 0.88)));
    CHECK_FALSE(found[0].is_dominated);
}

TEST_CASE("Relevant explanations of what would be impossible otherwise, and refusals",
          "[relevant]") {
    const BayesianNetwork network = NetworkBuilder::parse(
                                        "A{a|b} -> B{a|b}; C{a|b}; A: 0.5 0.5; B | A=a: 0.5 0.5;"
                                        "B | A=b: 0 1; C: 1 0")
                                        .build();
    const InferenceEngine engine(network);
    const auto relevant = [&](std::vector<VariableId> of, const char* given) {
        return most_relevant_explanations(engine, of, parse_given(network, given), 3);
    };
    const VariableId a = network.id("A"), b = network.id("B"), c = network.id("C");
    CHECK(relevant({a}, "B=a").at(0).bayes_factor == infinity);
    CHECK(relevant({c}, "B=a").empty());
    CHECK(relevant({a, c}, "B=b").at(0).bayes_factor == Approx(2));
    CHECK(relevant({a}, "do(B=a)").at(0).bayes_factor == Approx(1));
    CHECK_THROWS_AS(relevant({b}, "B=a"), ArgumentError);
    CHECK_THROWS_AS(relevant({a, a}, "B=a"), ArgumentError);
    CHECK_THROWS_AS(relevant({}, "B=a"), ArgumentError);
    CHECK_THROWS_AS(relevant({a}, "C=b"), ImpossibleEvidenceError);
    CHECK_THROWS_AS(relevant({a}, "C=a, C=b"), ImpossibleEvidenceError);
    NetworkBuilder many;
    std::vector<VariableId> all;
    for (std::size_t i = 0; i < 21; ++i) {
        all.emplace_back(i);
        many.variable("X" + std::to_string(i), {"a", "b"});
        many.cpt("X" + std::to_string(i)).values({0.5, 0.5});
    }
    CHECK_THROWS_AS(most_relevant_explanations(InferenceEngine(many.build()), all, {}, 3),
                    TooLargeError);
}
