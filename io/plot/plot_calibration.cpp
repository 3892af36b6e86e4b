#include <io/plot/plot_calibration.hpp>

#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

constexpr double largest_radius = 9, smallest_radius = 2.5;

std::string series_svg(const PlotFrame& frame, const std::vector<CalibrationBin>& bins,
                       std::size_t number) {
    double most = 0;
    for (const CalibrationBin& bin : bins) most = std::max(most, bin.weight);
    std::string path, dots;
    for (const CalibrationBin& bin : bins) {
        if (!(bin.weight > 0)) continue;
        const Point at = frame.at(bin.predicted, bin.observed);
        path += (path.empty() ? "M" : " L") + frame.coordinates(bin.predicted, bin.observed);
        dots +=
            "<circle cx=\"" + svg_number(at.x) + "\" cy=\"" + svg_number(at.y) + "\" r=\"" +
            svg_number(std::max(smallest_radius, largest_radius * std::sqrt(bin.weight / most))) +
            "\"/>\n";
    }
    if (path.empty()) return {};
    return "<path d=\"" + path + "\" stroke=\"" + series_color(number) + "\" stroke-dasharray=\"" +
           series_dashes(number) + "\" stroke-width=\"2\" fill=\"none\"/>\n<g fill=\"" +
           series_color(number) + "\" fill-opacity=\"0.6\">\n" + dots + "</g>\n";
}

}  // namespace

std::string calibration_svg(const std::string& title, std::span<const CalibrationSeries> series) {
    std::vector<PlotKey> legend;
    for (std::size_t i = 0; i < series.size(); ++i)
        legend.push_back({class_label(series[i].label), series_color(i), series_dashes(i)});
    legend.push_back({"calibrated", frame_color, "4 4"});
    const PlotFrame frame(title, {"predicted probability", -0.03, 1.03},
                          {"observed frequency", -0.03, 1.03}, std::move(legend));

    std::string content = "<path d=\"M" + frame.coordinates(0, 0) + " L" + frame.coordinates(1, 1) +
                          "\" stroke=\"" + frame_color +
                          "\" stroke-dasharray=\"4 4\" fill=\"none\"/>\n";
    for (std::size_t i = 0; i < series.size(); ++i) content += series_svg(frame, series[i].bins, i);
    return frame.svg(content);
}

}  // namespace pgm::io
