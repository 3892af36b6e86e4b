#pragma once

#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// The test of a pair of columns, which their kinds decide:
///
/// | word             | columns                 | statistic    | p by       | strength          |
/// |------------------|-------------------------|--------------|------------|-------------------|
/// | `g2`             | both discrete           | G^2          | chi-square | Cramer's V        |
/// | `pearson`        | both continuous         | r            | Student t  | absolute value    |
/// | `anova`          | continuous and discrete | F            | Fisher F   | eta               |
/// | `spearman`       | both continuous         | r of ranks   | Student t  | absolute value    |
/// | `kruskal-wallis` | continuous and discrete | H of ranks   | chi-square | eta of the ranks  |
///
/// With n rows, V = sqrt(X^2 / (n (min(r, c) - 1))) for r and c states that occur (Cramer 1946,
/// "Mathematical methods of statistics", section 21.9; X^2 and G^2 as in independence_test.hpp).
/// r has n - 2 degrees of freedom, G^2 (r - 1)(c - 1). With the sums of squares SSB between the
/// means of k groups and SSW within the groups, SST = SSB + SSW,
///
///     F = (SSB / (k - 1)) / (SSW / (n - k)),   eta^2 = SSB / SST,
///     H = (n - 1) SSB / SST   of ranks, where equal numbers have the mean of their ranks,
///
/// which corrects H for ties (Kruskal and Wallis 1952, "Use of ranks in one-criterion variance
/// analysis"). Its degrees of freedom are k - 1.
enum class AssociationTest : std::uint8_t { g2, pearson, anova, spearman, kruskal_wallis };

/// The word of the table.
std::string_view name_of(AssociationTest test);

/// The numbers of a pair that can be tested, all finite.
struct AssociationResult {
    double statistic = 0;
    double degrees_of_freedom = 0;
    /// The n - k of F, whose first degrees of freedom are k - 1; null for other tests.
    std::optional<double> residual_degrees_of_freedom = {};
    /// The probability of a statistic at least as far from 0 if the columns are independent.
    double p = 1;
    /// The false discovery rate at which the pair is just reported (benjamini_hochberg()).
    double q = 1;
    /// From 0 to 1.
    double strength = 0;
    /// Of g2: one of the expected counts is below 1 or a fifth of them are below 5, so that its
    /// chi-square distribution is in doubt (Cochran 1954, "Some methods for strengthening the
    /// common chi-square tests"). Of other tests: there are fewer than 20 rows, so that p depends
    /// on the distribution of the numbers. False where p is of permutations.
    bool has_small_counts = false;

    friend bool operator==(const AssociationResult&, const AssociationResult&) = default;
};

/// Two columns of a table, and how they are related in the rows that have both.
struct Association {
    ColumnId first, second;
    AssociationTest test = AssociationTest::g2;
    double rows = 0;  ///< their weight
    /// Null where there is nothing to test: a column does not vary in these rows, or they are
    /// fewer than the test takes, three for r and one more than groups for F.
    std::optional<AssociationResult> result = {};

    friend bool operator==(const Association&, const Association&) = default;
};

struct AssociationOptions {
    /// The columns that are paired; all when empty.
    std::vector<ColumnId> columns = {};
    /// Only pairs with this column, which need not be among `columns`.
    std::optional<ColumnId> with = {};
    /// Tests of ranks, which outliers do not sway and which see every monotone relation.
    bool ranks = false;
    /// Where counts are small, p is that of permutations, so many at most: of g2 as MonteCarloG2,
    /// of other tests of the rows, exact where these are all.
    std::optional<std::size_t> permutations = {};
    std::uint64_t seed = 1;   ///< of the permutations
    std::size_t threads = 1;  ///< 0 is one per core
    /// When it is requested, pairs that were not reached are left out.
    StopToken stop = {};
};

/// The associations of all pairs of columns, in the order of the columns: which of them are
/// related, and how strongly? Each pair is tested alone; what others explain is a question for
/// test_independence() and for searches.
///
/// Method: discrete pairs are counted by FamilyCounter. Columns of numbers are centred and scaled
/// once, and of two without missing values r is a dot product. Of others the rows in common are
/// centred again, their sums of squares by corrected two-pass sums. All sums have one order, so
/// that no bit depends on the number of threads.
///
/// A residual of zero, as of a column and its copy, counts as a rounding error: r is then the
/// largest double below 1 in the computation of p.
///
/// Throws ArgumentError where there are no two columns, for columns that are not there or named
/// twice, and for weights that are not whole numbers.
std::vector<Association> associations(const Dataset& data, const AssociationOptions& options = {});

/// The smallest false discovery rate at which each hypothesis is rejected, in the order of the
/// p-values: with p_(1) <= ... <= p_(m),
///
///     q_(i) = min over j >= i of  p_(j) m / j .
///
/// Benjamini and Hochberg 1995, "Controlling the false discovery rate". Of the pairs with q <= 0.05
/// at most one in twenty is expected to be independent.
std::vector<double> benjamini_hochberg(std::span<const double> p);

}  // namespace pgm::learners
