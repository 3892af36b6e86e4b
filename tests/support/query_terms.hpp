#pragma once

#include <pgm/query/expression.hpp>
#include <tests/support/query_network.hpp>

#include <string>

/// What questions about query_network() are made of, under short names, for tests which `using
/// namespace` them.
namespace pgm::tests::query_terms {

inline const BayesianNetwork network = query_network();

inline const Expression cloudy = is(network, "Cloudy", "yes");
inline const Expression rain = is(network, "Rain", "yes");
inline const Expression sprinkler = is(network, "Sprinkler", "on");
inline const Expression wet = is(network, "Wet", "yes");

/// How the hint begins for a condition that is none.
inline const std::string condition_hint = "a condition names the variable and its state: ";

}  // namespace pgm::tests::query_terms
