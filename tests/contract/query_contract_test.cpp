#include <pgm/query/answer.hpp>

#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/random_query.hpp>
#include <tests/support/rational_oracle.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// The joint distribution of all variables as a list of assignments, after the interventions of a
/// question.
struct Worlds {
    std::vector<std::vector<StateId>> states;
    std::vector<Fraction> probabilities;
};

Worlds worlds(const BayesianNetwork& network, const Given& given) {
    Evidence set;
    for (const Intervention& intervention : given.interventions)
        set.intervene(intervention.variable, std::get<StateId>(intervention.value));
    std::vector<VariableId> all;
    std::vector<std::size_t> cardinalities;
    for (std::size_t v = 0; v < network.size(); ++v) {
        all.emplace_back(v);
        cardinalities.push_back(network.cardinality(all.back()));
    }
    Worlds result;
    result.probabilities = exact_joint(network, all, set);
    const Scope scope(all, cardinalities);
    for (std::size_t cell = 0; cell < scope.cells(); ++cell)
        result.states.push_back(scope.states(cell));
    return result;
}

template <class Predicate>
Fraction probability(const Worlds& worlds, const Predicate& holds) {
    Fraction sum = 0;
    for (std::size_t world = 0; world < worlds.states.size(); ++world) {
        if (worlds.probabilities[world] != 0 && holds(worlds.states[world]))
            sum += worlds.probabilities[world];
    }
    return sum;
}

std::vector<VariableId> random_targets(Rng& rng, const BayesianNetwork& network) {
    std::vector<VariableId> targets;
    for (std::uint64_t count = 1 + rng.below(3); count > 0; --count) {
        const VariableId target(rng.below(network.size()));
        if (std::find(targets.begin(), targets.end(), target) == targets.end())
            targets.push_back(target);
    }
    return targets;
}

std::string names(const BayesianNetwork& network, const std::vector<VariableId>& variables) {
    std::string text;
    for (const VariableId variable : variables)
        text += (text.empty() ? "" : ", ") + network.variable(variable).name();
    return text;
}

/// P(targets, given), one number per cell.
std::vector<Fraction> joint_with_given(const Worlds& worlds, const Scope& scope,
                                       const RandomGiven& given) {
    std::vector<Fraction> cells(scope.cells());
    for (std::size_t world = 0; world < worlds.states.size(); ++world) {
        if (!given.holds(worlds.states[world])) continue;
        std::vector<StateId> states;
        for (const VariableId variable : scope.variables())
            states.push_back(worlds.states[world][variable.index()]);
        cells[scope.cell(states)] += worlds.probabilities[world];
    }
    return cells;
}

Scope scope_of(const BayesianNetwork& network, const std::vector<VariableId>& variables) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId variable : variables)
        cardinalities.push_back(network.cardinality(variable));
    return Scope(variables, cardinalities);
}

void check_status(const Answer& answer, const Fraction& given_probability) {
    REQUIRE(answer.impossible() == (given_probability == 0));
    const double expected = exact_log(given_probability);
    if (answer.impossible()) {
        CHECK(answer.log_evidence == expected);
    } else {
        CHECK_THAT(answer.log_evidence,
                   WithinAbs(expected, 1e-12 * std::max(1.0, std::abs(expected))));
    }
}

void check_probability(Rng& rng, const InferenceEngine& engine) {
    const BayesianNetwork& network = engine.network();
    const RandomExpression event = random_expression(rng, network, 3);
    const RandomGiven given = random_given(rng, network);
    const std::string text = "P(" + event.text + given.text + ")";
    INFO(text);

    const Query typed = Query{ProbabilityOf{all_of({event.typed})}, given.typed};
    const Answer from_text = answer(engine, text);
    const Answer from_typed = answer(engine, typed);
    CHECK(from_text.log_evidence == from_typed.log_evidence);
    CHECK(from_text.query == text);

    const Worlds all = worlds(network, given.typed);
    const Fraction given_probability = probability(all, given.holds);
    check_status(from_text, given_probability);
    REQUIRE(from_text.impossible() == from_typed.impossible());
    if (from_text.impossible()) return;
    CHECK(from_text.probability() == from_typed.probability());
    const Fraction both = probability(
        all, [&](const auto& states) { return given.holds(states) && event.holds(states); });
    CHECK_THAT(from_text.probability(), WithinAbs(quotient(both, given_probability), 1e-12));
    CHECK(from_text.probability() >= 0);
    CHECK(from_text.probability() <= 1);
}

void check_distribution(Rng& rng, const InferenceEngine& engine) {
    const BayesianNetwork& network = engine.network();
    const std::vector<VariableId> targets = random_targets(rng, network);
    const RandomGiven given = random_given(rng, network);
    const std::string text = "P(" + names(network, targets) + given.text + ")";
    INFO(text);

    const Answer answered = answer(engine, text);
    const Worlds all = worlds(network, given.typed);
    const Fraction given_probability = probability(all, given.holds);
    check_status(answered, given_probability);
    if (answered.impossible()) return;
    const std::vector<Fraction> joint = joint_with_given(all, scope_of(network, targets), given);
    REQUIRE(answered.distribution().scope() == scope_of(network, targets));
    for (std::size_t cell = 0; cell < joint.size(); ++cell) {
        CHECK_THAT(answered.distribution()[cell],
                   WithinAbs(quotient(joint[cell], given_probability), 1e-12));
    }
}

void check_argmax(Rng& rng, const InferenceEngine& engine) {
    const BayesianNetwork& network = engine.network();
    const bool everything = rng.below(2) == 0;
    const std::vector<VariableId> asked =
        everything ? std::vector<VariableId>{} : random_targets(rng, network);
    const RandomGiven given = random_given(rng, network);
    const std::string text =
        "argmax(" + (everything ? "*" : names(network, asked)) + given.text + ")";
    INFO(text);

    const Answer answered = answer(engine, text);
    const Worlds all = worlds(network, given.typed);
    check_status(answered, probability(all, given.holds));
    if (answered.impossible()) return;
    const Explanation& found_best = answered.explanation();
    if (!everything) CHECK(found_best.variables == asked);
    // For `*` the variables left out are those the given fixes: the assignment of the others is
    // compared with the best of complete worlds.
    const Scope scope = scope_of(network, found_best.variables);
    std::vector<Fraction> joint = joint_with_given(all, scope, given);
    const Fraction best = *std::max_element(joint.begin(), joint.end());
    const Fraction found = joint[scope.cell(found_best.states)];
    CHECK(quotient(found, best) > 1 - 1e-12);
    CHECK_THAT(found_best.log_probability,
               WithinAbs(exact_log(best), 1e-12 * std::max(1.0, std::abs(exact_log(best)))));
}

void check_random_questions(std::uint64_t seed, int networks) {
    Rng rng(seed);
    for (int network = 0; network < networks; ++network) {
        const InferenceEngine engine(
            random_model(rng, {.max_variables = 8, .max_assignments = 400}));
        INFO("network " << network << " of seed " << seed);
        for (int question = 0; question < 3; ++question) {
            check_probability(rng, engine);
            check_distribution(rng, engine);
            check_argmax(rng, engine);
        }
    }
}

}  // namespace

TEST_CASE(
    "Random questions about random networks are answered as by counting all worlds in fractions",
    "[query]") {
    check_random_questions(20240501, 40);
}

TEST_CASE(
    "Many random questions about random networks are answered as by counting all worlds in "
    "fractions",
    "[query][full]") {
    check_random_questions(7, 2000);
}
