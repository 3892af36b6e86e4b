#pragma once

#include <span>
#include <vector>

namespace pgm::detail {

/// A variable whose states are numbers, with the probability of each.
struct StateNumbers {
    std::vector<double> numbers;
    std::span<const double> p;
};

/// The sum of p_i x_i, between the least and the greatest number whatever the rounding.
double mean(const StateNumbers& states);
/// The standard deviation, also where the squares of the numbers are beyond all doubles.
double standard_deviation(const StateNumbers& states);
/// The least number that is not exceeded with this probability.
double quantile(const StateNumbers& states, double probability);

struct PairMoments {
    double covariance = 0;
    double correlation = 0;  ///< in [-1, 1]; 0 where one of the two has no variance
};

/// Covariance and correlation of two variables with numbers for states; `joint` has the first one's
/// states as rows.
PairMoments pair_moments(std::span<const double> a, std::span<const double> b,
                         std::span<const double> joint);

}  // namespace pgm::detail
