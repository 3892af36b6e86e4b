#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <array>
#include <cmath>

using namespace pgm;

TEST_CASE("Rng: the same seed gives the same numbers, another seed others", "[random]") {
    Rng a(42), b(42), c(43);
    for (int i = 0; i < 100; ++i) CHECK(a() == b());
    CHECK(a() != c());
}

TEST_CASE("Rng: splitmix64 seeds it as its authors publish", "[random]") {
    // The first output of xoshiro256++ is rotl(s0 + s3, 23) + s0; for seed 0, splitmix64 gives the
    // published sequence e220a8397b1dcdaf, 6e789e6aa1b965f4, 06c45d188009454f, f88bb8a8724c81ec.
    const std::uint64_t s0 = 0xe220a8397b1dcdafu, s3 = 0xf88bb8a8724c81ecu;
    CHECK(Rng(0)() == std::rotl(s0 + s3, 23) + s0);
}

TEST_CASE("Rng: uniform and below cover their ranges evenly", "[random]") {
    Rng rng(1);
    std::array<int, 10> counts{};
    double sum = 0;
    constexpr int draws = 100'000;
    for (int i = 0; i < draws; ++i) {
        const double u = rng.uniform();
        REQUIRE(u >= 0);
        REQUIRE(u < 1);
        sum += u;
        ++counts[rng.below(10)];
    }
    // Five standard errors: sd of a uniform is 1/sqrt(12), of a count sqrt(n p (1-p)).
    CHECK(std::abs(sum / draws - 0.5) < 5 * std::sqrt(1.0 / 12 / draws));
    for (const int count : counts)
        CHECK(std::abs(count - draws / 10) < 5 * std::sqrt(draws * 0.1 * 0.9));
}
