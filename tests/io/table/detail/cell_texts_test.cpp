#include <io/table/detail/cell_texts.hpp>

#include <tests/support/catch.hpp>

#include <string>
#include <vector>

using pgm::io::detail::CellTexts;

TEST_CASE("Texts given row by row come back column by column, of any length") {
    std::vector<std::vector<std::string>> rows(3);
    for (const std::size_t length : {0u, 1u, 16u, 254u, 255u, 256u, 70'000u})
        for (std::size_t row = 0; row < rows.size(); ++row)
            rows[row].push_back(std::string(length + row, static_cast<char>('a' + row)));
    for (std::size_t i = 0; i < 50'000; ++i)
        for (std::size_t row = 0; row < rows.size(); ++row)
            rows[row].push_back(std::to_string(i * (row + 1)));
    CellTexts texts;
    for (const std::vector<std::string>& row : rows) {
        texts.begin_row();
        texts.add("a row that is told of again");
        texts.begin_row();
        for (const std::string& cell : row) texts.add(cell);
        texts.end_row();
    }
    texts.begin_row();
    texts.add("never ended");
    for (std::size_t i = 0; i < rows.front().size(); ++i) {
        const auto column = texts.next_column();
        REQUIRE(column.size() == 3);
        for (std::size_t row = 0; row < 3; ++row) REQUIRE(column[row] == rows[row][i]);
    }
}
