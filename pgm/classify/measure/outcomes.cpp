#include <pgm/classify/measure/outcomes.hpp>

#include <pgm/classify/column_alignment.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/core/error.hpp>
#include <pgm/table/table.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

bool operator==(const Outcomes& a, const Outcomes& b) {
    return a.classes == b.classes && a.truth == b.truth && a.predicted == b.predicted &&
           a.log_truth == b.log_truth && a.weights == b.weights &&
           a.probabilities.rows() == b.probabilities.rows() &&
           a.probabilities.cols() == b.probabilities.cols() && a.probabilities == b.probabilities;
}

void check(const Outcomes& outcomes) {
    const std::size_t rows = outcomes.rows(), classes = outcomes.classes.size();
    if (classes == 0) throw ArgumentError("outcomes need at least one class");
    const bool same_length = outcomes.predicted.size() == rows &&
                             outcomes.log_truth.size() == rows &&
                             (outcomes.weights.empty() || outcomes.weights.size() == rows) &&
                             static_cast<std::size_t>(outcomes.probabilities.rows()) == rows;
    if (!same_length)
        throw ArgumentError("outcomes of " + std::to_string(rows) +
                            " rows have a member of another length");
    if (rows > 0 && static_cast<std::size_t>(outcomes.probabilities.cols()) != classes)
        throw ArgumentError("outcomes have " + std::to_string(outcomes.probabilities.cols()) +
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
    std::size_t rows = 0;
    bool weighted = false;
    for (const Outcomes& part : parts) {
        if (part.classes != parts.front().classes)
            throw ArgumentError("outcomes with different classes cannot be joined");
        rows += part.rows();
        weighted |= !part.weights.empty();
    }
    if (parts.empty()) return all;
    all.classes = parts.front().classes;
    all.probabilities.resize(static_cast<Eigen::Index>(rows),
                             static_cast<Eigen::Index>(all.classes.size()));
    for (const Outcomes& part : parts) {
        if (part.rows() > 0)
            all.probabilities.middleRows(static_cast<Eigen::Index>(all.rows()),
                                         static_cast<Eigen::Index>(part.rows())) =
                part.probabilities;
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

Outcomes outcomes_of(const Predictions& predictions, const Variable& class_variable,
                     const Dataset& data, const TieRule& ties) {
    data.id(class_variable.name());  // throws, with a suggestion, when there is none
    const ColumnAlignment alignment(data, {&class_variable, 1}, UnseenPolicy::error);
    const Column& truth = *alignment.columns().front();
    std::vector<std::size_t> rows;
    for (std::size_t row = 0; row < data.rows(); ++row)
        if (!truth.is_missing(row)) rows.push_back(row);

    Outcomes outcomes{.classes = predictions.classes};
    outcomes.probabilities.resize(static_cast<Eigen::Index>(rows.size()),
                                  predictions.probabilities.cols());
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto row = static_cast<Eigen::Index>(rows[i]);
        const std::uint32_t state = truth.state(rows[i])->value;
        const Decision decision = decide(predictions.probability(rows[i]), ties);
        outcomes.truth.push_back(state);
        outcomes.predicted.push_back(decision.action ? static_cast<std::uint32_t>(*decision.action)
                                                     : Outcomes::undecided);
        outcomes.probabilities.row(static_cast<Eigen::Index>(i)) =
            predictions.probabilities.row(row);
        outcomes.log_truth.push_back(predictions.log_probabilities(row, state));
        if (!data.weights().empty()) outcomes.weights.push_back(data.weights()[rows[i]]);
    }
    return outcomes;
}

}  // namespace pgm
