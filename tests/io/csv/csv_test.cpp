#include <io/csv/csv.hpp>
#include <io/data_file.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <sstream>

using namespace pgm;
using namespace pgm::io;
using Catch::Contains;

namespace {

DataOptions named() {
    DataOptions options;
    options.name = "t.csv";
    return options;
}

Dataset csv(std::string_view text) {
    return read_csv(text, named());
}

/// A discrete column's cells as texts, "-" where missing.
std::vector<std::string> cells_of(const Column& column) {
    std::vector<std::string> cells;
    for (std::size_t row = 0; row < column.rows(); ++row) {
        const auto state = column.state(row);
        cells.push_back(state ? column.variable.state(*state) : "-");
    }
    return cells;
}

using Strings = std::vector<std::string>;

Strings columns_of(const Dataset& data) {
    Strings names;
    for (const Column& column : data.columns()) names.push_back(column.name());
    return names;
}

}  // namespace

TEST_CASE("CSV: columns of numbers are continuous, others discrete with sorted states", "[csv]") {
    const Dataset data = csv("age,job,member\n30,clerk,0\n?,,1\n-2.5e1,baker,1\nNA,clerk,0\n");
    CHECK(data.rows() == 4);
    CHECK(data.column("age").value(0) == 30);
    CHECK(std::isnan(data.column("age").value(1)));
    CHECK(data.column("age").value(2) == -25);
    CHECK(data.column("age").missing_cells() == 2);
    CHECK(data.column("job").variable.states() == Strings{"baker", "clerk"});
    CHECK(cells_of(data.column("job")) == Strings{"clerk", "-", "baker", "clerk"});
    CHECK(data.column("member").variable.states() == Strings{"0", "1"});
    CHECK(cells_of(data.column("member")) == Strings{"0", "1", "1", "0"});
}

TEST_CASE("CSV: only cells 0 and 1, both present, make numbers a yes or no", "[csv]") {
    CHECK_FALSE(csv("x\n0\n0\n").column("x").is_discrete());
    CHECK_FALSE(csv("x\n0\n1\n2\n").column("x").is_discrete());
    CHECK_FALSE(csv("x\n0.0\n1\n").column("x").is_discrete());
    CHECK(csv("x\n1\n?\n0\n").column("x").is_discrete());
}

TEST_CASE("CSV: quotes hold delimiters, quotes and line ends", "[csv]") {
    const Dataset data =
        csv("name,\"full, name\"\na,\"x, \"\"y\"\"\"\nb,\"two\nlines\"\n c , \"  kept \" "
            "\nd,\"\"\"\"\n");
    CHECK(data.rows() == 4);
    CHECK(cells_of(data.column("name")) == Strings{"a", "b", "c", "d"});
    CHECK(cells_of(data.column("full, name")) ==
          Strings{"x, \"y\"", "two\nlines", "  kept ", "\""});
}

TEST_CASE("CSV: quoted missing marks are missing too", "[csv]") {
    CHECK(cells_of(csv("x,y\n\"?\",1\n\"\",2\n\"NA\",3\nv,4\n").column("x")) ==
          Strings{"-", "-", "-", "v"});
    DataOptions options = named();
    options.missing_marks = {"none", "-999"};
    const Dataset data = read_csv("x,y\n?,1\nnone,-999\nNA,3\n", options);
    CHECK(cells_of(data.column("x")) == Strings{"?", "-", "NA"});
    CHECK(std::isnan(data.column("y").value(1)));
}

TEST_CASE("CSV: every kind of line end, a byte-order mark and blank lines", "[csv]") {
    const Dataset plain = csv("x,y\na,1\nb,2\n");
    CHECK(csv("x,y\r\na,1\r\nb,2\r\n") == plain);
    CHECK(csv("x,y\ra,1\rb,2\r") == plain);
    CHECK(csv("\xEF\xBB\xBFx,y\na,1\nb,2") == plain);
    CHECK(csv("\n\nx,y\n\na,1\r\n  \t\n\r\nb,2\n\n\n") == plain);
}

TEST_CASE("CSV: the delimiter is told by the first line, or given", "[csv]") {
    const Dataset plain = csv("x,y\na,1\nb,2\n");
    CHECK(csv("x;y\na;1\nb;2\n") == plain);
    CHECK(csv("x\ty\na\t1\nb\t2\n") == plain);
    CHECK(csv("x|y\na|1\nb|2\n") == plain);
    CHECK(columns_of(csv("\"a;b;c\",d\n;;;;,2\n")) == Strings{"a;b;c", "d"});
    DataOptions options = named();
    options.delimiter = ':';
    CHECK(read_csv("x:y\na:1\nb:2\n", options) == plain);
    options.delimiter = '"';
    CHECK_THROWS_WITH(
        read_csv("x", options),
        "a CSV delimiter cannot be a line end, a quote or NUL (take ',', ';', '|' or a tab)");
}

TEST_CASE("CSV: a blank is a delimiter where no other candidate is in the first line", "[csv]") {
    const tests::TemporaryFolder folder;
    const auto columns = [&](const char* text) {
        return columns_of(read_data(folder.write("t.txt", text)));
    };
    CHECK(columns("blood pressure;age\n1;2\n") == Strings{"blood pressure", "age"});
    CHECK(columns("blood pressure age\n1;2;3 4 5\n") == Strings{"blood", "pressure", "age"});
    CHECK(columns("\"a;b\" age\n1 2\n") == Strings{"a;b", "age"});
    CHECK(columns("age\n12\n") == Strings{"age"});
}

TEST_CASE("CSV: padding between cells is one delimiter, at every place of a long file", "[csv]") {
    std::string padded = "x y\n", plain = "x,y\n";
    for (int i = 0; i < 60'000; ++i) {
        const std::string x = "v" + std::to_string(i % 7), y = std::to_string(i) + ".5";
        padded += std::string(static_cast<std::size_t>(i % 4), ' ') + x +
                  std::string(1 + static_cast<std::size_t>(i % 5), ' ') + y +
                  std::string(static_cast<std::size_t>(i % 3), ' ') + "\n";
        plain += x + "," + y + "\n";
    }
    DataOptions options = named();
    options.delimiter = ' ';
    CHECK(read_csv(padded, options) == csv(plain));
    CHECK(read_csv("x \ty\n\t1\t 2 \t\n", options) == csv("x,y\n1,2\n"));
    CHECK_THROWS_WITH(read_csv("x y\n1 2\n 3  4  5\n", options), Catch::StartsWith("t.csv:3:8: "));
}

TEST_CASE("CSV: numbers may have a comma before their fraction, which is then no delimiter",
          "[csv]") {
    DataOptions options = named();
    options.decimal = ',';
    const Dataset data = read_csv("x;y, z;w\n1,5;-0,25;1.5\n2;,5;a\n1e-3;+3,;b\n", options);
    REQUIRE(data.columns().size() == 3);
    CHECK(std::get<RealCells>(data.column("x").cells) == std::vector{1.5, 2.0, 0.001});
    CHECK(std::get<RealCells>(data.column("y, z").cells) == std::vector{-0.25, 0.5, 3.0});
    CHECK(cells_of(data.column("w")) == Strings{"1.5", "a", "b"});
    std::string many = "x\n";
    for (int i = 0; i < 1000; ++i) many += std::to_string(i) + ",5\n";
    const Dataset numbers = read_csv(many, options);
    REQUIRE_FALSE(numbers.column("x").is_discrete());
    for (std::size_t i = 0; i < 1000; ++i)
        REQUIRE(numbers.column("x").value(i) == static_cast<double>(i) + 0.5);
    options.delimiter = ',';
    CHECK_THROWS_AS(read_csv("x,y\n", options), ArgumentError);
}

TEST_CASE("CSV: a column that is only passed on may have more states than the limit", "[csv]") {
    DataOptions options = named();
    options.limits.max_states = 2;
    options.columns = {{.name = "id", .max_states = 3}};
    CHECK(cells_of(read_csv("id,x\n01,a\n1,b\n1.0,a\n", options).column("id")) ==
          Strings{"01", "1", "1.0"});
    options.columns.clear();
    CHECK_THROWS_AS(read_csv("id,x\na,a\nb,b\nc,a\n", options), TooLargeError);
}

TEST_CASE("CSV: without a header the columns are numbered", "[csv]") {
    DataOptions options = named();
    options.header = false;
    const Dataset data = read_csv("a,1\nb,2\n", options);
    CHECK(data.rows() == 2);
    CHECK(cells_of(data.column("c1")) == Strings{"a", "b"});
    CHECK(data.column("c2").value(1) == 2);
}

TEST_CASE("CSV: declared columns are what was declared", "[csv]") {
    DataOptions options = named();
    options.columns = {{"x", ColumnDeclaration::Kind::discrete, {"3", "1", "2"}},
                       {"y", ColumnDeclaration::Kind::discrete},
                       {"z", ColumnDeclaration::Kind::ignored}};
    options.weights = "w";
    const Dataset data = read_csv("x,y,z,w\n1,1.0,?,2\n3,1,a,0.5\n", options);
    CHECK(data.columns().size() == 2);
    CHECK(data.column("x").variable.states() == Strings{"3", "1", "2"});
    CHECK(cells_of(data.column("x")) == Strings{"1", "3"});
    CHECK(cells_of(data.column("y")) == Strings{"1.0", "1"});
    CHECK(std::vector<double>(data.weights().begin(), data.weights().end()) ==
          std::vector<double>{2, 0.5});
    CHECK_THROWS_WITH(read_csv("x,y,z,w\n1,1,1,1\n4,1,1,1\n", options),
                      "t.csv:3:1: '4' is no state of column 'x' (known: 3, 1, 2)");
    CHECK_THROWS_WITH(read_csv("x,y,z,w\n1,1,1,a\n", options),
                      "t.csv:2:7: 'a' is not a finite number, but column 'w' is continuous");
    CHECK_THROWS_WITH(read_csv("x,y,z,w\n1,1,1,?\n", options), "the weight of row 1 is missing");
    CHECK_THROWS_WITH(read_csv("x,y,z,w\n1,1,1,-1\n", options),
                      "the weight of row 1 is -1 (weights are finite and not negative)");
    CHECK_THROWS_WITH(read_csv("x,y,zz,w\n1,1,1,1\n", options),
                      "t.csv has no column 'z' (known: x, y, zz, w)");
}

TEST_CASE("CSV: a word after many different numbers makes the column one of words", "[csv]") {
    std::string text = "x\n";
    for (int i = 0; i < 2000; ++i) text += std::to_string(i) + ".0\n";
    CHECK(csv(text).column("x").value(1999) == 1999);
    const Column column = csv(text + "many\n").column("x");
    CHECK(column.variable.cardinality() == 2001);
    CHECK(column.variable.state(*column.state(7)) == "7.0");
}

TEST_CASE("CSV: columns of many states", "[csv]") {
    for (const int count : {200, 254, 255, 256, 300, 70'000}) {
        std::string text = "x,y\n";
        for (int i = 0; i < count; ++i) text += "s" + std::to_string(i) + ",1\n?,1\n";
        const Column column = csv(text).column("x");
        REQUIRE(column.variable.cardinality() == static_cast<std::size_t>(count));
        CHECK(column.missing_cells() == static_cast<std::size_t>(count));
        CHECK(column.variable.state(*column.state(2 * 123)) == "s123");
        CHECK(column.variable.state(*column.state(2 * static_cast<std::size_t>(count) - 2)) ==
              "s" + std::to_string(count - 1));
    }
}

TEST_CASE("CSV: texts that differ in one byte or in length are different states", "[csv]") {
    std::string text = "x\n";
    std::vector<std::string> cells;
    for (std::size_t length = 1; length < 40; ++length) {
        for (std::size_t i = 0; i < length; ++i) {
            std::string cell(length, 'a');
            cell[i] = 'b';
            cells.push_back(cell);
            text += cell + "\n";
        }
        cells.emplace_back(length, 'a');
        text += cells.back() + "\n";
    }
    CHECK(cells_of(csv(text).column("x")) == cells);
}

TEST_CASE("CSV: rows of any length around the ends of the pieces in which a file is read",
          "[csv]") {
    std::string text = "x,y\n";
    std::vector<std::string> cells;
    for (std::size_t i = 0; text.size() < 1'200'000; ++i) {
        cells.push_back(std::string(1 + (i * 7919) % 97, static_cast<char>('a' + i % 26)) +
                        (i % 3 == 0 ? "\r\n" : ""));
        text += '"' + cells.back() + "\"," + std::to_string(i) + (i % 2 == 0 ? "\r\n" : "\n");
    }
    const Dataset data = csv(text);
    CHECK(cells_of(data.column("x")) == cells);
    CHECK(data.column("y").value(cells.size() - 1) == static_cast<double>(cells.size() - 1));
}

TEST_CASE("CSV: what is wrong is told with its place", "[csv]") {
    const auto fails = [](std::string_view text, const std::string& message) {
        CHECK_THROWS_WITH(csv(text), message);
    };
    const std::string quotes_or_name =
        " (a cell that holds a delimiter must be in quotes, and row names need a name in the "
        "header too)";
    using namespace std::string_view_literals;
    fails("", "t.csv:1:1: there is no header line (the file is empty)");
    fails(" \n\n", "t.csv:3:1: there is no header line (the file is empty)");
    fails("a,b\n1\n", "t.csv:2:2: this row has 1 cell, but the header has 2");
    fails("a,b,c\n1,2,3\n1,2", "t.csv:3:4: this row has 2 cells, but the header has 3");
    fails("a,b\n1,2,3\n",
          "t.csv:2:5: this row has more cells than the 2 of the header" + quotes_or_name);
    fails("a,b\n1,2,\n",
          "t.csv:2:5: this row has more cells than the 2 of the header" + quotes_or_name);
    fails("a,b\n\n1,\"x\n", "t.csv:3:3: the quote that begins this cell is never closed");
    fails("a,\"b\n", "t.csv:1:3: the quote that begins this cell is never closed");
    fails(
        "a,b\n1,\"x\"y\n",
        "t.csv:2:6: a quoted cell continues after its closing quote (write quotes inside a quoted "
        "cell twice)");
    fails("a,b\n1,x\"y\"\n",
          "t.csv:2:4: a quote inside a cell that does not begin with one (put the whole cell in "
          "quotes and write the inner ones twice)");
    fails("a,b\n1,\"x\n\ny\",3\n",
          "t.csv:4:4: this row has more cells than the 2 of the header" + quotes_or_name);
    fails("a,b\n1,\"x\n\ny\"\n1\n", "t.csv:5:2: this row has 1 cell, but the header has 2");
    fails("a,,c\n1,2,3\n",
          "t.csv:1:3: column 2 has an empty name (every column needs a name in the first line)");
    fails("a,\n1,2\n",
          "t.csv:1:3: column 2 has an empty name (every column needs a name in the first line)");
    fails("a,b,a\n1,2,3\n", "t.csv:1:5: two columns are called 'a' (rename one of them)");
    fails("a,b,\"a\"\n1,2,3\n", "t.csv:1:5: two columns are called 'a' (rename one of them)");
    fails("a,b\n1,\0\n"sv, "t.csv:2:3: a NUL byte: this is not a text file");
    fails(
        "\xFF\xFE"
        "a\0"sv,
        "t.csv:1:1: the text is UTF-16 (save it as UTF-8)");
    fails("a\r1\r2,3\r",
          "t.csv:3:3: this row has more cells than the 1 of the header" + quotes_or_name);
    fails("a,b\r\n1,2\r\n3\r\n", "t.csv:3:2: this row has 1 cell, but the header has 2");
    fails(
        "\xEF\xBB\xBF"
        "a,\n1,2\n",
        "t.csv:1:3: column 2 has an empty name (every column needs a name in the first line)");
}

TEST_CASE("CSV: limits are checked", "[csv]") {
    DataOptions options = named();
    options.limits.max_variables = 2;
    CHECK_THROWS_WITH(read_csv("a,b,c\n", options), "t.csv:1:5: more than 2 columns, the limit");
    options.limits.max_states = 3;
    CHECK_THROWS_WITH(
        read_csv("a\nw\nx\ny\nz\n", options),
        "t.csv:5:1: column 'a' has more than 3 different values, the limit of states");
    options.max_cell_bytes = 5;
    CHECK_THROWS_WITH(read_csv("a,b\n1,123456\n", options),
                      "t.csv:2:3: a cell of more than 5 bytes, the limit");
    CHECK_THROWS_AS(read_csv("a,b\n1,\"" + std::string(1'000'000, 'x'), options), Error);
    options.limits.max_file_bytes = 10;
    CHECK_THROWS_WITH(
        read_csv("a,b\n1,2\n1,2\n", options),
        "t.csv: the file has more than 10 bytes, the limit (raise Limits::max_file_bytes)");
}

TEST_CASE("CSV: what is written reads back as the same", "[csv]") {
    const std::vector<std::string_view> words{"a",      "x, y",       "say \"no\"", "",
                                              " blank", "semi;colon", "two\nlines"};
    const Dataset data({text_column("word, s", words),
                        continuous_column("n", {0.1, 1e-300, std::nan(""), -5, 1e22, 3, 0})});
    std::ostringstream out;
    write_csv(data, out);
    CHECK(out.str() ==
          "\"word, s\",n\na,0.1\n\"x, y\",1e-300\n\"say \"\"no\"\"\",?\n?,-5\n\" "
          "blank\",1e+22\n\"semi;colon\",3\n\"two\nlines\",0\n");
    const Dataset again = csv(out.str());
    CHECK(again.column("word, s") == data.column("word, s"));
    CHECK(again.column("n").value(0) == 0.1);
    CHECK(again.column("n").value(4) == 1e22);
}
