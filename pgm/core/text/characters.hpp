#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
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

/// The piece of a text between the blanks and line ends around it.
constexpr std::string_view without_blanks_around(std::string_view text) {
    while (!text.empty() && is_blank(text.front())) text.remove_prefix(1);
    while (!text.empty() && is_blank(text.back())) text.remove_suffix(1);
    return text;
}

/// True if a text equals `lower`, a text in small letters, letter case aside.
constexpr bool equals_ignoring_case(std::string_view text, std::string_view lower) {
    return std::equal(text.begin(), text.end(), lower.begin(), lower.end(),
                      [](char a, char b) { return ascii_lower(a) == b; });
}

// Names come from files and may be any bytes. With these functions messages, pictures and tables
// can show them safely.

/// Removes one code point from the front of `rest`, which must not be empty. Each byte that is not
/// UTF-8 (overlong forms and surrogates included) gives U+FFFD.
char32_t take_code_point(std::string_view& rest);

/// Appends a code point as UTF-8.
void append_code_point(std::string& text, char32_t code_point);

/// True if the bytes are well-formed UTF-8 (no overlong forms, no surrogates).
bool is_utf8(std::string_view bytes);

/// True if a code point is invisible and changes how the text around it is shown: control
/// characters, line and paragraph separators, marks and overrides of the writing direction (Unicode
/// Standard Annex 9), noncharacters. Printed as they are, they could colour a terminal, move its
/// cursor, or make one name look like another.
bool is_invisible_control(char32_t code_point);

/// The text with every such code point replaced.
std::string without_controls(std::string_view text, char32_t replacement = U'?');

/// True for text of the characters from space to tilde alone, each of which is a byte, a code point
/// and a column of a terminal.
bool is_printable_ascii(std::string_view text);

/// The number of columns that a terminal or a picture needs for the text: 2 for East Asian wide
/// characters, 0 for combining marks, 1 for the rest.
std::size_t display_columns(std::string_view text);

/// The text itself if it needs at most `columns` (at least 1), otherwise its beginning and an
/// ellipsis. Too many combining marks count as too long. The result is valid UTF-8.
std::string shortened(std::string_view text, std::size_t columns);

/// True if the name contains an ASCII control character.
bool has_control_character(std::string_view name);

/// The name for a message: at most 80 columns, with invisible controls replaced by '?'.
std::string printable(std::string_view name);

}  // namespace pgm
