#pragma once

#include <algorithm>
#include <string_view>

namespace pgm {

// Properties of single bytes. Unlike the functions of <cctype> these take any char, including
// negative ones, and do not depend on the locale, so a file means the same on every machine.

constexpr char ascii_lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

/// True if a byte is an ASCII control character, such as a tab or a line end.
constexpr bool is_control(char c) {
    return static_cast<unsigned char>(c) < 0x20 || c == 0x7f;
}

constexpr bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

constexpr bool is_blank(char c) {
    return c == ' ' || c == '\t' || is_line_end(c);
}

/// True if a text equals `lower`, a text in small letters, letter case aside.
constexpr bool equals_ignoring_case(std::string_view text, std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return ascii_lower(a) == b; });
}

}  // namespace pgm
