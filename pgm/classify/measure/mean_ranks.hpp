#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// Which of several classifiers differ, judged from a measure of each on the same data sets: the
/// test of Friedman (1940) with the correction of Iman and Davenport (1980), and the critical
/// difference of Nemenyi (1963), as Demsar (2006, "Statistical comparisons of classifiers over
/// multiple data sets", JMLR 7, section 3.2) describes them.
///
/// On every one of N sets the k classifiers are ranked, the best first, equal ones sharing the mean
/// of their ranks. With R_j the mean rank of a classifier,
///
///     chi2 = 12 N / (k (k + 1)) (sum_j R_j^2 - k (k + 1)^2 / 4)
///     F    = (N - 1) chi2 / (N (k - 1) - chi2),   k - 1 and (k - 1)(N - 1) degrees of freedom
///     CD   = q sqrt(k (k + 1) / (6 N)),   q = (95 % point of the range of k normals) / sqrt(2)
///
/// Two classifiers whose mean ranks are less than CD apart cannot be told apart. What SignedRanks
/// says of folds of one table holds here as well.
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

}  // namespace pgm
