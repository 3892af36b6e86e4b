#pragma once

#include <Eigen/Core>

#include <string>
#include <string_view>
#include <vector>

namespace pgm {

/// What every action costs under every class: loss(i, j) is the loss of taking action i when class
/// j is the truth.
///
/// An action need not be a class ("refer to a specialist", "reject"), and there may be more or
/// fewer actions than classes. Losses are any finite numbers; a gain is a negative loss. The order
/// of the actions matters only for ties (see decision.hpp).
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

/// 0 for the truth, 1 for anything else. Its least expected loss is the most probable class, and
/// that loss the probability of error.
LossMatrix zero_one_loss(std::vector<std::string> classes);

/// Throws ArgumentError unless there is at least one action and one class, the names are distinct
/// and not empty, the matrix has their shape and every loss is finite.
void check(const LossMatrix& matrix);

/// The same with one more action, last, that costs the same under every class: with zero-one loss
/// it is the best where no class is more probable than 1 - cost (Chow 1970, "On optimum recognition
/// error and reject tradeoff"). Throws ArgumentError when there is an action of that name or the
/// cost is not finite.
LossMatrix with_reject(LossMatrix matrix, double cost, std::string name = "reject");

/// The same with its columns in the order of `classes`. Throws ArgumentError when the two lists are
/// not the same set of names.
LossMatrix with_class_order(const LossMatrix& matrix, const std::vector<std::string>& classes);

/// The row of an action; throws ArgumentError with a suggestion when there is none of that name.
std::size_t action_index(const LossMatrix& matrix, std::string_view action);

}  // namespace pgm
