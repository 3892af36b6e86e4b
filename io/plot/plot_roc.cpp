#include <io/plot/plot_roc.hpp>

#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <pgm/core/text/number_text.hpp>

#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

/// A smaller change of the rates is less than a fifth of a pixel.
constexpr double visible_step = 4e-4;

std::string curve_path(const PlotFrame& frame, const std::vector<RocPoint>& points) {
    std::string path;
    const RocPoint* drawn = nullptr;
    for (std::size_t i = 0; i < points.size(); ++i) {
        const RocPoint& point = points[i];
        const bool visible =
            drawn == nullptr || i + 1 == points.size() ||
            std::abs(point.false_positive_rate - drawn->false_positive_rate) +
                    std::abs(point.true_positive_rate - drawn->true_positive_rate) >=
                visible_step;
        if (!visible) continue;
        path += (drawn == nullptr ? "M" : " L") +
                frame.coordinates(point.false_positive_rate, point.true_positive_rate);
        drawn = &point;
    }
    return path;
}

}  // namespace

std::string roc_svg(const std::string& title, std::span<const RocSeries> series) {
    constexpr int digits = 4;
    std::vector<PlotKey> legend;
    for (std::size_t i = 0; i < series.size(); ++i)
        legend.push_back(
            {class_label(series[i].label) + "  (area " + to_text(series[i].area, digits) + ")",
             series_color(i), series_dashes(i)});
    legend.push_back({"guessing", frame_color, "4 4"});
    const PlotFrame frame(title, {"false positive rate", -0.02, 1.02},
                          {"true positive rate", -0.02, 1.02}, std::move(legend));

    std::string content = "<path d=\"M" + frame.coordinates(0, 0) + " L" + frame.coordinates(1, 1) +
                          "\" stroke=\"" + frame_color +
                          "\" stroke-dasharray=\"4 4\" fill=\"none\"/>\n";
    for (std::size_t i = 0; i < series.size(); ++i)
        if (!series[i].points.empty())
            content += "<path d=\"" + curve_path(frame, series[i].points) + "\" stroke=\"" +
                       series_color(i) + "\" stroke-dasharray=\"" + series_dashes(i) +
                       "\" stroke-width=\"2.2\" stroke-linejoin=\"round\" fill=\"none\"/>\n";
    return frame.svg(content);
}

}  // namespace pgm::io
