#include <pgm/core/detail/normal.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::detail;
using Catch::WithinAbs;
using Catch::WithinRel;

TEST_CASE("Normal: log densities are those of the formula, also where the density underflows",
          "[core][normal]") {
    CHECK_THAT(std::exp(normal_log_density(1, 0, 1)), WithinRel(0.24197072451914337, 1e-15));
    CHECK_THAT(std::exp(normal_log_density(0, 0, 1)), WithinRel(0.3989422804014327, 1e-15));
    CHECK_THAT(std::exp(normal_log_density(3, 1, 4)), WithinRel(0.12098536225957168, 1e-15));
    CHECK_THAT(normal_log_density(60, 0, 1), WithinRel(-1800.9189385332047, 1e-15));
}

TEST_CASE("Normal: the quantile is the inverse of the distribution function", "[core][normal]") {
    CHECK(normal_quantile(0.5) == 0);
    CHECK_THAT(normal_quantile(0.975),
               WithinRel(1.959963984540054, 1e-15));  // the number of every table of statistics
    for (const double p : {1e-300, 1e-50, 1e-12, 1e-5, 0.01, 0.074, 0.076, 0.3, 0.49}) {
        const double x = normal_quantile(p);
        CHECK_THAT(0.5 * std::erfc(-x / std::sqrt(2.0)), WithinRel(p, 1e-15 * (1 + x * x)));
        if (p > 1e-5) CHECK_THAT(normal_quantile(1 - p), WithinRel(-x, 1e-10));
    }
}

TEST_CASE("Normal: samples have mean 0 and variance 1, within five standard errors",
          "[core][normal]") {
    Rng rng(7);
    constexpr int count = 100'000;
    double sum = 0, squares = 0;
    for (int i = 0; i < count; ++i) {
        const double x = standard_normal(rng);
        sum += x;
        squares += x * x;
    }
    CHECK_THAT(sum / count, WithinAbs(0, 5 / std::sqrt(count)));
    CHECK_THAT(squares / count, WithinAbs(1, 5 * std::sqrt(2.0 / count)));
}

// In 40 digits.
TEST_CASE("Normal: logarithms of probabilities of intervals, far out and narrow ones too",
          "[core]") {
    struct Case {
        Interval interval;
        double log;
    };
    const Case cases[] = {
        {{-1, 2}, -0.20016629432446258},         {{.above = 3}, -6.60772622151034954},
        {{.above = 40}, -804.608442013753788},   {{.up_to = -37.5}, -707.668989317507191},
        {{5, 5.000001}, -27.2344515910282942},   {{100, 101}, -5005.52420869420509},
        {{-0.001, 0.001}, -7.13354679829352002}, {{.above = 1000}, -500007.826694812184},
        {{.above = 0}, -0.693147180559945309},
    };
    for (const auto& [interval, log] : cases) {
        INFO(interval.above << " to " << interval.up_to);
        CHECK_THAT(detail::log_normal_probability(interval), WithinRel(log, 1e-14));
        CHECK_THAT(detail::log_normal_probability({-interval.up_to, -interval.above}),
                   WithinRel(log, 1e-14));
    }
    CHECK(detail::log_normal_probability({}) == 0);
    CHECK(detail::log_normal_probability({2, 2}) == -infinity);
    CHECK(detail::log_normal_probability({3, 2}) == -infinity);
}
