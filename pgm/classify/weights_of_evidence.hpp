#pragma once

#include <pgm/classify/decision.hpp>
#include <pgm/classify/predictions.hpp>

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// Weight of evidence of a known cell for the class that is explained.
struct CellWeight {
    std::size_t feature;  ///< its number among Classifier::features()
    double weight;        ///< of evidence, in natural logarithms; below 0 against

    friend bool operator==(const CellWeight&, const CellWeight&) = default;
};

/// The parts of the log odds of one class in one row:
///
///     log_odds = prior + sum over cells of weight + interaction
struct RowWeights {
    std::size_t class_index = 0;         ///< the class that is explained
    double log_odds = 0;                 ///< log P(k | x) - log(1 - P(k | x))
    double prior = 0;                    ///< log odds of the class where no cell is known
    std::vector<CellWeight> cells = {};  ///< those that are known, in the order of the features
    /// The part of the odds that no cell has alone; 0 where it is no more than rounding. Null where
    /// one of the parts is infinite.
    std::optional<double> interaction = std::nullopt;

    friend bool operator==(const RowWeights&, const RowWeights&) = default;
};

/// Why a class was predicted: for every row, how much each known cell supports the predicted class
/// k against all others together. It is the change of the log odds when the cell i is left out,
/// which makes it an unobserved variable (summed or integrated out, exactly),
///
///     W_i(x) = L(x) - L(x without x_i)          L(x) = log P(k | x) - log(1 - P(k | x))
///
/// the weight of evidence (Good 1950, "Probability and the weighing of evidence") in the form that
/// explains single predictions of any classifier (Robnik-Sikonja and Kononenko 2008, "Explaining
/// classifications for individual instances", section 3.1). L(no cell) is the prior's part, and
///
///     interaction = L(x) - L(no cell) - sum_i W_i(x)
///
/// is what is left. A naive Bayes of two classes has none: W_i = log P(x_i | k) - log P(x_i | j)
/// and the parts are those of its nomogram (Mozina, Demsar, Kattan and Zupan 2004). With more
/// classes it comes from the others being taken together, and in other structures from features
/// that are redundant (then it is positive, each of them being dispensable) or informative only
/// together (negative).
///
/// A stack, a mixture and a temperature are explained as they predict: the odds are those of what
/// they predict without the cell.
///
/// If the odds are infinite with and without the cell, the cell has weight 0; where only one of
/// them is, its weight is infinite.
///
/// The cost is that of predicting every row once per feature that a network has, and twice more.
struct WeightsOfEvidence {
    std::vector<std::optional<RowWeights>> rows;  ///< null where there is no decision
};

/// Explains the decisions about the rows of `data`: the class that a decision names, or the most
/// probable one where it names an action that is no class (such as "reject"). Throws ArgumentError
/// unless there is one decision per row, the errors of Predictor::predict(), and Stopped by
/// PredictOptions::stop.
WeightsOfEvidence weights_of_evidence(const Predictor& predictor, const Dataset& data,
                                      std::span<const Decision> decisions,
                                      const PredictOptions& options = {});

}  // namespace pgm
