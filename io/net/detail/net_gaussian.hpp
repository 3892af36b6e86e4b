#pragma once

#include <io/network/detail/file_network.hpp>
#include <io/text/detail/block_lexer.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>

#include <span>
#include <string>

namespace pgm::io::detail {

/// Reads the normal distributions of a potential, `(normal (1 + 0.5 * x, 4) ...)`, and the ';'
/// behind them. `what` begins messages. Throws ParseError.
FileGaussian read_gaussian(BlockLexer& lexer, const std::string& what);

/// "normal ( 1 + 0.5 * x, 4 )", with the names of the continuous parents.
std::string gaussian_text(const LinearGaussianCpd::Row& row, std::span<const std::string> parents);

}  // namespace pgm::io::detail
