#include <pgm/model/assignment_text.hpp>

#include <pgm/core/error.hpp>

#include <catch2/catch.hpp>

namespace {

TEST_CASE("parse_assignment: gives names, states and columns as they stand") {
    const std::vector<pgm::NamedState> items = pgm::parse_assignment("Rain=yes, 'a b' = <5, do(X=x(1))");
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
    const std::vector<pgm::NamedState> items = pgm::parse_assignment("A=>=5, 'B=C'=d");
    REQUIRE(items.size() == 2);
    CHECK(items[0].state == ">=5");
    CHECK(items[1].variable == "B=C");
}

}  // namespace
