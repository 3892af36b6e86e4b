#include <io/picture/picture.hpp>

#include <io/picture/detail/card_drawing.hpp>
#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/detail/picture_colors.hpp>
#include <io/picture/detail/svg_elements.hpp>

#include <algorithm>

namespace pgm::io {

using namespace detail;

namespace {

constexpr double margin = 14;

std::string coordinates(Point point) {
    return svg_number(point.x) + "," + svg_number(point.y);
}

/// `attributes` begin with a blank.
std::string arc_svg(const std::vector<Point>& spline, const std::string& attributes) {
    if (spline.empty()) return {};
    std::string path("M");
    path += coordinates(spline.front());
    for (std::size_t i = 1; i < spline.size(); ++i)
        path.append(i % 3 == 1 ? " C" : " ").append(coordinates(spline[i]));
    return "<path d=\"" + path + "\"" + attributes + "/>\n";
}

std::string node_svg(const NodeCard& card, Point center) {
    const Point size = card_size(card);
    return "<g transform=\"translate(" +
           coordinates({center.x - size.x / 2, center.y - size.y / 2}) + ")\">\n<title>" +
           escape_markup(card.full_title) + "</title>\n" + card_svg(card) + "</g>\n";
}

std::string arcs_svg(const Picture& picture, const std::vector<Arc>& arcs,
                     const GraphLayout& layout, const std::map<Arc, ArcMark>& marks) {
    std::string text = std::string("<g fill=\"none\" stroke=\"") + arc_color +
                       "\" stroke-width=\"1.3\" marker-end=\"url(#arrow)\">\n";
    std::string labels;
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const auto mark = marks.find(arcs[i]);
        const bool marked = mark != marks.end();
        std::string attributes;
        if (marked) attributes += " stroke-width=\"" + svg_number(mark->second.width) + "\"";
        if (is_open(picture, arcs[i])) attributes += " marker-end=\"none\"";
        text += arc_svg(layout.splines[i], attributes);
        if (!marked) continue;
        const Point center = layout.labels[i];
        labels += text_element({center.x, center.y + arc_label_size / 3}, mark->second.label,
                               arc_label_size, "middle",
                               std::string(" fill=\"") + faint_ink_color + "\"");
    }
    return text + "</g>\n" + labels;
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

std::string arrow_head() {
    return std::string(
               "<defs><marker id=\"arrow\" viewBox=\"0 0 10 10\" refX=\"9\" refY=\"5\" "
               "markerWidth=\"8\" markerHeight=\"8\" "
               "markerUnits=\"userSpaceOnUse\" orient=\"auto\">"
               "<path d=\"M0,1 L10,5 L0,9 Z\" fill=\"") +
           arc_color + "\"/></marker></defs>\n";
}

}  // namespace

std::string svg_text(const BayesianNetwork& network, const Picture& picture) {
    const std::vector<NodeCard> cards = node_cards(network, picture);
    std::vector<Point> sizes;
    for (const NodeCard& card : cards) sizes.push_back(card_size(card));
    const std::vector<Arc> arcs = shown_arcs(network, picture);
    const std::vector<VariableId> shown = shown_variables(network, picture);
    const std::map<Arc, ArcMark> marks = arc_marks(network, picture);
    std::vector<double> label_widths;
    if (picture.confidence)
        for (const Arc& arc : arcs)
            label_widths.push_back(text_width(marks.at(arc).label, arc_label_size));
    const GraphLayout layout = lay_out(between_cards(arcs, shown), sizes, label_widths);

    std::string text = "<g transform=\"translate(" + coordinates({margin, margin}) + ")\">\n" +
                       arcs_svg(picture, arcs, layout, marks);
    for (std::size_t i = 0; i < cards.size(); ++i) text += node_svg(cards[i], layout.nodes[i]);
    return svg_document({layout.size.x + 2 * margin, layout.size.y + 2 * margin}, "role=\"img\"",
                        arrow_head(), text + "</g>\n");
}

}  // namespace pgm::io
