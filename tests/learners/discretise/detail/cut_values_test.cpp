#include <learners/discretise/detail/cut_values.hpp>

#include <pgm/core/random.hpp>
#include <pgm/core/text/number_text.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <string>

using namespace pgm;
using namespace pgm::learners::detail;

TEST_CASE("A cut between two decimals is their middle in as few digits", "[discretise]") {
    CHECK(cut_between(1.6, 1.8) == 1.7);  // (1.6 + 1.8) / 2 is 1.7000000000000002 in doubles
    CHECK(cut_between(0.1, 0.2) == 0.15);
    CHECK(cut_between(-1.8, -1.6) == -1.7);
    CHECK(cut_between(-1.6, 1.8) == 0.1);
    CHECK(cut_between(29, 41) == 35);
    CHECK(cut_between(1, 4) == 2.5);
    CHECK(cut_between(-2, 2) == 0);
    CHECK(cut_between(1e20, 3e20) == 2e20);
    // Every pair of neighbours of one, two and three digits after the point.
    for (const double unit : {10.0, 100.0, 1000.0})
        for (int i = -3000; i < 3000; ++i) {
            const double middle = (2 * i + 1) / (2 * unit);
            if (cut_between(i / unit, (i + 1) / unit) != middle) FAIL(i << '/' << unit);
        }
}

TEST_CASE("A cut lies above the lower number and not above the higher one", "[discretise]") {
    constexpr double largest = std::numeric_limits<double>::max();
    constexpr double tiny = std::numeric_limits<double>::denorm_min();
    CHECK(cut_between(0, tiny) == tiny);
    CHECK(cut_between(0, 2 * tiny) == tiny);
    CHECK(cut_between(-largest, largest) == 0);
    CHECK(std::isfinite(cut_between(largest / 2, largest)));
    Rng rng(1);
    for (int i = 0; i < 20'000; ++i) {
        const double a = std::ldexp(rng.uniform() - 0.5, static_cast<int>(rng() % 40) - 20);
        double b = a;
        for (auto steps = rng() % 6 + 1; steps > 0; --steps) b = std::nextafter(b, largest);
        for (const double above : {b, a + std::fabs(a) * rng.uniform()}) {
            if (!(a < above)) continue;
            const double cut = cut_between(a, above);
            if (!(a < cut && cut <= above)) FAIL(to_text(a) << ' ' << to_text(above));
            CHECK(std::fabs(cut - (a + above) / 2) <= 1e-15 * std::max(std::fabs(a), above));
        }
    }
}
