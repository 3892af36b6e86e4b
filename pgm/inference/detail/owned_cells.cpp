#include <pgm/inference/detail/owned_cells.hpp>

#include <pgm/core/random.hpp>

#include <bit>
#include <cmath>
#include <limits>
#include <type_traits>

namespace pgm::detail {
namespace {

template <class Cell>
constexpr bool is_number = std::is_same_v<Cell, double>;

template <class Cell>
Cell no_cell() {
    if constexpr (is_number<Cell>)
        return std::numeric_limits<double>::quiet_NaN();
    else
        return missing_cell<Cell>;
}

template <class Cell>
bool is_missing(Cell cell) {
    if constexpr (is_number<Cell>)
        return std::isnan(cell);
    else
        return cell == missing_cell<Cell>;
}

/// The bits of a cell, the same for a state in codes of any width.
template <class Cell>
std::uint64_t bits_of(Cell cell) {
    if (is_missing(cell)) return ~std::uint64_t{0};
    if constexpr (is_number<Cell>)
        return std::bit_cast<std::uint64_t>(cell + 0.0);  // -0 is 0
    else
        return cell;
}

OwnedCells gather(const EvidenceCells& cells, std::span<const std::uint32_t> rows) {
    return std::visit(
        [&](auto span) -> OwnedCells {
            using Cell = std::remove_const_t<typename decltype(span)::element_type>;
            std::vector<Cell> gathered(rows.size());
            for (std::size_t i = 0; i < rows.size(); ++i) gathered[i] = span[rows[i]];
            return gathered;
        },
        cells);
}

}  // namespace

OwnedCells copy(const EvidenceCells& cells) {
    return std::visit(
        [](auto span) -> OwnedCells {
            using Cell = std::remove_const_t<typename decltype(span)::element_type>;
            return std::vector<Cell>(span.begin(), span.end());
        },
        cells);
}

EvidenceCells view(const OwnedCells& cells) {
    return std::visit([](const auto& vector) { return EvidenceCells(std::span(vector)); }, cells);
}

std::vector<std::uint32_t> rows_without_cell(const EvidenceCells& cells) {
    return std::visit(
        [](auto span) {
            std::vector<std::uint32_t> rows;
            for (std::size_t row = 0; row < span.size(); ++row)
                if (is_missing(span[row])) rows.push_back(static_cast<std::uint32_t>(row));
            return rows;
        },
        cells);
}

void clear(OwnedCells& cells, std::span<const std::uint32_t> rows) {
    std::visit(
        [&]<class Cell>(std::vector<Cell>& vector) {
            for (const std::uint32_t row : rows) vector[row] = no_cell<Cell>();
        },
        cells);
}

void set_state(OwnedCells& cells, std::uint32_t row, std::size_t state) {
    std::visit(
        [&]<class Cell>(std::vector<Cell>& vector) { vector[row] = static_cast<Cell>(state); },
        cells);
}

std::variant<std::vector<std::uint32_t>, std::vector<double>> values_of(
    const OwnedCells& cells, std::span<const std::uint32_t> rows) {
    using Values = std::variant<std::vector<std::uint32_t>, std::vector<double>>;
    return std::visit(
        [&]<class Cell>(const std::vector<Cell>& vector) -> Values {
            std::vector<std::conditional_t<is_number<Cell>, double, std::uint32_t>> values;
            using Value = typename decltype(values)::value_type;
            values.reserve(rows.size());
            for (const std::uint32_t row : rows)
                values.push_back(is_missing(vector[row]) ? no_cell<Value>()
                                                         : static_cast<Value>(vector[row]));
            return values;
        },
        cells);
}

void mix_cells(const EvidenceCells& cells, std::uint64_t column, std::span<std::uint64_t> hashes) {
    const std::uint64_t of_column = Rng(column)();
    std::visit(
        [&](auto span) {
            for (std::size_t row = 0; row < span.size(); ++row)
                hashes[row] += Rng(bits_of(span[row]) ^ of_column)();
        },
        cells);
}

ChosenRows::ChosenRows(const EvidenceColumns& columns, std::span<const std::uint32_t> rows) {
    cells_.reserve(columns.columns.size());
    found_.rows = rows.size();
    for (const auto& [variable, cells] : columns.columns) {
        cells_.push_back(gather(cells, rows));
        found_.columns.push_back({variable, view(cells_.back())});
    }
}

}  // namespace pgm::detail
