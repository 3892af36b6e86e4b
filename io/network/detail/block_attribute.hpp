#pragma once

#include <io/network/detail/annotation.hpp>
#include <io/text/detail/block_lexer.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace pgm::io::detail {

// Annotations as attributes `name = value;` of the formats that BlockLexer reads.

/// True if the BlockLexer reads the text as one value, before the ';' that ends it, and as the same
/// text again.
bool is_block_value(std::string_view text, CommentStyle comments);

/// The attribute that attribute_line() made a line of, if its value can be written; null otherwise.
std::optional<Attribute> block_attribute(const std::string& line, CommentStyle comments);

}  // namespace pgm::io::detail
