#pragma once

#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <string_view>

namespace pgm::detail {

/// Reads one question, as "P(Rain | Wet=yes)": the grammar of pgm/query/query_text.hpp without its
/// formulas. The whole text becomes the text of the query. Throws ParseError with the column.
///
/// Names without a state on the right of '|' become Query::for_each, those of entropies the
/// variables that are averaged over.
Query parse_question(const BayesianNetwork& network, std::string_view text);

/// True if a text begins with a question, a word and a parenthesis: "P(", "odds (".
///
/// A formula is taken apart by characters, before any of its questions is read: words of the lexer
/// may contain the signs of arithmetic, as in "P(A=a)/P(B=b)".
bool begins_question(std::string_view text);

/// The length of the question that a text begins with, up to its closing parenthesis; the whole
/// text where there is none. Parentheses in quotes do not count.
std::size_t question_length(std::string_view text);

}  // namespace pgm::detail
