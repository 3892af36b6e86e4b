#pragma once

#include <pgm/classify/classifier.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>

#include <cstddef>
#include <deque>
#include <functional>
#include <span>
#include <vector>

namespace pgm::detail {

/// The columns of the features of a classifier of networks, aligned with its schema, cut into its
/// intervals, and with what replaces missing cells. Columns that match as they are are not copied, so the data must outlive it.
struct FeatureColumns {
    ColumnAlignment alignment;
    std::deque<Column> prepared_columns;
    std::vector<const Column*> columns;  ///< one per feature; null if there is none

    /// Throws the errors of ColumnAlignment, and ArgumentError when no feature has a column.
    FeatureColumns(const Classifier& classifier, const Dataset& data, UnseenPolicy policy,
                   std::size_t first_row);
};

/// The columns of the features that are observed, one per feature and null where it is not, for a
/// classifier of networks. The second argument is its number in the stack, 0 without one.
using ObservedColumns =
    std::function<std::span<const Column* const>(const Classifier& classifier, std::size_t number)>;

/// P(class | x) of every row by a classifier or a stack, with log probabilities and temperatures.
/// `engines` has one per network; of a stack those of its classifiers, one after the other. Of a
/// stack only the columns of one classifier are asked for at a time.
BatchPosterior class_posterior(const Classifier& classifier,
                               std::span<const InferenceEngine> engines, std::size_t rows,
                               std::size_t threads, const ObservedColumns& observed);

}  // namespace pgm::detail
