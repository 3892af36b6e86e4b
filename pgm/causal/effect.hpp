#pragma once

#include <pgm/causal/adjustment.hpp>
#include <pgm/causal/causal_graph.hpp>
#include <pgm/causal/identification.hpp>
#include <pgm/inference/solver.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

namespace pgm {

/// What a cause is set to: a state, or a value of a continuous one.
using CauseValue = std::variant<StateId, double>;

/// "What does X change about Y?": the question for P(Y | do(X)) in a causal graph.
struct EffectQuestion {
    VariableId cause;
    VariableId effect;
    /// A set to adjust for in place of the formula that analyse_effect() would choose.
    std::optional<std::vector<VariableId>> adjust = {};
    std::size_t most_sets = 1000;  ///< of each kind that are listed
};

/// The kind of formula by which an effect follows from what is observed.
enum class EffectMethod : std::uint8_t {
    back_door,       ///< adjustment for a set, which may be empty
    front_door,      ///< adjustment by what carries the effect
    identification,  ///< another formula
    none             ///< none: it does not follow
};

/// The word for programs: "back-door", "front-door", "identification" or "none".
const char* word_of(EffectMethod method);

/// All that the graph alone has to do with an effect. The formula is the simplest that holds:
/// adjustment for the smallest set, then by the smallest front-door set, then that of identify().
///
/// An effect that does not descend from the cause has the formula P(Y), whatever confounds the two:
/// its method is back_door, and where no set makes them independent, so that none adjusts by the
/// definition, the empty set is listed.
struct EffectAnalysis {
    EffectQuestion question;
    bool has_causal_path = true;  ///< false: X changes nothing about Y
    EffectMethod method = EffectMethod::none;
    std::vector<VariableId> adjusted_for = {};  ///< the set of the method; empty for other methods
    VariableSets minimal_adjustment_sets = {};
    VariableSets front_door_sets = {};
    std::vector<VariableId> instruments = {};
    Identification formula = Hedge{};
    /// The graph is some member of the class of that of the network (possible_effects()): where it
    /// gives X other parents, do() in the network is another effect.
    bool is_of_member = false;

    /// Null where the effect is not identified.
    const Estimand* estimand() const { return std::get_if<Estimand>(&formula); }
};

/// Throws ArgumentError as check_adjustment() does, and for a set to adjust for that does not.
EffectAnalysis analyse_effect(const CausalGraph& graph, const EffectQuestion& question);

/// False for another graph than that of the network where the formula is over states and numbers
/// together: then it has no closed form.
bool has_numbers(const EffectAnalysis& analysis, const BayesianNetwork& network);

/// P(Y | do(X)) by the formula, a row for each state of X. It is a function of the distribution
/// alone, so one analysis serves any number of networks on the graph, such as networks that are
/// drawn from the posterior distribution of their parameters.
///
/// Cells are null where positivity is violated (positivity_violations()). If the formula mentions a
/// continuous variable, each row is the answer of the solver to do(X = x), which the formula is
/// equal to. Throws ArgumentError if the effect is not identified or X or Y is continuous, or
/// has_numbers() is false, and otherwise as evaluate() does.
PartialTable interventional_distribution(const EffectAnalysis& analysis, const Solver& solver,
                                         const Limits& limits = {});

/// E(Y | do(X = x)) of a continuous effect, where x is a state of X or a value of a continuous one.
/// In a linear Gaussian network the difference for x + 1 and x is the total effect, the sum over
/// the causal paths of the products of their slopes (Wright 1921, "Correlation and causation"). It
/// is the answer of the solver to do(X = x), which an identified formula is equal to; in another
/// graph that of the formula, E(Y) + b (x - E(X)) with the slope b = cov(Y, X | S) / var(X | S)
/// beside continuous parents S, and sum_s P(s) E(Y | x, s) for discrete ones. Throws ArgumentError
/// if the effect is not identified, Y is discrete, has_numbers() is false or X is a function of S,
/// and as the solver does.
double interventional_mean(const EffectAnalysis& analysis, const Solver& solver, CauseValue x);

/// P(Y | X), a row for each state of X, of nulls where the state never occurs.
PartialTable conditional_distribution(const EffectQuestion& question, const Solver& solver);

/// The least and the greatest P(Y = y | do(X = x)) of all models with the observed distribution,
/// whatever the graph (Manski 1990, "Nonparametric bounds on treatment effects"):
///
///     P(y, x)  <=  P(y | do(x))  <=  P(y, x) + 1 - P(x)
struct EffectBounds {
    Table lowest;
    Table highest;
};
EffectBounds natural_bounds(const EffectQuestion& question, const Solver& solver);

/// Comparisons of P(y | do(to)) with P(y | do(from)) in a table of rows by state of X: null where
/// one of them is, and for 0 / 0. A ratio to 0 is infinite.
std::optional<double> risk_difference(const PartialTable& rows, StateId y, StateId from,
                                      StateId to);
std::optional<double> risk_ratio(const PartialTable& rows, StateId y, StateId from, StateId to);
std::optional<double> odds_ratio(const PartialTable& rows, StateId y, StateId from, StateId to);

}  // namespace pgm
