#include <io/plot/detail/plot_frame.hpp>

#include <io/picture/detail/axis_ticks.hpp>
#include <io/picture/detail/picture_colors.hpp>
#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {
namespace {

constexpr double tick_length = 5, label_font = 14, key_font = 12.5;
constexpr double key_height = 21, key_mark = 26, key_gap = 8, legend_gap = 18;

void check_axis(const PlotAxis& axis) {
    if (!(std::isfinite(axis.low) && std::isfinite(axis.high) && axis.low < axis.high))
        throw ArgumentError("the axis '" + printable(axis.label) +
                            "' of a plot must go from a number to a larger one");
}

std::string stroke(const char* color) {
    return "stroke=\"" + std::string(color) + "\"";
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

std::string PlotFrame::coordinates(double x, double y) const {
    const Point point = at(x, y);
    return svg_number(point.x) + "," + svg_number(point.y);
}

std::string PlotFrame::x_axis_svg() const {
    const std::vector<double> ticks =
        ticks_with_room(x_.low, x_.high, size_.most_ticks, size_.side, size_.tick_font);
    const std::vector<std::string> numbers = tick_labels(ticks);
    const double lower = size_.top + size_.side;
    std::string text, labels;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = at(ticks[i], y_.low).x;
        text += line_element({x, size_.top}, {x, lower}, stroke(grid_color)) +
                line_element({x, lower}, {x, lower + tick_length}, stroke(frame_color));
        labels += text_element({x, lower + tick_length + size_.tick_font + 3}, numbers[i],
                               size_.tick_font);
    }
    return text + labels +
           axis_label_svg({left_ + size_.side / 2, lower + size_.bottom - 14}, x_.label,
                          size_.side);
}

std::string PlotFrame::y_axis_svg() const {
    const std::vector<double> ticks = tick_positions(y_.low, y_.high, size_.most_ticks);
    const std::vector<std::string> numbers = tick_labels(ticks);
    std::string text, labels;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = at(x_.low, ticks[i]).y;
        text += line_element({left_, y}, {left_ + size_.side, y}, stroke(grid_color)) +
                line_element({left_ - tick_length, y}, {left_, y}, stroke(frame_color));
        labels += text_element({left_ - tick_length - 4, y + size_.tick_font / 3}, numbers[i],
                               size_.tick_font, "end");
    }
    return text + labels +
           axis_label_svg({18, size_.top + size_.side / 2}, y_.label, size_.side, true);
}

Point PlotFrame::extent() const {
    return {left_ + size_.side + size_.right, size_.top + size_.side + size_.bottom};
}

std::string PlotFrame::elements(const std::string& content, const std::string& clip) const {
    const double side = size_.side;
    const std::string title =
        text_within(title_, size_.title_font, side + 2 * size_.right, FontWeight::bold);
    std::string text = text_element({left_ + side / 2, size_.top - size_.title_gap}, title,
                                    size_.title_font, "middle", " font-weight=\"600\"");
    text += "<defs><clipPath id=\"" + clip + "\">" +
            rectangle_element({left_, size_.top}, {side, side}, "") + "</clipPath></defs>\n";
    text +=
        x_axis_svg() + y_axis_svg() + "<g clip-path=\"url(#" + clip + ")\">\n" + content + "</g>\n";
    return text + rectangle_element({left_, size_.top}, {side, side},
                                    "fill=\"none\" " + stroke(frame_color));
}

std::string PlotFrame::svg(const std::string& content, const std::vector<PlotKey>& legend) const {
    const Point size = extent(), keys = legend_extent(legend);
    return plot_document({size.x + keys.x, std::max(size.y, size_.top + keys.y + size_.bottom)},
                         title_,
                         elements(content, "frame") +
                             legend_svg(legend, {left_ + size_.side + legend_gap, size_.top}));
}

std::string axis_label_svg(Point middle, const std::string& label, double room, bool upwards) {
    if (label.empty()) return {};
    return text_element(middle, text_within(label, label_font, room), label_font, "middle",
                        upwards ? " transform=\"rotate(-90 " + svg_number(middle.x) + " " +
                                      svg_number(middle.y) + ")\""
                                : "");
}

std::string legend_svg(const std::vector<PlotKey>& legend, Point corner) {
    std::string text;
    const double x = corner.x;
    for (std::size_t i = 0; i < legend.size(); ++i) {
        const PlotKey& key = legend[i];
        const double y = corner.y + key_height * (static_cast<double>(i) + 0.5);
        text += key.mark == PlotKey::Mark::line
                    ? line_element({x, y}, {x + key_mark, y},
                                   "stroke=\"" + key.color +
                                       "\" stroke-width=\"2.5\" stroke-dasharray=\"" + key.dashes +
                                       "\"")
                    : rectangle_element({x + 6, y - 7}, {14, 14},
                                        "fill=\"" + key.color + "\" " + stroke(frame_color));
        text +=
            text_element({x + key_mark + key_gap, y + key_font / 3}, key.label, key_font, "start");
    }
    return text;
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

std::string plot_document(Point size, const std::string& title, const std::string& content) {
    return svg_document(size, std::string("role=\"img\" fill=\"") + ink_color + "\"",
                        "<title>" + escape_markup(title) + "</title>\n", content);
}

}  // namespace pgm::io::detail
