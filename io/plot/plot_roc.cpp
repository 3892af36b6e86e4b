#include <io/plot/plot.hpp>

#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_panels.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

std::vector<Point> curve_points(const PlotFrame& frame, const std::vector<RocPoint>& points) {
    std::vector<Point> curve;
    for (const RocPoint& point : visible_points(points))
        curve.push_back(frame.at(point.false_positive_rate, point.true_positive_rate));
    return curve;
}

std::vector<Mark> content_of(const PlotFrame& frame, const RocPanel& panel) {
    std::vector<Mark> content{reference_line(frame)};
    for (std::size_t i = 0; i < panel.curves.size(); ++i)
        if (!panel.curves[i].empty())
            content.push_back({polyline(curve_points(frame, panel.curves[i]),
                                        {Stroke{series_color(i)}, series_dashes(i),
                                         StrokeWidth{2.2}, RoundJoins{}, Fill{"none"}})});
    return content;
}

}  // namespace

std::vector<RocPoint> visible_points(std::span<const RocPoint> points) {
    // A smaller change of the rates is less than a fifth of a pixel.
    constexpr double visible_step = 4e-4;
    std::vector<RocPoint> visible;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const RocPoint& point = points[i];
        if (visible.empty() || i + 1 == points.size() ||
            std::abs(point.false_positive_rate - visible.back().false_positive_rate) +
                    std::abs(point.true_positive_rate - visible.back().true_positive_rate) >=
                visible_step)
            visible.push_back(point);
    }
    return visible;
}

Scene roc_plot(const std::string& title, std::span<const RocSeries> series,
               std::span<const RocPanel> panels) {
    constexpr int digits = 4;
    PlotPanels all{.title = title,
                   .x = {"false positive rate", -0.02, 1.02},
                   .y = {"true positive rate", -0.02, 1.02},
                   .legend = {},
                   .labels = {}};
    for (const RocPanel& panel : panels) all.labels.push_back(panel.label);
    for (std::size_t i = 0; i < series.size(); ++i) {
        const std::optional<double> area = series[i].area;
        all.legend.push_back(
            {class_label(series[i].label) + (area ? "  (area " + to_text(*area, digits) + ")" : ""),
             series_color(i), series_dashes(i)});
    }
    all.legend.push_back({"guessing", frame_color, reference_dashes()});
    return panels_scene(all, [&](const PlotFrame& frame, std::size_t panel) {
        return content_of(frame, panels[panel]);
    });
}

}  // namespace pgm::io
