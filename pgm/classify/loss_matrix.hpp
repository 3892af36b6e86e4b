#pragma once

#include <Eigen/Core>

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

}  // namespace pgm
