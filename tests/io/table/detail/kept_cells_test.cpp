#include <io/csv/csv.hpp>
#include <io/table/detail/kept_cells.hpp>
#include <io/table/table_blocks.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/temporary_files_in.hpp>
#include <tests/support/temporary_folder.hpp>

#include <optional>
#include <sstream>
#include <string>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

constexpr int rows_before = 80'000;  ///< that show less of some columns than the others do

/// More than 16 MiB of cells: states that become many, numbers that become many, 0 and 1, dates,
/// missing cells, a column without any, one to ignore, weights, and numbers.
std::string large_table() {
    std::string text = "states,numbers,bit,day,none,ignored,w";
    for (int i = 0; i < 12; ++i) text += ",x" + std::to_string(i);
    text += '\n';
    for (int i = 0; i < 150'000; ++i) {
        text += i % 7 == 0 ? "?" : "s" + std::to_string(i < rows_before ? i % 100 : i % 1000);
        text += ',' + std::to_string(i < rows_before ? i % 200 : i) + ',' + std::to_string(i % 2) +
                ",2024-01-" + std::to_string(10 + i % 20) + ",,a" + std::to_string(i % 3) + ',' +
                std::to_string(i % 5);
        for (int j = 0; j < 12; ++j) text += ',' + std::to_string(i) + '.' + std::to_string(j);
        text += '\n';
    }
    return text;
}

DataOptions options_of_test() {
    DataOptions options;
    options.weights = "w";
    options.columns = {{.name = "ignored", .kind = ColumnDeclaration::Kind::ignored}};
    return options;
}

/// Cells that are missing are the same, too.
bool are_same(const Dataset& a, const Dataset& b) {
    std::ostringstream text_of_a, text_of_b;
    write_csv(a, text_of_a);
    write_csv(b, text_of_b);
    return a.schema() == b.schema() && a.weights() == b.weights() &&
           text_of_a.str() == text_of_b.str();
}

}  // namespace

TEST_CASE("Kept cells: a table that is read in parts is the whole table, read once", "[io]") {
    const TemporaryFolder folder;
    const std::string text = large_table(), path = folder.write("t.csv", text);
    const Dataset whole = read_csv(text, options_of_test());
    REQUIRE(whole.column("states").variable.cardinality() > 256);
    REQUIRE_FALSE(whole.column("numbers").is_discrete());
    REQUIRE(whole.column("bit").is_discrete());
    ByteSource source(path, text.size());
    const std::optional<Rows> rows = csv_rows(source, options_of_test());
    REQUIRE(rows);
    folder.write("t.csv", "another\n");
    for (int time = 0; time < 2; ++time) CHECK(are_same(in_memory(*rows), whole));
    std::size_t seen = 0;
    rows->pass(1000, [&](const Dataset& part) {
        CHECK(part.rows() <= 1000);
        seen += part.rows();
    });
    CHECK(seen == whole.rows());
}

TEST_CASE("Kept cells: where there is no room the text is read again", "[io]") {
    const TemporaryFilesIn nowhere("/proc");
    const std::string text = large_table();
    ByteSource source(text, "t.csv", text.size());
    const std::optional<Rows> rows = csv_rows(source, options_of_test());
    REQUIRE(rows);
    CHECK(are_same(in_memory(*rows), read_csv(text, options_of_test())));
}
