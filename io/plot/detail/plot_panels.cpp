#include <io/plot/detail/plot_panels.hpp>

#include <io/plot/detail/plot_colors.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {
namespace {

constexpr double page_left = 40, page_top = 48, page_bottom = 46, page_right = 24, panel_gap = 6;

/// A few stand in one row, many in a square.
std::size_t columns_for(std::size_t count) {
    constexpr std::size_t few = 3;
    return count <= few
               ? count
               : static_cast<std::size_t>(std::ceil(std::sqrt(static_cast<double>(count))));
}

/// The size of each, the larger the fewer there are.
FrameSize frame_size_for(std::size_t count) {
    constexpr std::size_t several = 6;
    FrameSize size = small_frame;
    if (count <= several) size.side *= 1.4;
    return size;
}

Scene small_panels(const PlotPanels& panels, const PanelContent& draw) {
    const std::size_t count = panels.labels.size(), columns = columns_for(count);
    const std::size_t rows = (count + columns - 1) / columns;
    const PlotAxis x{"", panels.x.low, panels.x.high}, y{"", panels.y.low, panels.y.high};
    const FrameSize frame_size = frame_size_for(count);
    const Point panel = PlotFrame("", x, y, frame_size).extent();
    const double width = static_cast<double>(columns) * (panel.x + panel_gap),
                 height = static_cast<double>(rows) * (panel.y + panel_gap);
    std::vector<Mark> marks;
    for (std::size_t i = 0; i < count; ++i) {
        const PlotFrame frame(panels.labels[i], x, y, frame_size);
        marks.push_back({MarkGroup{
            .marks = frame.marks(draw(frame, i), "frame" + std::to_string(i)),
            .shift = Point{page_left + static_cast<double>(i % columns) * (panel.x + panel_gap),
                           page_top + static_cast<double>(i / columns) * (panel.y + panel_gap)},
            .title = panels.labels[i]}});
    }
    const Point keys = legend_extent(panels.legend);
    const Point size{page_left + width + keys.x + page_right,
                     page_top + std::max(height, keys.y) + page_bottom};
    constexpr FrameSize large;
    add_heading(marks, {size.x / 2, page_top - large.title_gap}, panels.title, large.title_font,
                size.x - 2 * page_right);
    add_axis_label(marks, {page_left + width / 2, page_top + height + 18}, panels.x.label, width);
    add_axis_label(marks, {24, page_top + height / 2}, panels.y.label, height, true);
    add_legend(marks, panels.legend, {page_left + width + panel_gap, page_top + small_frame.top});
    return plot_scene(size, panels.title, std::move(marks));
}

}  // namespace

Scene panels_scene(const PlotPanels& panels, const PanelContent& draw) {
    if (panels.labels.size() > 1) return small_panels(panels, draw);
    const PlotFrame frame(panels.title, panels.x, panels.y);
    std::vector<Mark> content;
    if (!panels.labels.empty()) content = draw(frame, 0);
    return frame.scene(std::move(content), panels.legend);
}

Mark reference_line(const PlotFrame& frame) {
    return {polyline({frame.at(0, 0), frame.at(1, 1)},
                     {Stroke{frame_color}, reference_dashes(), Fill{"none"}})};
}

}  // namespace pgm::io::detail
