#pragma once

#include <pgm/decide/decide.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace pgm {

/// The value of one number at which another alternative becomes as good as the best one.
struct DecisionThreshold {
    VariableId decision;
    std::vector<StateId> given;  ///< the history: of DecisionTable::given
    StateId best, other;         ///< the alternative that is best now, and the one beyond
    /// The number: the probability of a state in a row of a table, the other states of the row
    /// changing in proportion, or the utility of a row.
    VariableId of;
    std::size_t row = 0;
    std::optional<StateId> state{};  ///< null: a utility
    double value = 0;
    double threshold = 0;  ///< in [0, 1] for a probability
};

/// How far the numbers of a diagram may be wrong before a decision is: for each history of each
/// decision, the thresholds of all probabilities and utilities, the policies of later decisions
/// staying as they are. What is nearest to its threshold comes first.
///
/// Both P(history) and the sum of P times utility are linear in one number (Nielsen and Jensen
/// 2003, "Sensitivity analysis in influence diagrams"), so that the values at two places give the
/// function. Histories in which two alternatives are best, and alternatives that no value of a
/// number makes best, have no threshold. Distributions that are no tables are left out.
///
/// Throws ArgumentError with a risk tolerance, which makes functions that are not linear, and
/// TooLargeError for more than `most_evaluations` evaluations of the diagram.
std::vector<DecisionThreshold> decision_thresholds(const InfluenceDiagram& diagram,
                                                   const DecisionSolution& solution,
                                                   const Evidence& evidence = {},
                                                   const DecisionOptions& options = {},
                                                   std::size_t most_evaluations = 20'000);

}  // namespace pgm
