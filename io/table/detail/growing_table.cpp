#include <io/table/detail/growing_table.hpp>

#include <cstddef>
#include <utility>

namespace pgm::io::detail {

GrowingTable::GrowingTable(std::span<const Variable> schema)
    : schema_(schema.begin(), schema.end()) {
    for (const Variable& column : schema_) {
        const ColumnCells none = column.is_discrete() ? missing_codes(column.cardinality(), 0)
                                                      : ColumnCells(RealCells());
        cells_.push_back(std::visit(
            []<class Cell>(const CellList<Cell>&) { return Cells(std::vector<Cell>()); }, none));
    }
}

void GrowingTable::add(const Dataset& rows) {
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        std::visit(
            [&]<class Cell>(const CellList<Cell>& more) {
                auto& list = std::get<std::vector<Cell>>(cells_[i]);
                list.insert(list.end(), more.begin(), more.end());
            },
            rows.columns()[i].cells);
    }
    weights_.insert(weights_.end(), rows.weights().begin(), rows.weights().end());
}

Dataset GrowingTable::take() && {
    std::vector<Column> columns;
    for (std::size_t i = 0; i < cells_.size(); ++i) {
        const Cells cells = std::exchange(cells_[i], {});
        columns.push_back(
            {std::move(schema_[i]), std::visit(
                                        []<class Cell>(const std::vector<Cell>& list) {
                                            return ColumnCells(CellList<Cell>(list));
                                        },
                                        cells)});
    }
    return Dataset(std::move(columns), RealCells(weights_));
}

}  // namespace pgm::io::detail
