#include <io/picture/detail/legend.hpp>

#include <io/picture/detail/picture_colors.hpp>
#include <io/scene/detail/text_width.hpp>

#include <algorithm>

namespace pgm::io::detail {
namespace {

constexpr double legend_font = 10.5, legend_row = 17, sign_width = 22, sign_gap = 8;

Mark tinted_box(NodeCard::Tint tint) {
    constexpr Point box{14, 10};
    const NodeColors colors = colors_of(tint);
    return {RectangleMark{{0, -box.y / 2}, box, {Fill{colors.header}, Stroke{colors.line}}, 2.0}};
}

/// A square, or a diamond for a utility.
Mark form_mark(NodeCard::Outline form) {
    constexpr double half = 5.5;
    if (form == NodeCard::Outline::rounded) return tinted_box(NodeCard::Tint::plain);
    const NodeColors colors = colors_of(NodeCard::Tint::plain);
    const bool is_utility = form == NodeCard::Outline::diamond;
    PathMark path = polyline(
        is_utility ? std::vector<Point>{{half, -half}, {2 * half, 0}, {half, half}, {0, 0}}
                   : std::vector<Point>{{0, -half}, {2 * half, -half}, {2 * half, half}, {0, half}},
        {Fill{colors.header}, Stroke{colors.line}});
    path.steps.push_back({PathMark::Kind::close});
    return {std::move(path)};
}

Mark line(const LegendKey& key) {
    PathMark path = polyline({{0, 0}, {sign_width - 2, 0}},
                             {Fill{"none"}, Stroke{arc_color}, StrokeWidth{key.width}});
    if (key.line != LineStyle::solid) path.style.push_back(dashes_of(key.line));
    if (key.has_head) path.style.push_back(ArrowHead{arc_color});
    return {std::move(path)};
}

Mark sign_of(const LegendKey& key) {
    if (key.tint) return tinted_box(*key.tint);
    if (!key.sign.empty())
        return {TextMark{{0, legend_font / 3},
                         key.sign,
                         legend_font,
                         Anchor::start,
                         {Fill{ink_color}, FontWeight::bold}}};
    return key.outline ? form_mark(*key.outline) : line(key);
}

}  // namespace

Dashes dashes_of(LineStyle line) {
    if (line == LineStyle::solid) return {};
    return line == LineStyle::dashed ? Dashes{{4, 3}} : Dashes{{1.5, 2.5}};
}

std::vector<LegendKey> legend_keys(const BayesianNetwork& network, const Picture& picture,
                                   std::span<const NodeCard> cards, std::span<const Arc> arcs) {
    std::vector<LegendKey> keys;
    const auto add_tint = [&](NodeCard::Tint tint, const char* text) {
        if (std::ranges::find(cards, tint, &NodeCard::tint) != cards.end())
            keys.push_back({.tint = tint, .text = text});
    };
    add_tint(NodeCard::Tint::observed, "observed");
    add_tint(NodeCard::Tint::likelihood, "uncertain evidence, or in an interval");
    add_tint(NodeCard::Tint::intervened, "set by do()");
    const auto add_form = [&](NodeCard::Outline form, const char* text) {
        if (std::ranges::find(cards, form, &NodeCard::outline) != cards.end())
            keys.push_back({.outline = form, .text = text});
    };
    add_form(NodeCard::Outline::angular, "decision");
    add_form(NodeCard::Outline::diamond, "utility");
    if (std::ranges::any_of(arcs, [&](const Arc& arc) { return is_informational(network, arc); }))
        keys.push_back({.width = 1.3,
                        .has_head = true,
                        .line = LineStyle::dashed,
                        .text = "known when the decision is taken"});
    const auto has_utilities = [](const NodeCard& card) {
        return !card.bars.empty() && !card.bars.front().utility.empty();
    };
    if (std::ranges::any_of(cards, has_utilities))
        keys.push_back({.sign = "2.5",
                        .text = "at the right: expected utility of the alternative; bold: the "
                                "greatest"});
    const auto has_interval = [](const NodeCard& card) {
        return std::ranges::any_of(card.bars,
                                   [](const auto& bar) { return bar.interval.has_value(); });
    };
    if (std::ranges::any_of(cards, has_interval))
        keys.push_back({.width = 1.3, .text = "across a bar: the interval of the probability"});
    if (std::ranges::any_of(arcs, [&](const Arc& arc) { return is_open(picture, arc); }))
        keys.push_back({.width = 1.3, .text = "the data leave the direction open"});
    if (picture.influence && !picture.influence->empty())
        keys.push_back({.width = 3,
                        .has_head = true,
                        .text = "strength of influence, from 0 to 1: the wider, the stronger"});
    if (!picture.confidence || arcs.empty()) return keys;
    keys.push_back({.width = 2.5,
                    .has_head = true,
                    .text = "the wider, the higher the confidence of the edge in either "
                            "direction"});
    keys.push_back({.width = 1.3,
                    .has_head = true,
                    .text = "0.52 of 0.98: confidence of the arc, of the edge"});
    return keys;
}

Legend::Legend(std::span<const LegendKey> keys) {
    for (const LegendKey& key : keys) entries_.push_back({{sign_of(key)}, key.text});
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
