#include <io/plot/plot.hpp>

#include <io/plot/detail/plot_colors.hpp>
#include <io/plot/detail/plot_frame.hpp>
#include <io/scene/detail/axis_ticks.hpp>
#include <io/scene/detail/text_width.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

constexpr double bars_width = 420, bar_thickness = 16, bar_step = 24, bars_top = 60,
                 tornado_edge = 24, bar_font = 13, most_label = 360;

/// The numbers that the bars and the answer take up, with some room at either side.
PlotAxis tornado_axis(double answer, std::span<const TornadoBar> bars) {
    constexpr double margin = 0.04;
    PlotAxis axis{"", answer, answer};
    for (const TornadoBar& bar : bars) {
        axis.low = std::min({axis.low, bar.at_low, bar.at_high});
        axis.high = std::max({axis.high, bar.at_low, bar.at_high});
    }
    const double room = axis.low < axis.high ? margin * (axis.high - axis.low)
                                             : std::max(margin, margin * std::abs(answer));
    axis.low -= room;
    axis.high += room;
    return axis;
}

/// The part of a bar on one side of the answer.
Mark half_bar(double from, double to, double y, const char* color) {
    return {RectangleMark{
        {std::min(from, to), y}, {std::abs(to - from), bar_thickness}, {Fill{color}}}};
}

}  // namespace

Scene tornado_plot(const std::string& title, double answer, std::span<const TornadoBar> bars) {
    for (const TornadoBar& bar : bars)
        if (!std::isfinite(bar.at_low + bar.at_high) || !std::isfinite(answer))
            throw ArgumentError("the bars of a tornado chart go from a number to a number");
    const PlotAxis axis = tornado_axis(answer, bars);
    std::vector<std::string> labels;
    for (const TornadoBar& bar : bars)
        labels.push_back(text_within(bar.label, bar_font, most_label));
    const double left = tornado_edge + widest(labels, bar_font) + 12;
    const auto x_of = [&](double value) {
        return left + bars_width * (value - axis.low) / (axis.high - axis.low);
    };
    const double bottom = bars_top + bar_step * static_cast<double>(bars.size());
    std::vector<Mark> marks;
    const std::vector<double> ticks = ticks_with_room(axis.low, axis.high, 8, bars_width, bar_font);
    const std::vector<std::string> numbers = tick_labels(ticks);
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = x_of(ticks[i]);
        marks.push_back({LineMark{{x, bars_top - 4}, {x, bottom + 5}, {Stroke{grid_color}}}});
        marks.push_back({TextMark{{x, bottom + 5 + bar_font}, numbers[i], bar_font}});
    }
    for (std::size_t i = 0; i < bars.size(); ++i) {
        const double y = bars_top + bar_step * static_cast<double>(i);
        marks.push_back(
            {TextMark{{left - 12, y + bar_thickness - 4}, labels[i], bar_font, Anchor::end}});
        marks.push_back(half_bar(x_of(answer), x_of(bars[i].at_low), y, series_color(1)));
        marks.push_back(half_bar(x_of(answer), x_of(bars[i].at_high), y, series_color(0)));
    }
    marks.push_back({LineMark{{x_of(answer), bars_top - 4},
                              {x_of(answer), bottom + 5},
                              {Stroke{frame_color}, StrokeWidth{1.5}}}});
    const std::vector<PlotKey> legend{
        {"at the lower end", series_color(1), {}, PlotKey::Mark::box},
        {"at the upper end", series_color(0), {}, PlotKey::Mark::box}};
    const double right = left + bars_width + tornado_edge;
    add_legend(marks, legend, {right, bars_top});
    const double width = right + legend_extent(legend).x;
    add_heading(marks, {width / 2, 30}, title, 16, width - 2 * tornado_edge);
    return plot_scene(
        {width, std::max(bottom + 5 + bar_font, bars_top + legend_extent(legend).y) + tornado_edge},
        title, std::move(marks));
}

}  // namespace pgm::io
