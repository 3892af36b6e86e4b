#pragma once

#include <pgm/classify/loss_matrix.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// Which action is taken when several have the same expected loss: the preferred one if it is among
/// them, otherwise the first in order.
///
/// Losses count as equal within `tolerance` times the largest term |loss(i, j)| P(j | x) (for the
/// most probable class: times its probability). Two scores that are equal as fractions may differ
/// in the last bit as doubles, and rounding must not decide. `TieRule{.preferred = 1}` gives ties
/// to "no" when the states are yes, no.
struct TieRule {
    std::optional<std::size_t> preferred;
    double tolerance = 1e-12;
};

/// The decision for one x. There is no action where no class has a positive density at x, which can
/// happen with kernels of bounded support. That is an expected outcome and not an error, and it
/// differs from an action called reject.
struct Decision {
    std::optional<std::size_t> action;  ///< row of the loss matrix, or class
    double risk = 0;                    ///< expected loss of that action; 0 when there is none
    bool tied = false;                  ///< whether the tie rule decided
    std::string name{};  ///< of the action; empty where there is none or only numbers were given

    bool undecided() const { return !action.has_value(); }
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// The conditional risk of every action,
///
///     R(i | x) = sum_j loss(i, j) P(j | x),
///
/// in the order of the actions. Throws ArgumentError unless there is one probability per class.
std::vector<double> conditional_risks(std::span<const double> posterior, const LossMatrix& matrix);

/// The action of least conditional risk (the Bayes decision; Duda, Hart and Stork 2001, section
/// 2.2). A posterior of zeros gives no decision.
Decision decide(std::span<const double> posterior, const LossMatrix& matrix,
                const TieRule& ties = {});

/// The most probable class, without a name. It has the least risk under zero-one loss, where the
/// risk is P(error | x) = 1 - max_k P(k | x).
Decision decide(std::span<const double> posterior, const TieRule& ties = {});

}  // namespace pgm
