#include <io/arff/arff.hpp>
#include <io/csv/csv.hpp>
#include <io/data_file.hpp>
#include <io/network_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/gzip_bytes.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <array>
#include <functional>

using namespace pgm;
using namespace pgm::tests;

/// What every format of tables promises, plain and packed. A new one adds one line to
/// `table_formats`.
namespace {

struct TableFormat {
    std::string suffix;
    std::function<Dataset(std::string_view, const io::DataOptions&)> read;
    std::string example;  ///< with everything that the format knows
    std::vector<std::string> reference_files;
};

const std::vector<TableFormat> table_formats = {
    {".csv",
     [](std::string_view text, const io::DataOptions& options) {
         return io::read_csv(text, options);
     },
     "\xEF\xBB\xBF\"a, b\",n,\xC3\xA4\r\n\"x\"\"\ny\",1e-3,0\r\n?,-2.5,1\r\n\r\n  plain , "
     "NA,\"1\"\r\n",
     {"weather-nominal.csv", "weather-numeric.csv", "contact-lenses.csv"}},
    {".arff",
     [](std::string_view text, const io::DataOptions& options) {
         return io::read_arff(text, options);
     },
     "% comment\n@RELATION 'a b'\n@attribute \"a\\\"\" {x, 'y z', \"q\"} % more\n@attribute\tn "
     "REAL\n@attribute s {'it\\'s', o}\n@data\n"
     "x,1e-3,'it\\'s'\n?, -2.5, ? , {2.5}\n{0 'y z', 1 7}\n{}\n",
     {"arff/weather.nominal.arff", "arff/weather.numeric.arff"}},
};

/// A table, or a ParseError that says where; anything else is wrong.
template <class Read>
std::optional<Dataset> table_or_placed_error(const Read& read) {
    try {
        return read();
    } catch (const ParseError& error) {
        CHECK_FALSE(error.location().file.empty());
        CHECK(error.location().line > 0);
        CHECK(error.location().column > 0);
        return std::nullopt;
    }
}

void check_table_cuts(const TableFormat& format, const std::string& text) {
    for (std::size_t bytes = 0; bytes <= text.size(); ++bytes) {
        INFO(format.suffix << " cut after " << bytes << " bytes");
        table_or_placed_error(
            [&] { return format.read(std::string_view(text).substr(0, bytes), {.name = "f"}); });
    }
}

/// Every byte in turn replaced by one that means something somewhere.
void check_table_changes(const TableFormat& format, const std::string& text) {
    for (std::size_t at = 0; at < text.size(); ++at) {
        for (const char byte : {'\0', '\n', '\r', '"', '\'', ',', '{', '}', '@', '%', '?', '\\',
                                '9', 'e', '-', '\xFF'}) {
            INFO(format.suffix << " with byte " << at << " replaced by " << static_cast<int>(byte));
            std::string changed = text;
            changed[at] = byte;
            table_or_placed_error([&] { return format.read(changed, {.name = "f"}); });
        }
    }
}

std::string example_table(std::size_t rows) {
    std::string text = "x,y\n";
    for (std::size_t row = 0; row < rows; ++row)
        text += std::to_string(row * row) + (row % 3 == 0 ? ",yes\n" : ",no\n");
    return text;
}

/// Reads a table in parts of about seven rows where that is possible. Returns the number of rows.
std::size_t rows_in_parts(const std::string& path, const Limits& limits = {}) {
    const auto admits = [](std::span<const Variable>, std::size_t) { return true; };
    const Rows table = io::open_data(path, {.limits = limits}, admits);
    std::size_t rows = 0;
    table.pass(7, [&rows](const Dataset& part) { rows += part.rows(); });
    return rows;
}

/// The message of the error that both ways of reading the file end with.
std::string error_of_both(const std::string& path, const Limits& limits = {}) {
    std::array<std::string, 2> messages;
    try {
        io::read_data(path, {.limits = limits});
    } catch (const Error& error) {
        messages[0] = error.what();
    }
    try {
        rows_in_parts(path, limits);
    } catch (const Error& error) {
        messages[1] = error.what();
    }
    CHECK(messages[0] == messages[1]);
    return messages[0].substr(messages[0].find(": ") + 2);
}

constexpr const char* damaged_header = "the gzip data are damaged (incorrect header check)";

}  // namespace

TEST_CASE("Data readers: a text cut at any byte gives a table or an error with its place",
          "[contract][io]") {
    for (const TableFormat& format : table_formats) {
        CHECK(format.read(format.example, {}).columns().size() == 3);
        check_table_cuts(format, format.example);
    }
}

TEST_CASE("Data readers: a text with one byte changed gives a table or an error with its place",
          "[contract][io]") {
    for (const TableFormat& format : table_formats) check_table_changes(format, format.example);
}

TEST_CASE(
    "Data readers: small reference files cut or changed at any byte give a table or an error with "
    "its place",
    "[contract][io][reference]") {
    for (const TableFormat& format : table_formats) {
        for (const std::string& name : format.reference_files) {
            const auto path = reference_file("datasets/" + name);
            if (!path) {
                WARN("SKIPPED: no reference data");
                return;
            }
            check_table_cuts(format, read_file(*path));
            check_table_changes(format, read_file(*path));
        }
    }
}

TEST_CASE("Data readers: a file cut at any byte is the same table in one piece and in many",
          "[contract][io]") {
    const TemporaryFolder folder;
    for (const TableFormat& format : table_formats) {
        for (std::size_t bytes = 0; bytes <= format.example.size(); ++bytes) {
            INFO(format.suffix << " cut after " << bytes << " bytes");
            const std::string path =
                folder.write("t" + format.suffix, format.example.substr(0, bytes));
            std::optional<std::size_t> whole, parts;
            if (const auto table = table_or_placed_error([&] { return io::read_data(path); }))
                whole = table->rows();
            try {
                parts = rows_in_parts(path);
            } catch (const ParseError&) {
                // Then the whole must be an error too.
            }
            CHECK(whole == parts);
        }
    }
}

TEST_CASE("Data readers: a packed file cut at any byte is an error", "[contract][io]") {
    const TemporaryFolder folder;
    const std::string packed = gzipped(example_table(100));
    REQUIRE(io::read_data(folder.write("t.csv.gz", packed)).rows() == 100);
    for (std::size_t bytes = 0; bytes < packed.size(); ++bytes) {
        INFO(bytes);
        CHECK(error_of_both(folder.write("t.csv.gz", packed.substr(0, bytes))) ==
              "the gzip data end before their end mark (the file was cut short)");
    }
}

TEST_CASE(
    "Data readers: a packed file with a wrong checksum, a wrong length or something behind it is "
    "an error",
    "[contract][io]") {
    const TemporaryFolder folder;
    const std::string packed = gzipped(example_table(100));
    std::string checksum = packed, length = packed;
    checksum[packed.size() - 8] ^= 1;
    length[packed.size() - 1] ^= 1;
    CHECK(error_of_both(folder.write("t.csv.gz", checksum)) ==
          "the gzip data are damaged (incorrect data check)");
    CHECK(error_of_both(folder.write("t.csv.gz", length)) ==
          "the gzip data are damaged (incorrect length check)");
    CHECK(error_of_both(folder.write("t.csv.gz", packed + "101,yes\n")) == damaged_header);
    CHECK(error_of_both(folder.write("t.csv.gz", packed + std::string(1, '\0'))) != "");
    CHECK(error_of_both(folder.write("t.csv.gz", example_table(3))) == damaged_header);
    CHECK(error_of_both(folder.write("t.csv.gz", packed + checksum)) ==
          "the gzip data are damaged (incorrect data check)");
}

TEST_CASE("Data readers: a small packed file of many members is not unpacked beyond the limit",
          "[contract][io]") {
    const TemporaryFolder folder;
    const std::string head = gzipped("x\n"), member = gzipped(std::string(10'000'000, '\n'));
    std::string bomb = head;
    for (int i = 0; i < 200; ++i) bomb += member;  // two gigabytes in two megabytes
    REQUIRE(bomb.size() < 3'000'000);
    const Limits limits{.max_file_bytes = 3'000'000};
    for (const char* suffix : {".csv", ".arff"})
        CHECK_THAT(error_of_both(folder.write(std::string("bomb") + suffix + ".gz", bomb), limits),
                   Catch::Contains("bytes, the limit"));
    for (const char* suffix : {".bif", ".pgmodel"})
        CHECK_THROWS_AS(
            io::read_network(folder.write(std::string("bomb") + suffix + ".gz", bomb), limits),
            TooLargeError);
}
