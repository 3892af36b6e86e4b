#pragma once

#include <learners/words/word_table.hpp>

namespace pgm::learners {

/// Calibration of the posteriors of a classifier.
///
/// | word           | P(k | x) is                                       |
/// |----------------|---------------------------------------------------|
/// | `none`         | the posterior of the network, P(k | x)            |
/// | `temperature`  | P(k | x)^(1/T) / sum_j P(j | x)^(1/T)              |
///
/// Networks whose features depend on each other in other ways than by their arcs are overconfident,
/// which temperature scaling (pgm/classify/classifier.hpp) corrects. T is learned from out-of-fold
/// predictions: of each training row from the counts of the others.
///
///     1/T in [0.02, 3] minimises  mean of -log P(class | x)  +  [n < 100]  2 (ln 1/T)^2 / n
///
/// over the rows without themselves, no logarithm below -30. Below 100 rows the second term pulls T
/// towards 1. Calibration is for tables whose counts can be taken back row
/// by row, which those of Floor and PriorNetwork (smoothing.hpp) cannot, and for classifiers
/// without continuous features; with others fit() throws ArgumentError.
enum class Calibration { none, temperature };

/// The words of the table above.
const WordTable<Calibration>& calibration_words();

/// Throws ArgumentError that lists the words.
Calibration parse_calibration(std::string_view text);

/// Text that parses back to the same value.
std::string format(Calibration calibration);

}  // namespace pgm::learners
