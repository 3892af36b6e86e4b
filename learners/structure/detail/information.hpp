#pragma once

#include <pgm/data/family_counts.hpp>

namespace pgm::learners::detail {

/// The maximum-likelihood estimate of the mutual information between the child b and the last
/// parent a of a family, given its other parents z together, in nats:
///
///     I(A; B | Z) = sum_{z,a,b} n_zab / n  log( n_zab n_z / (n_za n_zb) )
///
/// with n the weight of the rows that have all members. 0 when there is no such row. Never
/// negative. Exchanging A and B changes no bit.
double conditional_mutual_information(const FamilyCounts& counts);

/// What the arc a -> b between the last parent and the child of a family adds to the logarithm of
/// the marginal likelihood, or b -> a if that adds more, by the formula of ArcWeight::k2. The rows
/// are those that have all members. Exchanging A and B changes no bit.
double marginal_likelihood_gain(const FamilyCounts& counts);

/// The number of free parameters that an arc a -> b adds to P(b | z): (|A| - 1) (|B| - 1) |Z|.
double parameters_of_arc(const FamilyCounts& counts);

}  // namespace pgm::learners::detail
