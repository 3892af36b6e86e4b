#include <learners/estimate/detail/least_squares.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using Catch::Matchers::WithinRel;

namespace {

/// Rows of variables, every row of weight 1.
SumsOfProducts sums_of(const std::vector<std::vector<double>>& rows) {
    const std::size_t p = rows.front().size();
    SumsOfProducts sums{WeightSum::of_count(rows.size()), std::vector<ExactSum>(p),
                        std::vector<ExactSum>(p * (p + 1) / 2)};
    for (const std::vector<double>& row : rows) {
        for (std::size_t i = 0; i < p; ++i) {
            sums.sums[i].add(row[i]);
            for (std::size_t j = 0; j <= i; ++j)
                sums.products[i * (i + 1) / 2 + j].add_product(row[i], row[j]);
        }
    }
    return sums;
}

Regression regress(const std::vector<std::vector<double>>& rows) {
    const SumsOfProducts sums = sums_of(rows);
    return regression_chain(std::span(&sums, 1), rows.front().size()).back();
}

std::size_t rank_of(const std::vector<std::vector<double>>& rows) {
    const SumsOfProducts sums = sums_of(rows);
    const Regression last = regression_chain(std::span(&sums, 1), rows.front().size()).back();
    return last.rank + (last.exact ? 0 : 1);
}

}  // namespace

TEST_CASE("Least squares: a line through four points", "[learners]") {
    // x = 0, 1, 2, 3 and y = 1, 3, 2, 6: slope 7/5, intercept 9/10, residual squares 4.2 / 4.
    const Regression line = regress({{0, 1}, {1, 3}, {2, 2}, {3, 6}});
    CHECK(line.slopes == std::vector<double>{1.4});
    CHECK(line.intercepts == std::vector<double>{0.9});
    CHECK_THAT(line.variance, WithinRel(1.05, 1e-15));
    CHECK(line.rank == 1);
}

TEST_CASE("Least squares: groups share slopes and have intercepts of their own", "[learners]") {
    // Two parallel lines of slope 2, at 1 and 10, without error.
    const std::vector<SumsOfProducts> groups = {
        sums_of({{0, 1}, {1, 3}}), sums_of({{0, 10}, {5, 20}}),
        SumsOfProducts{{}, std::vector<ExactSum>(2), std::vector<ExactSum>(3)}};
    const Regression lines = regression_chain(groups, 2).back();
    CHECK(lines.slopes == std::vector<double>{2});
    CHECK(lines.intercepts[0] == 1);
    CHECK(lines.intercepts[1] == 10);
    CHECK(lines.intercepts[2] == lines.common_intercept);
    CHECK(lines.common_intercept == 5.5);
    CHECK(lines.exact);
}

TEST_CASE("Least squares: an offset of 1e12 costs no digit", "[learners]") {
    const Regression line = regress(
        {{1e12, 1e12 + 1}, {1e12 + 1, 1e12 + 3}, {1e12 + 2, 1e12 + 2}, {1e12 + 3, 1e12 + 6}});
    CHECK(line.slopes == std::vector<double>{1.4});
    CHECK_THAT(line.variance, WithinRel(1.05, 1e-15));
}

TEST_CASE("Least squares: the Longley data to the certified digits", "[learners]") {
    // J. W. Longley 1967; NIST Statistical Reference Datasets, certified values of the
    // coefficients.
    const std::vector<std::vector<double>> rows = {
        {83.0, 234289, 2356, 1590, 107608, 1947, 60323},
        {88.5, 259426, 2325, 1456, 108632, 1948, 61122},
        {88.2, 258054, 3682, 1616, 109773, 1949, 60171},
        {89.5, 284599, 3351, 1650, 110929, 1950, 61187},
        {96.2, 328975, 2099, 3099, 112075, 1951, 63221},
        {98.1, 346999, 1932, 3594, 113270, 1952, 63639},
        {99.0, 365385, 1870, 3547, 115094, 1953, 64989},
        {100.0, 363112, 3578, 3350, 116219, 1954, 63761},
        {101.2, 397469, 2904, 3048, 117388, 1955, 66019},
        {104.6, 419180, 2822, 2857, 118734, 1956, 67857},
        {108.4, 442769, 2936, 2798, 120445, 1957, 68169},
        {110.8, 444546, 4681, 2637, 121950, 1958, 66513},
        {112.6, 482704, 3813, 2552, 123366, 1959, 68655},
        {114.2, 502601, 3931, 2514, 125368, 1960, 69564},
        {115.7, 518173, 4806, 2572, 127852, 1961, 69331},
        {116.9, 554894, 4007, 2827, 130081, 1962, 70551}};
    const std::vector<double> certified = {15.0618722713733,       -0.358191792925910e-01,
                                           -2.02022980381683,      -1.03322686717359,
                                           -0.511041056535807e-01, 1829.15146461355};
    const Regression fit = regress(rows);
    for (std::size_t i = 0; i < certified.size(); ++i)
        CHECK_THAT(fit.slopes[i], WithinRel(certified[i], 1e-13));
    CHECK_THAT(fit.intercepts.front(), WithinRel(-3482258.63459582, 1e-13));
    CHECK_THAT(std::sqrt(fit.variance * 16 / 9), WithinRel(304.854073561965, 1e-13));
    CHECK(fit.rank == 6);
}

TEST_CASE(
    "Least squares: the columns of Hilbert matrices are independent, however nearly they are not",
    "[learners]") {
    for (std::size_t n = 6; n <= 12; ++n) {
        std::vector<std::vector<double>> rows(2 * n, std::vector<double>(n));
        for (std::size_t i = 0; i < rows.size(); ++i) {
            for (std::size_t j = 0; j < n; ++j) rows[i][j] = 1 / static_cast<double>(i + j + 1);
        }
        CHECK(rank_of(rows) == n);
    }
}

TEST_CASE("Least squares: columns computed from others add nothing to the rank", "[learners]") {
    std::vector<std::vector<double>> rows;
    for (int i = 0; i < 20; ++i) {
        const double a = std::sqrt(i + 0.1), b = std::sin(i) * 1e3;
        rows.push_back({a, b, a, 0.1 * a, a + b, 3, 0.3 * b + 7, std::cos(i)});
    }
    CHECK(rank_of(rows) == 3);
}

TEST_CASE("Least squares: without rows there is nothing", "[learners]") {
    const SumsOfProducts none{{}, std::vector<ExactSum>(2), std::vector<ExactSum>(3)};
    const Regression nothing = regression_chain(std::span(&none, 1), 2).back();
    CHECK(nothing.slopes == std::vector<double>{0});
    CHECK(nothing.variance == 0);
    CHECK(nothing.exact);
}
