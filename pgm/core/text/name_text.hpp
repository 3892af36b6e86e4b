#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace pgm {

/// Names and states as they appear in lines that people type and read: evidence, rows of tables,
/// structures, messages.
///
/// A *plain word* is a run of letters, digits, '_', '.' and bytes beyond ASCII (UTF-8), with '-'
/// and '+' allowed inside and at the end after the first character: smoke, x.1, 20-30, 40.5+,
/// größe. Everything else is written in single or double quotes; inside quotes the same quote is
/// written twice: '<5', "it's", 'it''s'.
bool is_plain_word(std::string_view name);

/// The name as it is when it is a plain word, in quotes otherwise. read_quoted() gives back the
/// same name.
std::string quoted_if_needed(std::string_view name);

/// The contents of a quoted name that starts at `text[position]`, which must be a quote; `position`
/// then stands behind the closing quote. Nothing when the closing quote is missing.
std::optional<std::string> read_quoted(std::string_view text, std::size_t& position);

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
