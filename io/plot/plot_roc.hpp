#pragma once

#include <pgm/classify/measure/roc.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// One curve: a class, or one of several classifiers.
struct RocSeries {
    std::string label;
    std::vector<RocPoint> points;  ///< as roc_curve() gives them
    double area = 0;               ///< told in the legend
};

/// ROC curves as SVG: true positive rate over false positive rate, with the diagonal of guessing.
/// Long curves are thinned to steps that can be seen.
std::string roc_svg(const std::string& title, std::span<const RocSeries> series);

}  // namespace pgm::io
