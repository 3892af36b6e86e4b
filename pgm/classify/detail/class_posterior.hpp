#pragma once

#include <pgm/classify/detail/feature_columns.hpp>
#include <pgm/classify/detail/networks_predictor.hpp>
#include <pgm/inference/batch_posterior.hpp>

#include <cstddef>
#include <functional>
#include <span>

namespace pgm::detail {

/// The columns that a classifier of networks is asked with. The second argument is its number in
/// the stack, 0 without one.
using ColumnsFor = std::function<ObservedColumns(const Classifier& classifier, std::size_t number)>;

/// P(class | x) of every row by a classifier or a stack, with log probabilities and temperatures.
/// `predictors` are those of the classifier, of a stack those of its classifiers. Of a stack only
/// the columns of one classifier are asked for at a time.
BatchPosterior class_posterior(const Classifier& classifier,
                               std::span<const NetworksPredictor> predictors, std::size_t rows,
                               std::size_t threads, const ColumnsFor& columns_for);

}  // namespace pgm::detail
