#include <io/csv/detail/csv_rows.hpp>

#include <tests/support/catch.hpp>

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

TEST_CASE("Rows are the same after a restart, from the first piece and from later ones", "[csv]") {
    const std::size_t long_cell = GENERATE(1, 100, 300'000);
    std::string text = "\xEF\xBB\xBF";
    for (int i = 0; i < 50'000; ++i)
        text += std::to_string(i) + ";" + (i == 3 ? std::string(long_cell, 'x') : "y") + "\r\n";
    const DataOptions options;
    ByteSource source(text, "t.csv", text.size());
    CsvRows rows(source, options);
    std::size_t count = 0;
    bool is_right = rows.delimiter() == ';';
    const auto cell = [&](std::size_t column, std::string_view found) {
        if (column == 0) is_right = is_right && found == std::to_string(count);
        if (column == 1) is_right = is_right && found.size() == (count == 3 ? long_cell : 1);
    };
    const auto end = [&](std::size_t cells) {
        is_right = is_right && cells == 2 && rows.location().line == count + 1;
        ++count;
    };
    for (std::size_t stop = 0; stop < 50'000; stop = 3 * stop + 2) {
        count = 0;
        do {
            while (count < stop && rows.next_row(cell, end)) {
            }
        } while (count < stop && rows.next_piece());
        CHECK(count == stop);
        rows.restart();
    }
    count = 0;
    rows.read_rows(cell, end);
    CHECK(count == 50'000);
    CHECK(is_right);
}
