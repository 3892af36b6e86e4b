#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <vector>

namespace pgm::detail {

/// Takes what is given, the rule `given` of the grammar in pgm/query/query_text.hpp, and stops
/// before the first token that cannot continue it. Variables without a state, also in do(), are
/// added to `for_each`; where that is null they are refused.
Given take_given(TokenCursor& cursor, const BayesianNetwork& network,
                 std::vector<ForEach>* for_each = nullptr);

/// True if a name stands here alone, before what ends an item: a comma, a bar, a closing
/// parenthesis or the end.
bool is_bare_name(const TokenCursor& cursor, const BayesianNetwork& network);

}  // namespace pgm::detail
