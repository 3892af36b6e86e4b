#include <learners/judge/detail/out_of_fold.hpp>

#include <learners/judge/detail/shared_rows.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>

namespace pgm::learners::detail {
std::vector<double> log_likelihoods(const OutOfFold& rows) {
    std::vector<double> logs;
    for (std::size_t row = 0; row < rows.labels.size(); ++row)
        logs.push_back(rows.row(row)[rows.labels[row]]);
    return logs;
}

double log_loss(const OutOfFold& rows) {
    double sum = 0, weight = 0;
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        sum -= rows.weights[row] * std::max(rows.row(row)[rows.labels[row]], least_log_likelihood);
        weight += rows.weights[row];
    }
    return sum / weight;
}

double error_rate(const OutOfFold& rows) {
    double wrong = 0, all = 0;
    for (std::size_t row = 0; row < rows.labels.size(); ++row) {
        const std::span<const double> logs = rows.row(row);
        const auto first = static_cast<std::size_t>(std::ranges::max_element(logs) - logs.begin());
        if (first != rows.labels[row] || std::isinf(logs[first])) wrong += rows.weights[row];
        all += rows.weights[row];
    }
    return wrong / all;
}

OutOfFold empty_predictions(const Dataset& rows, std::string_view class_name) {
    const Column& classes = rows.column(class_name);
    OutOfFold all;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        const std::optional<StateId> label = classes.state(row);
        if (!label)
            throw ArgumentError("row " + std::to_string(row + 1) + " has no '" +
                                printable(class_name) + "' to be judged by");
        all.labels.push_back(label->index());
    }
    all.weights.assign(rows.weights().begin(), rows.weights().end());
    all.weights.resize(rows.rows(), 1);
    all.log_posteriors.resize(rows.rows() * classes.variable.cardinality(), -infinity);
    return all;
}

PredictedFold predict_fold(const Dataset& rows, const Fold& fold, const FitFold& fit,
                           const PredictOptions& options) {
    Dataset test = rows.select_rows(fold.test);
    Predictions predictions = predict(fit(rows.select_rows(fold.training)), test, options);
    if (predictions.rows() < test.rows()) throw Stopped();
    return {std::move(test), std::move(predictions)};
}

void add_predictions(OutOfFold& all, const Predictions& predictions,
                     std::span<const std::uint32_t> test) {
    const std::size_t classes = all.classes();
    for (std::size_t i = 0; i < test.size(); ++i)
        std::copy_n(predictions.log_probabilities.data() + i * classes, classes,
                    all.log_posteriors.data() + test[i] * classes);
}

Dataset rows_to_judge(const Dataset& data, std::span<const Variable> schema,
                      std::size_t most_copies, double max_bytes) {
    const Discretisation no_cuts;
    const Dataset different =
        SharedRows(data, schema, {&no_cuts, 1}, max_bytes).select_from(data);
    if (most_copies <= 1) return different;
    std::vector<std::uint32_t> rows;
    std::vector<double> weights;
    for (std::size_t row = 0; row < different.rows(); ++row) {
        const double weight = different.weights()[row],
                     copies = std::clamp(std::floor(weight), 1.0, static_cast<double>(most_copies));
        rows.insert(rows.end(), static_cast<std::size_t>(copies), static_cast<std::uint32_t>(row));
        weights.insert(weights.end(), static_cast<std::size_t>(copies), weight / copies);
    }
    return different.select_rows(rows).with_weights(std::move(weights));
}

}  // namespace pgm::learners::detail
