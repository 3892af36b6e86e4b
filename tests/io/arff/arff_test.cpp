#include <io/arff/arff.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::io;

namespace {

Dataset arff_table(std::string_view text) {
    DataOptions options;
    options.name = "t.arff";
    return read_arff(text, options);
}

using Strings = std::vector<std::string>;

Strings texts(const Column& column) {
    Strings cells;
    for (std::size_t row = 0; row < column.rows(); ++row) {
        const auto state = column.state(row);
        cells.push_back(state ? column.variable.state(*state) : "-");
    }
    return cells;
}

const std::string two = "@relation r\n@attribute a {x,y}\n@attribute b numeric\n@data\n";

}  // namespace

TEST_CASE("ARFF: declared states stay in their order, keywords have any case", "[arff]") {
    const Dataset data = arff_table(
        "% comment\n\n@RELATION 'a b'\n@Attribute\t'first one' {z, 'b c',\"d\",unused} % "
        "why\n@attribute n REAL\n@attribute s String\n"
        "@attribute d date \"yyyy-MM-dd\"\n@DATA\nz,1,foo,2020-01-01\n% comment\n'b c'\t2.5 , "
        "bar,?\n\nd,?,foo,2019-01-01");
    CHECK(data.rows() == 3);
    CHECK(data.column("first one").variable.states() == Strings{"z", "b c", "d", "unused"});
    CHECK(texts(data.column("first one")) == Strings{"z", "b c", "d"});
    CHECK(data.column("n").value(1) == 2.5);
    CHECK(std::isnan(data.column("n").value(2)));
    CHECK(data.column("s").variable.states() == Strings{"bar", "foo"});
    CHECK(data.column("d").value(0) == 18262);
    CHECK(std::isnan(data.column("d").value(1)));
    CHECK(data.column("d").value(2) == 17897);
    CHECK(data.weights().empty());
}

TEST_CASE("ARFF: the pattern of a date attribute says its order, and words are texts", "[arff]") {
    const std::string rows =
        "@relation r\n@attribute a date 'dd/MM/yyyy HH:mm'\n@attribute b date \"M/d/yyyy\"\n"
        "@attribute c date \"dd MMM yyyy\"\n@attribute d date\n@data\n"
        "'03/05/2024 12:00',3/5/2024,'5 Mar 2024',\"2024-03-05T06:00:00\"\n?,?,?,?\n";
    const Dataset data = arff_table(rows);
    CHECK(data.column("a").value(0) == 19846.5);
    CHECK(data.column("b").value(0) == 19787);
    CHECK(texts(data.column("c")) == Strings{"5 Mar 2024", "-"});
    CHECK(data.column("d").value(0) == 19787.25);
    CHECK(data.column("d").missing_cells() == 1);
    const Dataset parts = read_arff(rows, {.dates = parse_date_options("month")});
    CHECK(texts(parts.column("month of a")) == Strings{"May", "-"});
    const Dataset as_texts = read_arff(rows, {.dates = parse_date_options("text")});
    CHECK(texts(as_texts.column("b")) == Strings{"3/5/2024", "-"});
    CHECK_THROWS_WITH(arff_table("@relation r\n@attribute a date\n@data\nsoon\n"),
                      Catch::Contains("t.arff:4:1: 'soon' is not a date"));
    CHECK_THROWS_WITH(arff_table("@relation r\n@attribute a date\n@data\n3/5/2024\n"),
                      Catch::Contains("the day or the month first"));
    CHECK_FALSE(arff_table("@relation r\n@attribute a date\n@data\n?\n").column("a").is_discrete());
}

TEST_CASE("ARFF: ? is missing, a quoted one is a value, NA is a value", "[arff]") {
    const Dataset data =
        arff_table("@relation r\n@attribute a {'?',NA,'it\\'s'}\n@data\n?\n'?'\nNA\n\"it's\"\n");
    CHECK(texts(data.column("a")) == Strings{"-", "?", "NA", "it's"});
}

TEST_CASE("ARFF: what a sparse row leaves out is 0 or the first state", "[arff]") {
    const Dataset data = arff_table(
        "@relation r\n@attribute a {x,y}\n@attribute b numeric\n@attribute c {p,q}\n@attribute s "
        "string\n@data\n"
        "{1 5, 2 q}\n{}\n{0 y, 1 ?, 3 'w w'}, {2.5}\n{ 3 v }\n");
    CHECK(texts(data.column("a")) == Strings{"x", "x", "y", "x"});
    CHECK(data.column("b").value(0) == 5);
    CHECK(data.column("b").value(1) == 0);
    CHECK(std::isnan(data.column("b").value(2)));
    CHECK(texts(data.column("c")) == Strings{"q", "p", "p", "p"});
    CHECK(texts(data.column("s")) == Strings{"-", "-", "w w", "v"});
    CHECK(std::vector<double>(data.weights().begin(), data.weights().end()) ==
          std::vector<double>{1, 1, 2.5, 1});
}

TEST_CASE("ARFF: rows may carry weights, CR LF and a byte-order mark are understood", "[arff]") {
    const Dataset data = arff_table(
        "\xEF\xBB\xBF@relation r\r\n@attribute a {x,y}\r\n@data\r\nx,{0.25}\r\ny, { 3 }\r\nx\r\n");
    CHECK(std::vector<double>(data.weights().begin(), data.weights().end()) ==
          std::vector<double>{0.25, 3, 1});
    CHECK(texts(data.column("a")) == Strings{"x", "y", "x"});
}

TEST_CASE(
    "ARFF: a string attribute without any value is a column of missing numbers, as in a CSV file",
    "[arff]") {
    const Dataset data = arff_table(
        "@relation r\n@attribute s string\n@attribute t string\n@attribute a "
        "{x,y}\n@data\n?,7,x\n?,'',y\n");
    CHECK_FALSE(data.column("s").is_discrete());
    CHECK(data.column("s").missing_cells() == 2);
    CHECK(texts(data.column("t")) == Strings{"7", "-"});
    CHECK(arff_table("@relation r\n@attribute s string\n@data\n").rows() == 0);
}

TEST_CASE("ARFF: declarations overrule the file", "[arff]") {
    DataOptions options;
    options.columns = {{"a", ColumnDeclaration::Kind::continuous},
                       {"b", ColumnDeclaration::Kind::discrete},
                       {"c", ColumnDeclaration::Kind::ignored}};
    const Dataset data = read_arff(
        "@relation r\n@attribute a {2,1}\n@attribute b numeric\n@attribute c {p}\n@attribute w "
        "numeric\n@data\n2,1.0,p,1\n1,7,p,2\n",
        options);
    CHECK(data.columns().size() == 3);
    CHECK(data.column("a").value(0) == 2);
    CHECK(data.column("b").variable.states() == Strings{"1.0", "7"});
    options.weights = "w";
    CHECK(read_arff("@relation r\n@attribute a {2,1}\n@attribute b numeric\n@attribute c "
                    "{p}\n@attribute w numeric\n@data\n2,1.0,p,1\n1,7,p,2\n",
                    options)
              .weights()[1] == 2);
}

TEST_CASE("ARFF: what is wrong is told with its place", "[arff]") {
    const auto fails = [](const std::string& text, const std::string& message) {
        CHECK_THROWS_WITH(arff_table(text), message);
    };
    fails("", "t.arff:1:1: the file ends before @data");
    fails("hello\n", "t.arff:1:1: expected @relation, @attribute or @data, not 'hello'");
    fails("@relation r\n@data\n", "t.arff:2:1: there is no @attribute before @data");
    fails("@attribute\n", "t.arff:1:11: expected the name of an attribute");
    fails("@attribute a\n",
          "t.arff:1:13: expected the type of attribute 'a' (expected {states}, numeric, real, "
          "integer, string or date)");
    fails("@attribute a number\n",
          "t.arff:1:14: 'number' is no type of an attribute (expected {states}, numeric, real, "
          "integer, string or date)");
    fails("@attribute a relational\n",
          "t.arff:1:14: relational attributes are not supported (expected {states}, numeric, real, "
          "integer, string or date)");
    fails("@attribute a {x,y\n",
          "t.arff:1:18: the list of states of attribute 'a' is not closed in its line (expected , "
          "or })");
    fails("@attribute a {x,x}\n", "t.arff:1:17: attribute 'a' has two states 'x'");
    fails("@attribute a {x,'',''}\n", "t.arff:1:20: attribute 'a' has two states ''");
    fails("@attribute a {''}\n", "t.arff:1:18: attribute 'a' has no states");
    fails("@attribute a {x,,y}\n",
          "t.arff:1:17: a value is missing before this comma (a missing value is written ?)");
    fails("@attribute 'a\x07' real\n",
          "t.arff:1:12: the name 'a?' holds the control character U+0007");
    fails(two + "x,1,,\n", "t.arff:5:5: this row has more than the 2 values of the attributes");
    fails("@attribute a {}\n", "t.arff:1:16: attribute 'a' has no states");
    fails("@attribute a {x} y\n",
          "t.arff:1:18: expected the end of the line after the states of attribute 'a'");
    fails("@attribute a real\n@attribute 'a' real\n",
          "t.arff:2:12: two attributes are called 'a' (rename one of them)");
    fails("@attribute 'a real\n",
          "t.arff:1:12: the quote that begins here is not closed in its line (a quote inside is "
          "written \\' or \\\")");
    fails(two + "x,1,2\n", "t.arff:5:5: this row has more than the 2 values of the attributes");
    fails(two + "x\n", "t.arff:5:2: this row has 1 value, but there are 2 attributes");
    fails(two + "x,\n", "t.arff:5:3: this row has 1 value, but there are 2 attributes");
    fails(two + ",1\n",
          "t.arff:5:1: a value is missing before this comma (a missing value is written ?)");
    fails(two + "z,1\n", "t.arff:5:1: 'z' is no state of attribute 'a' (known: x, y)");
    fails(two + "x,one\n",
          "t.arff:5:3: 'one' is not a finite number, but attribute 'b' is numeric");
    fails(two + "x,1e999\n",
          "t.arff:5:3: '1e999' is not a finite number, but attribute 'b' is numeric");
    fails(two + "x,nan\n",
          "t.arff:5:3: 'nan' is not a finite number, but attribute 'b' is numeric");
    fails(two + "x,'?'\n", "t.arff:5:3: '?' is not a finite number, but attribute 'b' is numeric");
    fails(two + "'x'y,1\n",
          "t.arff:5:4: a value continues after its closing quote (a quote inside is written \\' or "
          "\\\")");
    fails(two + "x,1,{-1}\n",
          "t.arff:5:6: '-1' is not a weight (weights are finite and not negative)");
    fails(two + "x,1,{1\n", "t.arff:5:7: expected } after the weight");
    fails(two + "{0 y\n", "t.arff:5:5: the sparse row is not closed in its line (expected , or })");
    fails(
        two + "{2 y}\n",
        "t.arff:5:2: '2' is not the number of an attribute (attributes are numbered from 0 to 1)");
    fails(
        two + "{-1 y}\n",
        "t.arff:5:2: '-1' is not the number of an attribute (attributes are numbered from 0 to 1)");
    fails(two + "{0 y, 0 x}\n", "t.arff:5:7: attribute 0 is given twice in this row");
    fails(two + "{0}\n", "t.arff:5:3: expected a value after the number of an attribute");
}

TEST_CASE("ARFF: a comma after the last value or state is no value", "[arff]") {
    const Dataset data = arff_table(
        "@relation r\n@attribute a {x,y,}\n@attribute b real\n@data\n"
        "x,1,\ny,2 , {0.5}\nx,3,% comment\n{0 y, 1 4, }\nx,5,{2},\n");
    CHECK(data.column("a").variable.states() == Strings{"x", "y"});
    REQUIRE(data.rows() == 5);
    for (std::size_t row = 0; row < 5; ++row)
        CHECK(data.column("b").value(row) == static_cast<double>(row + 1));
    CHECK(data.weights()[1] == 0.5);
    CHECK(data.weights()[4] == 2);
}

TEST_CASE("ARFF: the empty text as a declared state is a missing value, with one note", "[arff]") {
    const std::string text =
        "@relation m\n@attribute g {Action,'',Drama}\n@attribute h {\"\",p}\n@data\n"
        "Action,p\n'',''\nDrama,p\n{0 Drama}\n";
    DataOptions options;
    options.name = "t.arff";
    ByteSource source(text, options.name, text.size());
    DataRemarks remarks;
    const Dataset data = read_arff(source, options, &remarks);
    CHECK(data.column("g").variable.states() == Strings{"Action", "Drama"});
    CHECK(data.column("g").missing_cells() == 1);
    // What a sparse row leaves out is the first declared state, here the empty one.
    CHECK(data.column("h").missing_cells() == 2);
    REQUIRE(remarks.notes.size() == 1);
    CHECK(remarks.notes[0].message ==
          "the empty text '' that attributes 'g', 'h' declare as a state is read as a missing "
          "value");
    ByteSource again(text, options.name, text.size());
    const std::vector<ColumnDeclaration> wanted{{.name = "h"}};
    const auto blocks = arff_blocks(again, options, wanted);
    CHECK(blocks.notes.size() == 1);
    CHECK(blocks.next(9)->column("h").missing_cells() == 2);
}

TEST_CASE("ARFF: sparse rows cannot ask for more cells than the limit", "[arff]") {
    DataOptions options;
    options.name = "t.arff";
    options.limits.max_model_cells = 5;
    CHECK_THROWS_WITH(read_arff(two + "{}\n{}\n{}\n", options),
                      "t.arff:7:2: the sparse rows stand for more than 5 cells, the limit");
}
