#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/expression.hpp>

namespace pgm::detail {

/// True if a condition on values begins here: with the name of a continuous variable, or with a
/// number or a sign that is no name.
bool begins_linear_condition(const TokenCursor& cursor, const BayesianNetwork& network);

/// Takes one condition on values: `X > 3`, `1 < X <= 3`, `X - 2 Y > 3`, `X >= Y + 1`, `X in [1,
/// 3)`. Signs and numbers stand between blanks. ParseError where it is none, for an equation (a
/// value has a density and no probability) and for an interval that holds no number.
Expression parse_linear_condition(TokenCursor& cursor, const BayesianNetwork& network);

}  // namespace pgm::detail
