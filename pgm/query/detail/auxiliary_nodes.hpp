#pragma once

#include <pgm/model/network.hpp>
#include <pgm/query/detail/elimination_forest.hpp>
#include <pgm/query/expression.hpp>
#include <pgm/query/query.hpp>

#include <cstddef>
#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm::detail {

/// Turns events of a network into conditions on single variables, by adding deterministic variables
/// to a copy of it.
///
///     AuxiliaryNodes auxiliary(network);
///     Condition either = auxiliary.condition_for(
///         any_of({is(network, "Rain", "yes"), is(network, "Sprinkler", "on")}));
///     BayesianNetwork extended = auxiliary.network();
///
/// The extended network has one variable more, a child of Rain and Sprinkler whose table holds only
/// 0 and 1. There the condition holds exactly when the expression does, so any
/// question about the expression is a question about one variable, and any engine answers it. The
/// variables of the original keep their ids and their joint distribution; the added ones come
/// after them.
///
/// A condition on one variable needs no addition, nor does anything that comes down to one: `X=a or
/// X=b` is `X in {a, b}`, a negation is the other states of the same variable, and what is always
/// or never true is dropped. A conjunction of m conditions on different variables (a disjunction is
/// the negation of one) becomes a tree of m - 1 gates, variables of two states with two parents
/// each,
///
///     Y = [c_1 and c_2]
///
/// laid along the forest in which the network's variables are eliminated (elimination_forest.hpp).
/// What is collected in a clique is passed up as one variable, so an elimination exists in which no
/// clique has more than three binary variables more than without the conjunction, whatever the
/// number of conditions and the order in which they are written. (A chain of gates in the order of
/// writing may make one clique of half the network.) Tables of gates have eight cells: a variable
/// of more than two states gets a child that says whether its condition holds, [X in S], and that
/// joins others in its place, so that many conditions connect variables of two states only.
///
/// A condition on continuous variables becomes a variable that cuts their linear function at the
/// bounds (ThresholdCpd).
class AuxiliaryNodes {
public:
    /// `network` must outlive this.
    explicit AuxiliaryNodes(const BayesianNetwork& network) : original_(network) {}

    /// A condition on one variable of network() that holds exactly when the expression does. Throws
    /// ArgumentError when the expression does not fit the network.
    Condition condition_for(const Expression& expression);

    /// A continuous variable of network() that is the linear form, a variable without variance
    /// below its variables. Throws TooLargeError where its discrete ones have too many
    /// configurations.
    VariableId variable_for(const LinearForm& form);

    const BayesianNetwork& original() const { return original_; }

    /// True if nothing had to be added: network() is the original.
    bool empty() const { return added_.empty(); }

    /// The number of states of a variable that was added.
    std::size_t cardinality_of_added(VariableId id) const {
        return added_[id.index() - original_.size()].first.cardinality();
    }

    /// The original with the variables added so far.
    BayesianNetwork network() const { return extend(original_); }
    /// A network with the variables of the original, and those that were added.
    BayesianNetwork extend(const BayesianNetwork& network) const;

private:
    /// A condition under construction.
    struct Term {
        VariableId variable;
        std::vector<bool> holds;  ///< per state
        /// The variable of the original in whose clique it is at hand: itself, or where an added
        /// one was made.
        VariableId home;

        bool always() const;
        bool never() const;
    };

    Term term_of(const Condition& condition);
    Term term_of(const LinearCondition& condition);
    Term negation(Term term) const;
    Term conjunction(std::span<const Term> operands);
    Term gather(const std::vector<Term>& terms);
    Term disjunction(std::span<const Term> operands);
    Term gate(const Term& a, const Term& b, VariableId home);
    Term indicator(const Term& term);
    VariableId add_variable(const std::vector<VariableId>& parents,
                            const std::vector<std::size_t>& cardinalities,
                            const std::vector<bool>& yes);
    VariableId next_id() const { return VariableId(original_.size() + added_.size()); }
    std::string next_name() const;

    const BayesianNetwork& original_;
    std::vector<std::pair<Variable, Cpd>> added_;
    std::optional<EliminationForest> forest_;  ///< of the original; made when first needed
    /// The variables [X in S] that were added, S with the first state.
    std::map<std::pair<VariableId, std::vector<bool>>, VariableId> indicators_;
    std::vector<std::pair<LinearCondition, Term>> thresholds_;  ///< likewise of values
};

}  // namespace pgm::detail
