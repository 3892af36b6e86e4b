#include <pgm/model/detail/assignment_text.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <iterator>
#include <string>
#include <vector>

namespace {

TEST_CASE("parse_assignment: gives names, states and columns as they stand") {
    const std::vector<pgm::detail::NamedState> items =
        pgm::detail::parse_assignment("Rain=yes, 'a b' = <5, do(X=x(1))");
    REQUIRE(items.size() == 3);
    CHECK(items[0].variable == "Rain");
    CHECK(items[0].state == "yes");
    CHECK(items[0].variable_column == 1);
    CHECK(items[0].state_column == 6);
    CHECK_FALSE(items[0].intervention);
    CHECK(items[1].variable == "a b");
    CHECK(items[1].state == "<5");
    CHECK(items[1].variable_column == 11);
    CHECK(items[1].state_column == 19);
    CHECK(items[2].intervention);
    CHECK(items[2].state == "x(1)");
}

TEST_CASE("parse_assignment: a state may hold an equals sign, a variable only in quotes") {
    const std::vector<pgm::detail::NamedState> items =
        pgm::detail::parse_assignment("A=>=5, 'B=C'=d");
    REQUIRE(items.size() == 2);
    CHECK(items[0].state == ">=5");
    CHECK(items[1].variable == "B=C");
}

TEST_CASE("parse_assignment: random text is a list or a ParseError with a column") {
    constexpr std::string_view pieces[] = {
        "A", "x", "é", " ", ",", "=", "do", "(", ")", "'", "\"", "\n", std::string_view("\0", 1)};
    pgm::Rng rng(13);
    for (int repeat = 0; repeat < 20'000; ++repeat) {
        std::string text;
        for (std::uint64_t length = rng.below(16); length > 0; --length)
            text += pieces[rng.below(std::size(pieces))];
        try {
            for (const pgm::detail::NamedState& item : pgm::detail::parse_assignment(text)) {
                REQUIRE(item.variable_column >= 1);
                REQUIRE(item.state_column > item.variable_column);
                REQUIRE(item.state_column <= text.size());
            }
        } catch (const pgm::ParseError& error) {
            REQUIRE(error.location().column >= 1);
            REQUIRE(error.location().column <= text.size() + 1);
        }
    }
}

}  // namespace
