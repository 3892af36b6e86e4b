#pragma once

#include <string>
#include <string_view>

namespace pgm {

/// Writes names and states into texts that people read and type: messages, evidence, keys of rows,
/// structures, queries. The lexer (lexer.hpp) defines words and quotes and reads everything that is
/// written here.

/// The name itself if it is a plain word (is_plain_word()), otherwise the name in quotes.
std::string quoted_if_needed(std::string_view name);

/// Whether the name contains an ASCII control character.
bool has_control_character(std::string_view name);

/// The name for a message: at most 80 columns, with invisible controls replaced by '?' (utf8.hpp).
std::string printable(std::string_view name);

/// The same in quotes, if it is not a plain word.
std::string printable_word(std::string_view name);

inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace pgm
