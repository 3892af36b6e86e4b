#include <learners/score/detail/double_double.hpp>

#include <tests/support/catch.hpp>

using namespace pgm::learners::detail;

TEST_CASE("Double-double: products and sums keep what doubles round away") {
    // (2^30 + 1)^2 = 2^60 + 2^31 + 1, of which doubles have no room for the 1.
    const DoubleDouble square = exact_product_of(0x1p30 + 1, 0x1p30 + 1);
    CHECK(square.high == 0x1p60 + 0x1p31);
    CHECK(square.low == 1);
    const DoubleDouble sum = exact_sum_of(0x1p60, 1);
    CHECK(sum == DoubleDouble(0x1p60, 1));
    CHECK(sum - DoubleDouble(0x1p60) == DoubleDouble(1));
    CHECK(square * square - exact_sum_of(0x1p60, 1) * square ==
          square * (square - exact_sum_of(0x1p60, 1)));
}

TEST_CASE("Double-double: a quotient times its divisor is the dividend but for the last bits") {
    const DoubleDouble third = DoubleDouble(1) / DoubleDouble(3);
    CHECK(third.high == 1.0 / 3);
    const DoubleDouble rest = DoubleDouble(1) - third * DoubleDouble(3);
    CHECK(rest < DoubleDouble(0x1p-100));
    CHECK(rest > DoubleDouble(-0x1p-100));
    CHECK(DoubleDouble(6) / DoubleDouble(2) == DoubleDouble(3));
}

TEST_CASE("Double-double: numbers that differ in the second part alone are ordered by it") {
    CHECK(DoubleDouble(1, -0x1p-80) < DoubleDouble(1));
    CHECK(DoubleDouble(1, 0x1p-80) > DoubleDouble(1));
    CHECK_FALSE(DoubleDouble(1) < DoubleDouble(1));
    CHECK(static_cast<double>(-DoubleDouble(2, 0x1p-60)) == -2);
}
