#include <pgm/classify/predictions.hpp>

#include <pgm/classify/detail/networks_predictor.hpp>
#include <pgm/classify/detail/opinion_pool.hpp>
#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/suggest.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
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

/// p^(1/T) / sum p^(1/T) of every row, from the logarithms, which underflow nowhere.
void apply_temperature(double temperature, BatchPosterior& posterior, std::size_t threads) {
    if (temperature == 1) return;
    parallel_for(posterior.log_evidence.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            if (posterior.log_evidence[row] == -infinity) continue;
            auto logs = posterior.log_probabilities.row(static_cast<Eigen::Index>(row)).array();
            const double largest = logs.maxCoeff();
            logs = (logs - largest) / temperature;
            double sum = 0;
            for (const double log_p : logs) sum += std::exp(log_p);
            logs -= std::log(sum);
            auto probabilities = posterior.probabilities.row(static_cast<Eigen::Index>(row));
            for (Eigen::Index k = 0; k < logs.size(); ++k) probabilities(k) = std::exp(logs(k));
        }
    });
}

/// What a classifier of networks predicts. `report` tells what its columns were.
BatchPosterior posterior_of_networks(const NetworksPredictor& predictor, const Dataset& data,
                                     const PredictOptions& options, AlignmentReport& report) {
    BatchPosterior posterior = predictor.predict(data, options, report);
    apply_temperature(predictor.classifier().temperature(), posterior, options.threads);
    return posterior;
}

/// What a stack predicts, one classifier after the other: only two sets of posteriors at a time.
BatchPosterior posterior_of_stack(const Classifier& stack,
                                  std::span<const NetworksPredictor> predictors,
                                  const Dataset& data, const PredictOptions& options,
                                  AlignmentReport& report) {
    OpinionPool pool(data.rows(), stack.class_variable().cardinality());
    for (std::size_t m = 0; m < predictors.size(); ++m)
        pool.add(posterior_of_networks(predictors[m], data, options, report),
                 stack.stack()[m].weight);
    BatchPosterior posterior = std::move(pool).finish();
    apply_temperature(stack.temperature(), posterior, options.threads);
    return posterior;
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
        if (classifier.stack().empty()) predictors.emplace_back(classifier, options);
        for (const StackedClassifier& stacked : classifier.stack())
            predictors.emplace_back(stacked.classifier, options);
    }

    Classifier classifier;
    /// Of a stack those of its classifiers. They refer to the classifier.
    std::vector<NetworksPredictor> predictors;
};

Predictor::Predictor(Classifier classifier, EngineOptions options)
    : implementation_(std::make_shared<Implementation>(std::move(classifier), options)) {}

const Classifier& Predictor::classifier() const {
    return implementation_->classifier;
}

Predictions Predictor::predict(const Dataset& data, const PredictOptions& options) const {
    const auto& [classifier, predictors] = *implementation_;
    Predictions result{.classes = classifier.class_variable().states()};
    result.status.resize(data.rows());
    take(classifier.stack().empty()
             ? posterior_of_networks(predictors.front(), data, options, result.report)
             : posterior_of_stack(classifier, predictors, data, options, result.report),
         result);
    std::erase(result.report.ignored, classifier.class_name());
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
