#include <io/table/detail/cell_texts.hpp>

#include <cstring>

namespace pgm::io::detail {
namespace {

/// A length below this takes one byte; a larger one takes eight bytes after this mark.
constexpr unsigned char long_mark = 255;

}  // namespace

void CellTexts::add(std::string_view cell) {
    const std::size_t size = cell.size();
    if (size < long_mark) {
        text_ += static_cast<char>(size);
    } else {
        text_ += static_cast<char>(long_mark);
        text_.append(reinterpret_cast<const char*>(&size), sizeof size);
    }
    text_ += cell;
}

void CellTexts::end_row() {
    positions_.push_back(end_of_rows_);
    end_of_rows_ = text_.size();
}

std::span<const std::string_view> CellTexts::next_column() {
    column_.clear();
    for (std::size_t& position : positions_) {
        std::size_t size = static_cast<unsigned char>(text_[position++]);
        if (size == long_mark) {
            std::memcpy(&size, text_.data() + position, sizeof size);
            position += sizeof size;
        }
        column_.emplace_back(text_.data() + position, size);
        position += size;
    }
    return column_;
}

}  // namespace pgm::io::detail
