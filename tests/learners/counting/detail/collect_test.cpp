#include <learners/counting/detail/collect.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const Family of_class{class_column, {}}, of_feature{ColumnId(std::size_t{1}), {class_column}};

FitPlan plan_for(const Dataset& data, const Fit& options, const Discretisation& cuts = {}) {
    return plan_fit(data.schema(), options, cuts);
}

}  // namespace

TEST_CASE("Sufficient statistics: rows without a class are left out and counted", "[learners]") {
    const Dataset data = digits("ya", {"00", ".1", "11", "01"});
    const FitPlan plan = plan_for(data, {.structure = "nb"});
    StatisticsCollector collector(plan, {of_class, of_feature});
    collector.add(data);
    collector.add(digits("ya", {"1.", ".."}));
    const SufficientStatistics found = std::move(collector).finish();
    CHECK(found.rows_without_class == 2);
    CHECK(found.statistics.rows() == 4);
    CHECK(found.statistics.counts(of_class).values() == std::vector<double>{2, 2});
    CHECK(found.statistics.counts(of_feature).values() == std::vector<double>{1, 1, 0, 1});
    CHECK_FALSE(found.rows);
    CHECK_FALSE(found.whole_rows);
    CHECK(found.points.empty());
}

TEST_CASE("Sufficient statistics: numbers are cut before they are counted", "[learners]") {
    std::vector<Column> columns = digits("y", {"0", "1", "1"}).columns();
    columns.push_back(continuous_column("x", {1.0, 2.0, 3.0}));
    const Dataset data(columns);
    Discretisation cuts;
    cuts.add("x", {{2.0}});
    const FitPlan plan = plan_for(data, {.structure = "nb"}, cuts);
    StatisticsCollector collector(plan, {of_feature});
    collector.add(data);
    // A value on a cut belongs to the interval above it.
    CHECK(std::move(collector).finish().statistics.counts(of_feature).values() ==
          std::vector<double>{1, 0, 0, 2});
}

TEST_CASE("Sufficient statistics: rows are kept where something is chosen by leaving them out",
          "[learners]") {
    const Dataset data = digits("ya", {"00", "00", "11", ".1"});
    const FitPlan plan = plan_for(data, {.structure = "nb", .smoothing = TunedBackOff{}});
    StatisticsCollector collector(plan, {of_class});
    collector.add(data);
    const SufficientStatistics found = std::move(collector).finish();
    REQUIRE(found.rows);
    CHECK(found.rows->rows().size() == 2);  // two are the same
}

TEST_CASE(
    "Sufficient statistics: columns that do not fit are refused, and parents of densities that "
    "are numbers",
    "[learners]") {
    const Dataset data = digits("ya", {"00", "11"});
    const FitPlan plan = plan_for(data, {.structure = "nb"});
    StatisticsCollector collector(plan, {of_feature});
    CHECK_THROWS_AS(collector.add(digits("yb", {"00"})), ArgumentError);
    CHECK_THROWS_AS(collector.add(digits("ya", {"00"}, 3)), ArgumentError);
    std::vector<Column> columns = digits("y", {"0", "1"}).columns();
    columns.push_back(continuous_column("u", {1.0, 2.0}));
    columns.push_back(continuous_column("v", {1.0, 2.0}));
    Fit options{.structure = "y -> u -> v"};
    options.continuous = parse_continuous("kde");
    const FitPlan dense = plan_for(Dataset(columns), options);
    CHECK_THROWS_WITH(StatisticsCollector(dense, {}),
                      Catch::Contains("the density of 'v' cannot have the continuous parent 'u'"));
}
