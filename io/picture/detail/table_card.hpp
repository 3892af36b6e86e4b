#pragma once

#include <io/picture/picture.hpp>

#include <cstddef>

namespace pgm::io::detail {

/// Fills the table of a card with P(X | parents) as the network has it, one line per row: the
/// probabilities of a table, mean and standard deviation of a Gaussian, the links and the leak of a
/// noisy-MAX, the cuts of a threshold, the numbers of a utility, bandwidth and points of a kernel
/// density. A discrete distribution of another kind is shown as a table where that is small. Of
/// tables with too many columns only the number of rows is given.
void add_table(NodeCard& card, const BayesianNetwork& network, VariableId variable,
               std::size_t max_rows);

}  // namespace pgm::io::detail
