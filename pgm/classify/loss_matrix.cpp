#include <pgm/classify/decision.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm {
namespace {

void check_names(const std::vector<std::string>& names, const std::string& kind) {
    if (names.empty()) throw ArgumentError("a loss matrix has at least one " + kind);
    std::vector<std::string> sorted = names;
    std::ranges::sort(sorted);
    if (sorted.front().empty()) throw ArgumentError("a loss matrix has a nameless " + kind);
    const auto twice = std::ranges::adjacent_find(sorted);
    if (twice != sorted.end())
        throw ArgumentError("a loss matrix has the " + kind + " '" + printable(*twice) + "' twice");
}

}  // namespace

LossMatrix zero_one_loss(std::vector<std::string> classes) {
    const auto count = static_cast<Eigen::Index>(classes.size());
    LossMatrix matrix{.actions = classes,
                      .classes = std::move(classes),
                      .loss = Eigen::MatrixXd::Ones(count, count)};
    matrix.loss.diagonal().setZero();
    return matrix;
}

void check(const LossMatrix& matrix) {
    check_names(matrix.actions, "action");
    check_names(matrix.classes, "class");
    const auto rows = static_cast<Eigen::Index>(matrix.actions.size()),
               columns = static_cast<Eigen::Index>(matrix.classes.size());
    if (matrix.loss.rows() != rows || matrix.loss.cols() != columns)
        throw ArgumentError("a loss matrix of " + std::to_string(rows) + " actions and " +
                            std::to_string(columns) + " classes has " +
                            std::to_string(matrix.loss.rows()) + " x " +
                            std::to_string(matrix.loss.cols()) + " numbers");
    for (Eigen::Index i = 0; i < rows; ++i)
        for (Eigen::Index j = 0; j < columns; ++j)
            if (!std::isfinite(matrix.loss(i, j)))
                throw ArgumentError(
                    "the loss of '" + printable(matrix.actions[static_cast<std::size_t>(i)]) +
                        "' under '" + printable(matrix.classes[static_cast<std::size_t>(j)]) +
                        "' is not a finite number",
                    "what must never be done costs a large number");
}

LossMatrix with_reject(LossMatrix matrix, double cost, std::string name) {
    if (!std::isfinite(cost))
        throw ArgumentError("the cost of '" + printable(name) + "' is not a finite number");
    if (std::ranges::find(matrix.actions, name) != matrix.actions.end())
        throw ArgumentError("there is an action '" + printable(name) + "' already",
                            "its losses are a row of the loss matrix");
    matrix.actions.push_back(std::move(name));
    matrix.loss.conservativeResize(matrix.loss.rows() + 1, Eigen::NoChange);
    matrix.loss.bottomRows(1).setConstant(cost);
    return matrix;
}

LossMatrix with_class_order(const LossMatrix& matrix, const std::vector<std::string>& classes) {
    if (matrix.classes == classes) return matrix;
    for (const std::string& name : matrix.classes)
        if (std::ranges::find(classes, name) == classes.end())
            throw ArgumentError("the loss matrix has a column '" + printable(name) +
                                    "', which is no state of the class",
                                did_you_mean(name, classes));
    LossMatrix result{
        .actions = matrix.actions,
        .classes = classes,
        .loss = Eigen::MatrixXd(matrix.loss.rows(), static_cast<Eigen::Index>(classes.size()))};
    for (std::size_t j = 0; j < classes.size(); ++j) {
        const auto found = std::ranges::find(matrix.classes, classes[j]);
        if (found == matrix.classes.end())
            throw ArgumentError("the loss matrix has no column for the class '" +
                                printable(classes[j]) + "'");
        result.loss.col(static_cast<Eigen::Index>(j)) =
            matrix.loss.col(found - matrix.classes.begin());
    }
    return result;
}

std::size_t action_index(const LossMatrix& matrix, std::string_view action) {
    const auto found = std::ranges::find(matrix.actions, action);
    if (found == matrix.actions.end())
        throw ArgumentError("no action '" + printable(action) + "'",
                            did_you_mean(action, matrix.actions));
    return static_cast<std::size_t>(found - matrix.actions.begin());
}

}  // namespace pgm
