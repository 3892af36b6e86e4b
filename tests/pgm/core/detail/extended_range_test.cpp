#include <pgm/core/detail/extended_range.hpp>

#include <tests/support/catch.hpp>

#include <pgm/core/random.hpp>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Extended range: as long as doubles suffice they are doubles", "[extended_range]") {
    Rng rng(3);
    for (int i = 0; i < 10'000; ++i) {
        const double x = std::ldexp(rng.uniform(), static_cast<int>(rng.below(40)) - 20),
                     y = std::ldexp(rng.uniform(), static_cast<int>(rng.below(40)) - 20);
        const ExtendedNumber one(1);
        REQUIRE((ExtendedNumber(x) * ExtendedNumber(y)).ratio(one) == x * y);
        REQUIRE((ExtendedNumber(x) + ExtendedNumber(y)).ratio(one) == x + y);
        REQUIRE((ExtendedNumber(x) > ExtendedNumber(y)) == (x > y));
    }
}

TEST_CASE("Extended range: ten to the minus 300 to the power of 100,000 is not zero",
          "[extended_range]") {
    ExtendedNumber product(1);
    for (int i = 0; i < 100'000; ++i) product = product * ExtendedNumber(1e-300);
    CHECK_FALSE(product.is_zero());
    const double log_of_it =
        std::log(product.mantissa()) + static_cast<double>(product.exponent()) * std::log(2.0);
    CHECK_THAT(log_of_it, Catch::Matchers::WithinRel(-300.0 * 100'000 * std::log(10.0), 1e-12));
    CHECK((product + product).ratio(product) == 2);
}

TEST_CASE("Extended range: zero, the smallest double, and what is too far below to count",
          "[extended_range]") {
    const ExtendedNumber zero, tiny(5e-324), one(1);
    CHECK((zero + one).ratio(one) == 1);
    CHECK((zero * one).is_zero());
    CHECK(tiny.ratio(one) == 5e-324);
    CHECK(one > zero);
    CHECK_FALSE(zero > zero);
    CHECK((one + tiny).ratio(one) == 1);
    CHECK((tiny * tiny * tiny).ratio(one) == 0);
}

TEST_CASE("Extended range: e to any power keeps its order and its digits", "[extended_range]") {
    const ExtendedNumber one(1);
    CHECK(ExtendedNumber::exp(-std::numeric_limits<double>::infinity()).is_zero());
    CHECK_THAT(ExtendedNumber::exp(-700).ratio(one),
               Catch::Matchers::WithinRel(std::exp(-700.0), 1e-15));
    // Two logarithms that differ by 1 and by their last bits, wherever they lie.
    for (double log = -100; log > -1e300; log *= 1.7) {
        const ExtendedNumber number = ExtendedNumber::exp(log),
                             less = ExtendedNumber::exp(log * (1 + 0x1p-51));
        CHECK_FALSE(number.is_zero());
        CHECK(number > less);
        CHECK_FALSE(less > number);
        if (log > -1e15) {
            const double difference = (log - 1) - log;
            CHECK_THAT(ExtendedNumber::exp(log - 1).ratio(number),
                       Catch::Matchers::WithinRel(std::exp(difference), 1e-14));
        }
    }
}

TEST_CASE("Extended range: what is multiplied into e^-1e20 and e^-1e300 is not lost",
          "[extended_range]") {
    for (const double log : {-1e12, -1e20, -1e300}) {
        const ExtendedNumber far = ExtendedNumber::exp(log), near = ExtendedNumber::exp(-3);
        const auto is = [](double value) { return Catch::Matchers::WithinRel(value, 1e-15); };
        CHECK_THAT(((far * ExtendedNumber(0.75)) + (far * ExtendedNumber(0.25))).ratio(far), is(1));
        CHECK_THAT((near * (far * ExtendedNumber(0.75))).ratio(far * near * ExtendedNumber(0.25)),
                   is(3));
        CHECK_THAT((ExtendedNumber(0.75) * far * near).ratio(near * far), is(0.75));
        CHECK((far + near).ratio(near) == 1);
    }
}
