#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// Significant differences of several classifiers, judged from a measure of each on the same data
/// sets: the test of Friedman (1940) with the correction of Iman and Davenport (1980), and the
/// critical difference of Nemenyi (1963), as Demsar (2006, "Statistical comparisons of classifiers
/// over multiple data sets", JMLR 7, section 3.2) describes them.
///
/// On every one of N sets the k classifiers are ranked, the best first, equal ones sharing the mean
/// of their ranks. With R_j the mean rank of a classifier,
///
///     chi2 = 12 N / (k (k + 1)) (sum_j R_j^2 - k (k + 1)^2 / 4)
///     F    = (N - 1) chi2 / (N (k - 1) - chi2),   k - 1 and (k - 1)(N - 1) degrees of freedom
///     CD   = q sqrt(k (k + 1) / (6 N)),   q = (95 % point of the range of k normals) / sqrt(2)
///
/// Two classifiers whose mean ranks differ by less than CD do not differ significantly. The note on
/// folds of one table at SignedRanks holds here as well.
struct MeanRanks {
    std::vector<double> ranks;       ///< R_j, one per classifier
    double p_value = 1;              ///< of F: that all classifiers are equally good
    double critical_difference = 0;  ///< CD
    std::size_t sets = 0;            ///< N
};

/// `measures[j]` are those of one classifier, one per set, the larger the better. Throws
/// ArgumentError for fewer than two classifiers or sets, different numbers of sets, and a measure
/// that is not finite.
MeanRanks mean_ranks(std::span<const std::vector<double>> measures);

/// The 95 % point of the range (the largest minus the smallest) of so many independent standard
/// normal variables, at least two: the studentised range with infinitely many degrees of freedom.
double range_of_normals(std::size_t count);

/// A test that one classifier is better than another on many data sets, whose measures cannot be
/// averaged because one set is harder than the next: the signed-rank test of Wilcoxon (1945), which
/// Demsar (2006, "Statistical comparisons of classifiers over multiple data sets", JMLR 7, section
/// 3.1.3) recommends for two classifiers.
///
/// The differences that are not 0 are ranked by their size, equal sizes sharing the mean of their
/// ranks. R+ is the sum of the ranks where the first classifier is better, R- that of the others.
/// If none of the two is better, each difference has either sign with probability 1/2.
///
/// It differs from PairedComparison in that a set counts by its rank, and in that the sets are
/// taken for independent. The folds of one table are not, since they share training rows: over
/// folds the p value is too small, and is worth no more than a hint.
struct SignedRanks {
    double positive = 0;  ///< R+
    double negative = 0;  ///< R-
    /// Two-sided: P(min(R+, R-) is at most what it is). Summed up exactly for up to 60 differences,
    /// with equal sizes as they are; the normal distribution beyond. 1 without differences.
    double p_value = 1;
    std::size_t pairs = 0;  ///< differences that are not 0
};

/// Signed ranks of two measures per set, the larger the better. Differences of up to 1e-12 are
/// rounding and count as 0, or as equal. Throws ArgumentError for different numbers of sets, and
/// for a measure that is not finite.
SignedRanks signed_ranks(std::span<const double> first, std::span<const double> second);

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
