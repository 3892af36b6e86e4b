#include <io/plot/plot.hpp>

#include <io/picture/detail/picture_colors.hpp>
#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/detail/marching_squares.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

void check_shape(const DecisionRegions& regions) {
    const auto nodes = static_cast<Eigen::Index>(regions.columns * regions.rows);
    if (regions.columns < 2 || regions.rows < 2 || regions.scores.rows() != nodes ||
        regions.scores.cols() != static_cast<Eigen::Index>(regions.classes.size()) ||
        regions.classes.empty())
        throw ArgumentError(
            "the scores of decision regions must have one row per node of the grid and one column "
            "per class");
}

/// The lead of class k over the best other class at every node. The region of the class is where
/// its lead is not negative. Infinite leads are clamped; where all scores are -inf, no class leads.
ScalarGrid lead_of(const DecisionRegions& regions, Eigen::Index k) {
    constexpr double most = 50;
    ScalarGrid grid{.columns = regions.columns, .rows = regions.rows};
    for (Eigen::Index node = 0; node < regions.scores.rows(); ++node) {
        double best_other = -infinity;
        for (Eigen::Index j = 0; j < regions.scores.cols(); ++j)
            if (j != k) best_other = std::max(best_other, regions.scores(node, j));
        const double own = regions.scores(node, k), lead = own - best_other;
        grid.values.push_back(std::isinf(own) && own < 0 ? -most : std::clamp(lead, -most, most));
    }
    return grid;
}

/// Whether no class has a density at some node.
bool undecided_somewhere(const DecisionRegions& regions) {
    constexpr double none = -infinity;
    return (regions.scores.array() == none).rowwise().all().any();
}

/// Converts grid units to positions in the picture.
struct GridScale {
    const PlotFrame& frame;
    const DecisionRegions& regions;

    std::string coordinates(Point node) const {
        const double x = node.x / static_cast<double>(regions.columns - 1),
                     y = node.y / static_cast<double>(regions.rows - 1);
        return frame.coordinates(regions.x.low + x * (regions.x.high - regions.x.low),
                                 regions.y.low + y * (regions.y.high - regions.y.low));
    }

    std::string path(const std::vector<Polyline>& lines, const char* end) const {
        std::string text;
        for (const Polyline& line : lines) {
            for (std::size_t i = 0; i < line.size(); ++i)
                text += (i == 0 ? "M" : "L") + coordinates(line[i]);
            text += end;
        }
        return text;
    }
};

std::string dots_svg(const PlotFrame& frame, const DecisionRegions& regions) {
    std::string text;
    for (std::size_t k = 0; k < regions.classes.size(); ++k) {
        text += "<g fill=\"" + std::string(series_color(k)) +
                "\" stroke=\"#ffffff\" stroke-width=\"0.6\">\n";
        for (const DecisionRegions::Dot& dot : regions.dots) {
            if (dot.class_index != k || !std::isfinite(dot.x) || !std::isfinite(dot.y)) continue;
            const Point at = frame.at(dot.x, dot.y);
            text += "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) +
                    "\" r=\"3\"/>\n";
        }
        text += "</g>\n";
    }
    return text;
}

}  // namespace

std::string regions_svg(const DecisionRegions& regions) {
    check_shape(regions);
    std::vector<PlotKey> legend;
    for (std::size_t k = 0; k < regions.classes.size(); ++k)
        legend.push_back(
            {class_label(regions.classes[k]), series_color(k), "none", PlotKey::Mark::box});
    if (undecided_somewhere(regions))
        legend.push_back({"no decision", "#ffffff", "none", PlotKey::Mark::box});
    const PlotFrame frame(regions.title, regions.x, regions.y);
    const GridScale scale{frame, regions};

    std::string areas, boundaries;
    for (std::size_t k = 0; k < regions.classes.size(); ++k) {
        const ScalarGrid lead = lead_of(regions, static_cast<Eigen::Index>(k));
        const std::string area = scale.path(non_negative_area(lead), "Z"),
                          boundary = scale.path(zero_contours(lead), "");
        if (!area.empty())
            areas += "<path d=\"" + area + "\" fill=\"" + series_color(k) +
                     "\" fill-opacity=\"0.22\"/>\n";
        if (!boundary.empty()) boundaries += "<path d=\"" + boundary + "\"/>\n";
    }
    return frame.svg(areas + dots_svg(frame, regions) + "<g fill=\"none\" stroke=\"" + ink_color +
                         "\" stroke-width=\"1.6\" stroke-linejoin=\"round\">\n" + boundaries +
                         "</g>\n",
                     legend);
}

}  // namespace pgm::io
