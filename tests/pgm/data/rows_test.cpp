#include <pgm/data/rows.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <utility>

using namespace pgm;
using namespace pgm::tests;

namespace {

const void* first_cell(const Dataset& table) {
    return std::visit([](const auto& cells) -> const void* { return cells.data(); },
                      table.columns().front().cells);
}

/// P(a | y), and the class alone.
CountRequest request_of(const Dataset& data) {
    return {.schema = data.schema(),
            .families = {{ColumnId(std::size_t{1}), {ColumnId(std::size_t{0})}},
                         {ColumnId(std::size_t{0}), {}}}};
}

}  // namespace

TEST_CASE("Rows: a table that lives elsewhere is referred to, a table that is given is held") {
    Dataset data = digits("ya", {"01", "1.", "00"});
    const void* const cells = first_cell(data);
    CHECK(first_cell(*Rows(data).table()) == cells);
    const Rows held(std::move(data));
    CHECK(first_cell(*held.table()) == cells);
    CHECK(held.rows() == 3u);
}

TEST_CASE("Rows: the sums of a table, of parts and of a place that counts are the same") {
    const Dataset data = digits("ya", {"01", "1.", "00", ".1", "11"});
    const CountRequest request = request_of(data);
    const CountedRows sums = Rows(data).count(request);
    CHECK(sums.rows_without_class == 1);
    CHECK(sums.statistics.rows() == 4);
    CHECK(sums.statistics.counts(request.families[0]).values() == std::vector<double>{1, 1, 0, 1});
    const Rows parts(data.schema(), data.rows(), [&](std::size_t rows, const Rows::Visit& visit) {
        for (std::size_t row = 0; row < data.rows(); row += rows)
            visit(data.view_rows(row, std::min(rows, data.rows() - row)));
    });
    std::size_t visited = 0;
    parts.pass(2, [&](const Dataset& part) { visited += part.rows(); });
    CHECK(visited == 5);
    CHECK(parts.table() == nullptr);
    CHECK(parts.count(request).statistics == sums.statistics);
    const Rows counted =
        Rows::of_counts(data.schema(), data.rows(),
                        [&](const CountRequest& wanted) { return parts.count(wanted); });
    CHECK(counted.count(request).statistics == sums.statistics);
    CHECK_THROWS_AS(counted.pass([](const Dataset&) {}), ArgumentError);
}

TEST_CASE("Rows: families that were counted apart are joined, over the same rows only") {
    const Dataset data = digits("ya", {"01", "1.", "00", ".1", "11"});
    CountRequest first = request_of(data), second = first;
    first.families.pop_back();
    second.families.erase(second.families.begin());
    const CountedRows all = Rows(data).count(request_of(data));
    const std::vector<CountedRows> apart = {Rows(data).count(first), Rows(data).count(second)};
    CHECK(joined(request_of(data), apart, 4).statistics == all.statistics);
    const Dataset fewer = digits("ya", {"01"});
    CHECK_THROWS_WITH(joined(request_of(data), std::vector{apart[0], Rows(fewer).count(second)}, 4),
                      Catch::Contains("two passes over the data found different numbers of rows"));
}

TEST_CASE("Rows without a class are left out, the others keep their order", "[data]") {
    const Dataset data = digits("ya", {"01", ".1", "1.", ".."});
    const Dataset labelled = labelled_rows(data, "y");
    CHECK(labelled == digits("ya", {"01", "1."}));
    CHECK(labelled.rows() == 2);
    CHECK(labelled_rows(digits("ya", {".1", "1."}), "y").rows() == 1);
}

TEST_CASE("A class that is no column is refused by name", "[data]") {
    const Dataset data = digits("ya", {"01"});
    CHECK_THROWS_AS(labelled_rows(data, "z"), ArgumentError);
}

TEST_CASE("Numbers are cut and missing values filled in the rows with a class", "[data]") {
    std::vector<Column> columns = digits("ya", {"00", "1.", ".1"}).columns();
    columns.push_back(continuous_column("x", {1.0, 2.0, 3.0}));
    const Dataset data(columns);
    Discretisation cuts;
    cuts.add("x", {{2.0}});
    Replacements replacements;
    replacements.add("a", StateId(std::size_t{1}));
    const Dataset rows = prepared_rows(data, "y", cuts, replacements, 2);
    CHECK(rows.rows() == 2);
    CHECK(rows.column("a").state(1) == StateId(std::size_t{1}));
    // A value on a cut belongs to the interval above it.
    CHECK(rows.column("x").state(0) == StateId(std::size_t{0}));
    CHECK(rows.column("x").state(1) == StateId(std::size_t{1}));
    const Dataset table = digits("ya", {"00", "11"});
    CHECK(first_cell(prepared_rows(table, "y", {}, {}, 1)) == first_cell(table));
}
