#pragma once

#include <cstddef>
#include <span>

namespace pgm {

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

/// Of two measures per set, the larger the better. Differences of up to 1e-12 are rounding and
/// count as 0, or as equal. Throws ArgumentError for different numbers of
/// sets, and for a measure that is not finite.
SignedRanks signed_ranks(std::span<const double> first, std::span<const double> second);

}  // namespace pgm
