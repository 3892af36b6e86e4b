#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/expression.hpp>

namespace pgm::detail {

/// Takes one condition on one variable: `X = a`, `X != a`, `X in {a, b}`, `X not in {a, b}`, `X <
/// 3` and its like. The result is always a plain Condition: the states for which it holds.
Expression parse_condition(TokenCursor& cursor, const BayesianNetwork& network);

}  // namespace pgm::detail
