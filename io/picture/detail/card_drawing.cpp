#include <io/picture/detail/card_drawing.hpp>

#include <io/picture/detail/card_columns.hpp>
#include <io/picture/detail/picture_colors.hpp>
#include <io/scene/detail/axis_ticks.hpp>
#include <io/scene/detail/text_width.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {
namespace {

constexpr double card_font = 13;
constexpr double padding = 10;
constexpr double bar_row_height = 18, table_row_height = 15.5, section_gap = 6;
constexpr double bar_length = 64, bar_height = 9;
constexpr double plot_length = 144, plot_height = 38, tick_mark = 3, tick_row_height = 15;

double header_height(const NodeCard& card) {
    constexpr double of_one_line = 25, line_height = 16;
    return of_one_line + line_height * static_cast<double>(title_lines(card).size() - 1);
}

double widest_state(const std::vector<NodeCard::Bar>& bars) {
    double width = 0;
    for (const NodeCard::Bar& bar : bars) width = std::max(width, text_width(bar.state, body_font));
    return width;
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

struct TextStyle {
    double size = body_font;
    Anchor anchor = Anchor::start;
    const char* color = ink_color;
    FontWeight weight = FontWeight::normal;
};

Mark text_at(Point at, const std::string& text, const TextStyle& style) {
    return {TextMark{at, text, style.size, style.anchor, {Fill{style.color}, style.weight}}};
}

Mark rounded(Point corner, Point size, double radius, Style style) {
    return {RectangleMark{corner, size, std::move(style), radius}};
}

/// The header of a card with content: rounded above only.
PathMark header_path(Point size, double r, const char* color) {
    const auto [width, height] = size;
    const double c = 0.448 * r;  // a quarter of a circle is nearly this curve
    using Kind = PathMark::Kind;
    return {{{Kind::move, {0, height}},
             {Kind::line, {0, r}},
             {Kind::curve, {r, 0}, {0, c}, {c, 0}},
             {Kind::line, {width - r, 0}},
             {Kind::curve, {width, r}, {width - c, 0}, {width, c}},
             {Kind::line, {width, height}},
             {Kind::close}},
            {Fill{color}}};
}

/// The frame with its header, with corners for a decision. A card without content is only a header.
void add_frame(std::vector<Mark>& marks, const NodeCard& card, Point size) {
    const NodeColors colors = colors_of(card.tint);
    const double radius = card.outline == NodeCard::Outline::angular ? 0 : 6;
    const double header = header_height(card);
    const bool bare = size.y <= header;
    marks.push_back(rounded({}, size, radius, {Fill{bare ? colors.header : "#ffffff"}}));
    if (!bare) marks.push_back({header_path({size.x, header}, radius, colors.header)});
    marks.push_back(
        rounded({}, size, radius, {Fill{"none"}, Stroke{colors.line}, StrokeWidth{1.2}}));
}

/// The diamond around a rectangle of half its width and height.
Mark diamond(const NodeCard& card, Point size) {
    const NodeColors colors = colors_of(card.tint);
    PathMark path =
        polyline({{size.x / 2, 0}, {size.x, size.y / 2}, {size.x / 2, size.y}, {0, size.y / 2}},
                 {Fill{colors.header}, Stroke{colors.line}, StrokeWidth{1.2}});
    path.steps.push_back({PathMark::Kind::close});
    return {std::move(path)};
}

void add_bars(std::vector<Mark>& marks, const NodeCard& card, double top, double right) {
    double y = top + section_gap;
    const NumberColumn numbers(card.bars, &NodeCard::Bar::probability),
        utilities(card.bars, &NodeCard::Bar::utility);
    const double utility_left = right - padding - utilities.width,
                 number_left = right - padding - utilities.room() - numbers.width,
                 bar_left = number_left - numbers.hanging - column_gap - bar_length;
    for (const NodeCard::Bar& bar : card.bars) {
        const double base = y + bar_row_height / 2 + 4,
                     bar_top = y + (bar_row_height - bar_height) / 2;
        marks.push_back(text_at({padding, base}, bar.state, {}));
        marks.push_back(
            rounded({bar_left, bar_top}, {bar_length, bar_height}, 2, {Fill{bar_ground_color}}));
        // A possible state always shows a trace.
        if (bar.fraction > 0)
            marks.push_back(rounded({bar_left, bar_top},
                                    {std::max(0.8, bar.fraction * bar_length), bar_height}, 2,
                                    {Fill{colors_of(card.tint).bar}}));
        if (bar.interval) {
            const double middle = bar_top + bar_height / 2;
            const auto at = [&](double fraction) {
                return bar_left + std::clamp(fraction, 0.0, 1.0) * bar_length;
            };
            marks.push_back(
                {polyline({{at(bar.interval->low), middle}, {at(bar.interval->high), middle}},
                          {Fill{"none"}, Stroke{ink_color}, StrokeWidth{1.4}})});
        }
        marks.push_back(text_at({number_left - hanging_width(bar.probability, body_font), base},
                                bar.probability, {}));
        if (!bar.utility.empty())
            marks.push_back(text_at({utility_left - hanging_width(bar.utility, body_font), base},
                                    bar.utility,
                                    {.weight = weight_of(bar, &NodeCard::Bar::utility)}));
        y += bar_row_height;
    }
    if (card.hidden_states > 0)
        marks.push_back(text_at({padding, y + 12}, card.hidden_states_note(),
                                {.size = table_font, .color = faint_ink_color}));
}

/// The plot of a density: what is known, the area of probability, point masses, and the axis.
class DensityPlot {
public:
    DensityPlot(const NodeCard::Density& density, const NodeColors& colors, Point corner,
                double length)
        : density_(density), colors_(colors), corner_(corner), length_(length) {}

    void add_to(std::vector<Mark>& marks) const {
        add_shade(marks);
        add_area(marks);
        add_point_masses(marks);
        add_axis(marks);
    }

private:
    double x(double position) const { return corner_.x + position * length_; }
    double y(double height) const { return corner_.y + (1 - height) * plot_height; }
    Style stroke(double width) const { return {Stroke{colors_.line}, StrokeWidth{width}}; }

    void add_shade(std::vector<Mark>& marks) const {
        if (!density_.shaded) return;
        const auto [from, to] = *density_.shaded;
        marks.push_back({RectangleMark{
            {x(from), y(1)}, {x(to) - x(from), plot_height}, {Fill{colors_.header}}}});
    }

    void add_area(std::vector<Mark>& marks) const {
        if (density_.curve.empty()) return;
        std::vector<Point> corners{{x(density_.curve.front().position), y(0)}};
        for (const NodeCard::Density::Spot& spot : density_.curve)
            corners.push_back({x(spot.position), y(spot.height)});
        corners.push_back({corners.back().x, y(0)});
        PathMark area = polyline(corners, {Fill{colors_.bar}});
        area.steps.push_back({PathMark::Kind::close});
        marks.push_back({std::move(area)});
    }

    void add_point_masses(std::vector<Mark>& marks) const {
        constexpr double spike_width = 2, head = 2.6;
        for (const auto& [position, height] : density_.point_masses) {
            const double at = x(position);
            marks.push_back({LineMark{{at, y(0)}, {at, y(height)}, stroke(spike_width)}});
            marks.push_back({CircleMark{{at, y(height)}, head, {Fill{colors_.line}}}});
        }
    }

    void add_axis(std::vector<Mark>& marks) const {
        constexpr std::size_t most_ticks = 5;
        marks.push_back({LineMark{{x(0), y(0)}, {x(1), y(0)}, stroke(1)}});
        const auto& [low, high] = density_.axis;
        if (has_one_value(density_)) {
            marks.push_back(
                text_at({x(0.5), y(0) + 13}, density_.summary, {.anchor = Anchor::middle}));
            return;
        }
        const std::vector<double> ticks =
            ticks_with_room(low, high, most_ticks, length_, table_font);
        const std::vector<std::string> labels = tick_labels(ticks);
        for (std::size_t i = 0; i < ticks.size(); ++i) {
            const double at = x((ticks[i] - low) / (high - low));
            marks.push_back({LineMark{{at, y(0)}, {at, y(0) + tick_mark}, stroke(1)}});
            const double half = text_width(labels[i], table_font) / 2;
            const double middle = std::clamp(at, std::min(x(0.5), x(0) + half - padding / 2),
                                             std::max(x(0.5), x(1) - half + padding / 2));
            marks.push_back(
                text_at({middle, y(0) + 13}, labels[i],
                        {.size = table_font, .anchor = Anchor::middle, .color = faint_ink_color}));
        }
    }

    const NodeCard::Density& density_;
    NodeColors colors_;
    Point corner_;
    double length_;
};

void add_density(std::vector<Mark>& marks, const NodeCard& card, double top, double right) {
    if (density_height(card) == 0) return;
    const NodeCard::Density& density = *card.density;
    double y = top + section_gap;
    if (card.outline == NodeCard::Outline::diamond)
        marks.push_back(text_at({right / 2, y + 10}, density.summary, {.anchor = Anchor::middle}));
    else if (summary_height(density) > 0)
        marks.push_back(text_at({padding, y + 13}, density.summary, {}));
    y += summary_height(density);
    if (!density.finding.empty())
        marks.push_back(text_at({padding, y + 11}, density.finding,
                                {.size = table_font, .color = faint_ink_color}));
    y += finding_height(density) + section_gap;
    if (density.has_plot())
        DensityPlot(density, colors_of(card.tint), {padding, y}, right - 2 * padding).add_to(marks);
}

void add_table(std::vector<Mark>& marks, const NodeCard& card, double top, double right) {
    if (table_height(card) == 0) return;
    marks.push_back({polyline({{0, top}, {right, top}}, {Stroke{colors_of(card.tint).header}})});
    const std::vector<TableColumn> columns = table_columns(card);
    const double spare = columns.empty() ? 0
                                         : (right - 2 * padding - table_width(card)) /
                                               static_cast<double>(columns.size());
    double y = top + section_gap;
    for (std::size_t i = 0; i < card.table.size(); ++i, y += table_row_height) {
        double x = padding;
        for (std::size_t j = 0; j < columns.size(); ++j) {
            const std::string& cell = card.table[i][j];
            const bool parent = j < card.parent_columns;
            // Numbers stand at the right of their column.
            const double left =
                parent ? x : x + spare + column_gap + (i == 0 ? 0 : columns[j].indent(cell));
            marks.push_back(
                text_at({left, y + 11}, cell,
                        {.size = table_font, .color = i == 0 ? faint_ink_color : ink_color}));
            x += columns[j].width() + spare;
        }
    }
    if (card.hidden_rows > 0)
        marks.push_back(text_at({padding, y + 11}, card.hidden_rows_note(),
                                {.size = table_font, .color = faint_ink_color}));
}

/// The size of what is written on a card.
Point content_size(const NodeCard& card) {
    double width = 0;
    for (const std::string& line : title_lines(card))
        width = std::max(width, text_width(line, card_font, FontWeight::bold));
    if (!card.bars.empty()) {
        const NumberColumn numbers(card.bars, &NodeCard::Bar::probability),
            utilities(card.bars, &NodeCard::Bar::utility);
        width = std::max(width, widest_state(card.bars) + column_gap + bar_length + numbers.room() +
                                    utilities.room());
    }
    width = std::max({width, density_width(card), table_width(card)});
    width = std::max({width, text_width(card.hidden_states_note(), table_font),
                      text_width(card.hidden_rows_note(), table_font)});
    return {std::ceil(width + 2 * padding),
            header_height(card) + bars_height(card) + density_height(card) + table_height(card)};
}

void add_content(std::vector<Mark>& marks, const NodeCard& card, double width) {
    const double header = header_height(card),
                 table_top = header + bars_height(card) + density_height(card);
    double base = 17;
    for (const std::string& line : title_lines(card)) {
        marks.push_back(
            text_at({width / 2, base}, line,
                    {.size = card_font, .anchor = Anchor::middle, .weight = FontWeight::bold}));
        base += 16;
    }
    add_bars(marks, card, header, width);
    add_density(marks, card, header, width);
    add_table(marks, card, table_top, width);
}

}  // namespace

std::vector<std::string> title_lines(const NodeCard& card) {
    std::vector<std::string> lines{""};
    for (const char c : card.title)
        if (c == '\n')
            lines.emplace_back();
        else
            lines.back() += c;
    return lines;
}

Point card_size(const NodeCard& card) {
    const Point size = content_size(card);
    const double scale = card.outline == NodeCard::Outline::diamond ? 2 : 1;
    return {scale * size.x, scale * size.y};
}

std::vector<Mark> card_marks(const NodeCard& card) {
    const Point size = content_size(card);
    std::vector<Mark> marks;
    if (card.outline == NodeCard::Outline::diamond) {
        MarkGroup content{.shift = Point{size.x / 2, size.y / 2}};
        add_content(content.marks, card, size.x);
        marks = {diamond(card, card_size(card)), {std::move(content)}};
    } else {
        add_frame(marks, card, size);
        add_content(marks, card, size.x);
    }
    return marks;
}

Point arc_end(const NodeCard& card, Point centre, Point on_box) {
    if (card.outline != NodeCard::Outline::diamond) return on_box;
    const Point size = card_size(card), from{on_box.x - centre.x, on_box.y - centre.y};
    const double sum = std::abs(from.x) / (size.x / 2) + std::abs(from.y) / (size.y / 2);
    return {centre.x + from.x / sum, centre.y + from.y / sum};
}

}  // namespace pgm::io::detail
