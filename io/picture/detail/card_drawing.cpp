#include <io/picture/detail/card_drawing.hpp>

#include <io/picture/detail/axis_ticks.hpp>
#include <io/picture/detail/picture_colors.hpp>
#include <io/picture/detail/svg_elements.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {
namespace {

constexpr double card_font = 13, body_font = 11.5, table_font = 10.5;
constexpr double padding = 10;
constexpr double header_height = 25, bar_row_height = 18, table_row_height = 15.5, section_gap = 6;
constexpr double bar_length = 64, bar_height = 9, column_gap = 9;
constexpr double plot_length = 144, plot_height = 38, tick_mark = 3, tick_row_height = 15;

double widest(const std::vector<NodeCard::Bar>& bars, std::string NodeCard::Bar::*member) {
    double width = 0;
    for (const NodeCard::Bar& bar : bars)
        width = std::max(width, text_width(bar.*member, body_font));
    return width;
}

std::vector<double> table_column_widths(const NodeCard& card) {
    std::vector<double> widths(card.table.empty() ? 0 : card.table.front().size(), 0.0);
    for (const std::vector<std::string>& line : card.table)
        for (std::size_t j = 0; j < line.size(); ++j)
            widths[j] = std::max(widths[j], text_width(line[j], table_font) + column_gap);
    return widths;
}

double bars_height(const NodeCard& card) {
    const std::size_t rows = card.bars.size() + (card.hidden_states > 0 ? 1 : 0);
    return rows == 0 ? 0
                     : section_gap + static_cast<double>(rows) * bar_row_height + section_gap / 2;
}

bool has_one_value(const NodeCard::Density& density) {
    return density.has_plot() && density.axis.above == density.axis.up_to;
}

/// The summary of one value stands at its mark.
double summary_height(const NodeCard::Density& density) {
    return density.summary.empty() || has_one_value(density) ? 0 : bar_row_height;
}

double finding_height(const NodeCard::Density& density) {
    return density.finding.empty() ? 0 : table_row_height;
}

double density_height(const NodeCard& card) {
    if (!card.density) return 0;
    const NodeCard::Density& density = *card.density;
    const double text = summary_height(density) + finding_height(density);
    const double plot = density.has_plot() ? section_gap + plot_height + tick_row_height : 0;
    return text + plot == 0 ? 0 : section_gap + text + plot + section_gap / 2;
}

double density_width(const NodeCard& card) {
    if (!card.density) return 0;
    const NodeCard::Density& density = *card.density;
    return std::max({text_width(density.summary, body_font),
                     text_width(density.finding, table_font),
                     density.has_plot() ? plot_length : 0});
}

double table_height(const NodeCard& card) {
    const std::size_t rows = card.table.size() + (card.hidden_rows > 0 ? 1 : 0);
    return rows == 0 ? 0
                     : section_gap + static_cast<double>(rows) * table_row_height + section_gap / 2;
}

double sum(const std::vector<double>& values) {
    double total = 0;
    for (const double value : values) total += value;
    return total;
}

struct TextStyle {
    double size = body_font;
    const char* anchor = "start";
    const char* color = ink_color;
    const char* weight = "normal";
};

std::string text_svg(double x, double y, const std::string& text, const TextStyle& style) {
    return text_element(
        {x, y}, text, style.size, style.anchor,
        std::string(" fill=\"") + style.color + "\" font-weight=\"" + style.weight + "\"");
}

std::string rectangle(double x, double y, double width, double height, double radius,
                      const std::string& paint) {
    return rectangle_element({x, y}, {width, height}, "rx=\"" + svg_number(radius) + "\" " + paint);
}

std::string fill(const char* color) {
    return std::string("fill=\"") + color + "\"";
}

/// The frame with its header. A card without content is only a header.
std::string frame_svg(const NodeCard& card, Point size) {
    const NodeColors colors = colors_of(card.tint);
    const bool bare = size.y <= header_height;
    std::string svg = rectangle(0, 0, size.x, size.y, 6, fill(bare ? colors.header : "#ffffff"));
    if (!bare) {
        svg += "<path d=\"M0," + svg_number(header_height) + " V6 a6,6 0 0 1 6,-6 H" +
               svg_number(size.x - 6) + " a6,6 0 0 1 6,6 V" + svg_number(header_height) + " Z\" " +
               fill(colors.header) + "/>\n";
    }
    svg +=
        rectangle(0, 0, size.x, size.y, 6,
                  std::string("fill=\"none\" stroke=\"") + colors.line + "\" stroke-width=\"1.2\"");
    return svg + text_svg(size.x / 2, header_height / 2 + 4.5, card.title,
                          {.size = card_font, .anchor = "middle", .weight = "bold"});
}

std::string bars_svg(const NodeCard& card, double top, double right) {
    std::string svg;
    double y = top + section_gap;
    const double bar_left =
        right - padding - widest(card.bars, &NodeCard::Bar::probability) - column_gap - bar_length;
    for (const NodeCard::Bar& bar : card.bars) {
        const double base = y + bar_row_height / 2 + 4,
                     bar_top = y + (bar_row_height - bar_height) / 2;
        svg += text_svg(padding, base, bar.state, {});
        svg += rectangle(bar_left, bar_top, bar_length, bar_height, 2, fill(bar_ground_color));
        // A possible state always shows a trace.
        if (bar.fraction > 0)
            svg += rectangle(bar_left, bar_top, std::max(0.8, bar.fraction * bar_length),
                             bar_height, 2, fill(colors_of(card.tint).bar));
        svg += text_svg(right - padding, base, bar.probability, {.anchor = "end"});
        y += bar_row_height;
    }
    if (card.hidden_states > 0)
        svg += text_svg(padding, y + 12, hidden_states_note(card),
                        {.size = table_font, .color = faint_ink_color});
    return svg;
}

/// The plot of a density: what is known, the area of probability, point masses, and the axis.
class DensityPlot {
public:
    DensityPlot(const NodeCard::Density& density, const NodeColors& colors, Point corner,
                double length)
        : density_(density), colors_(colors), corner_(corner), length_(length) {}

    std::string svg() const { return shade() + area() + point_masses() + axis(); }

private:
    double x(double position) const { return corner_.x + position * length_; }
    double y(double height) const { return corner_.y + (1 - height) * plot_height; }
    std::string stroke(double width) const {
        return std::string("stroke=\"") + colors_.line + "\" stroke-width=\"" + svg_number(width) +
               "\"";
    }

    std::string shade() const {
        if (!density_.shaded) return {};
        const auto [from, to] = *density_.shaded;
        return rectangle_element({x(from), y(1)}, {x(to) - x(from), plot_height},
                                 fill(colors_.header));
    }

    std::string area() const {
        if (density_.curve.empty()) return {};
        std::string path =
            "M" + svg_number(x(density_.curve.front().position)) + "," + svg_number(y(0)) + " L";
        for (const NodeCard::Density::Spot& spot : density_.curve)
            path += svg_number(x(spot.position)) + "," + svg_number(y(spot.height)) + " ";
        return "<path d=\"" + path + "V" + svg_number(y(0)) + " Z\" " + fill(colors_.bar) + "/>\n";
    }

    std::string point_masses() const {
        constexpr double spike_width = 2, head = 2.6;
        std::string svg;
        for (const auto& [position, height] : density_.point_masses) {
            const double at = x(position);
            svg += line_element({at, y(0)}, {at, y(height)}, stroke(spike_width)) +
                   "<circle cx=\"" + svg_number(at) + "\" cy=\"" + svg_number(y(height)) +
                   "\" r=\"" + svg_number(head) + "\" " + fill(colors_.line) + "/>\n";
        }
        return svg;
    }

    std::string axis() const {
        constexpr std::size_t most_ticks = 5;
        std::string svg = line_element({x(0), y(0)}, {x(1), y(0)}, stroke(1));
        const auto& [low, high] = density_.axis;
        if (has_one_value(density_))
            return svg + text_svg(x(0.5), y(0) + 13, density_.summary, {.anchor = "middle"});
        const std::vector<double> ticks =
            ticks_with_room(low, high, most_ticks, length_, table_font);
        const std::vector<std::string> labels = tick_labels(ticks);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const double at = x((ticks[i] - low) / (high - low));
            svg += line_element({at, y(0)}, {at, y(0) + tick_mark}, stroke(1));
            const double half = text_width(labels[i], table_font) / 2;
            const double middle = std::clamp(at, std::min(x(0.5), x(0) + half - padding / 2),
                                             std::max(x(0.5), x(1) - half + padding / 2));
            svg += text_svg(middle, y(0) + 13, labels[i],
                            {.size = table_font, .anchor = "middle", .color = faint_ink_color});
        }
        return svg;
    }

    const NodeCard::Density& density_;
    NodeColors colors_;
    Point corner_;
    double length_;
};

std::string density_svg(const NodeCard& card, double top, double right) {
    if (density_height(card) == 0) return {};
    const NodeCard::Density& density = *card.density;
    std::string svg;
    double y = top + section_gap;
    if (summary_height(density) > 0) svg += text_svg(padding, y + 13, density.summary, {});
    y += summary_height(density);
    if (!density.finding.empty())
        svg += text_svg(padding, y + 11, density.finding,
                        {.size = table_font, .color = faint_ink_color});
    y += finding_height(density) + section_gap;
    if (density.has_plot())
        svg += DensityPlot(density, colors_of(card.tint), {padding, y}, right - 2 * padding).svg();
    return svg;
}

std::string table_svg(const NodeCard& card, double top, double right) {
    if (table_height(card) == 0) return {};
    std::string svg = "<path d=\"M0," + svg_number(top) + " H" + svg_number(right) +
                      "\" stroke=\"" + colors_of(card.tint).header + "\"/>\n";
    const std::vector<double> widths = table_column_widths(card);
    const double spare =
        widths.empty() ? 0
                       : (right - 2 * padding - sum(widths)) / static_cast<double>(widths.size());
    double y = top + section_gap;
    for (std::size_t i = 0; i < card.table.size(); ++i, y += table_row_height) {
        double x = padding;
        for (std::size_t j = 0; j < widths.size(); ++j) {
            const bool parent = j < card.parent_columns;
            const double width = widths[j] + spare;
            svg += text_svg(parent ? x : x + width, y + 11, card.table[i][j],
                            {.size = table_font,
                             .anchor = parent ? "start" : "end",
                             .color = i == 0 ? faint_ink_color : ink_color});
            x += width;
        }
    }
    if (card.hidden_rows > 0)
        svg += text_svg(padding, y + 11, hidden_rows_note(card),
                        {.size = table_font, .color = faint_ink_color});
    return svg;
}

}  // namespace

Point card_size(const NodeCard& card) {
    double width = text_width(card.title, card_font, FontWeight::bold);
    if (!card.bars.empty())
        width =
            std::max(width, widest(card.bars, &NodeCard::Bar::state) + bar_length +
                                widest(card.bars, &NodeCard::Bar::probability) + 2 * column_gap);
    width = std::max({width, density_width(card), sum(table_column_widths(card))});
    width = std::max({width, text_width(hidden_states_note(card), table_font),
                      text_width(hidden_rows_note(card), table_font)});
    return {std::ceil(width + 2 * padding),
            header_height + bars_height(card) + density_height(card) + table_height(card)};
}

std::string card_svg(const NodeCard& card) {
    const Point size = card_size(card);
    const double table_top = header_height + bars_height(card) + density_height(card);
    return frame_svg(card, size) + bars_svg(card, header_height, size.x) +
           density_svg(card, header_height, size.x) + table_svg(card, table_top, size.x);
}

}  // namespace pgm::io::detail
