#pragma once

#include <learners/estimate/detail/remarks.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/plan/fit_options.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counter.hpp>
#include <pgm/model/network.hpp>

#include <vector>

namespace pgm::learners::detail {

/// A network whose variable i is column i, without a class, and what it was estimated by.
struct CountedNetwork {
    BayesianNetwork network;
    std::vector<double>
        concentrations;  ///< of back-off by level, given or chosen; none of other tables
};

/// The network of these families, one for each column in their order, from available-case counts
/// and moments. Continuous columns are linear Gaussians; one whose parents are discrete only, too.
///
/// Back-off tables drop the parent first that tells least about the variable by itself (mutual
/// information; of equals the later column). Level l counts the rows that have the variable and the
/// first l parents. TunedBackOff has the concentrations, the same for all variables, that make the
/// rows most probable when each in turn is left out of the counts,
///
///     sum over variables X and rows of  w log theta(x | parents), without the row,
///
/// in closed form from the counts (learners/judge/detail/left_out_table.hpp), by the coordinate
/// descent that a classifier has; only that no class is predicted.
///
/// With an exchange the data are one shard, and the network is that of all rows.
///
/// Throws ArgumentError for a prior network that is missing or does not fit, data without rows and
/// columns without values; TooLargeError for tables past the limits.
CountedNetwork network_by_counting(const Dataset& data, std::vector<Family> families,
                                   const FitOptions& options, Remarks& remarks,
                                   const CountExchange& exchange = {});

}  // namespace pgm::learners::detail
