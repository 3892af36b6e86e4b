#pragma once

#include <pgm/model/network.hpp>

#include <cstddef>
#include <limits>
#include <string>

namespace pgm {

/// The joint distribution written as a product of one factor per variable, as textbooks write it:
///
///     "P(y) P(A1 | y) P(A2 | y) P(A3 | A1) P(A4 | A1, A2)"
///
/// The factors are in topological order (pgm/graph/order.hpp) and the parents in the order of the
/// table. Names that are not plain words are quoted, and names of more than `name_columns` columns
/// are shortened. The text of an empty network is empty.
std::string factorisation(const BayesianNetwork& network,
                          std::size_t name_columns = std::numeric_limits<std::size_t>::max());

}  // namespace pgm
