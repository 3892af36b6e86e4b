#pragma once

#include <cstddef>
#include <span>

namespace pgm {

/// A test that one classifier is better than another, judged from their accuracies on the same
/// folds.
///
/// The corrected resampled t test of Nadeau and Bengio (2003, "Inference for the generalization
/// error", Machine Learning 52), over all J folds of all repeats:
///
///     d_j = accuracy of the first - accuracy of the second on fold j
///     t   = mean(d) / sqrt( (1/J + n_test / n_train) var(d) )
///
/// with J - 1 degrees of freedom; var(d) has the divisor J - 1, too. The plain paired t test omits
/// n_test / n_train, as if the folds did not share training rows, and reports differences where
/// there are none.
struct PairedComparison {
    double mean_difference = 0;
    double t = 0;        ///< infinite when the differences are all the same and not 0
    double p_value = 1;  ///< two-sided; 1 when both are the same on every fold
    std::size_t folds = 0;
};

/// Throws ArgumentError unless there is one accuracy per fold for both, at least two folds, and a
/// positive ratio of test to training rows.
PairedComparison compare(std::span<const double> first, std::span<const double> second,
                         double test_to_train_ratio);

}  // namespace pgm
