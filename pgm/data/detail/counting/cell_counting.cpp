#include <pgm/data/detail/counting/cell_counting.hpp>

namespace pgm::detail {
namespace {

template <bool missing_is_a_state, class Code, class Cell>
void append_axis(const Code* code, Cell states, std::span<Cell> cells) {
    const Cell radix = missing_is_a_state ? states + 1 : states;
    Cell* const cell = cells.data();
    const std::size_t rows = cells.size();
    for (std::size_t row = 0; row < rows; ++row) {
        if constexpr (missing_is_a_state) {
            cell[row] = cell[row] * radix + std::min<Cell>(code[row], states);
        } else {
            const bool known = code[row] != missing_code<Code> && cell[row] != no_cell<Cell>;
            cell[row] = known ? cell[row] * radix + code[row] : no_cell<Cell>;
        }
    }
}

}  // namespace

template <class Cell>
void append_member(const Column& column, std::size_t first, std::span<Cell> cells,
                   bool missing_is_a_state) {
    const Cell states = static_cast<Cell>(column.variable.cardinality());
    visit_codes(column, [&](const auto& codes) {
        const auto* const code = codes.data() + first;
        missing_is_a_state ? append_axis<true>(code, states, cells)
                           : append_axis<false>(code, states, cells);
    });
}
template void append_member(const Column&, std::size_t, std::span<std::uint32_t>, bool);
template void append_member(const Column&, std::size_t, std::span<std::uint64_t>, bool);

std::vector<std::uint32_t> row_cells(std::span<const Column* const> members, std::size_t first,
                                     std::size_t rows, std::size_t cells) {
    std::vector<std::uint32_t> cell_of(rows, 0);
    for (const Column* const member : members) append_member(*member, first, std::span(cell_of));
    const auto last = static_cast<std::uint32_t>(cells);
    for (std::uint32_t& cell : cell_of) cell = std::min(cell, last);
    return cell_of;
}

}  // namespace pgm::detail
