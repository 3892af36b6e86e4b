#include <sources/ranks/ranks.hpp>

#include <io/table/table_blocks.hpp>

#include <utility>
#include <variant>
#include <vector>

namespace pgm::sources {
namespace {

/// The cells of one column, part after part.
using Cells = std::variant<std::vector<std::uint8_t>, std::vector<std::uint16_t>,
                           std::vector<std::uint32_t>, std::vector<double>>;

template <class Cell>
void append(Cells& cells, const CellList<Cell>& more) {
    auto& list = std::get<std::vector<Cell>>(cells);
    list.insert(list.end(), more.begin(), more.end());
}

/// No cells, of the type that the column has.
Cells no_cells(const Variable& column) {
    const ColumnCells empty =
        column.is_discrete() ? missing_codes(column.cardinality(), 0) : ColumnCells(RealCells());
    return std::visit([]<class Cell>(const CellList<Cell>&) { return Cells(std::vector<Cell>()); },
                      empty);
}

/// Takes the cells, so that those of one column at a time are there twice.
ColumnCells cells_of(Cells cells) {
    return std::visit(
        []<class Cell>(const std::vector<Cell>& list) { return ColumnCells(CellList<Cell>(list)); },
        cells);
}

}  // namespace

Dataset in_memory(const io::TableParts& parts) {
    constexpr std::size_t rows_at_a_time = std::size_t{1} << 16;
    std::vector<Cells> cells;
    for (const Variable& column : parts.schema()) cells.push_back(no_cells(column));
    std::vector<double> weights;
    parts.for_each(rows_at_a_time, [&](const Dataset& part) {
        for (std::size_t i = 0; i < cells.size(); ++i)
            std::visit([&](const auto& more) { append(cells[i], more); },
                       part.column(ColumnId(i)).cells);
        weights.insert(weights.end(), part.weights().begin(), part.weights().end());
    });
    std::vector<Column> columns;
    for (std::size_t i = 0; i < cells.size(); ++i)
        columns.push_back({parts.schema()[i], cells_of(std::move(cells[i]))});
    return Dataset(std::move(columns), RealCells(std::move(weights)));
}

}  // namespace pgm::sources
