#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/data_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;
using Kind = ColumnDeclaration::Kind;

namespace {

const std::vector<ColumnDeclaration> wanted{
    {.name = "colour"}, {.name = "size", .kind = Kind::continuous}, {.name = "absent"}};

/// The texts of all cells of a column, "?" for a missing one, from blocks of so many rows.
std::vector<std::string> cells(const TableBlocks& blocks, const std::string& name,
                               std::size_t rows) {
    std::vector<std::string> texts;
    while (const std::optional<Dataset> data = blocks.next(rows)) {
        CHECK(data->rows() <= rows);
        const Column& column = data->column(name);
        for (std::size_t row = 0; row < data->rows(); ++row)
            texts.push_back(column.is_missing(row) ? "?"
                            : column.is_discrete() ? column.variable.state(*column.state(row))
                                                   : std::to_string(column.value(row)));
    }
    return texts;
}

std::vector<std::string> cells(const std::string& text, const std::string& name, std::size_t rows,
                               const DataOptions& options = {}) {
    ByteSource source(text, "t.csv", options.limits.max_file_bytes);
    return cells(csv_blocks(source, options, wanted), name, rows);
}

}  // namespace

TEST_CASE("Blocks of any size give the same cells, and columns that are not wanted are skipped") {
    const std::string text =
        "id,colour,size\n1,red,2.5\n2,,?\n3,\"dark\nblue\",7\n4,red,1e3\n5,01,0\n";
    for (const std::size_t rows : {1, 2, 3, 100}) {
        CHECK(cells(text, "colour", rows) ==
              std::vector<std::string>{"red", "?", "dark\nblue", "red", "01"});
        CHECK(cells(text, "size", rows) ==
              std::vector<std::string>{"2.500000", "?", "7.000000", "1000.000000", "0.000000"});
    }
    ByteSource source(text, "t.csv", std::size_t{1} << 20);
    const auto blocks = csv_blocks(source, {}, wanted);
    CHECK(blocks.names == std::vector<std::string>{"id", "colour", "size"});
    CHECK(blocks.skipped == std::vector<std::string>{"id"});
    CHECK_FALSE(blocks.next(10)->find("id"));
}

TEST_CASE("A word among numbers makes texts of its block, in which numbers read back") {
    const std::string text = "size,colour\n1.50,a\nbig,a\n0.1,a\n";
    CHECK(cells(text, "size", 2) == std::vector<std::string>{"1.5", "big", "0.100000"});
    CHECK(cells(text, "size", 9) == std::vector<std::string>{"1.5", "big", "0.1"});
    const DataOptions comma{.decimal = ','};
    CHECK(cells("size;colour\n1,5;a\nbig;a\n", "size", 9, comma) ==
          std::vector<std::string>{"1.5", "big"});
    // What was declared by the options is an error.
    CHECK_THROWS_WITH(cells(text, "size", 1, {.columns = {{"size", Kind::continuous}}}),
                      Catch::Contains("t.csv:3:1") && Catch::Contains("'big'"));
}

TEST_CASE(
    "A table without rows has one empty block, and one without wanted columns its first one") {
    ByteSource empty("colour,size\n", "t.csv", 100);
    const auto blocks = csv_blocks(empty, {}, wanted);
    CHECK(blocks.next(5)->rows() == 0);
    CHECK_FALSE(blocks.next(5));
    CHECK_FALSE(blocks.next(5));

    ByteSource other("a,b\n1,2\n3,4\n", "t.csv", 100);
    const auto rows = csv_blocks(other, {}, wanted);
    CHECK(rows.skipped == std::vector<std::string>{"b"});
    CHECK(rows.next(5)->rows() == 2);
}

TEST_CASE("Errors and weights in a late block have the line and row of the file") {
    std::string text = "colour,size,w\n";
    for (int i = 0; i < 100; ++i) text += "red,1,1\n";
    const auto drain = [](const std::string& table, const DataOptions& options) {
        ByteSource source(table, "t.csv", std::size_t{1} << 20);
        const auto blocks = csv_blocks(source, options, wanted);
        while (blocks.next(7)) {
        }
    };
    CHECK_THROWS_WITH(drain(text + "red,1\n", {}), Catch::Contains("t.csv:102:"));
    CHECK_THROWS_WITH(drain(text + "red,1,?\n", {.weights = "w"}),
                      Catch::Contains("the weight of row 101 is missing"));
    CHECK_THROWS_WITH(drain(text + "red,1,-2\n", {.weights = "w"}),
                      Catch::Contains("the weight of row 101 is -2"));
    CHECK_THROWS_AS(drain("", {}), ParseError);
    CHECK_THROWS_WITH(drain(text, {.columns = {{"sise"}}}), Catch::Contains("'sise'"));
}

TEST_CASE("Blocks of an ARFF file have the types that it declares, sparse rows and weights") {
    const std::string text =
        "@relation r\n@attribute colour {red, blue}\n@attribute size numeric\n"
        "@attribute note string\n@data\nred, 1, x\n{1 5}, {2}\n?, ?, ?\nblue, 2, y\n";
    for (const std::size_t rows : {1, 2, 3, 100}) {
        ByteSource source(text, "t.arff", std::size_t{1} << 20);
        const auto blocks = arff_blocks(source, {}, wanted);
        CHECK(blocks.skipped == std::vector<std::string>{"note"});
        CHECK(cells(blocks, "colour", rows) == std::vector<std::string>{"red", "red", "?", "blue"});
    }
    ByteSource source(text, "t.arff", std::size_t{1} << 20);
    const auto blocks = arff_blocks(source, {}, wanted);
    CHECK(blocks.next(1)->weights().empty());
    CHECK(blocks.next(1)->weights()[0] == 2);
}

TEST_CASE("An ARFF file of many pieces is read as one, with line and column of a late error") {
    std::string text =
        "% \xC3\xA4\r\n@relation r\r\n@attribute colour {red, blue}\r\n"
        "@attribute size numeric\r\n@data\r\n";
    const std::size_t rows = 60'000;
    for (std::size_t i = 0; i < rows; ++i) text += i % 3 == 0 ? "red, 1.5\r\n" : "blue, ?\r\n";
    const Dataset whole = read_arff(text);
    REQUIRE(whole.rows() == rows);
    ByteSource source(text, "t.arff", text.size());
    const auto blocks = arff_blocks(source, {}, wanted);
    std::size_t row = 0;
    bool same = true;
    while (const std::optional<Dataset> data = blocks.next(1000)) {
        for (std::size_t i = 0; i < data->rows(); ++i, ++row)
            same = same && data->columns()[0].state(i) == whole.columns()[0].state(row) &&
                   data->columns()[1].is_missing(i) == whole.columns()[1].is_missing(row);
    }
    CHECK(row == rows);
    CHECK(same);
    CHECK_THROWS_WITH(read_arff(text + "red, 1\r\ngreen, 2\r\n"),
                      Catch::Contains("input:" + std::to_string(rows + 7) + ":1"));
    CHECK_THROWS_WITH(read_arff(text + "red, 1\r\nred, " + std::string(1, '\0') + "\r\n"),
                      Catch::Contains("input:" + std::to_string(rows + 7) + ":6"));
}

TEST_CASE("Blocks of a file are those of its format, packed or not") {
    const TemporaryFolder folder;
    const std::string path = folder.write("t.tsv", "colour\tsize\nred\t1\n");
    const TableBlocks blocks = open_blocks(path, {}, wanted);
    CHECK(blocks.next(5)->rows() == 1);
    CHECK_THROWS_AS(open_blocks(folder.write("t.xyz", "a\n"), {}, wanted), IoError);
}
