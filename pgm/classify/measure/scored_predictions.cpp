#include <pgm/classify/measure/scored_predictions.hpp>

#include <pgm/classify/column_alignment.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

ProbabilityRows::ProbabilityRows(RowsByStates part)
    : rows_(static_cast<std::size_t>(part.rows())),
      classes_(static_cast<std::size_t>(part.cols())) {
    const auto kept = std::make_shared<const RowsByStates>(std::move(part));
    for (std::size_t row = 0; row < rows_.size(); ++row) rows_[row] = kept->data() + row * classes_;
    parts_.push_back(kept);
}

void ProbabilityRows::append(const ProbabilityRows& other) {
    if (rows_.empty()) classes_ = other.classes_;
    parts_.insert(parts_.end(), other.parts_.begin(), other.parts_.end());
    rows_.insert(rows_.end(), other.rows_.begin(), other.rows_.end());
}

bool operator==(const ProbabilityRows& a, const ProbabilityRows& b) {
    if (a.rows() != b.rows() || a.classes() != b.classes()) return false;
    for (std::size_t row = 0; row < a.rows(); ++row)
        if (!std::ranges::equal(a.row(row), b.row(row))) return false;
    return true;
}

void check(const ScoredPredictions& scored) {
    const std::size_t rows = scored.rows(), classes = scored.classes.size();
    if (classes == 0) throw ArgumentError("scored predictions need at least one class");
    const bool same_length = scored.predicted.size() == rows && scored.log_truth.size() == rows &&
                             (scored.weights.empty() || scored.weights.size() == rows) &&
                             scored.probabilities.rows() == rows;
    if (!same_length)
        throw ArgumentError("scored predictions of " + std::to_string(rows) +
                            " rows have a member of another length");
    if (rows > 0 && scored.probabilities.classes() != classes)
        throw ArgumentError("scored predictions have " +
                            std::to_string(scored.probabilities.classes()) +
                            " probabilities a row for " + std::to_string(classes) + " classes");
    for (std::size_t row = 0; row < rows; ++row) {
        const bool in_range =
            scored.truth[row] < classes && (scored.predicted[row] < classes ||
                                            scored.predicted[row] == ScoredPredictions::undecided);
        const bool numbers =
            std::ranges::all_of(scored.probability(row),
                                [](double p) { return p >= 0 && p <= 1 + 1e-9; }) &&
            !std::isnan(scored.log_truth[row]) && std::isfinite(scored.weight(row)) &&
            scored.weight(row) >= 0;
        if (!in_range || !numbers)
            throw ArgumentError(
                "row " + std::to_string(row) +
                " of the scored predictions holds a class or a number out of its range");
    }
}

ScoredPredictions concatenated(std::span<const ScoredPredictions> parts) {
    ScoredPredictions all;
    bool weighted = false;
    for (const ScoredPredictions& part : parts) {
        if (part.classes != parts.front().classes)
            throw ArgumentError("scored predictions with different classes cannot be joined");
        weighted |= !part.weights.empty();
    }
    if (parts.empty()) return all;
    all.classes = parts.front().classes;
    for (const ScoredPredictions& part : parts) {
        all.probabilities.append(part.probabilities);
        for (std::size_t row = 0; weighted && row < part.rows(); ++row)
            all.weights.push_back(part.weight(row));
        all.truth.insert(all.truth.end(), part.truth.begin(), part.truth.end());
        all.predicted.insert(all.predicted.end(), part.predicted.begin(), part.predicted.end());
        all.log_truth.insert(all.log_truth.end(), part.log_truth.begin(), part.log_truth.end());
    }
    return all;
}

double total_weight(const ScoredPredictions& scored) {
    return scored.weights.empty() ? static_cast<double>(scored.rows())
                                  : fixed_order_sum(scored.weights);
}

namespace {

/// ScoredPredictions without their probabilities, and the numbers of their rows.
struct RowsWithTruth {
    ScoredPredictions result;
    std::vector<Eigen::Index> rows;

    RowsWithTruth(const Predictions& predictions, const Variable& class_variable,
                  const Dataset& data, const TieRule& ties, std::size_t first_row)
        : result{.classes = predictions.classes} {
        data.id(class_variable.name());  // throws, with a suggestion, when there is none
        const ColumnAlignment alignment(data, {&class_variable, 1}, UnseenPolicy::error, first_row);
        const Column& truth = *alignment.columns().front();
        for (std::size_t row = 0; row < data.rows(); ++row) {
            const std::optional<StateId> state = truth.state(row);
            if (!state) continue;
            rows.push_back(static_cast<Eigen::Index>(row));
            const Decision decision = decide(predictions.probability(row), ties);
            result.truth.push_back(state->value);
            result.predicted.push_back(decision.action
                                           ? static_cast<std::uint32_t>(*decision.action)
                                           : ScoredPredictions::undecided);
            result.log_truth.push_back(predictions.log_probabilities(rows.back(), state->value));
            if (!data.weights().empty()) result.weights.push_back(data.weights()[row]);
        }
    }
};

RowsByStates some_rows(const RowsByStates& all, std::span<const Eigen::Index> rows) {
    RowsByStates some(static_cast<Eigen::Index>(rows.size()), all.cols());
    for (std::size_t i = 0; i < rows.size(); ++i)
        some.row(static_cast<Eigen::Index>(i)) = all.row(rows[i]);
    return some;
}

}  // namespace

ScoredPredictions score_predictions(const Predictions& predictions, const Variable& class_variable,
                                    const Dataset& data, const TieRule& ties,
                                    std::size_t first_row) {
    RowsWithTruth known(predictions, class_variable, data, ties, first_row);
    known.result.probabilities = some_rows(predictions.probabilities, known.rows);
    return std::move(known.result);
}

ScoredPredictions score_predictions(Predictions&& predictions, const Variable& class_variable,
                                    const Dataset& data, const TieRule& ties,
                                    std::size_t first_row) {
    RowsWithTruth known(predictions, class_variable, data, ties, first_row);
    known.result.probabilities = known.rows.size() == predictions.rows()
                                     ? std::move(predictions.probabilities)
                                     : some_rows(predictions.probabilities, known.rows);
    return std::move(known.result);
}

}  // namespace pgm
