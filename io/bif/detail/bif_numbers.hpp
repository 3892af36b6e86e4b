#pragma once

#include <io/bif/detail/bif_lexer.hpp>

#include <span>

namespace pgm::io::detail {

/// Reads numbers separated by commas, blanks or both, up to and with the `;` that ends them; the
/// `;` may be missing where the statement ends anyway. Stores as many as fit and returns how many
/// there are. Fails at what is neither a finite number nor an end.
std::size_t read_bif_numbers(BifLexer& lexer, std::span<double> values);

/// The offset of the number with that index in the list that begins at `begin`, which has been read
/// before.
std::size_t offset_of_bif_number(BifLexer& lexer, std::size_t begin, std::size_t index);

}  // namespace pgm::io::detail
