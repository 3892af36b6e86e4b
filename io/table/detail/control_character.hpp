#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// The offset of the first ASCII control character, or npos. Models refuse them in names, so the
/// readers of tables refuse them where they stand.
inline std::size_t find_control_character(std::string_view name) {
    const auto is_control = [](char c) {
        return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
    };
    const auto found = std::find_if(name.begin(), name.end(), is_control);
    return found == name.end() ? std::string_view::npos
                               : static_cast<std::size_t>(found - name.begin());
}

/// The code point of an ASCII character as Unicode writes it, such as U+0007.
inline std::string code_point_of(char c) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    const auto code = static_cast<unsigned char>(c);
    return {'U', '+', '0', '0', digits[code / 16], digits[code % 16]};
}

}  // namespace pgm::io::detail
