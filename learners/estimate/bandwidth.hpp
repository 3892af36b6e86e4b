#pragma once

#include <pgm/core/exact_sum.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>

#include <cstddef>
#include <span>

namespace pgm::learners {

/// A value of a continuous column and the weight of the rows that have it.
struct WeightedPoint {
    double value = 0;
    WeightSum weight;

    friend bool operator==(const WeightedPoint&, const WeightedPoint&) = default;
};

/// (4/3)^(1/5) sigma n^(-1/5): the bandwidth that is best for a Gaussian kernel when the density is
/// a Gaussian of that standard deviation, n the number of points (Silverman 1986, "Density
/// Estimation for Statistics and Data Analysis", equation 3.28). In d dimensions (4/(d + 2))^(1/(d
/// + 4)) sigma n^(-1/(d + 4)), equation 4.14.
double normal_reference_bandwidth(double standard_deviation, double n, std::size_t dimensions = 1);

/// The bandwidth that makes the points most probable when each is left out of its own density, with
/// all its duplicates (section 3.4.4 there leaves out the one point),
///
///     argmax_h  sum_i w_i log( sum_{j: x_j != x_i} w_j K((x_i - x_j) / h) / h ).
///
/// A value that occurs twice shows how finely the column was measured, not how smooth its density
/// is: if one of the two stayed, the likelihood would grow without bound as h shrinks. Numbers
/// within 1e-12 of each other are the same value. The bandwidth is looked for between 1/32 and 4
/// times `reference`: on a grid of factors of the root of two, then by golden section around the
/// best to four digits. Of more than 1000 different values every k-th is taken, and the result is
/// scaled by the fifth root of the ratio of weights, as in the rule above. `reference` itself where
/// there is no point to leave out or no bandwidth gives every point a density.
///
/// `points` ascend and are different.
double cross_validated_bandwidth(std::span<const WeightedPoint> points,
                                 KernelDensityCpd::Kernel kernel, double reference);

}  // namespace pgm::learners
