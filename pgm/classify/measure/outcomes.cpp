#include <pgm/classify/measure/outcomes.hpp>

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

void check(const Outcomes& outcomes) {
    const std::size_t rows = outcomes.rows(), classes = outcomes.classes.size();
    if (classes == 0) throw ArgumentError("outcomes need at least one class");
    const bool same_length = outcomes.predicted.size() == rows &&
                             outcomes.log_truth.size() == rows &&
                             (outcomes.weights.empty() || outcomes.weights.size() == rows) &&
                             outcomes.probabilities.rows() == rows;
    if (!same_length)
        throw ArgumentError("outcomes of " + std::to_string(rows) +
                            " rows have a member of another length");
    if (rows > 0 && outcomes.probabilities.classes() != classes)
        throw ArgumentError("outcomes have " + std::to_string(outcomes.probabilities.classes()) +
                            " probabilities a row for " + std::to_string(classes) + " classes");
    for (std::size_t row = 0; row < rows; ++row) {
        const bool in_range =
            outcomes.truth[row] < classes &&
            (outcomes.predicted[row] < classes || outcomes.predicted[row] == Outcomes::undecided);
        const bool numbers =
            std::ranges::all_of(outcomes.probability(row),
                                [](double p) { return p >= 0 && p <= 1 + 1e-9; }) &&
            !std::isnan(outcomes.log_truth[row]) && std::isfinite(outcomes.weight(row)) &&
            outcomes.weight(row) >= 0;
        if (!in_range || !numbers)
            throw ArgumentError("row " + std::to_string(row) +
                                " of the outcomes holds a class or a number out of its range");
    }
}

Outcomes concatenated(std::span<const Outcomes> parts) {
    Outcomes all;
    bool weighted = false;
    for (const Outcomes& part : parts) {
        if (part.classes != parts.front().classes)
            throw ArgumentError("outcomes with different classes cannot be joined");
        weighted |= !part.weights.empty();
    }
    if (parts.empty()) return all;
    all.classes = parts.front().classes;
    for (const Outcomes& part : parts) {
        all.probabilities.append(part.probabilities);
        for (std::size_t row = 0; weighted && row < part.rows(); ++row)
            all.weights.push_back(part.weight(row));
        all.truth.insert(all.truth.end(), part.truth.begin(), part.truth.end());
        all.predicted.insert(all.predicted.end(), part.predicted.begin(), part.predicted.end());
        all.log_truth.insert(all.log_truth.end(), part.log_truth.begin(), part.log_truth.end());
    }
    return all;
}

double total_weight(const Outcomes& outcomes) {
    return outcomes.weights.empty() ? static_cast<double>(outcomes.rows())
                                    : fixed_order_sum(outcomes.weights);
}

namespace {

/// Outcomes but for their probabilities, and the rows they are of.
struct ScoredRows {
    Outcomes outcomes;
    std::vector<Eigen::Index> rows;

    ScoredRows(const Predictions& predictions, const Variable& class_variable, const Dataset& data,
               const TieRule& ties)
        : outcomes{.classes = predictions.classes} {
        data.id(class_variable.name());  // throws, with a suggestion, when there is none
        const ColumnAlignment alignment(data, {&class_variable, 1}, UnseenPolicy::error);
        const Column& truth = *alignment.columns().front();
        for (std::size_t row = 0; row < data.rows(); ++row) {
            const std::optional<StateId> state = truth.state(row);
            if (!state) continue;
            rows.push_back(static_cast<Eigen::Index>(row));
            const Decision decision = decide(predictions.probability(row), ties);
            outcomes.truth.push_back(state->value);
            outcomes.predicted.push_back(decision.action
                                             ? static_cast<std::uint32_t>(*decision.action)
                                             : Outcomes::undecided);
            outcomes.log_truth.push_back(predictions.log_probabilities(rows.back(), state->value));
            if (!data.weights().empty()) outcomes.weights.push_back(data.weights()[row]);
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

Outcomes outcomes_of(const Predictions& predictions, const Variable& class_variable,
                     const Dataset& data, const TieRule& ties) {
    ScoredRows scored(predictions, class_variable, data, ties);
    scored.outcomes.probabilities = some_rows(predictions.probabilities, scored.rows);
    return std::move(scored.outcomes);
}

Outcomes outcomes_of(Predictions&& predictions, const Variable& class_variable, const Dataset& data,
                     const TieRule& ties) {
    ScoredRows scored(predictions, class_variable, data, ties);
    scored.outcomes.probabilities = scored.rows.size() == predictions.rows()
                                        ? std::move(predictions.probabilities)
                                        : some_rows(predictions.probabilities, scored.rows);
    return std::move(scored.outcomes);
}

}  // namespace pgm
