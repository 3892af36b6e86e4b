#include <pgm/classify/detail/class_posterior.hpp>

#include <pgm/classify/detail/opinion_pool.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/parallel.hpp>

#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

/// To every row, from the logarithms, which underflow nowhere.
void apply(const Temperature& temperature, BatchPosterior& posterior, std::size_t threads) {
    if (temperature.changes_nothing()) return;
    parallel_for(posterior.log_evidence.size(), threads, [&](std::size_t begin, std::size_t end) {
        for (std::size_t row = begin; row < end; ++row) {
            if (posterior.log_evidence[row] == -infinity) continue;
            auto logs = posterior.log_probabilities.row(static_cast<Eigen::Index>(row));
            temperature.apply({logs.data(), static_cast<std::size_t>(logs.size())});
            auto probabilities = posterior.probabilities.row(static_cast<Eigen::Index>(row));
            for (Eigen::Index k = 0; k < logs.size(); ++k) probabilities(k) = std::exp(logs(k));
        }
    });
}

/// What a classifier of networks predicts.
BatchPosterior posterior_of_networks(const NetworksPredictor& predictor, std::size_t rows,
                                     std::size_t threads, ObservedColumns columns) {
    BatchPosterior posterior = predictor.predict(columns, rows, threads);
    apply(predictor.classifier().temperature(), posterior, threads);
    return posterior;
}

}  // namespace

BatchPosterior class_posterior(const Classifier& classifier,
                               std::span<const NetworksPredictor> predictors, std::size_t rows,
                               std::size_t threads, const ColumnsFor& columns_for) {
    if (classifier.stack().empty())
        return posterior_of_networks(predictors.front(), rows, threads, columns_for(classifier, 0));
    OpinionPool pool(rows, classifier.class_variable().cardinality());
    for (std::size_t i = 0; i < classifier.stack().size(); ++i) {
        const auto& [stacked, weight] = classifier.stack()[i];
        pool.add(posterior_of_networks(predictors[i], rows, threads, columns_for(stacked, i)),
                 weight);
    }
    BatchPosterior posterior = std::move(pool).finish();
    apply(classifier.temperature(), posterior, threads);
    return posterior;
}

}  // namespace pgm::detail
