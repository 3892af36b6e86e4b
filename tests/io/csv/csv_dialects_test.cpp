#include <io/csv/csv.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <optional>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::io;
using Strings = std::vector<std::string>;

namespace {

struct TableAndRemarks {
    Dataset data;
    DataRemarks remarks;
};

DataOptions with_file_name() {
    DataOptions options;
    options.name = "t.csv";
    return options;
}

TableAndRemarks read(std::string_view text, DataOptions options = {}) {
    options.name = "t.csv";
    ByteSource source(text, options.name, options.limits.max_file_bytes);
    TableAndRemarks table;
    table.data = read_csv(source, options, &table.remarks);
    return table;
}

Strings names(const Dataset& data) {
    Strings found;
    for (const Column& column : data.columns()) found.push_back(column.name());
    return found;
}

Strings notes(std::string_view text, DataOptions options = {}) {
    Strings found;
    for (const Problem& note : read(text, std::move(options)).remarks.notes)
        found.push_back(note.message + " (" + note.hint + ")");
    return found;
}

/// Names and first column of numbers of the blocks of a table.
void check_blocks(const std::string& text, const Strings& expected, std::size_t expected_notes) {
    ByteSource source(text, "t.csv", text.size());
    const std::vector<ColumnDeclaration> wanted{
        {.name = expected.back(), .kind = ColumnDeclaration::Kind::continuous}};
    const auto blocks = csv_blocks(source, {}, wanted);
    CHECK(blocks.names == expected);
    CHECK(blocks.notes.size() == expected_notes);
    const Dataset whole = read(text).data;
    std::size_t row = 0;
    while (const auto block = blocks.next(1)) {
        REQUIRE(block->rows() == 1);
        CHECK(block->column(expected.back()).value(0) == whole.column(expected.back()).value(row));
        ++row;
    }
    CHECK(row == whole.rows());
}

}  // namespace

TEST_CASE("CSV: a first column without a name gets the first free name, with a note", "[csv]") {
    const std::string text = ",age,size\n0,27,1.5\n1,31,2.5\n";
    CHECK(names(read(text).data) == Strings{"c1", "age", "size"});
    CHECK(notes(text) == Strings{"the first column has no name and is called 'c1' (numbers or "
                                 "names of rows? --ignore c1)"});
    CHECK(names(read("\"\",c1,c2\n0,27,1.5\n").data) == Strings{"c3", "c1", "c2"});
    CHECK(
        read(text, {.columns = {{"c1", ColumnDeclaration::Kind::ignored}}}).data.columns().size() ==
        2);
    CHECK_THROWS_WITH(read(",a,,b\n1,2,3,4\n"),
                      "t.csv:1:4: column 3 has an empty name (every column needs a name in the "
                      "first line)");
    check_blocks(text, {"c1", "age", "size"}, 1);
}

TEST_CASE("CSV: delimiters at the end of every line are dropped, with one note", "[csv]") {
    const std::string text = "age,size,\n27,1.5,\r\n\n31,2.5, \n";
    CHECK(names(read(text).data) == Strings{"age", "size"});
    CHECK(notes(text) ==
          Strings{"the lines end with a delimiter, and the empty last column is left "
                  "out ()"});
    CHECK(names(read("a;b;;;\n1;2;;;\n").data) == Strings{"a", "b"});
    CHECK(names(read("a,\n").data) == Strings{"a"});
    CHECK(names(read(",a,\n7,1,\n").data) == Strings{"c1", "a"});
    check_blocks(text, {"age", "size"}, 1);
    check_blocks("a\tb\t\n1\t2\t\n", {"a", "b"}, 1);
    check_blocks(",a,b,\n1,2,3,\n", {"c1", "a", "b"}, 2);
}

TEST_CASE("CSV: a cell or row that contradicts the dropped last column is refused", "[csv]") {
    CHECK_THROWS_WITH(read("a,b,\n1,2,\n1,2,3\n"),
                      Catch::Contains("t.csv:3:5: this row has more cells than the 2"));
    CHECK_THROWS_WITH(read("a,b,\n1,2,\n1,2\n"),
                      "t.csv:3:4: this row has 2 cells with the empty ones at its end, but the "
                      "header has 3");
    CHECK_THROWS_WITH(read("a,b,\n1,2,\n1,2,,\n"),
                      Catch::Contains("t.csv:3:6: this row has 4 cells"));
    CHECK_THROWS_WITH(read("a,b,c,\n1,2\n"),
                      Catch::Contains("t.csv:1:7: column 4 has an empty name"));
}

TEST_CASE("CSV: a delimiter at the end of the header alone is dropped, with one note", "[csv]") {
    const std::string text = "age,size,\n27,1.5\n\n31,2.5\n";
    CHECK(names(read(text).data) == Strings{"age", "size"});
    CHECK(read(text).data.rows() == 2);
    CHECK(notes(text) ==
          Strings{"the header ends with a delimiter and the rows do not: it is left out ()"});
    CHECK(names(read("age,\n27\n").data) == Strings{"age"});
    check_blocks(text, {"age", "size"}, 1);
    CHECK_THROWS_WITH(read("a,b,\n1,2\n1,2,\n"),
                      Catch::Contains("t.csv:3:5: this row has more cells than the 2"));
    CHECK_THROWS_WITH(read("a,b,\n1,2\n1\n"), Catch::Contains("t.csv:3:2: this row has 1 cell"));
}

TEST_CASE("CSV: the dialects are the same in parts and in tables of very many columns", "[csv]") {
    const int columns = GENERATE(1100, 1000);
    std::string header, row;
    for (int i = 0; i < columns; ++i) {
        header += ",x" + std::to_string(i);
        row += "," + std::to_string(i) + (i == 7 ? "" : ".5");
    }
    const std::string text = header + ",\n0" + row + ",\n\"NaN\"" + row + ",\nNaN" + row + ",\n";
    const TableAndRemarks table = read(text);
    CHECK(names(table.data).size() == static_cast<std::size_t>(columns) + 1);
    CHECK(table.data.column("x7").value(1) == 7);
    CHECK(table.remarks.notes.size() == 3);
    ByteSource source(text, "t.csv", text.size());
    const auto all = [](std::span<const Variable>, std::size_t) { return true; };
    DataRemarks remarks;
    const std::optional<Rows> parts = csv_rows(source, {}, all, &remarks);
    REQUIRE(parts.has_value() == (columns == 1000));
    if (!parts) return;
    CHECK(remarks.notes.size() == 3);
    parts->pass(1, [&](const Dataset& part) { CHECK(names(part) == names(table.data)); });
}

TEST_CASE("CSV: the row names of R's write.table become the first column", "[csv]") {
    DataOptions blanks;
    blanks.delimiters += ' ';
    const std::string text = "\"age\" \"job\"\n\"1\" 27 \"clerk\"\n\"2\" 31 \"cook\"\n";
    const TableAndRemarks table = read(text, blanks);
    CHECK(names(table.data) == Strings{"c1", "age", "job"});
    CHECK(table.data.column("age").value(1) == 31);
    REQUIRE(table.remarks.notes.size() == 1);
    CHECK_THAT(table.remarks.notes[0].message, Catch::Contains("one cell more than the header"));
    check_blocks("a\tb\nx\t1\t2\ny\t3\t4\n", {"c1", "a", "b"}, 1);
    CHECK_THROWS_WITH(read("a\tb\nx\t1\t2\n3\t4\n"), Catch::Contains("t.csv:3:4: this row has 2"));
    CHECK_THROWS_WITH(
        read("\"a\",\"b\"\n\"1\",2,3\n"),
        Catch::Contains("t.csv:2:7") && Catch::Contains("row names need a name in the header too"));
}

TEST_CASE("CSV: control characters in a header are refused with code point and place", "[csv]") {
    CHECK_THROWS_WITH(read("a,b\x07z\n1,2\n"),
                      Catch::Contains("t.csv:1:4: the name of column 2, ") &&
                          Catch::Contains("holds the control character U+0007"));
    CHECK_THROWS_WITH(read("a\x7f\n1\n"),
                      Catch::Contains("t.csv:1:2:") && Catch::Contains("U+007F"));
    CHECK_THROWS_WITH(read("a,\"b\nc\"\n1,2\n"), Catch::Contains("U+000A"));
    CHECK_THROWS_WITH(read("a,\"b\"\"\x1b\"\n1,2\n"),
                      Catch::Contains("t.csv:1:3:") && Catch::Contains("U+001B"));
    CHECK(read("a\nx\x07y\n").data.rows() == 1);
    CHECK(read("\x07\n", {.header = false}).data.rows() == 1);
}

TEST_CASE("CSV: names that look like data get a note that names --no-header", "[csv]") {
    const Strings iris = notes("5.1,3.5,1.4,0.2,setosa\n4.9,3.0,1.4,0.2,setosa\n");
    CHECK(iris == Strings{"most names of columns look like data, such as '5.1': is the first line "
                          "data? (--no-header reads it as such)"});
    CHECK(notes("5\n6\n").size() == 1);
    CHECK(notes("?,7\n6,8\n").size() == 1);
    CHECK(notes("country,2019,2020,2021\na,1,2,3\n").empty());
    CHECK(notes("a,b,3\n1,2,3\n").empty());
    CHECK(notes("5,6\n7,8\n", {.header = false}).empty());
}

TEST_CASE("CSV: equal names that look like data are refused with --no-header", "[csv]") {
    for (const char* const text :
         {"0,1,0,good\n1,1,0,bad\n", "x,o,x,o,win\n", "p,x,p,p\n", "?,a,?\n"})
        CHECK_THROWS_WITH(read(text), Catch::Contains("two columns are called") &&
                                          Catch::Contains("--no-header"));
    CHECK_THROWS_WITH(read("a,b,a\n1,2,3\n"),
                      "t.csv:1:5: two columns are called 'a' (rename one of them)");
}

TEST_CASE("CSV: one note names the columns whose numbers have decimal commas", "[csv]") {
    CHECK(notes("a;b;c;n\n1,75;-,5;x;1,5\n1,80;1,2e3;1,2;NaN\n") ==
          Strings{"columns 'a', 'b', 'n' are taken as names because of decimal commas such as "
                  "'1,75' (--decimal , reads them as numbers)"});
    CHECK(notes("a;b\n1,75;2\n", {.decimal = ','}).empty());
    CHECK(notes("a;b\n1.75;2\n", {.decimal = ','}) ==
          Strings{"column 'a' is taken as names because of decimal points such as '1.75' "
                  "(--decimal . reads them as numbers)"});
}

TEST_CASE("CSV: one note names the columns whose numbers have marks between thousands", "[csv]") {
    for (const char* const cell : {"1,234", "1'234", "12 000", "1.234,5", "1,234,567.25", "-1,000",
                                   "1\xE2\x80\xAF"
                                   "000"}) {
        CAPTURE(cell);
        const Strings found = notes("x;y\n999;a\n" + std::string(cell) + ";b\n1000;c\n");
        REQUIRE(found.size() == 1);
        CHECK_THAT(found[0], Catch::Contains("column 'x' is taken as names because of thousands "
                                             "separators such as") &&
                                 Catch::Contains("remove them from the file"));
    }
    for (const char* const cell : {"1,2,3", "12 00", "1 Main Street", "12345 678", "a,5"}) {
        CAPTURE(cell);
        CHECK(notes("x;y\n" + std::string(cell) + ";b\n").empty());
    }
    const TableAndRemarks table = read("x;y\n1;a\n2;b\n3;c\n\"1,234\";d\n");
    CHECK(table.remarks.nearly_numeric.empty());
    CHECK(table.remarks.notes.size() == 1);
}

TEST_CASE("CSV: one note names the columns with marks of other programs for missing values",
          "[csv]") {
    CHECK(notes("x,y,c\nred,a,p\nNaN,NULL,p\nblue,N/A,n\nNone,null,n\n") ==
          Strings{"columns 'x', 'y' have the name 'NaN', which other programs write for missing "
                  "values (--missing-marks '?,,NA,NaN,None,NULL,null,N/A' reads them as missing)"});
    CHECK(notes("x,c\nred,p\nNaN,p\n", {.missing_marks = {"?", "NaN"}}).empty());
    CHECK(notes("x\nnone\nnano\n").empty());
    // The remark about a column that is nearly numeric names the mark already.
    const TableAndRemarks table = read("x\n1\n2\n3\nnan\n");
    CHECK(table.remarks.notes.empty());
    CHECK(table.remarks.nearly_numeric.size() == 1);
}

TEST_CASE("CSV: a file read in parts is the file, as often as it is read", "[csv]") {
    std::string text = "x,y,w,\"z, of 0 and 1\",spoiled\n";
    for (int i = 0; i < 100'000; ++i)
        text += (i % 7 == 0 ? "?" : "\"s" + std::to_string(i % 11 * (i % 11) % 11) + "\"") + "," +
                std::to_string(i) + ",1," + (i < 70'000 ? "0" : "1") + "," +
                (i < 99'999 ? std::to_string(i % 1000) : "none") + "\n";
    DataOptions options = with_file_name();
    options.weights = "w";
    const Dataset whole = read_csv(text, options);
    ByteSource source(text, "t.csv", text.size());
    const std::optional<Rows> parts = csv_rows(source, options);
    REQUIRE(parts);
    CHECK(parts->schema() == whole.schema());
    CHECK(parts->rows() == whole.rows());
    for (int time = 0; time < 2; ++time) {
        std::size_t rows = 0, count = 0;
        parts->pass(1000, [&](const Dataset& part) {
            CHECK(part.schema() == whole.schema());
            REQUIRE(rows + part.rows() <= whole.rows());
            bool same = part.weights().size() == part.rows();
            for (std::size_t i = 0; i < part.rows(); ++i) {
                for (const char* name : {"x", "z, of 0 and 1", "spoiled"})
                    same = same && part.column(name).state(i) == whole.column(name).state(rows + i);
                same = same && part.column("y").value(i) == whole.column("y").value(rows + i);
            }
            CHECK(same);
            rows += part.rows();
            ++count;
        });
        CHECK(rows == whole.rows());
        CHECK(count > 2);
    }
}

TEST_CASE("CSV: columns that are not admitted end the search for parts", "[csv]") {
    std::string text = "a,b\n";
    for (int i = 0; i < 200'000; ++i)
        text += std::to_string(i % 5) + (i < 150'000 ? ",1\n" : ",x\n");
    ByteSource source(text, "t.csv", text.size());
    std::vector<std::size_t> asked;
    std::vector<bool> discrete;
    const auto parts = csv_rows(source, with_file_name(), [&](auto columns, std::size_t rows) {
        asked.push_back(rows);
        discrete.push_back(columns[1].is_discrete());
        return rows < 200'000;
    });
    CHECK_FALSE(parts);
    REQUIRE(asked.size() == 2);
    CHECK(asked[0] < 200'000);
    CHECK(asked[1] == 200'000);
    CHECK(discrete == std::vector<bool>{false, true});
    asked.clear();
    CHECK_FALSE(csv_rows(source, with_file_name(), [&](auto, std::size_t rows) {
        asked.push_back(rows);
        return false;
    }));
    CHECK(asked.size() == 1);
}

TEST_CASE("CSV: errors of parts name the row of the table", "[csv]") {
    std::string text = "a,w\n";
    for (int i = 0; i < 100'000; ++i) text += i == 99'998 ? "x,-1\n" : "x,1\n";
    DataOptions options = with_file_name();
    options.weights = "w";
    ByteSource source(text, "t.csv", text.size());
    const std::optional<Rows> parts = csv_rows(source, options);
    REQUIRE(parts);
    CHECK_THROWS_WITH(parts->pass(10, [](const Dataset&) {}),
                      Catch::Contains("the weight of row 99999 is -1"));
    CHECK_THROWS_WITH(read_csv(text, options), Catch::Contains("the weight of row 99999 is -1"));
}

TEST_CASE("CSV: parts have the delimiter of the file", "[csv]") {
    ByteSource source("a;b\n1;x\n2;y\n", "t.csv", 100);
    std::size_t rows = 0;
    csv_rows(source, with_file_name())->pass(1000, [&](const Dataset& part) {
        CHECK(part.column("a").value(0) == 1);
        rows += part.rows();
    });
    CHECK(rows == 2);
}

TEST_CASE("A header and rows with different delimiters are told") {
    CHECK_THROWS_WITH(read_csv("age;sex;ill\n40,male,no\n50,female,yes\n", {.name = "d.csv"}),
                      "d.csv:2:11: this row has 1 cell, but the header has 3 (the header is "
                      "separated by ';' and this row by ',': one file has one delimiter)");
    const auto error_of = [](const char* text) {
        try {
            read_csv(text);
        } catch (const ParseError& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    CHECK_THAT(error_of("a,b\n1;2\n"), Catch::Contains("separated by ',' and this row by ';'"));
    CHECK_THAT(error_of("a,b\n1,5;2,5\n"), Catch::Contains("separated by ',' and this row by ';'"));
    CHECK_THAT(error_of("a\tb\n1;2\n"), Catch::Contains("separated by tabs and this row by ';'"));
    CHECK_THAT(error_of("a,b\nNew York\n"),
               Catch::Contains("this row has") && !Catch::Contains("separated"));
}
