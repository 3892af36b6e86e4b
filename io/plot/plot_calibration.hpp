#pragma once

#include <pgm/classify/measure/calibration.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// One curve: a class, or one of several classifiers.
struct CalibrationSeries {
    std::string label;
    std::vector<CalibrationBin> bins;  ///< from calibration_curve()
};

/// Calibration curves as SVG: the observed frequency of a class over its predicted probability.
/// Every bin with rows is a dot whose area is proportional to their weight. A calibrated classifier
/// lies on the diagonal.
std::string calibration_svg(const std::string& title, std::span<const CalibrationSeries> series);

}  // namespace pgm::io
