#include <pgm/model/variable.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

namespace {

TEST_CASE("Variable: states keep their order and are found by name") {
    const pgm::Variable variable("age", {"young", "adult", "old"});
    CHECK(variable.is_discrete());
    CHECK(variable.cardinality() == 3);
    CHECK(variable.state(pgm::StateId{2}) == "old");
    CHECK(variable.find_state("adult") == pgm::StateId{1});
    CHECK_FALSE(variable.find_state("Adult"));
    CHECK(variable.state_id("young") == pgm::StateId{0});
    CHECK_THROWS_WITH(variable.state_id("Adult"),
                      "variable 'age' has no state 'Adult' (did you mean 'adult'?)");
    CHECK_THROWS_WITH(variable.state_id("infant"),
                      "variable 'age' has no state 'infant' (known: young, adult, old)");
}

TEST_CASE("Variable: without states it is continuous") {
    CHECK_FALSE(pgm::Variable("height").is_discrete());
    CHECK(pgm::Variable("height").cardinality() == 0);
}

TEST_CASE("Variable: annotations belong to its value") {
    pgm::Variable a("x", {"0", "1"}), b = a;
    a.annotate("position = (1, 2)");
    CHECK(a.annotations() == std::vector<std::string>{"position = (1, 2)"});
    CHECK_FALSE(a == b);
}

}  // namespace
