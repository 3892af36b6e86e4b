#pragma once

#include <pgm/classify/measure/scored_predictions.hpp>

#include <cstddef>
#include <vector>

namespace pgm {

/// The rows whose predicted probability of a class lies in one interval: the mean prediction and
/// how often the class was true.
struct CalibrationBin {
    double low = 0;  ///< probabilities in [low, high); the last bin includes 1
    double high = 0;
    double weight = 0;     ///< of the rows in the bin
    double predicted = 0;  ///< mean predicted probability; 0 in an empty bin
    double observed = 0;   ///< share of rows that are of the class; 0 in an empty bin
};

/// The calibration curve (reliability diagram) of one class in `bins` intervals of equal width; a
/// calibrated classifier has observed = predicted. Undecided rows are left out. Throws
/// ArgumentError when `bins` is 0.
std::vector<CalibrationBin> calibration_curve(const ScoredPredictions& scored,
                                              std::size_t class_index, std::size_t bins = 10);

/// The bins with rows, neighbours joined until each weighs at least `least_weight`, or more than a
/// quarter of all where that is less: the frequency of a bin of a few rows is noise. The lightest
/// bin is joined first, with the lighter of its neighbours.
std::vector<CalibrationBin> joined_bins(std::vector<CalibrationBin> bins, double least_weight = 10);

/// The interval of Wilson (1927, "Probable inference, the law of succession, and statistical
/// inference") for a probability: those values that a test of level 5 % does not reject when a
/// `share` of rows of this weight has been observed. It lies within [0, 1], and is all of it for no
/// rows.
struct ShareInterval {
    double low = 0;
    double high = 1;
};
ShareInterval wilson_interval(double share, double weight);

/// The expected calibration error: the mean distance between predicted and observed over the bins
/// of all classes, weighted by the rows in them. It is 0 for perfect calibration, and for no rows.
double calibration_error(const ScoredPredictions& scored, std::size_t bins = 10);

}  // namespace pgm
