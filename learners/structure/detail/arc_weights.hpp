#pragma once

#include <learners/estimate/detail/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <pgm/graph/spanning_forest.hpp>

#include <vector>

namespace pgm::learners::detail {

/// What an arc between two columns is worth.
///
/// The information is that of maximum-likelihood estimates, in nats, from the rows that have both
/// columns (and the class):
///
/// | columns                  | I(A; B | C) |
/// |--------------------------|---|
/// | both discrete            | sum_cab n_cab / n log( n_cab n_c / (n_ca n_cb) ) |
/// | both continuous          | - sum_c n_c / n log(1 - r_c^2) / 2 |
/// | A discrete, B continuous | sum_c n_c / n ( log v_c - sum_a n_ca / n_c log v_ca ) / 2 |
///
/// r_c is the correlation in class c and v the variances of B, both of Gaussians. Two Gaussian
/// variances that are estimated from two rows tell nothing about each other, so a group of fewer
/// than three rows counts as uninformative, and no variance counts as less than 2^-40 of what it is
/// compared with (a perfect dependence is worth 14 nats).
enum class ArcGain {
    information,  ///< I
    /// n I - d log(n) / 2 (Schwarz 1978), d the parameters that the arc adds; arcs that gain
    /// nothing are left out.
    bic,
    aic,  ///< n I - d (Akaike 1974), likewise
};

/// The families whose sums the weights are computed from: every pair of columns, with the class as
/// a condition or without. Pairs that cannot be an arc (see Columns::continuous_may_join) are left
/// out. Throws TooLargeError for more than 3000 columns.
std::vector<Family> pair_families(const Columns& columns, bool given_class);

/// The weights of all these pairs; VariableIds stand for columns. Without the class as a condition
/// it is a column like the others.
std::vector<WeightedEdge> arc_weights(const Columns& columns, const FamilySums& sums,
                                      bool given_class, ArcGain gain);

/// I(X; class) of every column, 0 for the class itself and for columns that do not take part. Needs
/// the sums of every feature given the class.
std::vector<double> information_about_class(const Columns& columns, const FamilySums& sums);

}  // namespace pgm::learners::detail
