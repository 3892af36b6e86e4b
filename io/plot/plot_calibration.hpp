#pragma once

#include <pgm/classify/measure/calibration.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// One curve: a class, or one of several classifiers.
struct CalibrationSeries {
    std::string label;
    std::vector<CalibrationBin> bins;  ///< as calibration_curve() gives them
};

/// Calibration curves as SVG: how often the class was true over how probable it was said to be, one
/// dot per bin that holds rows, its area in proportion to their weight. A calibrated classifier
/// lies on the diagonal.
std::string calibration_svg(const std::string& title, std::span<const CalibrationSeries> series);

}  // namespace pgm::io
