#include <io/csv/csv.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::io;
using Catch::Contains;

namespace {

std::vector<double> numbers(const Dataset& data, const std::string& column) {
    std::vector<double> values;
    for (std::size_t row = 0; row < data.rows(); ++row)
        values.push_back(data.column(column).value(row));
    return values;
}

DataRemarks remarks_on(std::string_view text, const DataOptions& options = {}) {
    ByteSource source(text, "t.csv", options.limits.max_file_bytes);
    DataRemarks remarks;
    read_csv(source, options, &remarks);
    return remarks;
}

DataOptions with(std::string_view words) {
    return {.dates = parse_date_options(words)};
}

/// One column "d" of these cells.
std::string column_of(const std::vector<std::string>& cells) {
    std::string text = "d\n";
    for (const std::string& cell : cells) text += '"' + cell + "\"\n";
    return text;
}

/// Days from 2000-01-01 on as texts, of which there are more than an encoder keeps.
std::vector<std::string> many_days(const std::string& separator) {
    std::vector<std::string> texts;
    for (int month = 1; month <= 12; ++month)
        for (int day = 1; day <= 28; ++day)
            texts.push_back(std::to_string(day) + separator + std::to_string(month) + separator +
                            "2000");
    return texts;
}

/// The cells of column 0 as they come in blocks of so many rows, for a model of these variables.
std::vector<Column> in_blocks(std::string_view text, std::vector<ColumnDeclaration> wanted,
                              std::size_t rows) {
    ByteSource source(text, "t.csv", DataOptions{}.limits.max_file_bytes);
    const TableBlocks blocks = csv_blocks(source, {}, wanted);
    std::vector<Column> columns;
    while (const std::optional<Dataset> block = blocks.next(rows))
        columns.push_back(block->columns().front());
    return columns;
}

using Kind = ColumnDeclaration::Kind;

}  // namespace

TEST_CASE("CSV: a column of dates is one of days, with missing cells as any") {
    const Dataset data = read_csv("d,x\n2024-03-05,1\n,2\n1969-12-31T12:00,3\n", {});
    const std::vector<double> days = numbers(data, "d");
    CHECK(days[0] == 19787);
    CHECK(std::isnan(days[1]));
    CHECK(days[2] == -0.5);
    CHECK(remarks_on("d\n2024-03-05\n").dates == std::vector<std::string>{"d"});
    CHECK(remarks_on("d\n2024-03-05\n", with("text")).dates.empty());
    CHECK(read_csv("d\n2024-03-05\n", with("text")).column("d").variable.states() ==
          std::vector<std::string>{"2024-03-05"});
    // What is declared discrete stays so, and weights are no dates.
    CHECK(read_csv("d\n2024-03-05\n", {.columns = {{"d", Kind::discrete}}})
              .column("d")
              .is_discrete());
    CHECK_THROWS_WITH(read_csv("d,w\n1,2024-03-05\n", {.weights = "w"}),
                      Contains("is not a finite number"));
}

TEST_CASE("CSV: the order of day and month is that of the column, wherever it shows") {
    for (const std::string separator : {"/", "-"}) {
        const std::vector<std::string> texts = many_days(separator);
        std::vector<std::string> reversed(texts.rbegin(), texts.rend());
        std::vector<double> forwards = numbers(read_csv(column_of(texts)), "d"),
                            backwards = numbers(read_csv(column_of(reversed)), "d");
        std::ranges::reverse(backwards);
        CHECK(forwards == backwards);
        CHECK(forwards.front() == 10957);  // 2000-01-01
        CHECK(forwards[28] == 10957 + 31);
    }
    // Of months alone, 300 different dates leave it open.
    std::vector<std::string> open;
    for (int year = 2000; year < 2003; ++year)
        for (int month = 1; month <= 12; ++month)
            for (int day = 1; day <= 12; ++day)
                open.push_back(std::to_string(day) + "/" + std::to_string(month) + "/" +
                               std::to_string(year));
    CHECK_THROWS_WITH(read_csv(column_of(open)), Contains("may have the day or the month first") &&
                                                     Contains("--dates day-first"));
    CHECK(numbers(read_csv(column_of(open), with("day-first")), "d")[1] == 10958);
    CHECK(numbers(read_csv(column_of(open), with("month-first")), "d")[1] == 10957 + 31);
    open.push_back("31/1/2004");
    CHECK(numbers(read_csv(column_of(open)), "d")[1] == 10958);
}

TEST_CASE("CSV: a column that mixes dates with words has names, and a remark says why") {
    const auto remark = [](const std::vector<std::string>& cells) {
        const DataRemarks remarks = remarks_on(column_of(cells));
        REQUIRE(remarks.nearly_numeric.size() == 1);
        CHECK(remarks.dates.empty());
        CHECK(remarks.nearly_numeric.front().are_dates);
        return remarks.nearly_numeric.front();
    };
    const NearlyNumericColumn word = remark({"2024-03-05", "2024-03-06", "unknown"});
    CHECK(word.cell == "unknown");
    CHECK(word.numbers == 2);
    CHECK(word.where.line == 4);
    CHECK(remark({"unknown", "2024-03-05", "2024-03-06"}).where.line == 2);
    CHECK(remark({"2024-03-05", "12", "2024-03-06"}).cell == "12");
    CHECK(remark({"2024-03-05", "2023-02-30"}).reason == "which no calendar has");
    CHECK(remark({"13/5/2024", "5/13/2024"}).reason == "which has the month before the day");
    CHECK(remark({"2024-03-05", "05.03.24"}).reason == "whose year has two digits");
    // Behind more dates than an encoder keeps as texts.
    std::vector<std::string> many = many_days(".");
    many.push_back("soon");
    const NearlyNumericColumn late = remark(many);
    CHECK(late.cell == "soon");
    CHECK(late.where.line == many.size() + 1);
    CHECK(read_csv(column_of(many)).column("d").variable.cardinality() == many.size());
    // Words among which a date is, and a date among numbers, are what they were.
    CHECK(remarks_on("d\na\nb\nc\ne\n2024-03-05\n").nearly_numeric.empty());
    CHECK_FALSE(remarks_on("d\n1\n2\n3\n2024-03-05\n").nearly_numeric.front().are_dates);
}

TEST_CASE("CSV: years of two digits are noted once for all columns") {
    const DataRemarks remarks = remarks_on("a,b,c\n05.03.24,5/13/24,x\n06.03.24,5/14/24,y\n");
    REQUIRE(remarks.notes.size() == 1);
    CHECK_THAT(remarks.notes.front().message, Contains("columns 'a', 'b'") &&
                                                  Contains("two digits of the year") &&
                                                  Contains("'05.03.24'"));
}

TEST_CASE("CSV: parts of dates are columns of states") {
    const Dataset data =
        read_csv("d,x\n2024-03-05 14:30,1\n?,2\n2024-12-29 00:00,3\n", with("month,weekday,hour"));
    std::vector<std::string> names = names_of(data.schema());
    CHECK(names == std::vector<std::string>{"month of d", "weekday of d", "hour of d", "x"});
    CHECK(data.column("month of d").state(0) == StateId(2));
    CHECK(data.column("weekday of d").state(2) == StateId(6));
    CHECK(data.column("hour of d").state(0) == StateId(14));
    CHECK(data.column("hour of d").is_missing(1));
    // A column that is there already is not made again.
    const Dataset both = read_csv("d,month of d\n2024-03-05,March\n", with("month,number"));
    CHECK(both.columns().size() == 2);
    CHECK(both.column("month of d").variable.cardinality() == 1);
}

TEST_CASE("CSV in parts: dates have the columns and numbers that they have at once") {
    const std::string text = column_of(many_days("/"));
    for (const char* words : {"number", "month,number,weekday", "text"}) {
        INFO(words);
        ByteSource source(text, "t.csv", DataOptions{}.limits.max_file_bytes);
        const std::optional<Rows> rows = csv_rows(source, with(words));
        REQUIRE(rows);
        const Dataset whole = read_csv(text, with(words));
        CHECK(rows->schema() == whole.schema());
        CHECK(in_memory(*rows) == whole);
    }
    ByteSource open("d\n3/5/2024\n", "t.csv", DataOptions{}.limits.max_file_bytes);
    CHECK_THROWS_WITH(csv_rows(open, {}), Contains("--dates day-first"));
}

TEST_CASE("CSV in blocks: dates are numbers where a model has numbers") {
    const std::string text = "d,x\n13/5/2024,a\n,b\n3/5/2024,c\n";
    for (const std::size_t rows : {1, 2, 3}) {
        std::vector<double> days;
        for (const Column& column : in_blocks(text, {{"d", Kind::continuous}}, rows))
            for (std::size_t row = 0; row < column.rows(); ++row) days.push_back(column.value(row));
        REQUIRE(days.size() == 3);
        CHECK(days[0] == 19856);
        CHECK(std::isnan(days[1]));
        CHECK(days[2] == 19846);
    }
    CHECK_THROWS_WITH(in_blocks("d\n3/5/2024\n", {{"d", Kind::continuous}}, 5),
                      Contains("t.csv:2:1") && Contains("--dates day-first"));
    // After a number a date is a word, in whichever block.
    for (const std::size_t rows : {1, 2})
        CHECK(
            in_blocks("d\n7\n2024-03-05\n", {{"d", Kind::continuous}}, rows).back().is_discrete());
}

TEST_CASE("CSV in blocks: the parts of dates that a model has are made of the dates") {
    const std::string text = "d,x\n2024-03-05,a\n,b\n2024-12-29,c\n";
    for (const std::size_t rows : {1, 3}) {
        const std::vector<Column> found =
            in_blocks(text, {{.name = "x"}, {.name = "month of d"}}, rows);
        CHECK(found.front().variable == Variable("month of d", found.front().variable.states()));
        CHECK(found.front().state(0) == StateId(2));
        CHECK(found.front().variable.cardinality() == 12);
    }
    CHECK_THROWS_WITH(in_blocks("d\n2024-03-05\nsoon\n", {{.name = "month of d"}}, 5),
                      Contains("t.csv:3:1: 'soon' is not a date") && Contains("--missing-marks"));
    // A column of that name goes before, and a number of days is one.
    CHECK(in_blocks("month of d,d\nMarch,never\n", {{.name = "month of d"}}, 5)
              .front()
              .variable.cardinality() == 1);
    CHECK(in_blocks("d\n19787\n", {{.name = "month of d"}}, 5).front().state(0) == StateId(2));
}
