#pragma once

#include <learners/counting/fit_options.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/network.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::learners {

/// A network without a class, and how its fit went: what Provenance has of a classifier.
struct FittedNetwork {
    BayesianNetwork network;
    std::optional<EmReport> em;          ///< present if it was fitted by expectation maximisation
    std::vector<double> concentrations;  ///< of back-off by level, given or chosen; else none
    std::vector<std::string> remarks;
};

/// The network of a structure that is written out, over the columns that it names, in the order of
/// the table, and then the variables that it declares hidden.
///
///     fit_network(data, {.structure = "smoke -> cancer; smoke -> bronchitis"});
///     fit_network(data, {.structure = "H{2 states, hidden} -> a, b, c",
///                        .missing_cells = MissingCells::em});
///
/// It differs from fit() in that no column is the class, so that what is chosen by a class is
/// refused: cut points that are learned, a calibration, a class prior, selected features. Tables
/// and Gaussians are estimated by the same rules, from the same exact sums, so the order of the
/// rows and the number of threads have no effect. Missing values are `sum`, available-case counts,
/// or `em` (learners/estimate/missing_cells.hpp). Continuous columns are linear Gaussians, by
/// default with the variances of maximum likelihood. A discrete column with continuous parents has
/// a regression for each configuration of the discrete ones (Fit::continuous_parents); the rows
/// that have all of them are kept for it.
///
/// Back-off tables drop the parent first that has the least mutual information with the variable,
/// of equals the later column. Level l counts the rows that have the variable and the first l
/// parents. TunedBackOff has the concentrations, the same for all variables, that make the rows
/// most probable when each in turn is left out of the counts,
///
///     sum over variables X and rows of  w log theta(x | parents), without the row,
///
/// in closed form from the counts, by the coordinate descent that a classifier has; only that no
/// class is predicted.
///
/// `control` shows progress of EM and stops it. With an exchange, the data are one shard of a table
/// of discrete columns, and the tables are those of all rows; not by EM.
///
/// Throws ArgumentError for such choices, a name that is no column, hidden variables without `em`,
/// back-off and `em` where a discrete column has a continuous parent, and data without rows or
/// values; ModelError for a cycle; TooLargeError for tables past the limits.
FittedNetwork fit_network(const Dataset& data, const Fit& options,
                          const SearchControl& control = {});

/// Fits a graph over all columns: variable i is column i. Fit::structure does not matter.
/// Throws ArgumentError also for a graph of another size.
FittedNetwork fit_network(const Dataset& data, const Dag& dag, Fit options = {},
                          const SearchControl& control = {});

}  // namespace pgm::learners
