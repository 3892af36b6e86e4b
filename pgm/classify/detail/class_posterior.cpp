#include <pgm/classify/detail/class_posterior.hpp>

#include <pgm/classify/detail/opinion_pool.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/parallel.hpp>

#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

/// Applies the temperature to every row, from the logarithms, which underflow nowhere.
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

BatchPosterior posterior_of_networks(const NetworkPredictor& predictor,
                                     const EvidenceColumns& evidence, std::size_t threads) {
    const auto& [classifier, engine] = predictor;
    BatchPosterior posterior =
        engine.marginals(engine.network().id(classifier.class_name()), evidence,
                         BatchOptions{.threads = threads, .log_probabilities = true});
    apply(classifier.temperature(), posterior, threads);
    return posterior;
}

}  // namespace

BatchPosterior class_posterior(const Classifier& classifier,
                               std::span<const NetworkPredictor> predictors, std::size_t first,
                               std::size_t count, std::size_t threads,
                               const ColumnsFor& columns_for) {
    const auto ask = [&](std::size_t i) {
        return posterior_of_networks(
            predictors[i], evidence_for(predictors[i].classifier, columns_for(i), first, count),
            threads);
    };
    if (classifier.networks()) return ask(0);
    OpinionPool pool(count, classifier.class_variable().cardinality());
    for (std::size_t i = 0; i < predictors.size(); ++i)
        pool.add(ask(i), classifier.ensemble()->classifiers()[i].weight);
    BatchPosterior posterior = std::move(pool).finish();
    apply(classifier.temperature(), posterior, threads);
    return posterior;
}

}  // namespace pgm::detail
