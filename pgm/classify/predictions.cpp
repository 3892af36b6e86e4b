#include <pgm/classify/predictions.hpp>

#include <pgm/classify/detail/class_posterior.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

void take(BatchPosterior posterior, Predictions& result) {
    for (std::size_t row = 0; row < result.rows(); ++row) {
        const bool possible = posterior.log_evidence[row] > -infinity;
        result.status[row] = possible ? RowStatus::ok : RowStatus::no_density;
    }
    result.probabilities = std::move(posterior.probabilities);
    result.log_probabilities = std::move(posterior.log_probabilities);
    result.log_evidence = std::move(posterior.log_evidence);
}

Predictions room_for(std::size_t rows, const Classifier& classifier) {
    const std::vector<std::string>& classes = classifier.class_variable().states();
    const auto empty = RowsByStates::Zero(static_cast<Eigen::Index>(rows),
                                          static_cast<Eigen::Index>(classes.size()));
    return {classes, empty, empty, std::vector<double>(rows), std::vector<RowStatus>(rows), {}};
}

/// The predictions of a part of a table, to their place among those of all.
void copy_rows(const Predictions& part, std::size_t first, std::span<const Variable> features,
               Predictions& all) {
    const auto at = static_cast<Eigen::Index>(first), rows = static_cast<Eigen::Index>(part.rows());
    all.probabilities.middleRows(at, rows) = part.probabilities;
    all.log_probabilities.middleRows(at, rows) = part.log_probabilities;
    std::ranges::copy(part.log_evidence, all.log_evidence.begin() + at);
    std::ranges::copy(part.status, all.status.begin() + at);
    if (first == 0)
        all.report = part.report;
    else
        append(all.report, part.report, features);
}

/// Keeps the first rows.
void shorten(Predictions& predictions, std::size_t rows) {
    if (rows == predictions.rows()) return;
    for (RowsByStates* const matrix : {&predictions.probabilities, &predictions.log_probabilities})
        matrix->conservativeResize(static_cast<Eigen::Index>(rows), Eigen::NoChange);
    predictions.log_evidence.resize(rows);
    predictions.status.resize(rows);
}

Decision named(Decision decision, const Predictions& predictions) {
    if (decision.action) decision.name = predictions.classes[*decision.action];
    return decision;
}

}  // namespace

double Predictions::probability(std::size_t row, std::string_view class_name) const {
    const auto found = std::ranges::find(classes, class_name);
    if (found == classes.end())
        throw ArgumentError("there is no class '" + printable(class_name) + "'",
                            did_you_mean(class_name, classes));
    if (row >= rows())
        throw ArgumentError("there are predictions of " + std::to_string(rows()) +
                            " rows, number " + std::to_string(row) + " was asked for");
    return probability(row)[static_cast<std::size_t>(found - classes.begin())];
}

struct Predictor::Implementation {
    Implementation(Classifier of, const EngineOptions& options) : classifier(std::move(of)) {
        for (const NetworkClassifier* const part : network_classifiers(classifier))
            networks.push_back({*part, InferenceEngine(part->model(), options)});
    }

    Classifier classifier;
    std::vector<NetworkPredictor> networks;  ///< refer to the classifier
};

Predictor::Predictor(Classifier classifier, EngineOptions options)
    : implementation_(std::make_shared<Implementation>(std::move(classifier), options)) {}

const Classifier& Predictor::classifier() const {
    return implementation_->classifier;
}

std::span<const NetworkPredictor> Predictor::networks() const {
    return implementation_->networks;
}

/// The portions are the same whatever the time they take: the last digits of an answer may depend
/// on the rows that are asked for with it.
Predictions Predictor::predict(const Dataset& data, const PredictOptions& options) const {
    if (data.rows() == 0 || !(options.progress || options.stop.is_possible()))
        return predict_at_once(data, options);
    constexpr std::size_t portion = 4096;
    Predictions result = room_for(data.rows(), classifier());
    std::size_t done = 0;
    while (done < data.rows() && !options.stop.requested()) {
        const std::size_t rows = std::min(portion, data.rows() - done);
        PredictOptions of_portion = options;
        of_portion.first_row += done;
        copy_rows(predict_at_once(data.view_rows(done, rows), of_portion), done,
                  classifier().features(), result);
        done += rows;
        if (options.progress) options.progress(done, data.rows());
    }
    shorten(result, done);
    return result;
}

Predictions Predictor::predict_at_once(const Dataset& data, const PredictOptions& options) const {
    Predictions result{.classes = classifier().class_variable().states()};
    result.status.resize(data.rows());
    std::optional<FeatureColumns> features;  // of one classifier of an ensemble at a time
    const auto columns_for = [&](const NetworkClassifier& of_networks, std::size_t) {
        features.emplace(of_networks, data, options.unseen, options.first_row);
        result.report = features->alignment.report();
        return ObservedColumns(features->columns);
    };
    take(class_posterior(classifier(), networks(), data.rows(), options.threads, columns_for),
         result);
    std::erase(result.report.ignored, classifier().class_name());
    return result;
}

Predictions predict(const Classifier& classifier, const Dataset& data,
                    const PredictOptions& options) {
    return Predictor(classifier).predict(data, options);
}

RowsByStates discriminants(const Predictions& predictions) {
    RowsByStates values = predictions.log_probabilities;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        if (predictions.status[row] == RowStatus::ok)
            values.row(static_cast<Eigen::Index>(row)).array() += predictions.log_evidence[row];
    return values;
}

std::vector<Decision> decide(const Predictions& predictions, const TieRule& ties) {
    std::vector<Decision> decisions;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        decisions.push_back(named(decide(predictions.probability(row), ties), predictions));
    return decisions;
}

std::vector<Decision> decide(const Predictions& predictions, const LossMatrix& matrix,
                             const TieRule& ties) {
    std::vector<Decision> decisions;
    for (std::size_t row = 0; row < predictions.rows(); ++row)
        decisions.push_back(decide(predictions.probability(row), matrix, ties));
    return decisions;
}

}  // namespace pgm
