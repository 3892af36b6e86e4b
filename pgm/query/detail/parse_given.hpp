#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

namespace pgm::detail {

/// Takes what is given, items separated by commas (the grammar is in pgm/query/query_text.hpp), and
/// stops before the first token that cannot continue it. It is what stands on the right of `|` in a
/// question, and the whole of a text of evidence.
Given take_given(TokenCursor& cursor, const BayesianNetwork& network);

}  // namespace pgm::detail
