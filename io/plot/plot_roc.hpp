#pragma once

#include <pgm/classify/measure/roc.hpp>

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm::io {

/// A class, or one of several classifiers: what a colour stands for.
struct RocSeries {
    std::string label;
    std::optional<double> area = {};  ///< shown in the legend
};

/// The curves of one frame.
struct RocPanel {
    std::string label;  ///< shown where there are several
    /// From roc_curve(), one per series; empty where there is none.
    std::vector<std::vector<RocPoint>> curves;
};

/// The points of a curve that can be told apart in a plot: at most a few thousand.
std::vector<RocPoint> visible_points(std::span<const RocPoint> points);

/// ROC curves as SVG: the true positive rate over the false positive rate, with the diagonal of
/// guessing and a legend of the series.
std::string roc_svg(const std::string& title, std::span<const RocSeries> series,
                    std::span<const RocPanel> panels);

}  // namespace pgm::io
