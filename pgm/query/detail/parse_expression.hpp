#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/expression.hpp>

#include <cstddef>

namespace pgm::detail {

/// Parentheses and negations deeper than this are refused: no person writes them, and a bound keeps
/// a hostile text from costing more than its length.
inline constexpr std::size_t deepest_nesting = 200;

/// Takes one expression (the grammar is in pgm/query/query_text.hpp) and stops before the first
/// token that cannot continue it: a comma, a bar or a closing parenthesis that belongs to what
/// stands around the expression, or the end.
Expression parse_expression(TokenCursor& cursor, const BayesianNetwork& network);

}  // namespace pgm::detail
