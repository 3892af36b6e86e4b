#pragma once

#include <string>
#include <string_view>

namespace pgm {

/// Names and states as they are written into texts that people read and type: messages, evidence,
/// rows of tables, structures, queries. The rules for words and quotes are those of the lexer
/// (lexer.hpp), which reads back whatever is written here.

/// The name as it is when it is a plain word (is_plain_word()), in quotes otherwise.
std::string quoted_if_needed(std::string_view name);

/// Whether a byte below 32 or the byte 127 occurs.
bool has_control_character(std::string_view name);

/// The name for a message: at most 80 columns of it, what acts instead of being seen replaced by
/// '?' (pgm/core/text/utf8.hpp).
std::string printable(std::string_view name);

/// The same as a word that people would type, in quotes where that is needed.
std::string printable_word(std::string_view name);

inline bool is_blank(char c) {
    return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

}  // namespace pgm
