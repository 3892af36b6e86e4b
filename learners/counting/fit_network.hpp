#pragma once

#include <learners/estimate/continuous_model.hpp>
#include <learners/estimate/smoothing.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>

namespace pgm::learners {

/// How the distributions of a network are estimated when its graph is known.
struct NetworkFitOptions {
    Smoothing smoothing{};
    /// The variances of continuous variables, which are linear Gaussians.
    VarianceRule variance = maximum_likelihood_variance;
    EmptyRow empty_rows = EmptyRow::uniform;
    std::size_t threads = 1;
    Limits limits{};
};

/// The network of a graph over the columns of a table: variable i is column i.
///
/// It differs from fit() in that no column is the class. Tables and Gaussians are estimated by the
/// same rules, from the same exact sums, so the order of the rows and the number of threads change
/// nothing. Rows in which a member of a family is missing do not count for this family.
///
/// Back-off tables drop the parent first that tells least about the variable by itself (mutual
/// information; of equals the later column). Level l counts the rows that have the variable and the
/// first l parents.
///
/// Throws ArgumentError for a graph of another size, a discrete column with a continuous parent, a
/// smoothing that needs another network, and data without rows or values; TooLargeError for tables
/// past the limits.
BayesianNetwork fit_network(const Dataset& data, const Dag& dag,
                            const NetworkFitOptions& options = {});

/// The back-off that fit_network() chooses where the smoothing is TunedBackOff: the concentrations
/// by level, the same for all variables, that make the rows most probable when each in turn is left
/// out of the counts,
///
///     sum over variables X and rows of  w log theta(x | parents), without the row,
///
/// in closed form from the counts (learners/judge/detail/left_out_table.hpp). m_0 and the
/// candidates are those of TunedBackOff, by the same coordinate descent; only that no class is
/// predicted. The smoothing of `options` does not matter. Throws what fit_network() throws.
BackOff choose_back_off(const Dataset& data, const Dag& dag, NetworkFitOptions options = {});

}  // namespace pgm::learners
