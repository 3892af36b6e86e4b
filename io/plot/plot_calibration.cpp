#include <io/plot/plot.hpp>

#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_panels.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

/// Shares of the side of a frame.
constexpr double largest_radius = 0.022, smallest_radius = 0.01;

std::string interval_svg(const PlotFrame& frame, const CalibrationBin& bin) {
    const ShareInterval interval = wilson_interval(bin.observed, bin.weight);
    return line_element(frame.at(bin.predicted, interval.low),
                        frame.at(bin.predicted, interval.high), "");
}

std::string curve_svg(const PlotFrame& frame, const std::vector<CalibrationBin>& bins) {
    if (bins.empty()) return {};
    const double most = std::ranges::max_element(bins, {}, &CalibrationBin::weight)->weight,
                 side = frame.at(1, 0).x - frame.at(0, 0).x;
    std::string path, dots, intervals;
    for (const CalibrationBin& bin : bins) {
        const Point at = frame.at(bin.predicted, bin.observed);
        path += (path.empty() ? "M" : " L") + frame.coordinates(bin.predicted, bin.observed);
        intervals += interval_svg(frame, bin);
        const double radius =
            std::max(smallest_radius, largest_radius * std::sqrt(bin.weight / most));
        dots += "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
                svg_number(side * radius) + "\"/>\n";
    }
    const std::string color = series_color(0);
    return std::string("<g stroke=\"") + faint_series_color + "\" stroke-width=\"2.5\">\n" +
           intervals + "</g>\n<path d=\"" + path + "\" stroke=\"" + color +
           "\" stroke-width=\"1.5\" fill=\"none\"/>\n<g fill=\"" + color +
           "\" fill-opacity=\"0.6\">\n" + dots + "</g>\n";
}

std::string diagonal_svg(const PlotFrame& frame) {
    return "<path d=\"M" + frame.coordinates(0, 0) + " L" + frame.coordinates(1, 1) +
           "\" stroke=\"" + frame_color + "\" stroke-dasharray=\"4 4\" fill=\"none\"/>\n";
}

}  // namespace

std::string calibration_svg(const std::string& title, std::span<const CalibrationSeries> series) {
    PlotPanels panels{.title = title,
                      .x = {"predicted probability", -0.03, 1.03},
                      .y = {"observed frequency", -0.03, 1.03},
                      .legend = {},
                      .labels = {}};
    for (const CalibrationSeries& one : series) panels.labels.push_back(one.label);
    panels.legend = {
        {series.size() == 1 ? class_label(series.front().label) : "bins of rows", series_color(0)},
        {"95 % intervals (Wilson)", faint_series_color},
        {"calibrated", frame_color, "4 4"}};
    return panels_svg(panels, [&](const PlotFrame& frame, std::size_t panel) {
        return diagonal_svg(frame) + curve_svg(frame, joined_bins(series[panel].bins));
    });
}

}  // namespace pgm::io
