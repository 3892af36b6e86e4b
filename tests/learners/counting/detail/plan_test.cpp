#include <learners/counting/detail/plan.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using Catch::Contains;

namespace {

const std::vector<Variable> table_columns = {Variable("a", {"0", "1"}), Variable("size"),
                                             Variable("y", {"no", "yes"}),
                                             Variable("b", {"0", "1"})};

std::vector<std::string> schema_of(const char* structure) {
    std::vector<std::string> names;
    for (const Variable& variable : learning_schema(table_columns, "y", structure))
        names.push_back(variable.name());
    return names;
}

/// Of the class and a feature of two states, and a number where that is wanted.
FitPlan plan_of(const Fit& options, bool has_number = false) {
    std::vector<Variable> schema = {table_columns[2], table_columns[0]};
    if (has_number) schema.push_back(table_columns[1]);
    return plan_fit(std::move(schema), options, {});
}

}  // namespace

TEST_CASE("Plan of a fit: the class is the first column, the features follow as they are",
          "[learners]") {
    CHECK(schema_of("tan") == std::vector<std::string>{"y", "a", "size", "b"});
    CHECK(schema_of("y -> b; a") == std::vector<std::string>{"y", "a", "b"});
}

TEST_CASE("Plan of a fit: a class that is none, and a structure that does not fit, are refused",
          "[learners]") {
    CHECK_THROWS_WITH(learning_schema(table_columns, "Y", "nb"),
                      Contains("no column 'Y' to be the class") && Contains("'y'"));
    CHECK_THROWS_WITH(learning_schema(table_columns, "size", "nb"),
                      Contains("the class 'size' is continuous"));
    CHECK_THROWS_WITH(learning_schema(table_columns, "y", "a -> b"),
                      Contains("does not name the class 'y'"));
    CHECK_THROWS_WITH(learning_schema(table_columns, "y", "y -> c"),
                      Contains("names 'c', which is no column of the data"));
}

TEST_CASE("Plan of a fit: cuts and the model of numbers are decided", "[learners]") {
    Discretisation cuts;
    cuts.add("size", {{1.5, 2.5}});
    const FitPlan plan = plan_fit({table_columns[2], table_columns[1]}, {.structure = "nb"}, cuts);
    CHECK(plan.schema[1].is_discrete() == false);
    CHECK(plan.cut_schema[1].cardinality() == 3);
    CHECK_FALSE(plan.is_one_interval(ColumnId(std::size_t{1})));
    CHECK(plan.columns().features == std::vector<ColumnId>{ColumnId(std::size_t{1})});
    CHECK(format(*plan.options.continuous) == "mdlp");
    CHECK_FALSE(plan.keeps_values());
    Discretisation none;
    none.add("size", {{}});
    CHECK(plan_fit({table_columns[2], table_columns[1]}, {.structure = "nb"}, none)
              .is_one_interval(ColumnId(std::size_t{1})));
    CHECK(one_interval_remark("size") == "'size' has no informative cut point and is dropped");
}

TEST_CASE("Plan of a fit: which choices take rows out, and which count smaller families",
          "[learners]") {
    const FitPlan plain = plan_of({.structure = "tan"});
    CHECK_FALSE(plain.leaves_out_rows());
    CHECK_FALSE(plain.needs_levels());
    const FitPlan given =
        plan_of({.structure = "tan", .smoothing = parse_smoothing("backoff:1,2")});
    CHECK(given.uses_back_off());
    CHECK_FALSE(given.leaves_out_rows());
    CHECK(given.needs_levels());
    CHECK(plan_of({.structure = "tan", .smoothing = TunedBackOff{}}).leaves_out_rows());
    CHECK(plan_of({.structure = "nb+select"}).leaves_out_rows());
    CHECK(plan_of({.structure = "nb", .calibration = Calibration::temperature}).leaves_out_rows());
    Fit kept{.structure = "nb"};
    kept.keep_statistics = true;
    const FitPlan stacked = plan_stacked_fit({table_columns[2], table_columns[0]}, kept, {});
    CHECK(stacked.leaves_out_rows());
    CHECK_FALSE(stacked.options.keep_statistics);
}

TEST_CASE("Plan of a fit: choices that do not go together are refused, with another choice",
          "[learners]") {
    CHECK_THROWS_WITH(plan_of({.structure = "nb", .smoothing = PriorNetwork{10}}),
                      Contains("none is given"));
    Fit options{.structure = "nb+select", .smoothing = parse_smoothing("floor:1e-6")};
    CHECK_THROWS_WITH(plan_of(options),
                      Contains("features are selected by taking rows out") && Contains("floor"));
    options = {.structure = "nb", .calibration = Calibration::temperature};
    options.continuous = ContinuousModel{};
    CHECK_THROWS_WITH(plan_of(options, true),
                      Contains("a temperature is learned for tables, and 'size' is continuous"));
    CHECK_NOTHROW(plan_of(options));
    options = {.structure = "parzen"};
    options.continuous = parse_continuous("mixture");
    CHECK_THROWS_WITH(plan_of(options, true), Contains("parzen has a kernel for every row"));
}
