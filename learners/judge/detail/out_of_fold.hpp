#pragma once

#include <learners/judge/folds.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string_view>
#include <vector>

namespace pgm::learners::detail {

/// Out-of-fold predictions (Stone 1974, "Cross-validatory choice and assessment of statistical
/// predictions"): P(class | row) of training rows, each predicted by a model that was fitted
/// without it. Two makers: a classifier per fold, and
/// LeaveOneOut (leave_one_out.hpp), which takes single rows out of the counts.
struct OutOfFold {
    std::vector<std::size_t> labels;  ///< the class of each row
    std::vector<double> weights;
    /// log P(k | x), one row of the classes after the other; -inf throughout a row where every
    /// class has probability zero.
    std::vector<double> log_posteriors;

    std::size_t classes() const { return log_posteriors.size() / labels.size(); }
    std::span<const double> row(std::size_t i) const {
        return std::span(log_posteriors).subspan(i * classes(), classes());
    }
};

/// No row counts for more than the loss of a probability of e^-30.
inline constexpr double least_log_likelihood = -30;

/// log P(class | row) of every row for its own class.
std::vector<double> log_likelihoods(const OutOfFold& rows);

/// The mean over the rows, by weight, of -log P(class | row), no logarithm below -30.
double log_loss(const OutOfFold& rows);

/// The share of the rows, by weight, whose class is not the most probable one; of several that are
/// equally probable, the first counts.
double error_rate(const OutOfFold& rows);

/// Predictions that are still empty, -inf throughout, of the rows of a table with their classes and
/// weights. Throws ArgumentError for a row without a class.
OutOfFold empty_predictions(const Dataset& rows, std::string_view class_name);

/// Maker of the classifier of a fold.
using FitFold = std::function<Classifier(const Dataset& training)>;

/// The test rows of a fold, and what is predicted of them.
struct PredictedFold {
    Dataset rows;
    Predictions predictions;
};

/// Predictions of the test rows of one fold by the classifier that `fit` makes from its training
/// rows. A report (learners/validate) scores these; a choice nested in a fit needs no more than
/// OutOfFold keeps of them. Throws what `fit` and predict() throw, and Stopped where the token of
/// the options ends the predictions.
PredictedFold predict_fold(const Dataset& rows, const Fold& fold, const FitFold& fit,
                           const PredictOptions& options = {});

/// Fills in some rows from their predictions by a classifier that was fitted without them.
void add_predictions(OutOfFold& all, const Predictions& predictions,
                     std::span<const std::uint32_t> test);

/// The table whose rows are judged where a choice is nested in a fit: its different rows with their
/// weights, in an order that goes by what is in them and not by where they stand, so that folds
/// over them are the same for every order of the rows. A row of weight 2 or more is several rows,
/// `most_copies` at most, which lie side by side: folds_in_turn() puts them into different folds.
/// Throws TooLargeError where distinguishing numbers needs more than `max_bytes`.
Dataset rows_to_judge(const Dataset& data, std::span<const Variable> schema,
                      std::size_t most_copies = 1, double max_bytes = infinity);

}  // namespace pgm::learners::detail
