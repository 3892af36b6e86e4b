#pragma once

#include <pgm/classify/detail/feature_columns.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>

#include <cstddef>
#include <functional>
#include <span>

namespace pgm::detail {

/// A classifier of networks and its engine.
struct NetworkPredictor {
    const NetworkClassifier& classifier;
    InferenceEngine engine;
};

/// The columns that a classifier of networks is asked with. The argument is its number in the
/// ensemble, 0 without one.
using ColumnsFor = std::function<ObservedColumns(std::size_t number)>;

/// P(class | x) of `count` rows from `first` on by a classifier, with log probabilities and
/// temperatures. `predictors` are those of network_classifiers(). Only the columns of one of these
/// are asked for at a time. Throws what the engine throws.
BatchPosterior class_posterior(const Classifier& classifier,
                               std::span<const NetworkPredictor> predictors, std::size_t first,
                               std::size_t count, std::size_t threads,
                               const ColumnsFor& columns_for);

}  // namespace pgm::detail
