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

/// The cards and arcs of a picture where they stand.
class NetworkDrawing {
public:
    NetworkDrawing(const BayesianNetwork& network, const Picture& picture)
        : network_(network),
          picture_(picture),
          cards_(node_cards(network, picture)),
          arcs_(shown_arcs(network, picture)),
          marks_(arc_marks(network, picture)) {
        lay_out_cards();
    }

    Scene scene() const {
        MarkGroup all{.shift = Point{margin, margin}};
        add_arcs(all.marks);
        for (std::size_t i = 0; i < cards_.size(); ++i)
            all.marks.push_back({node_group(cards_[i], layout_.nodes[i])});
        const Legend legend(legend_keys(network_, picture_, cards_, arcs_));
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
        const std::vector<Arc> placed = between_cards(arcs_, shown_variables(network_, picture_));
        std::vector<Point> sizes;
        for (const NodeCard& card : cards_) sizes.push_back(card_size(card));
        if (picture_.at_file_positions) {
            layout_ = lay_out_at(file_positions(network_, picture_), placed, sizes);
        } else {
            std::vector<double> label_widths;
            if (picture_.confidence)
                for (const Arc& arc : arcs_)
                    label_widths.push_back(text_width(marks_.at(arc).label, arc_label_size));
            layout_ = lay_out(placed, sizes, label_widths, picture_.direction);
        }
        for (std::size_t i = 0; i < placed.size(); ++i) {
            if (layout_.splines[i].empty()) continue;
            const std::size_t parent = placed[i].parent.index(), child = placed[i].child.index();
            Point& from = layout_.splines[i].front();
            Point& to = layout_.splines[i].back();
            from = arc_end(cards_[parent], layout_.nodes[parent], from);
            to = arc_end(cards_[child], layout_.nodes[child], to);
        }
    }

    /// The lines of the arcs, and then their labels.
    void add_arcs(std::vector<Mark>& marks) const {
        MarkGroup lines{
            .style = {Fill{"none"}, Stroke{arc_color}, StrokeWidth{1.3}, ArrowHead{arc_color}}};
        std::vector<Mark> labels;
        for (std::size_t i = 0; i < arcs_.size(); ++i) {
            const auto mark = marks_.find(arcs_[i]);
            const bool marked = mark != marks_.end();
            Style style;
            if (marked) style.push_back(StrokeWidth{mark->second.width});
            if (is_informational(network_, arcs_[i])) style.push_back(Dashes{{4, 3}});
            if (is_open(picture_, arcs_[i])) style.push_back(ArrowHead{"none"});
            lines.marks.push_back({arc_path(layout_.splines[i], std::move(style))});
            if (!marked) continue;
            const Point center = layout_.labels[i];
            labels.push_back({TextMark{{center.x, center.y + arc_label_size / 3},
                                       mark->second.label,
                                       arc_label_size,
                                       Anchor::middle,
                                       {Fill{faint_ink_color}}}});
        }
        marks.push_back({std::move(lines)});
        std::ranges::move(labels, std::back_inserter(marks));
    }

    const BayesianNetwork& network_;
    const Picture& picture_;
    std::vector<NodeCard> cards_;
    std::vector<Arc> arcs_;
    std::map<Arc, ArcMark> marks_;
    GraphLayout layout_;
};

}  // namespace

Scene network_scene(const BayesianNetwork& network, const Picture& picture) {
    return NetworkDrawing(network, picture).scene();
}

std::string svg_text(const BayesianNetwork& network, const Picture& picture) {
    return svg_text(network_scene(network, picture));
}

}  // namespace pgm::io
