#pragma once

#include <pgm/decide/strategy.hpp>
#include <pgm/model/evidence.hpp>
#include <tests/support/fraction.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm::tests {

/// The solver of influence diagrams against which every other one is held: it walks through all
/// configurations and adds up in fractions, as the definitions say. All chance variables have
/// tables.
class DecisionTree {
public:
    /// Both must outlive the tree.
    DecisionTree(const InfluenceDiagram& diagram, const Evidence& evidence);

    /// Sums over some configurations x, of P(x, e) and of its products with the total utility.
    struct Worth {
        Rational probability = 0, utility = 0, square = 0;

        Rational expected() const { return Rational(utility / probability); }
        double standard_deviation() const;
        Worth& operator+=(const Worth& other);
    };

    /// The worth of a strategy that has a policy for each decision without a finding, in those
    /// configurations in which some variables have given states.
    Worth of(const Strategy& strategy, std::span<const VariableId> variables = {},
             std::span<const StateId> states = {});

    /// The expected utility of every alternative in one history, without what has a hard finding.
    struct History {
        VariableId decision;
        std::vector<StateId> given;
        std::vector<std::optional<Rational>> expected;  ///< null: it is impossible
    };

    /// Rolls the tree of a diagram with recall back: from its leaves on each decision is for the
    /// alternative of the greatest expected utility given the history and the findings, or for
    /// that of its policy if it is settled.
    Worth roll_back(const Strategy& settled = {});
    /// The histories that roll_back() came through, the possible ones.
    const std::vector<History>& histories() const { return histories_; }

    /// The worth of the best among all strategies whose policies depend on all that is known.
    Rational best_of_all();

private:
    Worth leaf() const;
    Worth sum_over(std::size_t depth);
    Worth decided(std::size_t depth);
    std::optional<StateId> chosen(VariableId decision) const;
    bool is_allowed(VariableId variable) const;
    Rational utility(std::vector<std::optional<Rational>>& values, VariableId utility) const;

    const InfluenceDiagram* diagram_;
    const Evidence* evidence_;
    const Strategy* strategy_ = nullptr;
    bool rolls_back_ = false;
    std::vector<VariableId> order_;
    std::vector<std::vector<Rational>> tables_;  ///< by chance variable, the cells of its table
    std::vector<StateId> states_;
    std::vector<std::optional<StateId>> condition_;  ///< by variable
    std::vector<History> histories_;
};

}  // namespace pgm::tests
