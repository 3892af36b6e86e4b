#include <learners/score/detail/multinomial_complexity.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <vector>

using Catch::WithinRel;
using pgm::learners::detail::MultinomialComplexity;

namespace {

double binomial(int n, int k) {
    double result = 1;
    for (int i = 1; i <= k; ++i) result = result * (n - k + i) / i;
    return result;
}

/// (a / n)^a, whose value at 0 is 1.
double likelihood(int a, int n) {
    return a == 0 ? 1 : std::pow(static_cast<double>(a) / n, a);
}

/// The sum of the definition, over the first state's number of rows; the others are a multinomial
/// of one state less.
double by_definition(int states, int n) {
    if (states == 1) return 1;
    double sum = 0;
    for (int h = 0; h <= n; ++h)
        sum += binomial(n, h) * likelihood(h, n) * likelihood(n - h, n) *
               by_definition(states - 1, n - h);
    return sum;
}

/// The same of two states and many rows, by logarithms.
double two_states(int n) {
    double sum = 0;
    for (int h = 0; h <= n; ++h) {
        const auto x_log_x = [](double x) { return x > 0 ? x * std::log(x) : 0; };
        sum += std::exp(std::lgamma(n + 1.0) - std::lgamma(h + 1.0) - std::lgamma(n - h + 1.0) +
                        x_log_x(h) + x_log_x(n - h) - x_log_x(n));
    }
    return sum;
}

}  // namespace

TEST_CASE("Multinomial complexity: the normalising sum by its definition") {
    const MultinomialComplexity complexity;
    for (int states = 1; states <= 5; ++states) {
        for (const int n : {1, 2, 3, 5, 8, 13}) {
            INFO(states << " states, " << n << " rows");
            CHECK_THAT(complexity(states, static_cast<std::uint64_t>(n)),
                       WithinRel(std::log(by_definition(states, n)), 1e-12));
        }
    }
    CHECK(complexity(3, 0) == 0);
    CHECK(complexity(1, 100) == 0);
}

TEST_CASE("Multinomial complexity: two states and many rows, on both sides of the series") {
    const MultinomialComplexity complexity;
    for (const int n : {1000, 1023, 1024, 5000})
        CHECK_THAT(complexity(2, static_cast<std::uint64_t>(n)),
                   WithinRel(std::log(two_states(n)), 1e-10));
}

TEST_CASE("Multinomial complexity: the approximation for many states joins on") {
    const MultinomialComplexity complexity;
    for (const double states : {65536.0, 65537.0, 1e6, 1e9}) {
        CHECK_THAT(complexity(states, 1), WithinRel(std::log(states), 1e-10));
        // C(K, 2) = K + K (K - 1) / 2 * 2 / 4: both rows in one state, or in two.
        CHECK_THAT(complexity(states, 2),
                   WithinRel(std::log(states + states * (states - 1) / 4), 1e-10));
    }
    for (const std::uint64_t rows : {100, 5000, 1'000'000}) {
        const double step = complexity(65536, rows) - complexity(65535, rows);
        CHECK_THAT(complexity(65537, rows) - complexity(65536, rows) - step,
                   Catch::WithinAbs(0, 1e-4));
    }
}

TEST_CASE("Multinomial complexity: that of the usual rows is the same to the last bit") {
    const MultinomialComplexity complexity;
    for (const std::uint64_t rows : {1, 7, 500, 20'000}) {
        const MultinomialComplexity prepared(rows);
        for (const double states : {1.0, 2.0, 3.0, 4.0, 720.0, 65536.0, 65537.0})
            for (const std::uint64_t asked : {rows, rows + 1})
                CHECK(prepared(states, asked) == complexity(states, asked));
    }
}
