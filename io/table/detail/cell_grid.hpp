#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace pgm::io::detail {

/// The cells of some rows of a text, each row with as many as the others and all of them written
/// as they are: where each ends. It refers to the text, and `padding` bytes from the start of a
/// cell may be read.
struct CellGrid {
    static constexpr std::size_t padding = 16;

    const char* text = nullptr;
    const std::uint32_t* ends = nullptr;  ///< of the first row; before it the end of another row
    std::size_t rows = 0, columns = 0;
    std::size_t stride = 0;  ///< from the end of a cell to that of the cell below

    std::size_t begin(std::size_t row, std::size_t column) const {
        return std::size_t{*(ends + row * stride + column - 1)} + 1;
    }

    /// The text of a cell without the blanks around it.
    std::string_view cell(std::size_t row, std::size_t column) const {
        return without_blanks(text + begin(row, column), text + ends[row * stride + column]);
    }

    static bool is_blank(char c) { return c == ' ' || c == '\t'; }

    static std::string_view without_blanks(const char* first, const char* last) {
        if (first != last && (is_blank(*first) || is_blank(*(last - 1)))) [[unlikely]] {
            while (first != last && is_blank(*first)) ++first;
            while (first != last && is_blank(*(last - 1))) --last;
        }
        return {first, static_cast<std::size_t>(last - first)};
    }
};

}  // namespace pgm::io::detail
