#include <io/csv/csv.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/allocation_counter.hpp>
#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

/// The columns from which on a table of few rows is read column by column.
constexpr std::size_t fewest_short_columns = 1024;

/// Columns of these names and cells and very many others of numbers: a table that is read column by
/// column, but row by row where a row of long cells is added.
std::string wide_text(const std::vector<std::string>& column_names,
                      const std::vector<std::vector<std::string>>& rows, bool add_long_cells) {
    const std::size_t others = fewest_short_columns;
    std::string text;
    for (const std::string& name : column_names) text += name + ",";
    for (std::size_t i = 0; i < others; ++i) text += "x" + std::to_string(i) + ",";
    text += "last\r\n";
    for (const std::vector<std::string>& row : rows) {
        for (const std::string& cell : row) text += cell + ",";
        for (std::size_t i = 0; i < others; ++i) text += std::to_string(i) + ".5,";
        text += "q\r\n";
    }
    if (!add_long_cells) return text;
    for (std::size_t i = 0; i < column_names.size(); ++i) text += "1,";
    for (std::size_t i = 0; i < others; ++i) text += std::string(140, '0') + ",";
    return text + "q\n";
}

const std::vector<std::string> column_names = {"\"a, b\"", "n", "m", "yes", "spoiled", "w"};
const std::vector<std::vector<std::string>> rows = {{"\"x\"\"y\"", "1", "?", "0", "1", "0.5"},
                                                    {" z ", "2.25", "\"NA\"", "1", "2", "1"},
                                                    {"", "-3e4", "", "0", "word", "2"},
                                                    {"\"two\nlines\"", "\"7\"", "", "1", "3", "3"}};

/// Rows but the last, which only one of two tables has.
Dataset first_rows(const Dataset& data) {
    return data.select_rows(std::vector<std::uint32_t>{0, 1, 2, 3});
}

}  // namespace

TEST_CASE("A table of few rows is the same read column by column as read row by row", "[csv]") {
    DataOptions options;
    options.columns = {{.name = "n", .kind = ColumnDeclaration::Kind::discrete},
                       {.name = "x7", .kind = ColumnDeclaration::Kind::ignored}};
    for (const bool header : {true, false}) {
        for (const char* const weights : {"", "w"}) {
            options.header = header;
            options.weights = header ? weights : "";
            if (!header) options.columns.clear();
            const Dataset by_columns = read_csv(wide_text(column_names, rows, false), options);
            Dataset by_rows = read_csv(wide_text(column_names, rows, true), options);
            if (!header) {
                CHECK(by_columns.rows() == 5);
                CHECK(by_columns.column("c2").variable.states().back() == "n");
                continue;
            }
            by_rows = first_rows(by_rows);
            REQUIRE(by_columns.columns().size() == by_rows.columns().size());
            CHECK(by_columns.weights().size() == by_rows.weights().size());
            for (std::size_t i = 0; i < by_rows.columns().size(); ++i) {
                const Column &a = by_columns.column(ColumnId(i)), &b = by_rows.column(ColumnId(i));
                REQUIRE(a.name() == b.name());
                REQUIRE(a.is_discrete() == b.is_discrete());
                for (std::size_t row = 0; row < 4; ++row) {
                    REQUIRE(a.is_missing(row) == b.is_missing(row));
                    if (a.is_missing(row)) continue;
                    if (a.is_discrete())
                        REQUIRE(a.variable.state(*a.state(row)) == b.variable.state(*b.state(row)));
                    else
                        REQUIRE(a.value(row) == b.value(row));
                }
            }
        }
    }
}

TEST_CASE("Remarks and errors of a table of few rows name line and column", "[csv]") {
    DataRemarks remarks;
    DataOptions options;
    options.name = "t.csv";
    std::string text = wide_text(column_names, rows, false);
    ByteSource source(text, options.name, options.limits.max_file_bytes);
    read_csv(source, options, &remarks);
    REQUIRE(remarks.nearly_numeric.size() == 1);
    CHECK(remarks.nearly_numeric[0].name == "spoiled");
    CHECK(remarks.nearly_numeric[0].cell == "word");
    CHECK(remarks.nearly_numeric[0].numbers == 3);
    CHECK(to_string(remarks.nearly_numeric[0].where) == "t.csv:4:10");  // ,-3e4,,0,word

    options.columns = {{.name = "spoiled", .kind = ColumnDeclaration::Kind::continuous}};
    CHECK_THROWS_WITH(
        read_csv(text, options),
        "t.csv:4:10: 'word' is not a finite number, but column 'spoiled' is continuous");
    options.columns.clear();
    CHECK_THROWS_WITH(read_csv(text + "1,2\n", options),
                      Catch::Contains("t.csv:7:4: this row has 2 cells, but the header has 1031"));
}

TEST_CASE("Memory for a table of two rows and very many columns stays near that of its cells",
          "[csv]") {
    if (!counts_allocations()) {
        WARN("SKIPPED: allocations are not counted here");
        return;
    }
    constexpr std::size_t columns = 260'000;
    std::string text;
    for (std::size_t i = 0; i < columns; ++i) text += (i > 0 ? ",c" : "c") + std::to_string(i);
    for (std::size_t row = 0; row < 2; ++row) {
        text += '\n';
        for (std::size_t i = 0; i < columns; ++i)
            text += (i > 0 ? "," : "") + std::to_string(2 + (i + row) % 8);
    }
    take_peak_bytes();
    const Dataset data = read_csv(text);
    CHECK(take_peak_bytes() < 8 * text.size());

    const std::size_t requests = allocation_count(), bytes = allocated_bytes();
    const Dataset copy = data;
    CHECK(allocation_count() - requests == 1);
    CHECK(allocated_bytes() - bytes <= 72 * columns);
    CHECK(data.column("c259999").value(1) == 2);
}
