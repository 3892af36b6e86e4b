#pragma once

#include <io/bif/detail/bif_lexer.hpp>

#include <span>

namespace pgm::io::detail {

/// Reads numbers separated by commas, blanks or both, including the `;` that ends them, which may
/// be missing at the end of a statement. Stores as many as fit into `values` and returns how many
/// there are. Fails at anything else.
std::size_t read_bif_numbers(BifLexer& lexer, std::span<double> values);

/// The offset of the number with this index in the list that begins at `begin` and has been read
/// before.
std::size_t offset_of_bif_number(BifLexer& lexer, std::size_t begin, std::size_t index);

}  // namespace pgm::io::detail
