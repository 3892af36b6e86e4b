#pragma once

#include <learners/estimate/detail/density/gaussian_estimation.hpp>

#include <cstddef>

namespace pgm::learners::detail {

/// The information between Gaussian columns in nats, by the formulas of arc_weights.hpp.
struct GaussianInformation {
    double nats = 0;
    double weight = 0;      ///< of the rows it was estimated from
    double parameters = 0;  ///< that the arc adds to the model
};

/// Between the two continuous members of a family, given its discrete parents.
GaussianInformation between_continuous(const GaussianSums& sums);

/// Between the last discrete parent of a family and its continuous child, given the other discrete
/// parents.
GaussianInformation between_discrete_and_continuous(const GaussianSums& sums);

}  // namespace pgm::learners::detail
