#include <io/picture/detail/legend.hpp>

#include <io/picture/detail/picture_colors.hpp>
#include <io/scene/detail/text_width.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr double legend_font = 10.5, legend_row = 17, sign_width = 22, sign_gap = 8;

}  // namespace

Legend::Legend(const Picture& picture, std::span<const NodeCard> cards, std::span<const Arc> arcs) {
    const auto has = [&](NodeCard::Tint tint) {
        return std::ranges::any_of(cards, [&](const NodeCard& card) { return card.tint == tint; });
    };
    if (has(NodeCard::Tint::observed)) add_tint(NodeCard::Tint::observed, "observed");
    if (has(NodeCard::Tint::likelihood))
        add_tint(NodeCard::Tint::likelihood, "uncertain evidence, or in an interval");
    if (has(NodeCard::Tint::intervened)) add_tint(NodeCard::Tint::intervened, "set by do()");
    if (std::ranges::any_of(arcs, [&](const Arc& arc) { return is_open(picture, arc); }))
        add_line(1.3, false, "the data leave the direction open");
    if (!picture.confidence || arcs.empty()) return;
    add_line(2.5, true, "the wider, the higher the confidence of the edge in either direction");
    add_line(1.3, true, "0.52 of 0.98: confidence of the arc, of the edge");
}

void Legend::add_tint(NodeCard::Tint tint, const std::string& text) {
    constexpr Point box{14, 10};
    const NodeColors colors = colors_of(tint);
    Entry& entry = entries_.emplace_back();
    entry.text = text;
    entry.sign.push_back(
        {RectangleMark{{0, -box.y / 2}, box, {Fill{colors.header}, Stroke{colors.line}}, 2.0}});
}

void Legend::add_line(double width, bool has_head, const std::string& text) {
    PathMark line = polyline({{0, 0}, {sign_width - 2, 0}},
                             {Fill{"none"}, Stroke{arc_color}, StrokeWidth{width}});
    if (has_head) line.style.push_back(ArrowHead{arc_color});
    Entry& entry = entries_.emplace_back();
    entry.text = text;
    entry.sign.push_back({std::move(line)});
}

Point Legend::size() const {
    if (entries_.empty()) return {};
    double width = 0;
    for (const Entry& entry : entries_)
        width = std::max(width, text_width(entry.text, legend_font));
    return {sign_width + sign_gap + width, legend_row * static_cast<double>(entries_.size())};
}

MarkGroup Legend::marks() const {
    MarkGroup all;
    for (std::size_t i = 0; i < entries_.size(); ++i) {
        MarkGroup row{entries_[i].sign};
        row.shift = Point{0, legend_row * (static_cast<double>(i) + 0.5)};
        row.marks.push_back({TextMark{{sign_width + sign_gap, legend_font / 3},
                                      entries_[i].text,
                                      legend_font,
                                      Anchor::start,
                                      {Fill{faint_ink_color}}}});
        all.marks.push_back({std::move(row)});
    }
    return all;
}

}  // namespace pgm::io::detail
