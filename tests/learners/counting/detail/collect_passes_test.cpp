#include <learners/counting/detail/collect.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

const ColumnId a{std::size_t{1}}, b{std::size_t{2}};
const Family of_class_alone{class_column, {}}, a_of_class{a, {class_column}},
    b_of_class{b, {class_column}}, b_of_both{b, {class_column, a}};

FitPlan plan_to_count(const Dataset& data, Fit options) {
    return plan_fit(data.schema(), options, {});
}

Dataset rows_to_count() {
    return digits("yab", {"000", "001", "111", "110", ".00"});
}

/// The tables that are there once a fit has begun.
std::vector<Family> begun(const FitPlan& plan, const Rows& rows) {
    CountingRun run({&plan, 1}, rows);
    run.begin();
    std::vector<Family> families;
    for (const FamilyCounts& counts : run.collected().statistics.all_counts())
        families.push_back(counts.family());
    return families;
}

}  // namespace

TEST_CASE("Passes of a fit: naive Bayes begins with every feature given the class", "[learners]") {
    const Dataset data = rows_to_count();
    const FitPlan plan = plan_to_count(data, {.structure = "nb"});
    const Rows rows(data);
    CHECK(begun(plan, rows) == std::vector<Family>{of_class_alone, a_of_class, b_of_class});
}

TEST_CASE(
    "Passes of a fit: pairs are counted while they are looked at, or before where statistics "
    "are kept",
    "[learners]") {
    const Dataset data = rows_to_count();
    const Rows rows(data);
    Fit options{.structure = "tan"};
    const FitPlan plan = plan_to_count(data, options);
    CountingRun run({&plan, 1}, rows);
    CHECK(begun(plan, rows) == std::vector<Family>{of_class_alone, a_of_class, b_of_class});
    options.keep_statistics = true;
    const FitPlan keeping = plan_to_count(data, options);
    CHECK(begun(keeping, rows).size() == 4);
    // Of a = b = 0 one row with class 0, and so on; the row without a class counts nowhere.
    run.collect({of_class_alone});
    std::vector<double> cells;
    REQUIRE(run.sums().others() != nullptr);
    run.sums().others()->for_each(
        1, [](std::size_t) { return b_of_both; },
        [&](std::size_t, const FamilySums& sums) { cells = sums.counts(b_of_both).values(); });
    CHECK(cells == std::vector<double>{1, 1, 0, 0, 0, 0, 1, 1});
}

TEST_CASE("Passes of a fit: what was collected before is there after another pass", "[learners]") {
    const Dataset data = rows_to_count();
    const FitPlan plan = plan_to_count(data, {.structure = "nb"});
    const Rows rows(data);
    CountingRun run({&plan, 1}, rows);
    run.collect({of_class_alone});
    run.collect({a_of_class});
    CHECK(run.sums().counts(of_class_alone).values() == std::vector<double>{2, 2});
    CHECK(run.sums().counts(a_of_class).values() == std::vector<double>{2, 0, 0, 2});
    CHECK(run.collected().rows_without_class == 1);
}

TEST_CASE("Passes of a fit: sums that were kept have no other families", "[learners]") {
    const Dataset data = rows_to_count();
    const FitPlan plan = plan_to_count(data, {.structure = "nb"});
    const Rows rows(data);
    CountingRun first({&plan, 1}, rows);
    first.begin();
    CountingRun kept(plan, first.collected(), "these rows", "which was not kept");
    kept.begin();
    CHECK(kept.sums().counts(a_of_class).values() == std::vector<double>{2, 0, 0, 2});
    CHECK_THROWS_WITH(
        kept.collect({b_of_both}),
        Catch::StartsWith("with these rows nb wants another family, which was not kept"));
}

TEST_CASE("Passes of a fit: parts of a table have its sums", "[learners]") {
    const Dataset data = rows_to_count();
    const FitPlan plan = plan_to_count(data, {.structure = "nb"});
    const std::vector<std::uint32_t> one = {0, 1}, other = {2, 3, 4};
    std::size_t passes = 0;
    const Rows rows(data.schema(), data.rows(), [&](std::size_t, const Rows::Visit& take) {
        ++passes;
        take(data.select_rows(one));
        take(data.select_rows(other));
    });
    CountingRun run({&plan, 1}, rows);
    run.collect({b_of_both});
    CHECK(run.sums().counts(b_of_both).values() == std::vector<double>{1, 1, 0, 0, 0, 0, 1, 1});
    CHECK(run.collected().rows_without_class == 1);
    CHECK(passes == 1);
}

TEST_CASE("Passes of a fit: sums that take more memory than is allowed are refused", "[learners]") {
    const Dataset data = rows_to_count();
    Fit options{.structure = "nb"};
    options.max_fit_bytes = 10;
    const FitPlan plan = plan_to_count(data, options);
    const Rows rows(data);
    CHECK_THROWS_AS(CountingRun({&plan, 1}, rows).collect({b_of_both}), TooLargeError);
}
