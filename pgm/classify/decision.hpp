#pragma once

#include <Eigen/Core>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// The loss of every action under every class: loss(i, j) is the loss of action i when class j is
/// the truth.
///
/// An action need not be a class ("refer to a specialist", "reject"), and there may be more or
/// fewer actions than classes. A loss is any finite number; a gain is a negative loss. The order of
/// the actions matters only for ties (decision.hpp).
///
///     L = [ 0 10 ]     deciding class 1 where class 2 is true costs 10,
///         [ 1  0 ]     deciding class 2 where class 1 is true costs 1
struct LossMatrix {
    std::vector<std::string> actions;  ///< one per row
    std::vector<std::string> classes;  ///< one per column
    Eigen::MatrixXd loss;              ///< actions x classes

    friend bool operator==(const LossMatrix& a, const LossMatrix& b) {
        return a.actions == b.actions && a.classes == b.classes && a.loss.rows() == b.loss.rows() &&
               a.loss.cols() == b.loss.cols() && a.loss == b.loss;
    }
};

/// The loss that is 0 for the true class and 1 for every other. The action of least expected loss
/// is then the most probable class, and its expected loss is the probability of error.
LossMatrix zero_one_loss(std::vector<std::string> classes);

/// Throws ArgumentError unless there is at least one action and one class, the names are distinct
/// and not empty, the matrix has their shape and every loss is finite.
void check(const LossMatrix& matrix);

/// Adds a last action that costs the same under every class. With zero-one loss it is best where no
/// class is more probable than 1 - cost (Chow 1970, "On optimum recognition error and reject
/// tradeoff"). Throws ArgumentError when there is an action of that name or the cost is not finite.
LossMatrix with_reject(LossMatrix matrix, double cost, std::string name = "reject");

/// The matrix with its columns in the order of `classes`. Throws ArgumentError unless both lists
/// have the same names.
LossMatrix with_class_order(const LossMatrix& matrix, const std::vector<std::string>& classes);

/// The row of an action; throws ArgumentError with a suggestion when there is none of that name.
std::size_t action_index(const LossMatrix& matrix, std::string_view action);

/// Action taken when several have the same expected loss: the preferred one if it is among them,
/// otherwise the first in order.
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
