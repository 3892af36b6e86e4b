#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace pgm {

/// The joint distribution written out as the product that the graph makes of it, the way books do:
///
///     "P(y) P(A1 | y) P(A2 | y) P(A3 | A1) P(A4 | A1, A2)"
///
/// One factor per variable in topological order (pgm/graph/order.hpp), parents in the order of the
/// table; names that are not plain words are quoted. Empty for an empty network. For people, names
/// may be cut after so many columns.
std::string factorisation(const BayesianNetwork& network,
                          std::size_t name_columns = std::numeric_limits<std::size_t>::max());

}  // namespace pgm
