#include <pgm/model/model.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;

namespace {

using Values = std::vector<std::optional<StateId>>;

/// a of two states and b of three; (a=1, b=0) and (a=1, b=1) are rare.
const SuperParent pair{{"a", "b"}, {2, 3}, {4, 0, 2, 0.25, 0.5, 3}, 1};

constexpr StateId zero{0u}, one{1u}, two{2u};

}  // namespace

TEST_CASE("A pair of super-parents admits the combinations that were seen") {
    CHECK(pair.admits(Values{zero, zero}));
    CHECK_FALSE(pair.admits(Values{zero, one}));
    CHECK_FALSE(pair.admits(Values{one, one}));
    CHECK(pair.admits(Values{one, two}));
}

TEST_CASE("A missing value of a pair of super-parents is summed out") {
    CHECK(pair.weight_of(Values{one, std::nullopt}) == 3.75);
    CHECK(pair.weight_of(Values{std::nullopt, one}) == 0.5);
    CHECK(pair.admits(Values{one, std::nullopt}));
    CHECK_FALSE(pair.admits(Values{std::nullopt, one}));
    CHECK(pair.weight_of(Values{std::nullopt, std::nullopt}) == 9.75);
}

TEST_CASE("A super-parent of which nothing is known leaves out nothing") {
    const SuperParent never_seen{{"a", "b"}, {1, 1}, {0}, 1};
    CHECK(never_seen.admits(Values{std::nullopt, std::nullopt}));
    CHECK_FALSE(never_seen.admits(Values{zero, std::nullopt}));
}
