#include <learners/score/detail/row_sets.hpp>

#include <tests/support/catch.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners::detail;

namespace {

/// Five columns of two states and one of numbers.
Dataset mixed_rows() {
    std::vector<Column> columns;
    for (std::size_t c = 0; c < 5; ++c) {
        std::vector<std::string_view> cells;
        for (std::size_t row = 0; row < 64; ++row) cells.push_back((row >> c) % 2 ? "b" : "a");
        columns.push_back(discrete_column(Variable("d" + std::to_string(c), {"a", "b"}), cells));
    }
    RealCells numbers(64);
    for (std::size_t row = 0; row < 64; ++row) numbers[row] = static_cast<double>(row % 7);
    columns.push_back(continuous_column("x", numbers));
    return Dataset(std::move(columns));
}

std::vector<ColumnId> columns_of(std::size_t subset) {
    std::vector<ColumnId> columns;
    for (std::size_t c = 0; c < 5; ++c)
        if (subset >> c & 1) columns.emplace_back(c);
    return columns;
}

}  // namespace

TEST_CASE("Row sets: all are kept where they have the memory, and otherwise made again") {
    const Dataset data = mixed_rows();
    for (const std::size_t most_bytes : {std::size_t{1} << 20, std::size_t{1}}) {
        RowSets sets(data, most_bytes);
        const auto first = sets.find(columns_of(1));
        for (std::size_t subset = 0; subset < 32; ++subset) sets.find(columns_of(subset));
        const auto again = sets.find(columns_of(1));
        CHECK((again == first) == (most_bytes > 1));
        const std::vector<ColumnId> number{ColumnId(5)};
        CHECK(again->sums().scatters(number) == first->sums().scatters(number));
    }
}
