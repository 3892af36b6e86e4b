#include <pgm/causal/effect.hpp>

#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/evidence.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace pgm {

using namespace detail;

namespace {

void adjust_for(EffectAnalysis& analysis, std::vector<VariableId> set) {
    const auto& [cause, effect, adjust, most] = analysis.question;
    analysis.method = EffectMethod::back_door;
    analysis.formula = adjustment_formula(cause, effect, set);
    analysis.adjusted_for = std::move(set);
}

void choose_formula(EffectAnalysis& analysis, const CausalGraph& graph) {
    const auto& [cause, effect, adjust, most] = analysis.question;
    if (adjust) return adjust_for(analysis, set_of(*adjust));
    if (!analysis.has_causal_path) {
        analysis.method = EffectMethod::back_door;
        analysis.formula = Estimand(ConditionalProbability{{effect}, {}});
        return;
    }
    if (!analysis.minimal_adjustment_sets.sets.empty())
        return adjust_for(analysis, analysis.minimal_adjustment_sets.sets.front());
    if (!analysis.front_door_sets.sets.empty()) {
        analysis.method = EffectMethod::front_door;
        analysis.adjusted_for = analysis.front_door_sets.sets.front();
        analysis.formula = front_door_formula(cause, effect, analysis.adjusted_for);
        return;
    }
    analysis.formula = identify(graph, std::span(&cause, 1), std::span(&effect, 1));
    analysis.method =
        analysis.estimand() != nullptr ? EffectMethod::identification : EffectMethod::none;
}

void require_discrete_pair(const EffectQuestion& question, const BayesianNetwork& network) {
    for (const VariableId id : {question.cause, question.effect})
        if (!network.variable(id).is_discrete())
            throw ArgumentError("variable '" + network.variable(id).name() +
                                "' is continuous; effects are those of one discrete variable on "
                                "another");
}

/// A row for each state of X, all of nulls.
PartialTable rows_of_cause(const EffectQuestion& question, const BayesianNetwork& network) {
    const Scope scope({question.cause, question.effect},
                      {network.cardinality(question.cause), network.cardinality(question.effect)});
    return {scope, std::vector<std::optional<double>>(scope.cells())};
}

/// P(X, Y)
Table joint_of_pair(const EffectQuestion& question, const Solver& solver) {
    require_discrete_pair(question, solver.network());
    return solver.joint(std::vector{question.cause, question.effect}).table;
}

PartialTable by_interventions(const EffectQuestion& question, const Solver& solver) {
    PartialTable rows = rows_of_cause(question, solver.network());
    const std::size_t states = rows.scope.cardinalities()[1];
    for (std::size_t x = 0; x < rows.scope.cardinalities()[0]; ++x) {
        const Posterior posterior = solver.marginals(
            std::span(&question.effect, 1), Evidence{}.intervene(question.cause, StateId(x)));
        std::ranges::copy(posterior[0],
                          rows.cells.begin() + static_cast<std::ptrdiff_t>(x * states));
    }
    return rows;
}

/// The values of a formula by X and Y. What else is free may have any state; the first with which
/// the cell is defined is taken.
PartialTable by_formula(const EffectQuestion& question, const PartialTable& value,
                        const BayesianNetwork& network) {
    PartialTable rows = rows_of_cause(question, network);
    const std::optional<std::size_t> cause = value.scope.axis(question.cause);
    const std::size_t effect = *value.scope.axis(question.effect);
    const auto [causes, effects] =
        std::pair(rows.scope.cardinalities()[0], rows.scope.cardinalities()[1]);
    for (std::size_t cell = 0; cell < value.cells.size(); ++cell) {
        const std::vector<StateId> at = value.scope.states(cell);
        for (std::size_t x = 0; x < causes; ++x) {
            if (cause && at[*cause].index() != x) continue;
            std::optional<double>& row = rows.cells[x * effects + at[effect].index()];
            if (!row) row = value.cells[cell];
        }
    }
    return rows;
}

/// Null in place of what is no number, 0 / 0.
std::optional<double> defined(double value) {
    return std::isnan(value) ? std::nullopt : std::optional(value);
}

bool are_discrete(std::span<const VariableId> variables, const BayesianNetwork& network) {
    return std::ranges::all_of(
        variables, [&](VariableId variable) { return network.variable(variable).is_discrete(); });
}

/// Every condition and variable of the formula is discrete.
bool is_about_discrete(const Estimand& estimand, const BayesianNetwork& network) {
    return are_discrete(all_variables(estimand), network);
}

/// True where the formula is equal to do() in the network.
bool is_do_in(const BayesianNetwork& network, const EffectAnalysis& analysis) {
    return !analysis.is_of_member ||
           set_of(network.dag().parents(analysis.question.cause)) == analysis.adjusted_for;
}

void require_numbers(const EffectAnalysis& analysis, const BayesianNetwork& network) {
    if (!has_numbers(analysis, network))
        throw ArgumentError(
            "the effect in another graph has a formula over states and numbers "
            "together, which has no closed form",
            "cut the numbers into states");
}

double mean_of(VariableId variable, const Solver& solver, const Evidence& given = {}) {
    const ContinuousMoments moments = solver.moments(std::span(&variable, 1), given);
    if (moments.status == PosteriorStatus::ok) return moments.means.front();
    throw ArgumentError(
        "positivity is violated: a value of the cause has probability zero beside "
        "its parents in a graph of the class");
}

/// E(Y | do(X = x)) with continuous parents of X, in a linear Gaussian network. What is measured of
/// the parents is of no matter to the slope.
double mean_by_slope(const EffectAnalysis& analysis, const Solver& solver, double x) {
    const auto& [cause, effect, adjust, most] = analysis.question;
    const std::vector<VariableId>& parents = analysis.adjusted_for;
    std::vector<VariableId> members{effect, cause};
    members.insert(members.end(), parents.begin(), parents.end());
    const ContinuousMoments before = solver.moments(members);
    Evidence given;
    for (std::size_t i = 0; i < parents.size(); ++i) given.observe(parents[i], before.means[2 + i]);
    const ContinuousMoments both = solver.moments(std::vector{effect, cause}, given);
    constexpr double of_rounding = 1e-13;
    if (!(both.covariance(1, 1) > of_rounding * before.covariance(1, 1)))
        throw ArgumentError(in_quotes(solver.network().variable(cause).name()) +
                            " is a function of its parents in a graph of the class");
    const double slope = both.covariance(0, 1) / both.covariance(1, 1);
    return before.means[0] + slope * (x - before.means[1]);
}

/// The same with discrete ones, of whose configurations those count that are possible.
double mean_by_configurations(const EffectAnalysis& analysis, const Solver& solver, CauseValue x) {
    Evidence given;
    std::visit([&](auto value) { given.observe(analysis.question.cause, value); }, x);
    const std::vector<VariableId>& parents = analysis.adjusted_for;
    if (parents.empty()) return mean_of(analysis.question.effect, solver, given);
    const Table weights = solver.joint(parents).table;
    double sum = 0;
    for (std::size_t cell = 0; cell < weights.size(); ++cell) {
        if (!(weights[cell] > 0)) continue;
        const std::vector<StateId> states = weights.scope().states(cell);
        for (std::size_t i = 0; i < parents.size(); ++i)
            given.observe(weights.scope().variables()[i], states[i]);
        sum += weights[cell] * mean_of(analysis.question.effect, solver, given);
    }
    return sum;
}

double mean_by_parents(const EffectAnalysis& analysis, const Solver& solver, CauseValue x) {
    if (!analysis.has_causal_path) return mean_of(analysis.question.effect, solver);
    const double* const number = std::get_if<double>(&x);
    return number != nullptr && !are_discrete(analysis.adjusted_for, solver.network())
               ? mean_by_slope(analysis, solver, *number)
               : mean_by_configurations(analysis, solver, x);
}

}  // namespace

bool has_numbers(const EffectAnalysis& analysis, const BayesianNetwork& network) {
    if (is_do_in(network, analysis) || !analysis.has_causal_path) return true;
    if (network.variable(analysis.question.effect).is_discrete())
        return is_about_discrete(*analysis.estimand(), network);
    return are_discrete(analysis.adjusted_for, network) ||
           std::ranges::all_of(network.cpds(), is_linear_gaussian);
}

const char* word_of(EffectMethod method) {
    switch (method) {
        case EffectMethod::back_door:
            return "back-door";
        case EffectMethod::front_door:
            return "front-door";
        case EffectMethod::identification:
            return "identification";
        case EffectMethod::none:
            break;
    }
    return "none";
}

EffectAnalysis analyse_effect(const CausalGraph& graph, const EffectQuestion& question) {
    const auto& [cause, effect, adjust, most] = question;
    if (adjust && !is_adjustment_set(graph, cause, effect, *adjust))
        throw ArgumentError("the set does not adjust for what confounds cause and effect",
                            "check_adjustment() gives the reason");
    EffectAnalysis analysis{
        .question = question,
        .minimal_adjustment_sets = minimal_adjustment_sets(graph, cause, effect, most),
        .instruments = instruments(graph, cause, effect)};
    analysis.has_causal_path = has_member(descendants(graph.dag(), cause), effect);
    if (analysis.has_causal_path)
        analysis.front_door_sets = front_door_sets(graph, cause, effect, most);
    else if (analysis.minimal_adjustment_sets.sets.empty())
        analysis.minimal_adjustment_sets.sets = {{}};
    choose_formula(analysis, graph);
    return analysis;
}

PartialTable interventional_distribution(const EffectAnalysis& analysis, const Solver& solver,
                                         const Limits& limits) {
    const EffectQuestion& question = analysis.question;
    require_discrete_pair(question, solver.network());
    const Estimand* const estimand = analysis.estimand();
    if (estimand == nullptr) throw ArgumentError("the effect is not identified");
    require_numbers(analysis, solver.network());
    if (!is_about_discrete(*estimand, solver.network())) return by_interventions(question, solver);
    return by_formula(question, evaluate(*estimand, solver, limits), solver.network());
}

double interventional_mean(const EffectAnalysis& analysis, const Solver& solver, CauseValue x) {
    const EffectQuestion& question = analysis.question;
    if (analysis.estimand() == nullptr) throw ArgumentError("the effect is not identified");
    require_numbers(analysis, solver.network());
    if (!is_do_in(solver.network(), analysis)) return mean_by_parents(analysis, solver, x);
    Evidence doing;
    std::visit([&](auto value) { doing.intervene(question.cause, value); }, x);
    return solver.moments(std::span(&question.effect, 1), doing).means.front();
}

PartialTable conditional_distribution(const EffectQuestion& question, const Solver& solver) {
    const Table joint = joint_of_pair(question, solver);
    const Table causes = sum_out(joint, question.effect);
    PartialTable rows = rows_of_cause(question, solver.network());
    const std::size_t states = rows.scope.cardinalities()[1];
    for (std::size_t cell = 0; cell < joint.size(); ++cell)
        rows.cells[cell] = defined(joint[cell] / causes[cell / states]);
    return rows;
}

EffectBounds natural_bounds(const EffectQuestion& question, const Solver& solver) {
    const Table joint = joint_of_pair(question, solver);
    const Table rows = sum_out(joint, question.effect);
    EffectBounds bounds{joint, joint};
    const std::size_t states = joint.scope().cardinalities()[1];
    for (std::size_t cell = 0; cell < joint.size(); ++cell)
        bounds.highest[cell] = std::min(1.0, joint[cell] + (1 - rows[cell / states]));
    return bounds;
}

std::optional<double> risk_difference(const PartialTable& rows, StateId y, StateId from,
                                      StateId to) {
    const auto before = rows.at(std::array{from, y}), after = rows.at(std::array{to, y});
    return before && after ? std::optional(*after - *before) : std::nullopt;
}

std::optional<double> risk_ratio(const PartialTable& rows, StateId y, StateId from, StateId to) {
    const auto before = rows.at(std::array{from, y}), after = rows.at(std::array{to, y});
    return before && after ? defined(*after / *before) : std::nullopt;
}

std::optional<double> odds_ratio(const PartialTable& rows, StateId y, StateId from, StateId to) {
    const auto before = rows.at(std::array{from, y}), after = rows.at(std::array{to, y});
    if (!before || !after) return std::nullopt;
    return defined(*after / (1 - *after) / (*before / (1 - *before)));
}

}  // namespace pgm
