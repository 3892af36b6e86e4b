#include <io/csv/detail/csv_rows.hpp>

#include <catch2/catch.hpp>

#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

TEST_CASE(
    "Places of cells are told one after the other, after line ends in quotes and in the next row") {
    DataOptions options;
    options.name = "t.csv";
    constexpr std::string_view text = "a,\"b\r\nc\", d\n\n e,\"f\ng\nh\",i\n";
    ByteSource source(text, options.name, text.size());
    CsvRows rows(source, options);
    std::vector<std::string> locations;
    const auto cell = [&](std::size_t column, std::string_view) {
        if (column != 1 || locations.size() > 2) locations.push_back(to_string(rows.location()));
    };
    const auto end = [&](std::size_t) { locations.push_back(to_string(rows.location())); };
    rows.read_rows(cell, end);
    CHECK(locations == std::vector<std::string>{"t.csv:1:1", "t.csv:2:4", "t.csv:2:6", "t.csv:4:1",
                                                "t.csv:4:4", "t.csv:6:4", "t.csv:6:5"});
}
