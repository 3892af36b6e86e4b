#include <pgm/core/detail/float_flags.hpp>

#include <tests/support/catch.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// Through memory, so that the processor and not the compiler multiplies.
double product(double x, double y) {
    volatile double first = x, second = y, result = first * second;
    return result;
}

}  // namespace

TEST_CASE("Float flags: underflow and overflow are seen, ordinary rounding is not",
          "[float_flags]") {
    {
        const FloatFlags flags;
        product(1.0 / 3, 1.0 / 7);
        CHECK_FALSE(flags.lost_precision());
    }
    {
        const FloatFlags flags;
        CHECK(product(1e-200, 1e-200) == 0);
        CHECK(flags.lost_precision());
    }
    {
        const FloatFlags flags;
        product(1e200, 1e200);
        CHECK(flags.lost_precision());
    }
}

TEST_CASE(
    "Float flags: a zero that was there before is no loss, a small number that lost digits is",
    "[float_flags]") {
    const FloatFlags flags;
    product(0, 1e-300);
    CHECK_FALSE(flags.lost_precision());
    product(std::numeric_limits<double>::min(), 1.0 / 3);
    CHECK(flags.lost_precision());
}

TEST_CASE("Float flags: what one watcher saw is not held against the next", "[float_flags]") {
    {
        const FloatFlags flags;
        product(1e-200, 1e-200);
    }
    const FloatFlags flags;
    CHECK_FALSE(flags.lost_precision());
}
