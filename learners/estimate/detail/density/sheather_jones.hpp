#pragma once

#include <learners/estimate/bandwidth.hpp>

#include <optional>
#include <span>

namespace pgm::learners::detail {

/// The number of values, each as often as it occurs.
double total_weight(std::span<const WeightedPoint> points);

/// The bandwidth of Sheather and Jones for Gaussian kernels, "solve the equation" (1991, "A
/// reliable data-based bandwidth selection method for kernel density estimation", section 3; Wand
/// and Jones 1995, "Kernel Smoothing", section 3.6). It differs from the normal reference in that
/// the density may have any shape: of two narrow and distant groups it is about the bandwidth of
/// one of them.
///
/// The bandwidth of the least asymptotic mean integrated squared error depends on the roughness of
/// the density p, the integral of its squared second derivative, which is in turn estimated with a
/// Gaussian kernel whose bandwidth g depends on h:
///
///     h     =  (2 sqrt(pi) n R(g(h)))^(-1/5)
///     R(g)  =   sum_ij w_i w_j phi''''  ((x_i - x_j) / g) / (n (n - 1) g^5)
///     T(b)  =  -sum_ij w_i w_j phi''''''((x_i - x_j) / b) / (n (n - 1) b^7)
///     g(h)  =  1.357 (R(a) / T(b))^(1/7) h^(5/7) ,   a = 1.24 s n^(-1/7),  b = 1.23 s n^(-1/9)
///
/// phi is the standard normal density with its derivatives, n the sum of the weights w, a row of
/// weight 2 being two rows, and s the lesser of the standard deviation (divisor n - 1) and the
/// interquartile range over 1.349, so that a few outliers do not widen it; the standard deviation
/// alone where the quartiles are equal.
///
/// Equal values count as spread evenly over the interval that was rounded to them, as wide as the
/// distance of the nearest other value; the pairs that they make as they stand would say that the
/// density is as rough as the steps of the column. Where all values are different it is R's bw.SJ
/// without its rounding: bw.SJ shares the values out to 1000 intervals of their whole range, in
/// which an outlier makes all others one, and ends within 1 % of the solution. Here h has nine
/// digits, and distances are exact for up to 300 different values. More are moved to a grid of s
/// n^(-1/5) / 64, which changes h by less than a thousandth, and the pairs are counted by their
/// distance once.
///
/// h is looked for between 1/8 and 4 times `reference`, the bandwidth to be had without it. Nothing
/// where there is none, as for a single row, values that are all equal, or values most of which are
/// equal.
///
/// `points` ascend and are different.
std::optional<double> sheather_jones_bandwidth(std::span<const WeightedPoint> points,
                                               double reference);

}  // namespace pgm::learners::detail
