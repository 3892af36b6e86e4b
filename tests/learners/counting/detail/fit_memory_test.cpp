#include <learners/fit/fit.hpp>
#include <learners/validate/cross_validation.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>

#include <functional>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::Contains;

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
std::string refusal(const Dataset& data, const Fit& options) {
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
    // More memory helps here, and not where a table is beyond what a network may hold.
    CHECK_THROWS_WITH(fit(bits, "class", {.structure = "joint"}),
                      Contains("or raise Fit::max_fit_bytes"));
    const Dataset octets = table_of(25, 25, 8, scattered);
    CHECK_THROWS_WITH(
        fit(octets, "class", {.structure = "kdb:9"}),
        Catch::EndsWith("(choose a structure with fewer parents, leave columns out or "
                        "cut numbers into fewer intervals)"));
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
    const std::vector<Estimator> choices = {Fit{.structure = "joint"}};
    const Folds folds = stratified_folds(bits.column("class"), 5, 1, 1);
    CHECK_THROWS_AS(validate(bits, "class", choices, folds), TooLargeError);
}

TEST_CASE("The memory of a fit is limited by what its caller says") {
    const Dataset bits = table_of(40, 6, 2, scattered);
    Fit options{.structure = "joint"};
    CHECK(refusal(bits, options) == "not refused");
    options.max_fit_bytes = 1000;
    CHECK_THAT(refusal(bits, options), Contains("the limit is 1 MB"));
}

TEST_CASE("The counts of all pairs of columns are within the limit only where they are kept") {
    // Those of 11,175 pairs, each with 2 * 16 * 16 cells of 16 bytes, take 92 MB.
    const Dataset data = table_of(200, 150, 16, scattered);
    Fit options{.structure = "tan", .max_fit_bytes = std::size_t{32} << 20};
    CHECK(refusal(data, options) == "not refused");
    options.keep_statistics = true;
    CHECK_THAT(refusal(data, options),
               Contains("the sums to be counted for 'tan'") && Contains("the limit is 32 MB"));
}

TEST_CASE("Rows in parts, and weights that are no whole numbers, are weighed a block at a time") {
    const Dataset data = table_of(120, 40, 5, scattered);
    std::vector<double> weights;
    for (std::size_t row = 0; row < data.rows(); ++row)
        weights.push_back(0.5 + static_cast<double>(row % 4));
    const Dataset weighted = data.with_weights(weights);
    std::vector<std::uint32_t> first, second;
    for (std::uint32_t row = 0; row < 120; ++row) (row % 5 == 0 ? first : second).push_back(row);
    for (const char* structure : {"tan", "fan:k2", "kdb:2", "chow-liu"}) {
        for (const Dataset& rows : {data, weighted}) {
            std::size_t passes = 0;
            const auto pass = [&](std::size_t, const Rows::Visit& take) {
                ++passes;
                take(rows.select_rows(first));
                take(rows.select_rows(second));
            };
            const Rows parts(rows.schema(), std::nullopt, pass);
            Fit options{.structure = structure};
            const Classifier whole = fit(rows, "class", options);
            CHECK(fit(parts, "class", options) == whole);
            const std::size_t usual_passes = passes;
            options.max_fit_bytes = std::size_t{1} << 20;  // the pairs take more
            passes = 0;
            CHECK(fit(parts, "class", options) == whole);
            CHECK(passes > usual_passes);
        }
    }
}

TEST_CASE("Kernel densities are refused where their values would pass the limit") {
    std::vector<double> numbers;
    std::vector<std::optional<StateId>> classes;
    for (std::size_t row = 0; row < 20'000; ++row) {
        numbers.push_back(static_cast<double>(row * 7919 % 20'011));
        classes.emplace_back(StateId(row % 2));
    }
    const Dataset data({discrete_column(Variable("class", {"a", "b"}), classes),
                        continuous_column("x", numbers), continuous_column("y", numbers)});
    Fit options{.structure = "nb", .max_fit_bytes = std::size_t{1} << 20};
    CHECK(refusal(data, options) == "not refused");
    options.continuous = parse_continuous("kde");
    CHECK_THAT(refusal(data, options), Contains("the values of the densities of 'nb' need 4 MB"));
}

TEST_CASE("aode of many columns is refused before anything is counted") {
    const Dataset data = table_of(60, 1200, 4, scattered);
    // Each of 1200 members has 1199 tables of 2 * 4 * 4 cells, and some smaller ones.
    CHECK_THAT(refusal(data, {.structure = "aode"}),
               Contains("the tables of 'aode' have") && Contains("the limit is 2048 MB"));
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
    Sums statistics(names.schema(), pairs);
    statistics.add(names);
    CHECK(allocated_bytes() - before < std::size_t{16} << 20);
    for (const FamilyCounts& counts : statistics.all_counts())
        CHECK(counts.total() == WeightSum::of_count(300));
}
