#include <learners/independence/linear_relations.hpp>

#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using Catch::WithinRel;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

using Numbers = std::vector<double>;

/// Numbers without relations.
Numbers noise(std::uint64_t seed, std::size_t rows = 60) {
    Rng rng(seed);
    Numbers cells;
    for (std::size_t row = 0; row < rows; ++row) cells.push_back(rng.uniform() * 30 - 5);
    return cells;
}

/// intercept + a x + b y, cell by cell.
Numbers combined(double intercept, double a, const Numbers& x, double b, const Numbers& y) {
    Numbers cells;
    for (std::size_t row = 0; row < x.size(); ++row)
        cells.push_back(intercept + a * x[row] + b * y[row]);
    return cells;
}

Dataset table(const std::vector<std::pair<const char*, Numbers>>& columns) {
    std::vector<Column> all;
    for (const auto& [name, cells] : columns) all.push_back(continuous_column(name, cells));
    return Dataset(std::move(all));
}

Dataset temperatures() {
    const Numbers celsius = noise(1), sales = noise(2);
    return table({{"celsius", celsius},
                  {"sales", combined(0, 1, sales, 0.5, celsius)},
                  {"fahrenheit", combined(32, 1.8, celsius, 0, sales)}});
}

}  // namespace

TEST_CASE("Linear relations: a second unit is a function of the first alone", "[learners]") {
    const Dataset data = temperatures();
    const std::vector<LinearRelation> found = linear_relations(data);
    REQUIRE(found.size() == 1);
    CHECK(found[0].column == ColumnId(2));
    CHECK(found[0].by == std::vector{ColumnId(0)});
    CHECK_THAT(found[0].slopes[0], WithinRel(1.8, 1e-12));
    CHECK_THAT(found[0].intercept, WithinRel(32.0, 1e-12));
    CHECK(linear_relation_remark(found[0], data) ==
          "'fahrenheit' is a linear function of 'celsius': fahrenheit = 1.8 celsius + 32");
}

TEST_CASE("Linear relations: the order says which column is the function", "[learners]") {
    const Dataset data = temperatures();
    const std::vector<LinearRelation> found =
        linear_relations(data, std::vector{ColumnId(2), ColumnId(1), ColumnId(0)});
    REQUIRE(found.size() == 1);
    CHECK(found[0].column == ColumnId(0));
    CHECK(found[0].by == std::vector{ColumnId(2)});
}

TEST_CASE("Linear relations: a total names its parts and no other column", "[learners]") {
    const Numbers a = noise(1), b = noise(2), c = noise(3), other = noise(4);
    const Numbers total = combined(0, 1, combined(0, 1, a, 1, b), 1, c);
    const Dataset data = table({{"a", a}, {"b", b}, {"other", other}, {"c", c}, {"total", total}});
    const std::vector<LinearRelation> found = linear_relations(data);
    REQUIRE(found.size() == 1);
    CHECK(found[0].by == std::vector{ColumnId(0), ColumnId(1), ColumnId(3)});
    CHECK(found[0].intercept == 0);
    CHECK(formula_of(found[0], data) == "a + b + c");
}

TEST_CASE("Linear relations: the unit of a total is a function of the total alone", "[learners]") {
    const Numbers a = noise(1), b = noise(2);
    const Numbers total = combined(0, 1, a, 1, b);
    const Dataset data =
        table({{"a", a}, {"b", b}, {"total", total}, {"cents", combined(0, -100, total, 0, a)}});
    const std::vector<LinearRelation> found = linear_relations(data);
    REQUIRE(found.size() == 2);
    CHECK(found[1].by == std::vector{ColumnId(2)});
    CHECK(formula_of(found[1], data) == "-100 total");
}

TEST_CASE("Linear relations: numbers written with few digits are no function", "[learners]") {
    const Numbers celsius = noise(1);
    Numbers rounded, precise;
    for (const double cell : celsius) {
        rounded.push_back(std::round((32 + 1.8 * cell) * 1e4) / 1e4);
        precise.push_back(std::round((32 + 1.8 * cell) * 1e12) / 1e12);
    }
    CHECK(linear_relations(table({{"c", celsius}, {"f", rounded}})).empty());
    CHECK(linear_relations(table({{"c", celsius}, {"f", precise}})).size() == 1);
}

TEST_CASE("Linear relations: large means and small spreads hide none and make none", "[learners]") {
    Numbers x = noise(1), y = noise(2);
    for (double& cell : x) cell = 1e9 + cell / 10;
    for (double& cell : y) cell = 1e-200 * cell;
    const Numbers copy = combined(5e8, -2, x, 0, x), tiny = combined(0, 1e190, y, 0, y);
    const std::vector<LinearRelation> found =
        linear_relations(table({{"x", x}, {"y", y}, {"copy", copy}, {"tiny", tiny}}));
    REQUIRE(found.size() == 2);
    CHECK(found[0].by == std::vector{ColumnId(0)});
    CHECK_THAT(found[0].slopes[0], WithinRel(-2.0, 1e-6));
    CHECK(found[1].by == std::vector{ColumnId(1)});
}

TEST_CASE("Linear relations: complete rows decide, and all rows must agree", "[learners]") {
    const Numbers celsius = noise(1);
    Numbers fahrenheit = combined(32, 1.8, celsius, 0, celsius), gaps = noise(3);
    for (std::size_t row = 0; row < 20; ++row) gaps[row] = no_number;
    fahrenheit[30] = no_number;
    CHECK(linear_relations(table({{"c", celsius}, {"f", fahrenheit}, {"g", gaps}})).size() == 1);
    fahrenheit[5] += 1;  // in a row that misses another column
    CHECK(linear_relations(table({{"c", celsius}, {"f", fahrenheit}, {"g", gaps}})).empty());
}

TEST_CASE("Linear relations: rows without weight count for nothing", "[learners]") {
    const Numbers celsius = noise(1);
    Numbers fahrenheit = combined(32, 1.8, celsius, 0, celsius);
    fahrenheit[5] += 1;
    std::vector<double> weights(celsius.size(), 2);
    const Dataset data = table({{"c", celsius}, {"f", fahrenheit}});
    CHECK(linear_relations(data.with_weights(weights)).empty());
    weights[5] = 0;
    CHECK(linear_relations(data.with_weights(weights)).size() == 1);
}

TEST_CASE("Linear relations: few rows make none", "[learners]") {
    std::vector<std::pair<const char*, Numbers>> columns;
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h"})
        columns.emplace_back(name, noise(columns.size(), 6));
    CHECK(linear_relations(table(columns)).empty());
    columns.emplace_back("b2", combined(1, 2, columns[1].second, 0, columns[0].second));
    const std::vector<LinearRelation> found = linear_relations(table(columns));
    REQUIRE(found.size() == 1);
    CHECK(found[0].by == std::vector{ColumnId(1)});
    // Six different rows, each drawn three times.
    std::vector<std::uint32_t> rows;
    for (std::uint32_t row = 0; row < 18; ++row) rows.push_back(row / 3);
    CHECK(linear_relations(table(columns).select_rows(rows)).size() == 1);
}

TEST_CASE("Linear relations: columns of two numbers need several rows of each", "[learners]") {
    const Numbers bit{0, 1, 1, 0, 1, 0, 0, 1, 1, 1};
    CHECK(linear_relations(table({{"bit", bit}, {"flag", combined(1, -1, bit, 0, bit)}})).size() ==
          1);
    CHECK(linear_relations(table({{"a", {1, 2}}, {"b", {5, 3}}})).empty());
}

TEST_CASE("Linear relations: discrete and constant columns take no part", "[learners]") {
    const Numbers x = noise(1, 8), y = noise(2, 8);
    const Dataset data(
        {text_column("s", std::vector<std::string_view>{"a", "b", "a", "a", "b", "b", "a", "b"}),
         continuous_column("x", x), continuous_column("k", Numbers(8, 3.5)),
         continuous_column("k2", Numbers(8, 7)), continuous_column("x2", combined(0, 2, x, 0, y))});
    const std::vector<LinearRelation> found = linear_relations(data);
    REQUIRE(found.size() == 1);
    CHECK(found[0].column == ColumnId(4));
    CHECK(found[0].by == std::vector{ColumnId(1)});
    CHECK(linear_relations(Dataset{}).empty());
}

TEST_CASE("Linear families: a variable counts where its parents alone determine it", "[learners]") {
    const Dataset data = temperatures();
    using Arcs = std::vector<Arc>;
    const VariableId celsius(0), sales(1), fahrenheit(2);
    CHECK(linear_families(data, Dag(3, Arcs{{celsius, fahrenheit}, {celsius, sales}})).size() == 1);
    CHECK(linear_families(data, Dag(3, Arcs{{fahrenheit, celsius}})).front().column == ColumnId(0));
    CHECK(linear_families(data, Dag(3, Arcs{{sales, celsius}, {sales, fahrenheit}})).empty());
}

TEST_CASE("Linear relations: a long formula is cut", "[learners]") {
    std::vector<std::pair<const char*, Numbers>> columns;
    Numbers total(60, 0.0);
    for (const char* name : {"a", "b", "c", "d", "e", "f", "g", "h", "i", "j"}) {
        columns.emplace_back(name, noise(columns.size()));
        total = combined(0, 1, total, 1, columns.back().second);
    }
    columns.emplace_back("total", total);
    const Dataset data = table(columns);
    const std::vector<LinearRelation> found = linear_relations(data);
    REQUIRE(found.size() == 1);
    CHECK(formula_of(found[0], data) == "a + b + c + d + e + f + g + h + 2 more terms");
}
