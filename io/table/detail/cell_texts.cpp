#include <io/table/detail/cell_texts.hpp>

#include <cstring>
#include <utility>

namespace pgm::io::detail {
namespace {

/// A length below this takes one byte; a larger one takes eight bytes after this mark.
constexpr unsigned char long_mark = 255;

constexpr std::size_t cell_piece_bytes = std::size_t{1} << 16;

}  // namespace

void CellTexts::begin_row() {
    open_row_.clear();
}

void CellTexts::add(std::string_view cell) {
    const std::size_t size = cell.size(), most = 1 + sizeof size + size + padding;
    if (open_row_.empty()) {
        open_row_.emplace_back();
    } else if (open_row_.back().size() + most > cell_piece_bytes) {
        open_row_.emplace_back().reserve(cell_piece_bytes);  // the row is long
    }
    std::string& piece = open_row_.back();
    if (size < long_mark) {
        piece += static_cast<char>(size);
    } else {
        piece += static_cast<char>(long_mark);
        piece.append(reinterpret_cast<const char*>(&size), sizeof size);
    }
    piece += cell;
}

void CellTexts::end_row() {
    for (std::string& piece : open_row_) {
        bytes_ += piece.size();
        piece.append(padding, ' ');
    }
    rows_.push_back({std::exchange(open_row_, {})});
}

std::span<const std::string_view> CellTexts::next_column() {
    column_.clear();
    for (ReadRow& row : rows_) {
        if (row.position + padding == row.pieces[row.piece].size()) {
            std::string().swap(row.pieces[row.piece++]);
            row.position = 0;
        }
        const std::string& piece = row.pieces[row.piece];
        std::size_t size = static_cast<unsigned char>(piece[row.position++]);
        if (size == long_mark) {
            std::memcpy(&size, piece.data() + row.position, sizeof size);
            row.position += sizeof size;
        }
        column_.emplace_back(piece.data() + row.position, size);
        row.position += size;
    }
    return column_;
}

}  // namespace pgm::io::detail
