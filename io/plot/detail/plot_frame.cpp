#include <io/plot/detail/plot_frame.hpp>

#include <io/picture/detail/picture_colors.hpp>
#include <io/picture/detail/svg_elements.hpp>
#include <io/plot/detail/plot_colors.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/core/text/utf8.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {
namespace {

constexpr double side = 440;  ///< of the square for the data
constexpr double least_left = 62, top = 48, bottom = 62, right = 24;
constexpr double tick_length = 5, tick_font = 12, label_font = 14, title_font = 16, key_font = 12.5;
constexpr double key_height = 21, key_mark = 26, key_gap = 8, legend_gap = 18;
constexpr std::size_t most_ticks = 8;

void check_axis(const PlotAxis& axis) {
    if (!(std::isfinite(axis.low) && std::isfinite(axis.high) && axis.low < axis.high))
        throw ArgumentError("the axis '" + printable(axis.label) +
                            "' of a plot must go from a number to a larger one");
}

std::string stroke(const char* color) {
    return "stroke=\"" + std::string(color) + "\"";
}

std::string line(Point from, Point to, const std::string& paint) {
    return "<line x1=\"" + svg_number(from.x) + "\" y1=\"" + svg_number(from.y) + "\" x2=\"" +
           svg_number(to.x) + "\" y2=\"" + svg_number(to.y) + "\" " + paint + "/>\n";
}

double widest(const std::vector<std::string>& labels) {
    double width = 0;
    for (const std::string& label : labels) width = std::max(width, text_width(label, tick_font));
    return width;
}

/// As many ticks as have room for their labels.
std::vector<double> x_ticks(const PlotAxis& axis) {
    constexpr double gap = 10;
    std::vector<double> ticks;
    for (std::size_t most = most_ticks; most > 1; --most) {
        ticks = tick_positions(axis.low, axis.high, most);
        if (ticks.size() < 2) break;
        const double apart = side * ((ticks[1] - ticks[0]) / (axis.high - axis.low));
        if (widest(tick_labels(ticks)) + gap <= apart) break;
    }
    return ticks;
}

}  // namespace

std::vector<double> tick_positions(double low, double high, std::size_t most) {
    const double width = (high - low) / static_cast<double>(std::max<std::size_t>(most, 1));
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power >= width) step = factor * power;
    std::vector<double> ticks;
    // Ticks are multiples of the step, not sums, so that zero is exact and rounding errors do not
    // accumulate.
    constexpr double slack = 1e-9;
    for (double i = std::ceil(low / step - slack);
         i <= high / step + slack && ticks.size() <= most + 1; ++i)
        ticks.push_back(std::clamp(i == 0 ? 0.0 : i * step, low, high));
    return ticks;
}

std::vector<std::string> tick_labels(const std::vector<double>& ticks) {
    constexpr int enough = 6, all = 15;
    double largest = 0;
    for (const double tick : ticks) largest = std::max(largest, std::abs(tick));
    int digits = enough;
    if (ticks.size() > 1 && largest > 0) {
        const int first = static_cast<int>(std::floor(std::log10(largest))),
                  last = static_cast<int>(std::floor(std::log10(ticks[1] - ticks[0])));
        // Whole numbers are written without exponent if possible: 1234567800, not 1.2345678e+09.
        if (first - last + 1 > enough)
            digits = std::min(all, std::max(first - last + 1, first + 1));
    }
    std::vector<std::string> labels;
    for (const double tick : ticks) labels.push_back(to_text(tick, digits));
    return labels;
}

PlotFrame::PlotFrame(std::string title, PlotAxis x, PlotAxis y, std::vector<PlotKey> legend)
    : title_(std::move(title)), x_(std::move(x)), y_(std::move(y)), legend_(std::move(legend)) {
    check_axis(x_);
    check_axis(y_);
    constexpr double label_and_gaps = 40;
    left_ =
        std::max(least_left, label_and_gaps + tick_length +
                                 widest(tick_labels(tick_positions(y_.low, y_.high, most_ticks))));
}

Point PlotFrame::at(double x, double y) const {
    return {left_ + side * ((x - x_.low) / (x_.high - x_.low)),
            top + side * ((y_.high - y) / (y_.high - y_.low))};
}

std::string PlotFrame::coordinates(double x, double y) const {
    const Point point = at(x, y);
    return svg_number(point.x) + "," + svg_number(point.y);
}

std::string PlotFrame::x_axis_svg() const {
    const std::vector<double> ticks = x_ticks(x_);
    const std::vector<std::string> numbers = tick_labels(ticks);
    std::string text, labels;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double x = at(ticks[i], y_.low).x;
        text += line({x, top}, {x, top + side}, stroke(grid_color)) +
                line({x, top + side}, {x, top + side + tick_length}, stroke(frame_color));
        labels +=
            text_element({x, top + side + tick_length + tick_font + 3}, numbers[i], tick_font);
    }
    return text + labels +
           text_element({left_ + side / 2, top + side + bottom - 14},
                        text_within(x_.label, label_font, side), label_font);
}

std::string PlotFrame::y_axis_svg() const {
    const std::vector<double> ticks = tick_positions(y_.low, y_.high, most_ticks);
    const std::vector<std::string> numbers = tick_labels(ticks);
    std::string text, labels;
    for (std::size_t i = 0; i < ticks.size(); ++i) {
        const double y = at(x_.low, ticks[i]).y;
        text += line({left_, y}, {left_ + side, y}, stroke(grid_color)) +
                line({left_ - tick_length, y}, {left_, y}, stroke(frame_color));
        labels += text_element({left_ - tick_length - 4, y + tick_font / 3}, numbers[i], tick_font,
                               "end");
    }
    const Point middle{18, top + side / 2};
    return text + labels +
           text_element(middle, text_within(y_.label, label_font, side), label_font, "middle",
                        " transform=\"rotate(-90 " + svg_number(middle.x) + " " +
                            svg_number(middle.y) + ")\"");
}

std::string PlotFrame::legend_svg() const {
    std::string text;
    const double x = left_ + side + legend_gap;
    for (std::size_t i = 0; i < legend_.size(); ++i) {
        const PlotKey& key = legend_[i];
        const double y = top + key_height * (static_cast<double>(i) + 0.5);
        text += key.mark == PlotKey::Mark::line
                    ? line({x, y}, {x + key_mark, y},
                           "stroke=\"" + key.color + "\" stroke-width=\"2.5\" stroke-dasharray=\"" +
                               key.dashes + "\"")
                    : rectangle_element({x + 6, y - 7}, {14, 14},
                                        "fill=\"" + key.color + "\" " + stroke(frame_color));
        text +=
            text_element({x + key_mark + key_gap, y + key_font / 3}, key.label, key_font, "start");
    }
    return text;
}

double PlotFrame::legend_width() const {
    double widest = 0;
    for (const PlotKey& key : legend_) widest = std::max(widest, text_width(key.label, key_font));
    return legend_.empty() ? 0 : legend_gap + key_mark + key_gap + widest;
}

std::string PlotFrame::svg(const std::string& content) const {
    const double height = std::max(side, static_cast<double>(legend_.size()) * key_height);
    constexpr double wider = 1.12;  // bold letters compared with plain ones
    const std::string title = text_within(title_, wider * title_font, side + 2 * right);
    std::string text = text_element({left_ + side / 2, top - 18}, title, title_font, "middle",
                                    " font-weight=\"600\"");
    text += "<defs><clipPath id=\"frame\">" + rectangle_element({left_, top}, {side, side}, "") +
            "</clipPath></defs>\n";
    text += x_axis_svg() + y_axis_svg() + "<g clip-path=\"url(#frame)\">\n" + content + "</g>\n";
    text += rectangle_element({left_, top}, {side, side}, "fill=\"none\" " + stroke(frame_color)) +
            legend_svg();
    return plot_document({left_ + side + legend_width() + right, top + height + bottom}, title_,
                         text);
}

std::string class_label(const std::string& name) {
    constexpr std::size_t columns = 36;
    return shortened(name, columns);
}

std::string text_within(const std::string& text, double font_size, double width) {
    std::string fitting = text;
    for (std::size_t columns = display_columns(text);
         columns > 1 && text_width(fitting, font_size) > width; --columns)
        fitting = shortened(text, columns - 1);
    return fitting;
}

std::string plot_document(Point size, const std::string& title, const std::string& content) {
    return svg_document(size, std::string("role=\"img\" fill=\"") + ink_color + "\"",
                        "<title>" + escape_markup(title) + "</title>\n", content);
}

}  // namespace pgm::io::detail
