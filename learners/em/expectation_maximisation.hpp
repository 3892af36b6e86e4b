#pragma once

#include <learners/estimate/missing_cells.hpp>
#include <learners/plan/fit_options.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/classify/classifier.hpp>
#include <pgm/data/dataset.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::learners {

/// A classifier from a table with missing cells, rows without a class among them, and with hidden
/// variables: parameters by expectation maximisation (Dempster, Laird and Rubin 1977; Lauritzen
/// 1995, "The EM algorithm for graphical association models with missing data").
///
///     fit(data, "play", {.structure = "tan", .missing_cells = MissingCells::em});
///     fit(data, "Kind", {.structure = "Kind{2 states, hidden} -> Size, Weight",
///                        .missing_cells = MissingCells::em});
///
/// It differs from counting in a missing cell. Counting leaves a row out of the
/// families of which a member is missing. EM lets every row take part in all of them, by its
/// expected counts and moments under the network so far (the E-step), and estimates the network
/// from these as fit() does from counts (the M-step), until the likelihood of what the rows know
/// grows no more. That is right where cells are missing at random: for reasons that the known cells
/// tell. With nothing missing there is one step, and the network is that of counting, bit for bit.
///
/// The smoothing of the options is a prior, and what EM then climbs is log-likelihood + log prior
/// (EmReport); there are no pseudo-counts for the variances of Gaussians (VarianceRule). The arcs
/// of structures that choose them (tan, fan, kdb, chow-liu) are those that fit() chooses, from the
/// rows with a class. Variables that a user-defined structure declares hidden have no column; the
/// class may be one of them. The likelihood has several maxima then, and the best of several random
/// starts is kept.
///
/// The result depends on the rows, the options and the seed, not on the order of the rows, nor on
/// FitOptions::threads, which count here; SearchControl::threads does not. A run that is stopped
/// gives the best network so far. Classifiers keep no statistics, so update() refuses them.
///
/// Throws what fit() throws; ArgumentError also for kernel densities, aode and parzen, for a hidden
/// variable that is a column or has no states, and for columns without any known cell;
/// TooLargeError, before memory is taken, where the missing cells of a row have too many joint
/// states.
/// It is what fit() does where FitOptions::missing_cells is `em`; Provenance::em has the report.
Classifier fit_em(const Dataset& data, std::string_view class_name, const FitOptions& options = {},
                  const SearchControl& control = {});

namespace detail {

/// A network without a class, how EM went, and what Provenance tells of a classifier.
struct EmNetwork {
    BayesianNetwork network;
    EmReport report;
    std::vector<std::string> remarks;
};

/// Likewise of a network without a class: what fit_network() does where the missing cells are `em`.
EmNetwork fit_network_em(const Dataset& data, const FitOptions& options,
                         const SearchControl& control = {});

}  // namespace detail
}  // namespace pgm::learners
