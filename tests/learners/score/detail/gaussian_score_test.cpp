#include <learners/score/data_score.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinRel;

namespace {

VariableId variable(std::size_t i) {
    return VariableId(i);
}

}  // namespace

namespace {

/// ln of the density of a multivariate t of one or two dimensions, at a deviation from its centre.
double log_student(double freedom, const std::vector<double>& deviation,
                   const std::vector<double>& scale) {
    const double d = static_cast<double>(deviation.size());
    const double determinant = d == 1 ? scale[0] : scale[0] * scale[3] - scale[1] * scale[2];
    const double square = d == 1 ? deviation[0] * deviation[0] / scale[0]
                                 : (deviation[0] * deviation[0] * scale[3] -
                                    2 * deviation[0] * deviation[1] * scale[1] +
                                    deviation[1] * deviation[1] * scale[0]) /
                                       determinant;
    return std::lgamma((freedom + d) / 2) - std::lgamma(freedom / 2) -
           d / 2 * std::log(freedom * std::numbers::pi) - std::log(determinant) / 2 -
           (freedom + d) / 2 * std::log1p(square / freedom);
}

/// The marginal likelihood row by row: each is predicted by a t distribution from those before it,
/// under a normal-Wishart prior of mean `center` (worth one row), `freedom` and 1/2 I.
double predicted_row_by_row(const std::vector<std::vector<double>>& rows,
                            std::vector<double> center, double freedom) {
    const std::size_t d = center.size();
    std::vector<double> matrix(d * d, 0);
    for (std::size_t i = 0; i < d; ++i) matrix[i * d + i] = 0.5;
    double weight = 1, sum = 0;
    for (const std::vector<double>& row : rows) {
        const double t_freedom = freedom - static_cast<double>(d) + 1;
        std::vector<double> deviation(d), scale(d * d);
        for (std::size_t i = 0; i < d; ++i) deviation[i] = row[i] - center[i];
        for (std::size_t i = 0; i < d * d; ++i)
            scale[i] = matrix[i] * (weight + 1) / (weight * t_freedom);
        sum += log_student(t_freedom, deviation, scale);
        for (std::size_t i = 0; i < d; ++i)
            for (std::size_t j = 0; j < d; ++j)
                matrix[i * d + j] += weight / (weight + 1) * deviation[i] * deviation[j];
        for (std::size_t i = 0; i < d; ++i) center[i] += deviation[i] / (weight + 1);
        ++weight;
        ++freedom;
    }
    return sum;
}

}  // namespace

TEST_CASE("Gaussian score: BGe of one variable is the product of its predictive distributions") {
    const Dataset data({continuous_column("x", RealCells{1, 2, 4, 9})});
    const double expected = predicted_row_by_row({{1}, {2}, {4}, {9}}, {4}, 3);
    CHECK_THAT(DataScore(data, BgeScore{}).family(variable(0), {}), WithinRel(expected, 1e-13));
}

TEST_CASE("Gaussian score: BGe of two variables likewise, and the same in both directions") {
    const Dataset data({continuous_column("x", RealCells{1, 2, 4, 9}),
                        continuous_column("y", RealCells{0, 3, 1, 8})});
    const DataScore bge(data, BgeScore{});
    const std::vector<std::vector<double>> rows = {{1, 0}, {2, 3}, {4, 1}, {9, 8}};
    // With two variables the Wishart prior has 4 degrees of freedom, that of one of them 3.
    const double both = predicted_row_by_row(rows, {4, 3}, 4);
    CHECK_THAT(bge.family(variable(0), {}),
               WithinRel(predicted_row_by_row({{1}, {2}, {4}, {9}}, {4}, 3), 1e-13));
    const std::vector<Arc> forward = {{variable(0), variable(1)}},
                           backward = {{variable(1), variable(0)}};
    CHECK_THAT(total(bge, Dag(2, forward)), WithinRel(both, 1e-13));
    CHECK_THAT(total(bge, Dag(2, backward)), WithinRel(both, 1e-13));
}

TEST_CASE("Gaussian score: a regression in each configuration, in wider numbers") {
    Rng rng(8);
    constexpr std::size_t rows = 300;
    std::vector<std::string_view> states;
    RealCells x(rows), y(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        states.push_back(rng.below(2) == 0 ? "0" : "1");
        x[i] = 1e5 + rng.uniform();
        y[i] = (states[i] == "0" ? 3 : -2) * x[i] + 1e-4 * rng.uniform();
    }
    const Dataset data({discrete_column(Variable("d", {"0", "1"}), states),
                        continuous_column("x", x), continuous_column("y", y)});
    long double expected = 0;
    for (const std::string_view state : {"0", "1"}) {
        long double n = 0, mx = 0, my = 0, xx = 0, xy = 0, yy = 0;
        const auto for_each = [&](auto take) {
            for (std::size_t i = 0; i < rows; ++i)
                if (states[i] == state) take(x[i], y[i]);
        };
        for_each([&](long double a, long double b) { n += 1, mx += a, my += b; });
        mx /= n, my /= n;
        for_each([&](long double a, long double b) {
            xx += (a - mx) * (a - mx), xy += (a - mx) * (b - my), yy += (b - my) * (b - my);
        });
        const long double variance = (yy - xy * xy / xx) / n;
        expected -= n / 2 * (std::log(2 * std::numbers::pi_v<long double> * variance) + 1);
    }
    const DataScore score(data, LogLikelihoodScore{});
    CHECK_THAT(score.family(variable(2), std::vector{variable(0), variable(1)}),
               WithinRel(static_cast<double>(expected), 1e-9));
}

TEST_CASE("Gaussian score: a constant configuration has the variance of the column's resolution") {
    const Dataset data(
        {discrete_column(Variable("d", {"0", "1"}),
                         std::vector<std::string_view>{"0", "0", "0", "1", "1", "1", "1"}),
         continuous_column("x", RealCells{0, 0, 0, 6, 6, 12, 12})});
    // Different values 0, 6, 12: a deviation of 1 where x is constant; 3 of the other rows.
    const double log_two_pi = std::log(2 * std::numbers::pi);
    const double expected = -1.5 * log_two_pi - 2 * (log_two_pi + std::log(9.0) + 1);
    const DataScore score(data, LogLikelihoodScore{});
    CHECK_THAT(score.family(variable(1), std::vector{variable(0)}), WithinRel(expected, 1e-14));
    CHECK(score.resolved(variable(1), std::vector{variable(0)}).configurations == 1);
    CHECK(score.resolved(variable(1), std::vector{variable(0)}).resolution == 6);
    CHECK(score.resolved(variable(1), {}).configurations == 0);
    CHECK(score.resolved(variable(0), {}).configurations == 0);
}

TEST_CASE("Gaussian score: a configuration of a single row has the variance of the column") {
    const Dataset data({discrete_column(Variable("d", {"0", "1"}),
                                        std::vector<std::string_view>{"0", "1", "1", "1"}),
                        continuous_column("x", RealCells{1, 4, 5, 6})});
    // The variances are 3.5 of all four and 2/3 of the last three.
    const double log_two_pi = std::log(2 * std::numbers::pi);
    const double expected =
        -(log_two_pi + std::log(3.5)) / 2 - 1.5 * (log_two_pi + std::log(2.0 / 3) + 1);
    CHECK_THAT(DataScore(data, LogLikelihoodScore{}).family(variable(1), std::vector{variable(0)}),
               WithinRel(expected, 1e-14));
}

TEST_CASE("Gaussian score: mixed families are the same bits for shuffled and weighted rows") {
    Rng rng(12);
    constexpr std::size_t rows = 400;
    std::vector<std::string_view> states;
    RealCells x(rows), y(rows);
    for (std::size_t i = 0; i < rows; ++i) {
        states.push_back(rng.below(3) == 0 ? "" : rng.below(2) == 0 ? "0" : "1");
        x[i] = static_cast<double>(rng.below(5));
        y[i] = x[i] * 0.1 + static_cast<double>(rng.below(4));
    }
    y[9] = std::numeric_limits<double>::quiet_NaN();
    const Dataset data({discrete_column(Variable("d", {"0", "1"}), states),
                        continuous_column("x", x), continuous_column("y", y)});
    std::vector<std::uint32_t> order, twice;
    for (const std::size_t i : random_permutation(rng, rows))
        order.push_back(static_cast<std::uint32_t>(i));
    for (std::uint32_t i = 0; i < rows; ++i) twice.insert(twice.end(), 1 + i % 3, i);
    RealCells weights(rows);
    for (std::size_t i = 0; i < rows; ++i) weights[i] = static_cast<double>(1 + i % 3);
    const std::vector<VariableId> parents = {variable(0), variable(1)};
    const double expected = DataScore(data).family(variable(2), parents);
    CHECK(std::isfinite(expected));
    const Dataset shuffled = data.select_rows(order), repeated = data.select_rows(twice),
                  weighted = data.with_weights(weights);
    CHECK(DataScore(shuffled, BicScore{}, {.threads = 3}).family(variable(2), parents) == expected);
    CHECK(DataScore(repeated).family(variable(2), parents) ==
          DataScore(weighted).family(variable(2), parents));
}
