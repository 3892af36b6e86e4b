#pragma once

#include <learners/estimate/detail/density/column_spread.hpp>
#include <learners/estimate/detail/remarks.hpp>
#include <learners/estimate/smoothing.hpp>
#include <learners/families/family_sums.hpp>
#include <pgm/model/cpd/linear_gaussian_cpd.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// Everything that a Gaussian is estimated with, apart from its sums.
struct GaussianRules {
    VarianceRule variance;
    EmptyRow empty_rows = EmptyRow::uniform;
    std::span<const ColumnSpread> spreads;  ///< by column
    std::span<const Variable> schema;       ///< by column, for messages
};

/// The linear Gaussians of a chain: entry j is that of continuous[j] given the discrete parents and
/// continuous[0], ..., continuous[j-1], one row per configuration.
///
/// Every configuration is a regression of its own; `tied`, all share slopes and variance and keep
/// intercepts of their own. Unbiased means that covariances are divided by n - 1, or by N - K when
/// K configurations share them, instead of n; a configuration with a weight of 1 or less is left as
/// it is. Variances then go through VarianceRule, and a configuration without rows gets what
/// EmptyRow says.
///
/// For a single family `first` is its last entry: what stands before it is then left empty, no rule
/// applied.
///
/// Adds to `remarks` which variances were raised and how. Throws ArgumentError for a variance of 0
/// that the rule does not raise, and for an empty row under EmptyRow::error.
std::vector<std::vector<LinearGaussianCpd::Row>> estimate_gaussian_chain(const GaussianSums& sums,
                                                                         bool tied,
                                                                         std::size_t first,
                                                                         const GaussianRules& rules,
                                                                         Remarks& remarks);

}  // namespace pgm::learners::detail
