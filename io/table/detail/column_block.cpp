#include <io/table/detail/column_block.hpp>

#include <cstdint>
#include <utility>

namespace pgm::io::detail {
namespace {

constexpr std::size_t alignment = 64;

template <class Cell>
CellList<Cell> view_of(const char* cells, std::size_t rows) {
    return CellList<Cell>::view({reinterpret_cast<const Cell*>(cells), rows});
}

ColumnCells cells_of(const Variable& column, const char* cells, std::size_t rows) {
    if (!column.is_discrete()) return view_of<double>(cells, rows);
    switch (bytes_of_cell(column)) {
        case sizeof(std::uint8_t):
            return view_of<std::uint8_t>(cells, rows);
        case sizeof(std::uint16_t):
            return view_of<std::uint16_t>(cells, rows);
        default:
            return view_of<std::uint32_t>(cells, rows);
    }
}

}  // namespace

std::vector<std::size_t> places_in_block(std::span<const Variable> schema, bool have_weights,
                                         std::size_t rows) {
    std::vector<std::size_t> places = {0};
    const auto add = [&](std::size_t bytes_of_cell) {
        const std::size_t end = places.back() + bytes_of_cell * rows;
        places.push_back((end + alignment - 1) / alignment * alignment);
    };
    for (const Variable& column : schema) add(bytes_of_cell(column));
    if (have_weights) add(sizeof(double));
    return places;
}

Dataset table_in_block(std::span<const Variable> schema, bool have_weights, std::size_t rows,
                       const char* block) {
    const std::vector<std::size_t> places = places_in_block(schema, have_weights, rows);
    std::vector<Column> columns;
    for (std::size_t i = 0; i < schema.size(); ++i)
        columns.push_back({schema[i], cells_of(schema[i], block + places[i], rows)});
    RealCells weights;
    if (have_weights) weights = view_of<double>(block + places[schema.size()], rows);
    return Dataset(std::move(columns), std::move(weights));
}

}  // namespace pgm::io::detail
