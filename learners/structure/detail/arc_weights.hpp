#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/structure/augmented_structures.hpp>

#include <vector>

namespace pgm::learners::detail {

/// The variables that the weight of a pair is conditioned on. Without a condition the class is a
/// column like the others.
enum class PairCondition { none, given_class };

/// Two columns and what an arc between them is worth.
struct WeightedPair {
    ColumnId a;
    ColumnId b;
    double weight = 0;

    friend bool operator==(const WeightedPair&, const WeightedPair&) = default;
};

/// The families whose sums the weights of all pairs are computed from, and those of naive Bayes and
/// of single columns, which estimating the structure will need besides. Pairs that cannot be an arc
/// (Columns::may_join) are left out. Throws TooLargeError for more than 3000
/// columns.
std::vector<Family> families_of_arcs(const Columns& columns, PairCondition condition);

/// The weights of all these pairs, by the formulas of ArcWeight. The information is that of
/// maximum-likelihood estimates, in nats, from the rows that have both columns (and the class):
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
///
/// Sums that are not there are counted on demand (SumsOnDemand), so that no more than a block of
/// tables is in memory; the weights are the same, to the last bit.
std::vector<WeightedPair> arc_weights(const Columns& columns, const FamilySums& sums,
                                      PairCondition condition, ArcWeight rule);

/// The pairs of positive weight.
std::vector<WeightedPair> gaining(std::vector<WeightedPair> pairs);

/// I(X; class) of every column, 0 for the class itself and for columns that do not take part. Needs
/// the sums of every feature given the class.
std::vector<double> information_about_class(const Columns& columns, const FamilySums& sums);

/// The features by descending I(X; class), ties by column, the continuous ones after all discrete
/// ones.
std::vector<ColumnId> most_informative_first(const Columns& columns, const FamilySums& sums);

}  // namespace pgm::learners::detail
