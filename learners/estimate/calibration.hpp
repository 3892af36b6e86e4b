#pragma once

#include <string>
#include <string_view>

namespace pgm::learners {

/// Whether the posteriors of a classifier are calibrated.
///
/// | word           | P(k | x) is                                       |
/// |----------------|---------------------------------------------------|
/// | `none`         | what the network says                             |
/// | `temperature`  | P(k | x)^(1/T) / sum_j P(j | x)^(1/T)              |
/// | `temperatures` | the same with a T for each most probable class    |
///
/// Networks whose features depend on each other in other ways than their arcs say are too sure of
/// themselves. The temperature T makes up for it (pgm/classify/temperature.hpp). It is learned from
/// the training rows, each of which is predicted as if it had not been there, and it never changes
/// which class is the most probable.
///
///     1/T in [0.02, 3] minimises  mean of -log P(class | x)  +  [n < 100]  2 (ln 1/T)^2 / n
///
/// over the rows without themselves, no logarithm below -30. Below 100 rows the second term pulls T
/// towards 1. The temperature T_k of the rows whose most probable class is k minimises the sum of
/// their losses + 2 (ln T / T_k)^2, which pulls the T_k of few rows towards the common T; where
/// there is no such row it is T. Calibration is for tables whose counts can be taken back row by
/// row, which those of Floor and PriorNetwork (smoothing.hpp) cannot, and for classifiers without
/// continuous features; with others fit() throws ArgumentError.
enum class Calibration { none, temperature, temperatures };

/// Throws ArgumentError that lists the words.
Calibration parse_calibration(std::string_view text);

/// Text that parses back to the same value.
std::string format(Calibration calibration);

}  // namespace pgm::learners
