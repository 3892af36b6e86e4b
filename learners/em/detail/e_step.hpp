#pragma once

#include <learners/counting/fit_options.hpp>
#include <learners/em/detail/expected_sums.hpp>
#include <learners/em/detail/hidden_pattern.hpp>
#include <learners/search/search_control.hpp>
#include <pgm/core/limits.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/model/network.hpp>

#include <functional>
#include <optional>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The rows of a fit as EM sees them: the sums of what is known, counted once, and the patterns of
/// what is missing.
struct IncompleteRows {
    std::vector<Family> factors;  ///< of the network, by its variables
    std::vector<Family> sums;     ///< whose sums are wanted, the factors among them
    Sums known;                   ///< of all families in `sums`
    std::vector<HiddenPattern> patterns;
    Limits limits;
};

/// Counts what is known and finds what is missing. Throws TooLargeError, with the numbers, where
/// the hidden cells of a row have too many joint states, an iteration would take too long or the
/// patterns more memory than they may.
IncompleteRows split_rows(const Dataset& rows, std::span<const Family> factors,
                          std::span<const Family> sums, const Fit& options,
                          double max_pattern_bytes = infinity);

/// The outcome of an E-step: the sums of all rows, as expected under the network, and the
/// log-likelihood of the network.
struct Expectation {
    Sums sums;
    double log_likelihood = 0;
};

/// The E-step. The result is the same bits for any number of threads, and of processes that share
/// the work, which meet once. `proceed` is asked now and
/// then by the calling thread; null when it said no. Throws ArgumentError for rows that the
/// network gives probability zero, missing values or not: their logarithm is no number to climb.
std::optional<Expectation> expect(const IncompleteRows& rows, const BayesianNetwork& network,
                                  std::size_t threads, const std::function<bool()>& proceed,
                                  const WorkShare& work = {});

/// The expected counts of one family under a network, which need not have it: known rows and
/// expected ones together. Scores of other structures are made of these.
FamilyCounts expected_counts(const Dataset& rows, std::span<const Family> factors,
                             const BayesianNetwork& network, const Family& family,
                             const Limits& limits);

/// The log-likelihood of the families that are known, summed over their rows.
double log_likelihood_of_known(const IncompleteRows& rows, const BayesianNetwork& network);

}  // namespace pgm::learners::detail
