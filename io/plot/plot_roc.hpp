#pragma once

#include <pgm/classify/measure/roc.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// One curve: a class, or one of several classifiers.
struct RocSeries {
    std::string label;
    std::vector<RocPoint> points;  ///< from roc_curve()
    double area = 0;               ///< shown in the legend
};

/// ROC curves as SVG: the true positive rate over the false positive rate, with the diagonal of
/// guessing. Steps too small to be seen are left out.
std::string roc_svg(const std::string& title, std::span<const RocSeries> series);

}  // namespace pgm::io
