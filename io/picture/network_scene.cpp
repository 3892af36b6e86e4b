#include <io/picture/picture.hpp>

#include <io/picture/detail/card_drawing.hpp>
#include <io/picture/detail/drawn_graph.hpp>
#include <io/picture/detail/graph_layout.hpp>
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

/// The cards and arcs of a picture where they stand.
class GraphDrawing {
public:
    explicit GraphDrawing(DrawnGraph graph) : graph_(std::move(graph)) { lay_out_cards(); }

    Scene scene() const {
        MarkGroup all{.shift = Point{margin, margin}};
        add_arcs(all.marks);
        for (std::size_t i = 0; i < graph_.cards.size(); ++i)
            all.marks.push_back({node_group(graph_.cards[i], layout_.nodes[i])});
        const Legend legend(graph_.keys);
        Point size = layout_.size;
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

private:
    void lay_out_cards() {
        const bool has_labels = std::ranges::any_of(
            graph_.arcs, [](const DrawnArc& drawn) { return drawn.mark.has_value(); });
        std::vector<Arc> arcs;
        std::vector<double> label_widths;
        for (const DrawnArc& drawn : graph_.arcs) {
            arcs.push_back(drawn.arc);
            if (has_labels)
                label_widths.push_back(drawn.mark ? text_width(drawn.mark->label, arc_label_size)
                                                  : 0);
        }
        std::vector<Point> sizes;
        for (const NodeCard& card : graph_.cards) sizes.push_back(card_size(card));
        layout_ = graph_.centres ? lay_out_at(*graph_.centres, arcs, sizes)
                                 : lay_out(arcs, sizes, label_widths, graph_.direction);
        for (std::size_t i = 0; i < arcs.size(); ++i) {
            if (layout_.splines[i].empty()) continue;
            const std::size_t parent = arcs[i].parent.index(), child = arcs[i].child.index();
            Point& from = layout_.splines[i].front();
            Point& to = layout_.splines[i].back();
            from = arc_end(graph_.cards[parent], layout_.nodes[parent], from);
            to = arc_end(graph_.cards[child], layout_.nodes[child], to);
            if (graph_.arcs[i].head == DrawnArc::HeadPlace::at_parent)
                std::ranges::reverse(layout_.splines[i]);
        }
    }

    /// The lines of the arcs, and then their labels.
    void add_arcs(std::vector<Mark>& marks) const {
        MarkGroup lines{
            .style = {Fill{"none"}, Stroke{arc_color}, StrokeWidth{1.3}, ArrowHead{arc_color}}};
        std::vector<Mark> labels;
        for (std::size_t i = 0; i < graph_.arcs.size(); ++i) {
            const DrawnArc& drawn = graph_.arcs[i];
            Style style;
            if (drawn.mark) style.push_back(StrokeWidth{drawn.mark->width});
            if (drawn.line != LineStyle::solid) style.push_back(dashes_of(drawn.line));
            if (drawn.head == DrawnArc::HeadPlace::none) style.push_back(ArrowHead{"none"});
            lines.marks.push_back({arc_path(layout_.splines[i], std::move(style))});
            if (!drawn.mark) continue;
            const Point center = layout_.labels[i];
            labels.push_back({TextMark{{center.x, center.y + arc_label_size / 3},
                                       drawn.mark->label,
                                       arc_label_size,
                                       Anchor::middle,
                                       {Fill{faint_ink_color}}}});
        }
        marks.push_back({std::move(lines)});
        std::ranges::move(labels, std::back_inserter(marks));
    }

    DrawnGraph graph_;
    GraphLayout layout_;
};

}  // namespace

Scene network_scene(const BayesianNetwork& network, const Picture& picture) {
    return GraphDrawing(drawn_graph(network, picture)).scene();
}

std::string svg_text(const BayesianNetwork& network, const Picture& picture) {
    return svg_text(network_scene(network, picture));
}

}  // namespace pgm::io
