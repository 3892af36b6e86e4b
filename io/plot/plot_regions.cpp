#include <io/plot/plot.hpp>

#include <io/plot/detail/marching_squares.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <io/scene/detail/text_width.hpp>
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

/// True if no class has a density at some node.
bool undecided_somewhere(const DecisionRegions& regions) {
    constexpr double none = -infinity;
    return (regions.scores.array() == none).rowwise().all().any();
}

/// Converts grid units to positions in the picture.
struct GridScale {
    const PlotFrame& frame;
    const DecisionRegions& regions;

    Point at(Point node) const {
        const double x = node.x / static_cast<double>(regions.columns - 1),
                     y = node.y / static_cast<double>(regions.rows - 1);
        return frame.at(regions.x.low + x * (regions.x.high - regions.x.low),
                        regions.y.low + y * (regions.y.high - regions.y.low));
    }

    PathMark path(const std::vector<Polyline>& lines, bool is_closed, Style style) const {
        PathMark path{{}, std::move(style)};
        for (const Polyline& line : lines) {
            for (std::size_t i = 0; i < line.size(); ++i)
                path.steps.push_back(
                    {i == 0 ? PathMark::Kind::move : PathMark::Kind::line, at(line[i])});
            if (is_closed) path.steps.push_back({PathMark::Kind::close});
        }
        return path;
    }
};

void add_dots(std::vector<Mark>& marks, const PlotFrame& frame, const DecisionRegions& regions) {
    for (std::size_t k = 0; k < regions.classes.size(); ++k) {
        MarkGroup dots{.style = {Fill{series_color(k)}, Stroke{"#ffffff"}, StrokeWidth{0.6}}};
        for (const DecisionRegions::Dot& dot : regions.dots)
            if (dot.class_index == k && std::isfinite(dot.x) && std::isfinite(dot.y))
                dots.marks.push_back({CircleMark{frame.at(dot.x, dot.y), 3}});
        marks.push_back({std::move(dots)});
    }
}

}  // namespace

Scene regions_plot(const DecisionRegions& regions) {
    check_shape(regions);
    std::vector<PlotKey> legend;
    for (std::size_t k = 0; k < regions.classes.size(); ++k)
        legend.push_back(
            {class_label(regions.classes[k]), series_color(k), {}, PlotKey::Mark::box});
    if (undecided_somewhere(regions))
        legend.push_back({"no decision", "#ffffff", {}, PlotKey::Mark::box});
    const PlotFrame frame(regions.title, regions.x, regions.y);
    const GridScale scale{frame, regions};

    std::vector<Mark> content;
    MarkGroup boundaries{
        .style = {Fill{"none"}, Stroke{ink_color}, StrokeWidth{1.6}, RoundJoins{}}};
    for (std::size_t k = 0; k < regions.classes.size(); ++k) {
        const ScalarGrid lead = lead_of(regions, static_cast<Eigen::Index>(k));
        content.push_back({scale.path(non_negative_area(lead), true,
                                      {Fill{series_color(k)}, FillOpacity{0.22}})});
        boundaries.marks.push_back({scale.path(zero_contours(lead), false, {})});
    }
    add_dots(content, frame, regions);
    content.push_back({std::move(boundaries)});
    return frame.scene(std::move(content), legend);
}

}  // namespace pgm::io
