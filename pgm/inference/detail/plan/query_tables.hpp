#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace pgm::detail {

/// Tables whose content comes with a question instead of from the network: the densities of
/// observed values. They belong to the variables from `first_variable` on of the network that the
/// plan is made for (discretised_model.hpp).
///
/// Every table is scaled so that its largest cell is 1; `log_scale` is what all scales together
/// multiply P(e) with. The logarithms are kept, for the engine to take where a cell is too small
/// for a double.
struct QueryTables {
    std::uint32_t first_variable = std::numeric_limits<std::uint32_t>::max();
    std::vector<std::size_t> first_cell;  ///< of each table in `logs` and `values`
    std::vector<double> logs;             ///< -inf for zero
    std::vector<double> values;           ///< exp(logs)
    bool lost_precision =
        false;  ///< whether some value is zero or subnormal and its logarithm is not -inf
    double log_scale = 0;
};

}  // namespace pgm::detail
