#include <io/picture/picture.hpp>

#include <io/picture/detail/card_drawing.hpp>
#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/detail/legend.hpp>
#include <io/picture/detail/picture_colors.hpp>
#include <io/scene/detail/text_width.hpp>

#include <algorithm>

namespace pgm::io {

using namespace detail;

namespace {

constexpr double margin = 14, legend_gap = 16;

PathMark arc_path(const std::vector<Point>& spline, Style style) {
    PathMark path{{}, std::move(style)};
    if (spline.empty()) return path;
    path.steps.push_back({PathMark::Kind::move, spline.front()});
    for (std::size_t i = 1; i + 2 < spline.size(); i += 3)
        path.steps.push_back({PathMark::Kind::curve, spline[i + 2], spline[i], spline[i + 1]});
    return path;
}

MarkGroup node_group(const NodeCard& card, Point center) {
    const Point size = card_size(card);
    return {.marks = card_marks(card),
            .shift = Point{center.x - size.x / 2, center.y - size.y / 2},
            .title = card.full_title};
}

/// The lines of the arcs, and then their labels.
void add_arcs(std::vector<Mark>& marks, const Picture& picture, const std::vector<Arc>& arcs,
              const GraphLayout& layout, const std::map<Arc, ArcMark>& arc_marks) {
    MarkGroup lines{
        .style = {Fill{"none"}, Stroke{arc_color}, StrokeWidth{1.3}, ArrowHead{arc_color}}};
    std::vector<Mark> labels;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const auto mark = arc_marks.find(arcs[i]);
        const bool marked = mark != arc_marks.end();
        Style style;
        if (marked) style.push_back(StrokeWidth{mark->second.width});
        if (is_open(picture, arcs[i])) style.push_back(ArrowHead{"none"});
        lines.marks.push_back({arc_path(layout.splines[i], std::move(style))});
        if (!marked) continue;
        const Point center = layout.labels[i];
        labels.push_back({TextMark{{center.x, center.y + arc_label_size / 3},
                                   mark->second.label,
                                   arc_label_size,
                                   Anchor::middle,
                                   {Fill{faint_ink_color}}}});
    }
    marks.push_back({std::move(lines)});
    std::ranges::move(labels, std::back_inserter(marks));
}

/// The arcs by the places of their ends among the variables that are shown.
std::vector<Arc> between_cards(const std::vector<Arc>& arcs, std::span<const VariableId> shown) {
    const auto place = [&](VariableId id) {
        return VariableId(
            static_cast<std::size_t>(std::ranges::lower_bound(shown, id) - shown.begin()));
    };
    std::vector<Arc> placed;
    for (const Arc& arc : arcs) placed.push_back({place(arc.parent), place(arc.child)});
    return placed;
}

GraphLayout layout_of(const BayesianNetwork& network, const Picture& picture,
                      const std::vector<Arc>& arcs, const std::vector<Point>& sizes,
                      const std::map<Arc, ArcMark>& marks) {
    const std::vector<Arc> placed = between_cards(arcs, shown_variables(network, picture));
    if (picture.at_file_positions)
        return lay_out_at(file_positions(network, picture), placed, sizes);
    std::vector<double> label_widths;
    if (picture.confidence)
        for (const Arc& arc : arcs)
            label_widths.push_back(text_width(marks.at(arc).label, arc_label_size));
    return lay_out(placed, sizes, label_widths, picture.direction);
}

}  // namespace

Scene network_scene(const BayesianNetwork& network, const Picture& picture) {
    const std::vector<NodeCard> cards = node_cards(network, picture);
    std::vector<Point> sizes;
    for (const NodeCard& card : cards) sizes.push_back(card_size(card));
    const std::vector<Arc> arcs = shown_arcs(network, picture);
    const std::map<Arc, ArcMark> marks = arc_marks(network, picture);
    const GraphLayout layout = layout_of(network, picture, arcs, sizes, marks);

    MarkGroup all{.shift = Point{margin, margin}};
    add_arcs(all.marks, picture, arcs, layout, marks);
    for (std::size_t i = 0; i < cards.size(); ++i)
        all.marks.push_back({node_group(cards[i], layout.nodes[i])});
    const Legend legend(legend_keys(picture, cards, arcs));
    Point size = layout.size;
    if (legend.size().y > 0) {
        MarkGroup keys = legend.marks();
        const double top = size.y + legend_gap;
        keys.shift = Point{0, top};
        size = {std::max(size.x, legend.size().x), top + legend.size().y};
        all.marks.push_back({std::move(keys)});
    }
    Scene scene{.size = {size.x + 2 * margin, size.y + 2 * margin}};
    scene.marks.push_back({std::move(all)});
    return scene;
}

std::string svg_text(const BayesianNetwork& network, const Picture& picture) {
    return svg_text(network_scene(network, picture));
}

}  // namespace pgm::io
