#pragma once

#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <span>

namespace pgm::learners::detail {

/// How finely a column of numbers was measured: the median distance of neighbouring different
/// values in these rows; 0 of a column with one value or none.
///
/// A value stands for all numbers that it may have been rounded from. Where a group of rows has the
/// same value throughout, their normal distribution is not known better than that: its standard
/// deviation is taken as a sixth of the resolution, which is then as wide as six of them. The
/// classifiers of Weka do so with the mean distance (John and Langley 1995, "Estimating continuous
/// distributions in Bayesian classifiers"), which the space between two clusters would raise.
double resolution_of(const Column& column, std::span<const std::uint32_t> rows);

/// (resolution / 6)^2.
double least_variance(double resolution);

}  // namespace pgm::learners::detail
