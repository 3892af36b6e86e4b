#pragma once

#include <learners/estimate/bandwidth.hpp>
#include <learners/estimate/continuous_model.hpp>
#include <learners/estimate/detail/density/column_spread.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// One Gaussian of a mixture; the weights of all sum to 1.
struct MixtureComponent {
    double weight = 1;
    double mean = 0;
    double variance = 1;

    friend bool operator==(const MixtureComponent&, const MixtureComponent&) = default;
};

/// The mixture of Gaussians of ascending, different points,
///
///     p(x)  =  sum_c pi_c N(x; mu_c, v_c) ,
///
/// by expectation maximisation (Dempster, Laird and Rubin 1977). One component has the mean of the
/// points and the variance that `gaussian` gives. For m > 1 components r_ic is the
/// probability that point i comes from component c, n_c the sum of w_i r_ic, and
///
///     pi_c = n_c / n     mu_c = sum_i w_i r_ic x_i / n_c
///     v_c  = max((sum_i w_i r_ic ((x_i - mu_c)^2 + t_i) + rows V / m^2) / (n_c + rows), floor V)
///
/// with the pseudo-counts and the floor of the rule, V being the variance of the column. t_i is the
/// variance of w_i numbers that are spread evenly over the interval that was rounded to x_i
/// (tie_width.hpp), 0 where no two rows have the value: without it the repeated values of a coarse
/// column would each become a component. Each iteration raises the likelihood, less
/// (rows / 2) sum_c (ln v_c + V / (m^2 v_c)). They begin with m groups of equal weight from left to
/// right and end when a row gains less than 1e-7, or after 300. More than 200 different values
/// become 200 groups of equal weight, of which weight, mean and variance count: each takes the time
/// of one point, and the moments stay exact.
///
/// Unless their number is given, m goes up until two in a row do not lower
///
///     -2 log likelihood + (3 m - 1) ln n ,
///
/// to 5 at most, and no further than there are different values, and two rows for each component.
///
/// Components ascend by their means. The points ascend, and their order is that of all sums: the
/// order of the rows changes nothing. Empty where the variance of one component is 0 and the rule
/// does not raise it.
std::vector<MixtureComponent> estimate_mixture(std::span<const WeightedPoint> points,
                                               const MixtureRule& rule, const ColumnSpread& column);

}  // namespace pgm::learners::detail
