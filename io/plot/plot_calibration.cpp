#include <io/plot/plot.hpp>

#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_panels.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

/// Shares of the side of a frame.
constexpr double largest_radius = 0.022, smallest_radius = 0.01;

Mark interval_mark(const PlotFrame& frame, const CalibrationBin& bin) {
    const ShareInterval interval = wilson_interval(bin.observed, bin.weight);
    return {
        LineMark{frame.at(bin.predicted, interval.low), frame.at(bin.predicted, interval.high)}};
}

void add_curve(std::vector<Mark>& marks, const PlotFrame& frame,
               const std::vector<CalibrationBin>& bins) {
    if (bins.empty()) return;
    const double most = std::ranges::max_element(bins, {}, &CalibrationBin::weight)->weight,
                 side = frame.at(1, 0).x - frame.at(0, 0).x;
    const std::string color = series_color(0);
    std::vector<Point> points;
    MarkGroup intervals{.style = {Stroke{faint_series_color}, StrokeWidth{2.5}}},
        dots{.style = {Fill{color}, FillOpacity{0.6}}};
    for (const CalibrationBin& bin : bins) {
        points.push_back(frame.at(bin.predicted, bin.observed));
        intervals.marks.push_back(interval_mark(frame, bin));
        const double radius =
            std::max(smallest_radius, largest_radius * std::sqrt(bin.weight / most));
        dots.marks.push_back({CircleMark{points.back(), side * radius}});
    }
    marks.push_back({std::move(intervals)});
    marks.push_back({polyline(points, {Stroke{color}, StrokeWidth{1.5}, Fill{"none"}})});
    marks.push_back({std::move(dots)});
}

}  // namespace

Scene calibration_plot(const std::string& title, std::span<const CalibrationSeries> series) {
    PlotPanels panels{.title = title,
                      .x = {"predicted probability", -0.03, 1.03},
                      .y = {"observed frequency", -0.03, 1.03},
                      .legend = {},
                      .labels = {}};
    for (const CalibrationSeries& one : series) panels.labels.push_back(one.label);
    panels.legend = {
        {series.size() == 1 ? class_label(series.front().label) : "bins of rows", series_color(0)},
        {"95 % intervals (Wilson)", faint_series_color},
        {"calibrated", frame_color, reference_dashes()}};
    return panels_scene(panels, [&](const PlotFrame& frame, std::size_t panel) {
        std::vector<Mark> marks{reference_line(frame)};
        add_curve(marks, frame, joined_bins(series[panel].bins));
        return marks;
    });
}

}  // namespace pgm::io
