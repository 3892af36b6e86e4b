#include <pgm/table/table.hpp>

#include <tests/support/catch.hpp>

#include <pgm/core/error.hpp>
#include <type_traits>

using namespace pgm;

namespace {

Scope abc() {
    return Scope({VariableId(4), VariableId(1), VariableId(7)}, {2, 3, 4});
}

}  // namespace

TEST_CASE("Scope: the last variable is the fastest", "[scope]") {
    const Scope scope = abc();
    CHECK(scope.cells() == 24);
    CHECK(std::vector(scope.strides().begin(), scope.strides().end()) ==
          std::vector<std::size_t>{12, 4, 1});
    CHECK(scope.cell(std::vector{StateId(1), StateId(2), StateId(3)}) == 12 + 8 + 3);
    CHECK(scope.axis(VariableId(7)) == 2);
    CHECK_FALSE(scope.axis(VariableId(0)).has_value());
}

TEST_CASE("Scope: cell and states undo each other", "[scope]") {
    const Scope scope = abc();
    for (std::size_t cell = 0; cell < scope.cells(); ++cell)
        CHECK(scope.cell(scope.states(cell)) == cell);
}

TEST_CASE("Scope: without variables there is one cell", "[scope]") {
    CHECK(Scope().cells() == 1);
    CHECK(Scope().cell({}) == 0);
}

TEST_CASE("Scope: what cannot be a scope is refused", "[scope]") {
    CHECK_THROWS_WITH(Scope({VariableId(1), VariableId(1)}, {2, 2}),
                      "a variable occurs twice in one scope");
    CHECK_THROWS_WITH(Scope({VariableId(1)}, {2, 2}), "a scope needs one cardinality per variable");
    CHECK_THROWS_WITH(Scope({VariableId(1)}, {0}), "a variable of a scope has no states");
    std::vector<VariableId> variables;
    for (std::size_t v = 0; v < 41; ++v) variables.push_back(VariableId(v));
    CHECK_THROWS_AS(Scope(variables, std::vector<std::size_t>(41, 3)), TooLargeError);
}

TEST_CASE("A scope of columns counts cells as one of variables does, and is no such scope") {
    const ColumnScope scope({ColumnId(4), ColumnId(1)}, {3, 2});
    CHECK(scope.cells() == 6);
    CHECK(scope.axis(ColumnId(1)) == std::size_t{1});
    CHECK(scope.cell(std::vector{StateId(2), StateId(1)}) == 5);
    CHECK_THROWS_AS(ColumnScope({ColumnId(0), ColumnId(0)}, {2, 2}), ArgumentError);
    STATIC_REQUIRE_FALSE(std::is_convertible_v<ColumnScope, Scope>);
}
