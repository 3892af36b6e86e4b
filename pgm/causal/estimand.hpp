#pragma once

#include <pgm/core/ids.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/model/variable.hpp>
#include <pgm/table/table.hpp>

#include <optional>
#include <span>
#include <string>
#include <variant>
#include <vector>

namespace pgm {

class Estimand;

/// P(of | given), where `given` may be empty.
struct ConditionalProbability {
    std::vector<VariableId> of;
    std::vector<VariableId> given;

    friend bool operator==(const ConditionalProbability&, const ConditionalProbability&) = default;
};

/// The sum of a product over all states of some variables; over none, the product.
struct SumOfProducts {
    std::vector<VariableId> over;
    std::vector<Estimand> factors;
};

/// One product divided by another.
struct Quotient {
    std::vector<Estimand> numerator;
    std::vector<Estimand> denominator;
};

/// A formula for an effect in terms of the joint distribution of the observed variables alone:
/// sums, products and quotients of conditional probabilities.
///
///     sum_Z P(Y | X, Z) P(Z)                      adjustment for Z
///     sum_Z P(Z | X) sum_X' P(Y | X', Z) P(X')    adjustment by the front door
///
/// A value, made by adjustment_formula(), front_door_formula() or identify()
/// (pgm/causal/identification.hpp). The variables of a sum are bound within it, so that one
/// variable may be free in one part and bound in another: X and X' above.
///
/// A free variable other than the causes and effects of the question may remain: the value is then
/// the same for each of its states.
class Estimand {
public:
    using Node = std::variant<ConditionalProbability, SumOfProducts, Quotient>;

    Estimand(Node node) : node_(std::move(node)) {}

    const Node& node() const { return node_; }

    friend bool operator==(const Estimand& a, const Estimand& b);

private:
    Node node_;
};

/// The variables that are not bound by a sum, ascending.
std::vector<VariableId> free_variables(const Estimand& estimand);

/// The conditional probabilities of the formula, in the order of its text.
std::vector<ConditionalProbability> probabilities_of(const Estimand& estimand);

/// All variables of the formula, bound ones too, ascending.
std::vector<VariableId> all_variables(const Estimand& estimand);

/// "sum_Z P(Y | X, Z) P(Z)". A bound variable whose name is in use has primes. Names that are not
/// plain words are quoted.
std::string format(const Estimand& estimand, std::span<const Variable> variables);
/// "\sum_{Z} P(Y \mid X, Z)\, P(Z)" in the mathematics of LaTeX. Names of more than one letter are
/// upright.
std::string format_latex(const Estimand& estimand, std::span<const Variable> variables);

/// A table of which some cells may be undefined; these are null.
struct PartialTable {
    Scope scope;
    std::vector<std::optional<double>> cells;

    const std::optional<double>& at(std::span<const StateId> states) const {
        return cells[scope.cell(states)];
    }
    bool is_whole() const;
};

/// The values of a formula by the states of its free variables, in ascending order of these, from
/// the distribution that the solver answers for. The formula is undefined where a conditional
/// probability is needed whose condition never holds. A product with a factor of 0 is 0 whatever
/// the others are, so a condition that has no weight is not needed.
///
/// Variables of a sum are summed out one at a time, the cheapest first. Throws TooLargeError where
/// a table would have more than `limits.max_filled_cells` cells, and what the solver throws for
/// joint distributions, such as ArgumentError for a continuous variable.
PartialTable evaluate(const Estimand& estimand, const Solver& solver, const Limits& limits = {});

/// Some variables and a state of each.
struct EmptyStratum {
    std::vector<VariableId> variables;
    std::vector<StateId> states;

    friend bool operator==(const EmptyStratum&, const EmptyStratum&) = default;
};

/// The conditions of the formula that never hold although their parts without `cause` do, at most
/// `most`: where positivity is violated. In a stratum z with P(z) > 0 and P(x, z) = 0, nobody has
/// seen what X = x does there.
std::vector<EmptyStratum> positivity_violations(const Estimand& estimand, VariableId cause,
                                                const Solver& solver, std::size_t most = 10);

}  // namespace pgm
