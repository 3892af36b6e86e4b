#include <pgm/core/detail/scaled.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Power of two: what the standard library says, for every normal number", "[scaled]") {
    for (int exponent = -1022; exponent <= 1023; ++exponent)
        REQUIRE(power_of_two(exponent) == std::ldexp(1.0, exponent));
}

TEST_CASE("Scaling: the same rule for single tables and for kernels, at every exponent",
          "[scaled]") {
    CHECK(excess_exponent(0) == 0);
    CHECK(excess_exponent_of_normal<std::int64_t>(0.0) == 0);
    CHECK(excess_exponent(std::numeric_limits<double>::denorm_min()) == -1074);
    for (int exponent = -1022; exponent <= 1023; ++exponent) {
        for (const double mantissa : {1.0, 1.5, std::nextafter(2.0, 1.0)}) {
            const double largest = std::ldexp(mantissa, exponent);
            const int expected = std::abs(exponent) < scaling_distance ? 0 : exponent;
            REQUIRE(excess_exponent(largest) == expected);
            REQUIRE(excess_exponent_of_normal<std::int64_t>(largest) == expected);
            const ScalingFactors<double, std::int64_t> factors(exponent);
            REQUIRE(largest * factors.first * factors.second == mantissa);
        }
    }
}

TEST_CASE("Scaling: a table far from 1 comes near it by a power of two", "[scaled]") {
    std::vector<double> far{3e-300, 0, 5e-301}, near{1e-9, 3e8, 0};
    const std::vector<double> before = far;
    const int exponent = rescale(far);
    CHECK(far.front() >= 1);
    CHECK(far.front() < 2);
    for (std::size_t i = 0; i < far.size(); ++i) CHECK(std::ldexp(far[i], exponent) == before[i]);
    CHECK(rescale(near) == 0);
    CHECK(near == std::vector<double>{1e-9, 3e8, 0});
}

TEST_CASE("Constants: ln 2 in two doubles is ln 2 in every division", "[scaled]") {
    for (const TwoDoubles& parts : {ln2, ln2_of_41_digits, ln2_of_33_digits}) {
        CHECK(parts.high + parts.low == std::log(2.0));
        CHECK(static_cast<long double>(parts.high) + parts.low ==
              static_cast<long double>(ln2.high) + ln2.low);
    }
    CHECK(log2_e == 1 / std::log(2.0));
}
