#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace pgm {

// Names come from files, hence may be any bytes. These few functions let messages, pictures and
// tables treat them as text without trusting them.

/// Takes one code point off the front of `rest`, which must not be empty. Bytes that are not UTF-8
/// (overlong forms and surrogates included) give U+FFFD, one byte at a time.
char32_t take_code_point(std::string_view& rest);

/// Appends a code point as UTF-8.
void append_code_point(std::string& text, char32_t code_point);

/// Whether the bytes are well-formed UTF-8 (no overlong forms, no surrogates).
bool is_utf8(std::string_view bytes);

/// Whether a code point acts on what is around it instead of being seen: control characters, line
/// and paragraph separators, the marks and overrides of the direction of writing (Unicode Standard
/// Annex 9), noncharacters. Shown as they are, they could colour a terminal, move its cursor, or
/// make a name look like another one.
bool is_invisible_control(char32_t code_point);

/// The text with every such code point replaced, for whatever a person reads.
std::string without_controls(std::string_view text, char32_t replacement = U'?');

/// Columns a terminal or a drawing needs for the text: 2 for East Asian wide characters, 0 for
/// combining marks, 1 for the rest.
std::size_t display_columns(std::string_view text);

/// The text itself when it needs at most `columns` (at least 1), else its beginning with an
/// ellipsis; piles of combining marks count as long too. Always valid UTF-8.
std::string shortened(std::string_view text, std::size_t columns);

}  // namespace pgm
