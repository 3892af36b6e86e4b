#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <optional>
#include <variant>

namespace pgm::detail {

/// Takes an assignment within do() that is no `X = state`:
///
///     X ~ [0.4, 0.6]                        drawn from these probabilities, in order of the states
///     X := Z                                the state of the same name
///     X := if Z=a and W=b then s else t     any expression about discrete variables
///     X := s                                do(X = s), an Intervention
///
/// Null where none begins. Throws ParseError as parse_query() does, and for what depends on X
/// itself.
std::optional<std::variant<Intervention, TableCpd>> take_mechanism(TokenCursor& cursor,
                                                                   const BayesianNetwork& network);

}  // namespace pgm::detail
