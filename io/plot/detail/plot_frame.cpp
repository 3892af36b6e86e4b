#include <io/plot/detail/plot_frame.hpp>

#include <io/plot/detail/plot_colors.hpp>
#include <io/scene/detail/axis_ticks.hpp>
#include <io/scene/detail/text_width.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace pgm::io::detail {
namespace {

constexpr double tick_length = 5, label_font = 14, key_font = 12.5;
constexpr double key_height = 21, key_mark = 26, key_gap = 8, legend_gap = 18;

void check_axis(const PlotAxis& axis) {
    if (!(std::isfinite(axis.low) && std::isfinite(axis.high) && axis.low < axis.high))
        throw ArgumentError("the axis '" + printable(axis.label) +
                            "' of a plot must go from a number to a larger one");
}

/// The text itself if it needs at most `columns`, otherwise its beginning, an ellipsis and its end,
/// by which names that begin alike are told apart.
std::string without_middle(const std::string& text, std::size_t columns) {
    constexpr std::size_t share_of_end = 3;  // a third
    if (display_columns(text) <= columns) return shortened(text, columns);
    const std::size_t end_columns = columns / share_of_end;
    std::size_t end = text.size();
    const auto is_inside_character = [&](std::size_t at) {
        return (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
    };
    for (std::size_t previous = end; previous > 0;) {
        do --previous;
        while (previous > 0 && is_inside_character(previous));
        if (display_columns(std::string_view(text).substr(previous)) > end_columns) break;
        end = previous;
    }
    return shortened(text, columns - end_columns) + text.substr(end);
}

}  // namespace

PlotFrame::PlotFrame(std::string title, PlotAxis x, PlotAxis y, const FrameSize& size)
    : title_(std::move(title)), x_(std::move(x)), y_(std::move(y)), size_(size) {
    check_axis(x_);
    check_axis(y_);
    const double label_and_gaps = y_.label.empty() ? 10 : 40;
    left_ = std::max(size_.least_left,
                     label_and_gaps + tick_length +
                         widest(tick_labels(tick_positions(y_.low, y_.high, size_.most_ticks)),
                                size_.tick_font));
}

Point PlotFrame::at(double x, double y) const {
    return {left_ + size_.side * ((x - x_.low) / (x_.high - x_.low)),
            size_.top + size_.side * ((y_.high - y) / (y_.high - y_.low))};
}

void PlotFrame::add_x_axis(std::vector<Mark>& marks) const {
    const std::vector<double> ticks =
        ticks_with_room(x_.low, x_.high, size_.most_ticks, size_.side, size_.tick_font);
    const std::vector<std::string> numbers = tick_labels(ticks);
    const double lower = size_.top + size_.side;
    std::vector<Mark> labels;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = at(ticks[i], y_.low).x;
        marks.push_back({LineMark{{x, size_.top}, {x, lower}, {Stroke{grid_color}}}});
        marks.push_back({LineMark{{x, lower}, {x, lower + tick_length}, {Stroke{frame_color}}}});
        labels.push_back({TextMark{
            {x, lower + tick_length + size_.tick_font + 3}, numbers[i], size_.tick_font}});
    }
    std::ranges::move(labels, std::back_inserter(marks));
    add_axis_label(marks, {left_ + size_.side / 2, lower + size_.bottom - 14}, x_.label,
                   size_.side);
}

void PlotFrame::add_y_axis(std::vector<Mark>& marks) const {
    const std::vector<double> ticks = tick_positions(y_.low, y_.high, size_.most_ticks);
    const std::vector<std::string> numbers = tick_labels(ticks);
    std::vector<Mark> labels;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = at(x_.low, ticks[i]).y;
        marks.push_back({LineMark{{left_, y}, {left_ + size_.side, y}, {Stroke{grid_color}}}});
        marks.push_back({LineMark{{left_ - tick_length, y}, {left_, y}, {Stroke{frame_color}}}});
        labels.push_back({TextMark{{left_ - tick_length - 4, y + size_.tick_font / 3},
                                   numbers[i],
                                   size_.tick_font,
                                   Anchor::end}});
    }
    std::ranges::move(labels, std::back_inserter(marks));
    add_axis_label(marks, {18, size_.top + size_.side / 2}, y_.label, size_.side, true);
}

Point PlotFrame::extent() const {
    return {left_ + size_.side + size_.right, size_.top + size_.side + size_.bottom};
}

std::vector<Mark> PlotFrame::marks(std::vector<Mark> content, const std::string& clip) const {
    const double side = size_.side;
    const Point corner{left_, size_.top};
    std::vector<Mark> all;
    add_heading(all, {left_ + side / 2, size_.top - size_.title_gap}, title_, size_.title_font,
                side + 2 * size_.right);
    add_x_axis(all);
    add_y_axis(all);
    all.push_back({MarkGroup{.marks = std::move(content),
                             .clip = MarkGroup::Clip{clip, corner, {side, side}}}});
    all.push_back({RectangleMark{corner, {side, side}, {Fill{"none"}, Stroke{frame_color}}}});
    return all;
}

Scene PlotFrame::scene(std::vector<Mark> content, const std::vector<PlotKey>& legend) const {
    const Point size = extent(), keys = legend_extent(legend);
    std::vector<Mark> all = marks(std::move(content), "frame");
    add_legend(all, legend, {left_ + size_.side + legend_gap, size_.top});
    return plot_scene({size.x + keys.x, std::max(size.y, size_.top + keys.y + size_.bottom)},
                      title_, std::move(all));
}

void add_axis_label(std::vector<Mark>& marks, Point middle, const std::string& label, double room,
                    bool upwards) {
    if (label.empty()) return;
    TextMark text{middle, text_within(label, label_font, room), label_font};
    if (upwards) text.degrees = -90;
    marks.push_back({std::move(text)});
}

void add_legend(std::vector<Mark>& marks, const std::vector<PlotKey>& legend, Point corner) {
    const double x = corner.x;
    for (std::size_t i = 0; i < legend.size(); ++i) {
        const PlotKey& key = legend[i];
        const double y = corner.y + key_height * (static_cast<double>(i) + 0.5);
        if (key.mark == PlotKey::Mark::line)
            marks.push_back({LineMark{
                {x, y}, {x + key_mark, y}, {Stroke{key.color}, StrokeWidth{2.5}, key.dashes}}});
        else
            marks.push_back(
                {RectangleMark{{x + 6, y - 7}, {14, 14}, {Fill{key.color}, Stroke{frame_color}}}});
        marks.push_back({TextMark{
            {x + key_mark + key_gap, y + key_font / 3}, key.label, key_font, Anchor::start}});
    }
}

Point legend_extent(const std::vector<PlotKey>& legend) {
    double widest = 0;
    for (const PlotKey& key : legend) widest = std::max(widest, text_width(key.label, key_font));
    return {legend.empty() ? 0 : legend_gap + key_mark + key_gap + widest,
            key_height * static_cast<double>(legend.size())};
}

std::string class_label(const std::string& name) {
    constexpr std::size_t columns = 36;
    return without_middle(name, columns);
}

std::string text_within(const std::string& text, double font_size, double width,
                        FontWeight weight) {
    constexpr double narrowest_column = 0.27;  // in units of the font size
    const auto most = static_cast<std::size_t>(width / (narrowest_column * font_size)) + 2;
    std::string fitting = without_middle(text, most);
    for (std::size_t columns = std::min(most, display_columns(text));
         columns > 1 && text_width(fitting, font_size, weight) > width; --columns)
        fitting = without_middle(text, columns - 1);
    return fitting;
}

void add_heading(std::vector<Mark>& marks, Point middle, const std::string& title, double font_size,
                 double room) {
    marks.push_back({TextMark{middle,
                              text_within(title, font_size, room, FontWeight::bold),
                              font_size,
                              Anchor::middle,
                              {FontWeight::semibold}}});
}

Scene plot_scene(Point size, const std::string& title, std::vector<Mark> marks) {
    return {size, title, {Fill{ink_color}}, std::move(marks)};
}

}  // namespace pgm::io::detail
