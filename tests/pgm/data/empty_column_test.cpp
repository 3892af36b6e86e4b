#include <pgm/data/unusable_columns.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <optional>

using namespace pgm;

namespace {

constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

Dataset with_holes() {
    return Dataset(
        {continuous_column("x", {1, no_value}), continuous_column("y", {no_value, no_value}),
         discrete_column(Variable("a", {"p", "q"}),
                         std::vector<std::optional<StateId>>(2, std::nullopt)),
         discrete_column(Variable("b", {"p", "q"}),
                         std::vector<std::optional<StateId>>{StateId(1), std::nullopt})},
        {1, 3});
}

}  // namespace

TEST_CASE("Columns without any value are named, of both kinds") {
    CHECK(empty_column_remarks(with_holes()) ==
          std::vector<std::string>{"'y' has no value at all", "'a' has no value at all"});
    CHECK(empty_column_remarks(Dataset()).empty());
    CHECK(empty_column_remarks(Dataset({continuous_column("x", {})})).empty());
}

TEST_CASE("Columns without any value are left out, and the rest stays as it is") {
    const Dataset rest = without_empty_columns(with_holes());
    CHECK(names_of(rest.schema()) == std::vector<std::string>{"x", "b"});
    CHECK(rest.rows() == 2);
    CHECK(rest.weights()[1] == 3);
}

TEST_CASE("A column of one number is constant, whether or not cells are missing") {
    CHECK(is_constant_number(continuous_column("x", {2, no_value, 2})));
    CHECK(is_constant_number(continuous_column("x", {no_value, no_value})));
    CHECK_FALSE(is_constant_number(continuous_column("x", {no_value, 2, 2.5})));
    CHECK_FALSE(is_constant_number(
        discrete_column(Variable("a", {"2"}), std::vector<std::optional<StateId>>{StateId(0)})));
}
