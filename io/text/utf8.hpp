#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm::io {

/// Names come from files, hence may be any bytes. These few functions let pictures and tables treat them as text without trusting them.

/// Takes one code point off the front of `rest`, which must not be empty. Bytes that are not UTF-8 (overlong forms and surrogates included) give U+FFFD, one
/// byte at a time.
char32_t take_code_point(std::string_view& rest);

/// Appends a code point as UTF-8.
void append_code_point(std::string& text, char32_t code_point);

/// Columns a terminal or a drawing needs for the text: 2 for East Asian wide characters, 0 for combining marks, 1 for the rest.
std::size_t display_columns(std::string_view text);

/// The text itself when it needs at most `columns` (at least 1), else its beginning with an ellipsis. Always valid UTF-8.
std::string shortened(std::string_view text, std::size_t columns);

}  // namespace pgm::io
