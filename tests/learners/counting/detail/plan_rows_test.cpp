#include <learners/counting/detail/plan.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using Catch::Contains;

namespace {

/// A number that is below 3 in the rows of the one class and above 7 in those of the other, and one
/// row without a class between them.
Dataset two_heaps() {
    std::vector<Column> columns =
        digits("y", {"0", "0", "0", "0", "1", "1", "1", "1", "."}).columns();
    columns.push_back(continuous_column("x", {1, 1.5, 2, 2.5, 8, 8.5, 9, 9.5, 5}));
    return Dataset(columns);
}

const CutChoice learned{.given = {}, .rule = Mdlp{}};

}  // namespace

TEST_CASE("Rows to learn from: a class of numbers becomes discrete", "[learners]") {
    const Dataset data(
        {continuous_column("y", {2.0, 0.0, 2.0}), continuous_column("x", {1, 2, 3})});
    const auto discrete = with_discrete_class(data, "y");
    REQUIRE(discrete);
    CHECK(discrete->column("y").variable == Variable("y", {"0", "2"}));
    CHECK_FALSE(discrete->column("x").is_discrete());
    CHECK_FALSE(with_discrete_class(digits("y", {"0"}), "y"));
    CHECK_FALSE(with_discrete_class(data, "z"));
}

TEST_CASE("Rows to learn from: cut points are learned from those with a class", "[learners]") {
    const Dataset data = two_heaps();
    const Discretisation cuts = cuts_for(data.schema(), learned, &data, 1);
    REQUIRE(cuts.find("x") != nullptr);
    // Between the largest of the one class and the smallest of the other: (2.5 + 8) / 2.
    CHECK(cuts.find("x")->cuts == std::vector<double>{5.25});
    const FitPlan plan = plan_rows(data, "y", {.structure = "nb"});
    CHECK(plan.cuts == cuts);
    const Dataset table = planned_columns(data, plan);
    CHECK(table.schema() == plan.cut_schema);
    CHECK(table.column("x").state(3) == StateId(0));
    CHECK(table.column("x").state(4) == StateId(1));
}

TEST_CASE("Rows to learn from: cut points that are given need no rows", "[learners]") {
    const std::vector<Variable> schema = two_heaps().schema();
    CutChoice given;
    given.given.add("x", {{3.0, 4.0}});
    CHECK(cuts_for(schema, given, nullptr, 1) == given.given);
    given.given.add("z", {{1.0}});
    CHECK_THROWS_WITH(cuts_for(schema, given, nullptr, 1), Contains("'z'"));
    CHECK_THROWS_WITH(cuts_for(schema, learned, nullptr, 1), Contains("data that come in parts"));
    CHECK_THROWS_WITH(plan_rows(two_heaps(), std::nullopt, {.structure = "y -> x"}),
                      Contains("learned from rows with a class, and there are none"));
    // There is nothing to be cut.
    CHECK(cuts_for(digits("ya", {}).schema(), learned, nullptr, 1).empty());
}

TEST_CASE("Rows to learn from: the columns that a structure names, in the order of the table",
          "[learners]") {
    const Dataset data = digits("abc", {"000"});
    const FitPlan plan = plan_rows(data, std::nullopt, {.structure = "c -> a"});
    REQUIRE(plan.schema.size() == 2);
    CHECK(plan.schema[0].name() == "a");
    CHECK(plan.schema[1].name() == "c");
    CHECK_THROWS_WITH(plan_rows(data, std::nullopt, {.structure = "c -> d"}),
                      Contains("names 'd', which is no column of the data"));
}

TEST_CASE("Rows to learn from: choices that need a class, or more than counts, are refused",
          "[learners]") {
    CHECK_NOTHROW(require_no_class_choices({.structure = "a -> b"}));
    CHECK_THROWS_WITH(require_no_class_choices({.structure = "tan"}),
                      Contains("tan needs a class"));
    CHECK_THROWS_WITH(
        require_no_class_choices({.structure = "a -> b", .class_prior = UniformPrior{}}),
        Contains("no class prior to be set"));
    CHECK_NOTHROW(require_no_hidden_variables("nb"));
    CHECK_NOTHROW(require_no_hidden_variables("a -> b"));
    CHECK_THROWS_WITH(require_no_hidden_variables("H{2 states, hidden} -> a"),
                      Contains("declares 'H' hidden"));
}
