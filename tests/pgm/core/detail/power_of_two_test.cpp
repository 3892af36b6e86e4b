#include <pgm/core/detail/power_of_two.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Power of two: what the standard library says, for every normal number",
          "[power_of_two]") {
    for (int exponent = -1022; exponent <= 1023; ++exponent)
        REQUIRE(power_of_two(exponent) == std::ldexp(1.0, exponent));
}
