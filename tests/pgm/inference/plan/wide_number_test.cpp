#include <pgm/inference/plan/wide_number.hpp>

#include <catch2/catch.hpp>
#include <pgm/core/random.hpp>

using namespace pgm;

TEST_CASE("Wide numbers: as long as doubles suffice they are doubles", "[wide_number]") {
    Rng rng(3);
    for (int i = 0; i < 10'000; ++i) {
        const double x = std::ldexp(rng.uniform(), static_cast<int>(rng.below(40)) - 20), y = std::ldexp(rng.uniform(), static_cast<int>(rng.below(40)) - 20);
        const WideNumber one(1);
        REQUIRE((WideNumber(x) * WideNumber(y)).ratio(one) == x * y);
        REQUIRE((WideNumber(x) + WideNumber(y)).ratio(one) == x + y);
        REQUIRE((WideNumber(x) > WideNumber(y)) == (x > y));
    }
}

TEST_CASE("Wide numbers: ten to the minus 300 to the power of 100,000 is not zero", "[wide_number]") {
    WideNumber product(1);
    for (int i = 0; i < 100'000; ++i) product = product * WideNumber(1e-300);
    CHECK_FALSE(product.is_zero());
    const double log_of_it = std::log(product.mantissa()) + static_cast<double>(product.exponent()) * std::log(2.0);
    CHECK_THAT(log_of_it, Catch::Matchers::WithinRel(-300.0 * 100'000 * std::log(10.0), 1e-12));
    CHECK((product + product).ratio(product) == 2);
}

TEST_CASE("Wide numbers: zero, the smallest double, and what is too far below to count", "[wide_number]") {
    const WideNumber zero, tiny(5e-324), one(1);
    CHECK((zero + one).ratio(one) == 1);
    CHECK((zero * one).is_zero());
    CHECK(tiny.ratio(one) == 5e-324);
    CHECK(one > zero);
    CHECK_FALSE(zero > zero);
    CHECK((one + tiny).ratio(one) == 1);
    CHECK((tiny * tiny * tiny).ratio(one) == 0);
}
