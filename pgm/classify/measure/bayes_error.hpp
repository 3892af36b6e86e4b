#pragma once

#include <pgm/classify/decision.hpp>
#include <pgm/inference/engine.hpp>

#include <cstddef>
#include <span>

namespace pgm {

/// The expected loss of the best possible decisions, averaged over x.
///
///     R* = sum_x  min_i  sum_j  loss(i, j) P(j, x)
///
/// Here x runs over the configurations of the features, i over the actions and j over the classes.
/// With zero-one loss it is the Bayes error: no rule that uses these features alone makes fewer
/// errors if the network is right (Duda, Hart and Stork 2001, section 2.2). An error measured on
/// data also contains the mistakes of the network.
///
/// The result is exact. Features that the others d-separate from the class are left out, because
/// they change no decision; the joint distribution of the class and the remaining features is
/// enumerated. All other variables are summed out.
struct BayesRisk {
    double risk = 0;
    std::size_t configurations = 0;    ///< of the features that matter
    std::vector<VariableId> features;  ///< those that matter, in the order given
};

/// The default limit for the number of configurations of class and features together: 2^24, which
/// takes 128 MB.
inline constexpr std::size_t largest_enumeration = std::size_t{1} << 24;

/// The classes of the loss matrix must be the states of `class_variable`, in their order. Throws
/// ArgumentError for a mixture, for continuous or repeated variables and for a matrix that does not
/// fit, TooLargeError when there are more configurations than `limit` or the network is too densely
/// connected.
BayesRisk bayes_risk(const InferenceEngine& engine, VariableId class_variable,
                     std::span<const VariableId> features, const LossMatrix& matrix,
                     std::size_t limit = largest_enumeration);

/// The Bayes error: bayes_risk() with zero-one loss.
BayesRisk bayes_error(const InferenceEngine& engine, VariableId class_variable,
                      std::span<const VariableId> features,
                      std::size_t limit = largest_enumeration);

}  // namespace pgm
