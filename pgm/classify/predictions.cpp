#include <pgm/classify/predictions.hpp>

#include <pgm/classify/detail/class_posterior.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/words.hpp>

#include <algorithm>
#include <deque>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

Predictions of_no_rows(const Classifier& classifier) {
    const std::vector<std::string>& classes = classifier.class_variable().states();
    const RowsByStates empty(0, static_cast<Eigen::Index>(classes.size()));
    return {.classes = classes, .probabilities = empty, .log_probabilities = empty};
}

/// Keeps the first rows, or makes room for more.
void resize(Predictions& predictions, std::size_t rows) {
    for (RowsByStates* const matrix : {&predictions.probabilities, &predictions.log_probabilities})
        matrix->conservativeResize(static_cast<Eigen::Index>(rows), Eigen::NoChange);
    predictions.log_evidence.resize(rows);
    predictions.status.resize(rows);
}

/// Puts the posteriors of a part of a table in their place among those of all `rows`. Where the
/// first part is the whole, they are not copied.
void put(BatchPosterior part, std::size_t first, std::size_t rows, Predictions& all) {
    const std::size_t count = part.log_evidence.size();
    if (first == 0) {
        all.probabilities = std::move(part.probabilities);
        all.log_probabilities = std::move(part.log_probabilities);
        all.log_evidence = std::move(part.log_evidence);
        resize(all, rows);
    } else {
        const auto at = static_cast<Eigen::Index>(first), size = static_cast<Eigen::Index>(count);
        all.probabilities.middleRows(at, size) = part.probabilities;
        all.log_probabilities.middleRows(at, size) = part.log_probabilities;
        std::ranges::copy(part.log_evidence, all.log_evidence.begin() + at);
    }
    for (std::size_t row = first; row < first + count; ++row)
        all.status[row] = all.log_evidence[row] > -infinity ? RowStatus::ok : RowStatus::no_density;
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

std::span<const NetworkPredictor> detail::networks_of(const Predictor& predictor) {
    return predictor.implementation_->networks;
}

/// The portions are the same whatever the time they take: the last digits of an answer may depend
/// on the rows that are asked for with it.
Predictions Predictor::predict(const Dataset& data, const PredictOptions& options) const {
    const std::span<const NetworkPredictor> networks = networks_of(*this);
    std::deque<FeatureColumns> features;
    for (const NetworkPredictor& predictor : networks)
        features.emplace_back(predictor.classifier, data, options.unseen, options.first_row);
    Predictions result = of_no_rows(classifier());
    result.report = features.back().alignment.report();
    std::erase(result.report.ignored, classifier().class_name());
    const bool is_watched = options.progress || options.stop.is_possible();
    const std::size_t portion = is_watched ? 4096 : data.rows();
    std::size_t done = 0;
    while (done < data.rows() && !options.stop.requested()) {
        const std::size_t count = std::min(portion, data.rows() - done);
        put(class_posterior(classifier(), networks, done, count, options.threads,
                            [&](std::size_t i) { return ObservedColumns(features[i].columns); }),
            done, data.rows(), result);
        done += count;
        if (options.progress) options.progress(done, data.rows());
    }
    resize(result, done);
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
