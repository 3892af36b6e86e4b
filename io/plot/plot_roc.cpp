#include <io/plot/plot.hpp>

#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_panels.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

std::string curve_path(const PlotFrame& frame, const std::vector<RocPoint>& points) {
    std::string path;
    for (const RocPoint& point : visible_points(points))
        path += (path.empty() ? "M" : " L") +
                frame.coordinates(point.false_positive_rate, point.true_positive_rate);
    return path;
}

std::string content_svg(const PlotFrame& frame, const RocPanel& panel) {
    std::string content = "<path d=\"M" + frame.coordinates(0, 0) + " L" + frame.coordinates(1, 1) +
                          "\" stroke=\"" + frame_color +
                          "\" stroke-dasharray=\"4 4\" fill=\"none\"/>\n";
    for (std::size_t i = 0; i < panel.curves.size(); ++i)
        if (!panel.curves[i].empty())
            content += "<path d=\"" + curve_path(frame, panel.curves[i]) + "\" stroke=\"" +
                       series_color(i) + "\" stroke-dasharray=\"" + series_dashes(i) +
                       "\" stroke-width=\"2.2\" stroke-linejoin=\"round\" fill=\"none\"/>\n";
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

std::string roc_svg(const std::string& title, std::span<const RocSeries> series,
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
    all.legend.push_back({"guessing", frame_color, "4 4"});
    return panels_svg(all, [&](const PlotFrame& frame, std::size_t panel) {
        return content_svg(frame, panels[panel]);
    });
}

}  // namespace pgm::io
