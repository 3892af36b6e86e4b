#pragma once

#include <pgm/classify/measure/calibration.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// One class.
struct CalibrationSeries {
    std::string label;
    std::vector<CalibrationBin> bins;  ///< from calibration_curve()
};

/// Calibration curves as SVG: the observed frequency of a class over its predicted probability, in
/// a panel for each class. Bins of few rows are joined with their neighbours (joined_bins). Every
/// bin is a dot whose area is proportional to its weight, and a line for the interval of its
/// frequency (wilson_interval). A calibrated classifier lies on the diagonal.
std::string calibration_svg(const std::string& title, std::span<const CalibrationSeries> series);

}  // namespace pgm::io
