#pragma once

#include <pgm/core/error.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/detail/token.hpp>

#include <string>
#include <string_view>

namespace pgm::detail {

/// The place of a token as errors give it.
Location place_of(const Token& token);

/// Takes a name: a quoted text or a word that is no keyword (and, or, not, in). Otherwise
/// ParseError "expected <what>, found ...".
const Token& take_name(TokenCursor& cursor, std::string_view what);

/// The variable a token names; ParseError at the token with a suggestion when there is none.
VariableId variable_named(const BayesianNetwork& network, const Token& token);

/// The same, and ParseError when the variable is continuous.
VariableId discrete_variable_named(const BayesianNetwork& network, const Token& token);

/// Takes a state of a variable: a quoted text or a word; a keyword only when it is the name of a
/// state. ParseError at the token with a suggestion otherwise.
StateId take_state(TokenCursor& cursor, const Variable& variable);

}  // namespace pgm::detail
