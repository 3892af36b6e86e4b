#pragma once

#include <pgm/data/family_counts.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace pgm::learners::detail {

/// Every count of two columns a and b given a condition z, as whole numbers:
///
///     n_zab = cells[z * z_stride + a * a_stride + b]
///
/// It is what FamilyCounter passes on, before anyone makes a FamilyCounts of it.
struct PairCells {
    std::span<const std::uint64_t> cells;
    std::size_t conditions = 1, a_states = 1, b_states = 1;
    std::size_t z_stride = 0, a_stride = 0;
};

/// The maximum-likelihood estimate of the mutual information between the child b and the last
/// parent a of a family, given its other parents z together, in nats:
///
///     I(A; B | Z) = sum_{z,a,b} n_zab / n  log( n_zab n_z / (n_za n_zb) )
///
/// with n the weight of the rows that have all members. 0 when there is no such row. Never
/// negative. Exchanging A and B changes no bit, nor does the form of the counts.
double conditional_mutual_information(const FamilyCounts& counts);
double conditional_mutual_information(const PairCells& counts);

/// The gain of the arc a -> b between the last parent and the child of a family in the logarithm of
/// the marginal likelihood, or that of b -> a if it is larger, by the formula of ArcWeight::k2. The
/// rows are those that have all members. Exchanging A and B changes no bit, nor does the form of
/// the counts.
double marginal_likelihood_gain(const FamilyCounts& counts);
double marginal_likelihood_gain(const PairCells& counts);

/// The number of free parameters that an arc a -> b adds to P(b | z): (|A| - 1) (|B| - 1) |Z|.
double parameters_of_arc(const FamilyCounts& counts);
double parameters_of_arc(const PairCells& counts);

/// The weight of the rows that have all members.
double weight_of_rows(const FamilyCounts& counts);
double weight_of_rows(const PairCells& counts);

}  // namespace pgm::learners::detail
