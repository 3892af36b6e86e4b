#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/expression.hpp>

namespace pgm::detail {

/// Takes one condition. On one discrete variable, `X = a`, `X != a`, `X in {a, b}`, `X not in {a,
/// b}`, `X < 3` and its like, it is always a plain Condition: the states for which it holds. On
/// continuous ones see parse_linear_condition().
Expression parse_condition(TokenCursor& cursor, const BayesianNetwork& network);

}  // namespace pgm::detail
