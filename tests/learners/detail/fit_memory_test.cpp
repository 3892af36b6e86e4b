#include <learners/fit.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/allocation_counter.hpp>

#include <catch2/catch.hpp>

#include <functional>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Matchers::Contains;

namespace {

/// Columns x0, x1, ... and a class of two states; the state of a cell is `state(row, column)`.
Dataset table_of(std::size_t rows, std::size_t columns, std::size_t states,
                 const std::function<std::size_t(std::size_t, std::size_t)>& state) {
    const auto column = [&](const std::string& name, std::size_t count, auto&& state_of) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < count; ++i) names.push_back("s" + std::to_string(i));
        std::vector<std::optional<StateId>> cells;
        for (std::size_t row = 0; row < rows; ++row) cells.emplace_back(StateId(state_of(row)));
        return discrete_column(Variable(name, names), cells);
    };
    std::vector<Column> all = {column("class", 2, [](std::size_t row) { return row % 2; })};
    for (std::size_t i = 0; i < columns; ++i)
        all.push_back(column("x" + std::to_string(i), states,
                             [&](std::size_t row) { return state(row, i) % states; }));
    return Dataset(std::move(all));
}

std::size_t scattered(std::size_t row, std::size_t column) {
    return (row * 7919 + column * 104'729 + row * column * 31) >> 3;
}

/// The error of a fit, and that it came before anything large was allocated.
std::string refusal(const Dataset& data, const FitOptions& options) {
    const std::size_t before = allocated_bytes();
    try {
        fit(data, "class", options);
    } catch (const TooLargeError& error) {
        if (counts_allocations()) CHECK(allocated_bytes() - before < std::size_t{256} << 20);
        return error.message();
    }
    return "not refused";
}

}  // namespace

TEST_CASE("A fit whose tables would pass its limit is refused with their number") {
    const Dataset bits = table_of(25, 25, 2, scattered);
    // The table of feature i given the class and the features before it has 2^(i + 2) cells; with
    // the class they sum to 2^27 - 2.
    CHECK_THAT(refusal(bits, {.structure = "joint"}),
               Contains("'joint' have 134217726 cells") &&
                   Contains("P(x24 | class, x0, x1 and 22 more) alone having 67108864 cells"));
    std::string all = "class";
    for (int i = 0; i < 24; ++i) all += ", x" + std::to_string(i);
    all += " -> x24";
    CHECK_THAT(refusal(bits, {.structure = all}), Contains("67108864"));
    const Dataset octets = table_of(25, 25, 8, scattered);
    CHECK_THAT(refusal(octets, {.structure = "kdb:9"}), Contains("alone having 2147483648 cells"));
    const Dataset names = table_of(400, 60, 400, [](std::size_t row, std::size_t column) {
        return scattered(row, column) % 20;  // more would identify the rows
    });
    // Each of 60 members has 59 tables of 2 * 400 * 400 cells.
    CHECK_THAT(refusal(names, {.structure = "aode"}), Contains("'aode'") && Contains("320000"));
    // Each of 1770 members has 58 tables of 2 * 400 * 400 * 400 cells, of which few would occur.
    CHECK_THAT(refusal(names, {.structure = "a2de"}),
               Contains("the tables of 'a2de'") && Contains("128000000"));
}

TEST_CASE("A validation refuses such a fit as the fit alone does") {
    const Dataset bits = table_of(25, 25, 2, scattered);
    const std::vector<Learner> choices = {FitOptions{.structure = "joint"}};
    const Folds folds = stratified_folds(bits.column("class"), 5, 1, 1);
    CHECK_THROWS_AS(validate(bits, "class", choices, folds), TooLargeError);
}

TEST_CASE("The memory of a fit is limited by what its caller says") {
    const Dataset bits = table_of(40, 6, 2, scattered);
    FitOptions options{.structure = "joint"};
    CHECK(refusal(bits, options) == "not refused");
    options.max_fit_bytes = 1000;
    CHECK_THAT(refusal(bits, options), Contains("the limit is 1 MB"));
}

TEST_CASE("Pairs of columns of many states are counted in memory of the rows, not of the pairs") {
    if (!counts_allocations()) {
        WARN("SKIPPED: allocations are not counted here");
        return;
    }
    // 66 pairs, each with 2 * 1000 * 1000 cells of which 300 occur.
    const Dataset names = table_of(300, 12, 1000, scattered);
    std::vector<Family> pairs;
    for (std::size_t a = 1; a <= 12; ++a)
        for (std::size_t b = a + 1; b <= 12; ++b)
            pairs.push_back({ColumnId(b), {ColumnId(std::size_t{0}), ColumnId(a)}});
    const std::size_t before = allocated_bytes();
    Statistics statistics(names.schema(), pairs);
    statistics.add(names);
    CHECK(allocated_bytes() - before < std::size_t{16} << 20);
    for (const FamilyCounts& counts : statistics.all_counts())
        CHECK(counts.total() == WeightSum::of_count(300));
}
