#pragma once

#include <pgm/core/text/characters.hpp>

#include <string>
#include <string_view>

namespace pgm {

/// Writes names and states into texts that people read and type: messages, evidence, keys of rows,
/// structures, queries. The lexer (lexer.hpp) defines words and quotes and reads everything that is
/// written here.

/// The name itself if it is a plain word (is_plain_word()), otherwise the name in quotes.
std::string quoted_if_needed(std::string_view name);

/// printable() of the name between single quotes, as messages have it.
std::string in_quotes(std::string_view name);

/// printable() of the name, in quotes if it is not a plain word.
std::string printable_word(std::string_view name);

}  // namespace pgm
