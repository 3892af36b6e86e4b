#include <io/plot_frame.hpp>

#include <io/card_drawing.hpp>
#include <io/picture_colors.hpp>
#include <io/plot_colors.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {
namespace {

constexpr double side = 440;  ///< of the square that the data are drawn in
constexpr double left = 74, top = 48, bottom = 62, right = 24;
constexpr double tick_length = 5, tick_font = 12, label_font = 14, title_font = 16, key_font = 12.5;
constexpr double key_height = 21, key_mark = 26, key_gap = 8, legend_gap = 18;
constexpr int tick_digits = 6;

void check_axis(const PlotAxis& axis) {
    if (!(std::isfinite(axis.low) && std::isfinite(axis.high) && axis.low < axis.high))
        throw ArgumentError("the axis '" + axis.label + "' of a plot must go from a number to a larger one");
}

std::string line(Point from, Point to, const std::string& paint) {
    return "<line x1=\"" + svg_number(from.x) + "\" y1=\"" + svg_number(from.y) + "\" x2=\"" + svg_number(to.x) + "\" y2=\"" + svg_number(to.y) +
           "\" " + paint + "/>\n";
}

std::string rectangle(Point corner, Point size, const std::string& paint) {
    return "<rect x=\"" + svg_number(corner.x) + "\" y=\"" + svg_number(corner.y) + "\" width=\"" + svg_number(size.x) + "\" height=\"" +
           svg_number(size.y) + "\" " + paint + "/>\n";
}

}  // namespace

std::vector<double> tick_positions(double low, double high, std::size_t most) {
    const double width = (high - low) / static_cast<double>(std::max<std::size_t>(most, 1));
    const double power = std::pow(10.0, std::floor(std::log10(width)));
    double step = 10 * power;
    for (const double factor : {5.0, 2.0, 1.0})
        if (factor * power >= width) step = factor * power;
    std::vector<double> ticks;
    // Multiples are counted, not added up, so that zero is zero and rounding does not pile up.
    constexpr double slack = 1e-9;
    for (double i = std::ceil(low / step - slack); i <= high / step + slack && ticks.size() <= most + 1; ++i)
        ticks.push_back(std::clamp(i == 0 ? 0.0 : i * step, low, high));
    return ticks;
}

PlotFrame::PlotFrame(std::string title, PlotAxis x, PlotAxis y, std::vector<PlotKey> legend)
    : title_(std::move(title)), x_(std::move(x)), y_(std::move(y)), legend_(std::move(legend)) {
    check_axis(x_);
    check_axis(y_);
}

Point PlotFrame::at(double x, double y) const {
    return {left + side * ((x - x_.low) / (x_.high - x_.low)), top + side * ((y_.high - y) / (y_.high - y_.low))};
}

std::string PlotFrame::coordinates(double x, double y) const {
    const Point point = at(x, y);
    return svg_number(point.x) + "," + svg_number(point.y);
}

std::string PlotFrame::axes_svg() const {
    const std::string grid = "stroke=\"" + std::string(grid_color) + "\"", ink = "stroke=\"" + std::string(frame_color) + "\"";
    std::string text, labels;
    for (const double tick : tick_positions(x_.low, x_.high)) {
        const double x = at(tick, y_.low).x;
        text += line({x, top}, {x, top + side}, grid) + line({x, top + side}, {x, top + side + tick_length}, ink);
        labels += plot_text({x, top + side + tick_length + tick_font + 3}, to_text(tick, tick_digits), tick_font);
    }
    for (const double tick : tick_positions(y_.low, y_.high)) {
        const double y = at(x_.low, tick).y;
        text += line({left, y}, {left + side, y}, grid) + line({left - tick_length, y}, {left, y}, ink);
        labels += plot_text({left - tick_length - 4, y + tick_font / 3}, to_text(tick, tick_digits), tick_font, "end");
    }
    labels += plot_text({left + side / 2, top + side + bottom - 14}, x_.label, label_font);
    const Point middle{18, top + side / 2};
    labels +=
        plot_text(middle, y_.label, label_font, "middle", " transform=\"rotate(-90 " + svg_number(middle.x) + " " + svg_number(middle.y) + ")\"");
    return text + labels;
}

std::string PlotFrame::legend_svg() const {
    std::string text;
    const double x = left + side + legend_gap;
    for (std::size_t i = 0; i < legend_.size(); ++i) {
        const PlotKey& key = legend_[i];
        const double y = top + key_height * (static_cast<double>(i) + 0.5);
        text += key.mark == PlotKey::Mark::line
                    ? line({x, y}, {x + key_mark, y}, "stroke=\"" + key.color + "\" stroke-width=\"2.5\" stroke-dasharray=\"" + key.dashes + "\"")
                    : rectangle({x + 6, y - 7}, {14, 14}, "fill=\"" + key.color + "\"");
        text += plot_text({x + key_mark + key_gap, y + key_font / 3}, key.label, key_font, "start");
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
    std::string text = plot_text({left + side / 2, top - 18}, title_, title_font, "middle", " font-weight=\"600\"");
    text += "<defs><clipPath id=\"frame\">" + rectangle({left, top}, {side, side}, "") + "</clipPath></defs>\n";
    text += axes_svg() + "<g clip-path=\"url(#frame)\">\n" + content + "</g>\n";
    text += rectangle({left, top}, {side, side}, "fill=\"none\" stroke=\"" + std::string(frame_color) + "\"") + legend_svg();
    return plot_document({left + side + legend_width() + right, top + height + bottom}, title_, text);
}

std::string plot_text(Point at, const std::string& text, double font_size, const char* anchor, const std::string& attributes) {
    return "<text x=\"" + svg_number(at.x) + "\" y=\"" + svg_number(at.y) + "\" font-size=\"" + svg_number(font_size) + "\" text-anchor=\"" + anchor +
           "\"" + attributes + ">" + escape_markup(text) + "</text>\n";
}

std::string plot_document(Point size, const std::string& title, const std::string& content) {
    const std::string width = svg_number(size.x), height = svg_number(size.y);
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"" + width + "\" height=\"" + height +
           "\" viewBox=\"0 0 " + width + " " + height + "\" role=\"img\" font-family=\"" + font_families + "\" fill=\"" + ink_color + "\">\n<title>" +
           escape_markup(title) + "</title>\n<rect width=\"" + width + "\" height=\"" + height + "\" fill=\"#ffffff\"/>\n" + content + "</svg>\n";
}

}  // namespace pgm::io
