#pragma once

#include <pgm/model/network.hpp>

namespace pgm::tests {

/// The network that tests of the query language speak about: the sprinkler with the numbers of
/// Russell and Norvig (Artificial Intelligence: A Modern Approach, figure 14.12), and beside it,
/// unconnected, variables with all sorts of names and states, each state as probable as its
/// sisters:
///
///     Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy
///     age{0-17|18-39|40-64|65+}    hours{v0:40.5-|v1:40.5+}    grade{A|B|C}    dose{5|10|20}
///     'lower body'{<5|5-12|12+}    'or'{no|yes}    P{no|yes}    größe{klein|groß}
///     odd{in|it's|a, b|*}
BayesianNetwork query_network();

/// The joint table of a census (Adult, UCI), gender{Female|Male}, hours{v0:40.5-|v1:40.5+},
/// wealth{poor|rich}, as a network: its eight numbers, which add up to 0.9999991, divided by their
/// sum.
BayesianNetwork census_network();

/// Diabetes{no 0.8|yes 0.2}, the continuous variable cells, N(30, 8^2) without the disease and
/// N(46, 6^2) with it.
BayesianNetwork clinic_network();

}  // namespace pgm::tests
