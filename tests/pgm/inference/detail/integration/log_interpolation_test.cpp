#include <pgm/core/detail/normal.hpp>
#include <pgm/inference/detail/integration/log_interpolation.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;

namespace {

/// A standard normal x and an interval of x plus noise.
double log_part(double x, double sd) {
    return -0.5 * x * x + log_normal_probability({(1 - x) / sd, (1.5 - x) / sd});
}

}  // namespace

TEST_CASE("Chebyshev polynomials: coefficients are those of the polynomial with the values",
          "[inference][axis]") {
    // T_3(t) = 4 t^3 - 3 t and T_16(t) = cos(16 acos(t)).
    ChebyshevValues values{};
    for (std::size_t i = 0; i < values.size(); ++i) {
        const double t = chebyshev_nodes()[i];
        values[i] = 2 - (4 * t * t * t - 3 * t) + 0.25 * std::cos(16 * std::acos(t));
    }
    const ChebyshevValues coefficients = chebyshev_coefficients(values);
    for (std::size_t k = 0; k < coefficients.size(); ++k)
        CHECK_THAT(coefficients[k], WithinAbs(k == 0    ? 2
                                              : k == 3  ? -1
                                              : k == 16 ? 0.25
                                                        : 0,
                                              1e-14));
    for (const double t : {-1.0, -0.3, 0.0, 0.77, 1.0})
        CHECK_THAT(
            chebyshev_sum(coefficients, t),
            WithinAbs(2 - (4 * t * t * t - 3 * t) + 0.25 * std::cos(16 * std::acos(t)), 1e-14));
    CHECK_THAT(chebyshev_remainder(coefficients), WithinAbs(0.25, 1e-14));
    CHECK(chebyshev_argument(3, 4, 3) == -1);
    CHECK(chebyshev_argument(3, 4, 3.5) == 0);
}

TEST_CASE("Log interpolation: few values are as good as all", "[inference][axis]") {
    for (const double sd : {1.0, 0.01, 1e-6}) {
        std::size_t values = 0;
        const LogFunction log_function = [&](double x) {
            ++values;
            return log_part(x, sd);
        };
        const LogInterpolation found(log_function, {-64, -16, -8, -4, 0, 1.1, 2, 4, 8, 16, 64});
        INFO(sd);
        CHECK(values < (sd == 1 ? 200 : 3000));
        for (const double x : {0.9, 0.99999, 1.0, 1.0000003, 1.2, 1.4999999, 1.50001, 1.52}) {
            const double expected = log_part(x, sd);
            if (expected < -40) continue;
            const double rounding = 1e-15 / sd * (1 + std::sqrt(std::abs(expected)));  // of x
            CHECK_THAT(found(x), WithinAbs(expected, 1e-11 * (1 + std::abs(expected)) + rounding));
        }
        CHECK(found(70) == -infinity);
        CHECK(found.cuts().size() > 4);
    }
}

TEST_CASE("Log interpolation: what is impossible stays so", "[inference][axis]") {
    const LogInterpolation nothing([](double) { return -infinity; }, {0, 1});
    CHECK(nothing(0.5) == -infinity);
    CHECK(nothing.cuts().empty());
    const LogInterpolation half([](double x) { return x < 0.3 ? -infinity : -x; }, {0, 0.5, 1});
    CHECK(half(0.1) == -infinity);
    CHECK_THAT(half(0.31), WithinAbs(-0.31, 1e-14));
    CHECK_THAT(half(0.9), WithinAbs(-0.9, 1e-14));
}
