#include <pgm/model/variable.hpp>

#include <pgm/core/error.hpp>
#include <pgm/data/column.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <string_view>
#include <vector>

using namespace pgm;

TEST_CASE("A state index finds what the variable finds, and says so in the same words") {
    const Variable variable("age", {"old", "young", "adult", "", "old"});
    const StateIndex index(variable);
    for (const char* const name : {"old", "young", "adult", "", "Old", "z", "a"})
        CHECK(index.find(name) == variable.find_state(name));
    CHECK(index.id("young") == StateId{1});
    CHECK_THROWS_WITH(StateIndex(Variable("age", {"young"})).id("Young"),
                      "variable 'age' has no state 'Young' (did you mean 'young'?)");
    CHECK_FALSE(StateIndex(Variable("x")).find("a"));
}

TEST_CASE("A column of a hundred thousand states is coded in time that grows with its rows") {
    // Comparing each cell with each state takes 5,000,000,000 comparisons here.
    constexpr std::size_t states = 100'000;
    std::vector<std::string> names;
    for (std::size_t i = 0; i < states; ++i)
        names.push_back("a long name of state " + std::to_string(i));
    const std::vector<std::string_view> cells(names.rbegin(), names.rend());
    const Column column = discrete_column(Variable("x", names), cells);
    CHECK(column.state(0) == StateId{states - 1});
    CHECK(column.state(states - 1) == StateId{0});
}
