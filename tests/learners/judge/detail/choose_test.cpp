#include <learners/judge/detail/choose.hpp>

#include <tests/support/catch.hpp>

#include <array>
#include <cmath>

using namespace pgm::learners;
using namespace pgm::learners::detail;

TEST_CASE("The candidate of the least loss is chosen, of equal ones the first", "[learners]") {
    constexpr std::array candidates = {4.0, -1.0, 3.0, 1.0};
    const Choice choice = choose(candidates, [](double x) { return x * x; });
    CHECK(choice.best == 1);
    REQUIRE(choice.losses.size() == 4);
    CHECK(choice.losses[2] == 9);
}

TEST_CASE("What cannot be judged, and a loss that is no number, is not chosen", "[learners]") {
    constexpr std::array candidates = {-1.0, 4.0, 0.0, 9.0};
    const Choice roots = choose(candidates, [](double x) { return -std::sqrt(x); });  // NaN first
    CHECK(roots.best == 3);
    const auto inverse = [](double x) -> std::optional<double> {
        return x == 0 ? std::nullopt : std::optional(std::abs(1 / x));
    };
    const Choice inverses = choose(candidates, inverse);
    CHECK(inverses.best == 3);
    CHECK_FALSE(inverses.losses[2]);
}
