#include <io/bif/detail/bif_row_locations.hpp>

#include <io/bif/detail/bif_numbers.hpp>

namespace pgm::io::detail {

Location BifRowLocations::locate(std::size_t number, std::size_t row) {
    TableOffsets& table = tables_[number];
    if (table.first_number == 0) {
        const std::uint32_t offset = rows_[table.first_row + row];
        return cursor_->locate(offset != 0 ? table.block + offset : table.default_row);
    }
    const std::size_t index = table.child_fastest ? row * table.row_length : row;
    const bool onwards = table.seen_offset != 0 && index >= table.seen_number;
    const std::size_t from = onwards ? table.seen_offset : table.first_number;
    BifLexer lexer(*cursor_);
    table.seen_offset =
        offset_of_bif_number(lexer, from, onwards ? index - table.seen_number : index);
    table.seen_number = index;
    return cursor_->locate(table.seen_offset);
}

}  // namespace pgm::io::detail
