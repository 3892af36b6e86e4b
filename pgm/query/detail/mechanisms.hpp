#pragma once

#include <pgm/core/text/lexer.hpp>
#include <pgm/model/network.hpp>
#include <pgm/query/query.hpp>

#include <optional>
#include <string>
#include <variant>

namespace pgm::detail {

/// The distributions that do() puts in the place of those of variables (Given::mechanisms).

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

/// Throws ArgumentError for a mechanism of a variable or state that the network does not have, rows
/// that are no distributions, and a cycle, which is named.
void validate_mechanisms(const Given& given, const BayesianNetwork& network);

/// The network in which the variables have these distributions.
BayesianNetwork with_mechanisms(const BayesianNetwork& network, const Given& given);

/// "X ~ [0.4, 0.6]", "X := Z" or "X := if Z=a then s else t", as take_mechanism() reads it; a table
/// that the language does not have is "X ~ P(X | Z)".
std::string format_mechanism(const BayesianNetwork& network, const TableCpd& mechanism);

}  // namespace pgm::detail
