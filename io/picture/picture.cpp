#include <io/picture/picture.hpp>

#include <io/picture/detail/place_in_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>

namespace pgm::io {

using namespace detail;

namespace {

/// The confidence of every listed arc.
std::map<Arc, double> confidence_of(const BayesianNetwork& network,
                                    std::span<const SureArc> listed) {
    std::map<Arc, double> confidence;
    for (const SureArc& sure : listed) {
        if (std::max(sure.arc.parent, sure.arc.child).index() >= network.size())
            throw ArgumentError("a confidence is that of an arc between variables " +
                                std::to_string(sure.arc.parent.index()) + " and " +
                                std::to_string(sure.arc.child.index()) + " of " +
                                std::to_string(network.size()));
        if (!(sure.confidence >= 0 && sure.confidence <= 1))
            throw ArgumentError("the confidence of an arc is a number from 0 to 1, not " +
                                to_text(sure.confidence, 6));
        if (!confidence.emplace(sure.arc, sure.confidence).second)
            throw ArgumentError("two confidences of the arc from '" +
                                printable(network.variable(sure.arc.parent).name()) + "' to '" +
                                printable(network.variable(sure.arc.child).name()) + "'");
    }
    return confidence;
}

constexpr double thinnest = 0.5;

/// Strengths are small numbers, so the widest line is wide.
ArcMark mark_of(double strength) {
    constexpr double thickest = 5;
    constexpr int digits = 2;
    return {.width = thinnest + strength * (thickest - thinnest),
            .label = to_text(strength, digits)};
}

ArcMark mark_of(double arc, double opposite) {
    constexpr double thickest = 2.5;
    const double edge = std::min(arc + opposite, 1.0);
    const bool is_plain = opposite == 0 || edge == 1;  // "0.57 of 1" would say no more
    return {.width = thinnest + edge * (thickest - thinnest),
            .label = probability_label(arc) +
                     (is_plain ? std::string() : " of " + probability_label(edge))};
}

}  // namespace

std::vector<VariableId> shown_variables(const BayesianNetwork& network, const Picture& picture) {
    if (picture.only) {
        const bool fits = std::ranges::is_sorted(*picture.only, std::less_equal<>()) &&
                          (picture.only->empty() || picture.only->back().index() < network.size());
        if (!fits)
            throw ArgumentError("the variables of a picture do not ascend, or are not there");
        return *picture.only;
    }
    std::vector<VariableId> all;
    for (std::size_t v = 0; v < network.size(); ++v) all.emplace_back(v);
    return all;
}

std::vector<Point> file_positions(const BayesianNetwork& network, const Picture& picture) {
    std::vector<Point> positions;
    std::vector<std::string> without;
    for (const VariableId id : shown_variables(network, picture)) {
        const auto position = place_in_file(network.variable(id)).position;
        if (position) positions.push_back({position->x, position->y});
        if (!position) without.push_back(network.variable(id).name());
    }
    if (!without.empty())
        throw ArgumentError(
            "the file has no position of '" + printable(without.front()) + "'" +
                (without.size() == 1 ? ""
                                     : " and " + counted(without.size() - 1, "other variable")),
            "a layout in layers needs none");
    return positions;
}

std::vector<Arc> shown_arcs(const BayesianNetwork& network, const Picture& picture) {
    std::vector<Arc> arcs = picture.arcs ? *picture.arcs : network.dag().arcs();
    if (!picture.only) return arcs;
    const auto is_shown = [&](VariableId id) {
        return std::ranges::binary_search(*picture.only, id);
    };
    std::erase_if(arcs,
                  [&](const Arc& arc) { return !is_shown(arc.parent) || !is_shown(arc.child); });
    return arcs;
}

bool is_open(const Picture& picture, const Arc& arc) {
    const auto [a, b] = std::minmax(arc.parent, arc.child);
    return std::ranges::binary_search(picture.open, Edge{a, b});
}

bool is_informational(const BayesianNetwork& network, const Arc& arc) {
    return network.variable(arc.child).kind() == Variable::Kind::decision;
}

std::map<Arc, ArcMark> arc_marks(const BayesianNetwork& network, const Picture& picture) {
    std::map<Arc, ArcMark> marks;
    if (picture.influence)
        for (const auto& [arc, strength] : *picture.influence)
            marks.emplace(arc, mark_of(strength));
    if (!picture.confidence) return marks;
    const std::map<Arc, double> confidence = confidence_of(network, *picture.confidence);
    const auto of = [&](const Arc& arc) {
        const auto found = confidence.find(arc);
        return found == confidence.end() ? 0.0 : found->second;
    };
    for (const Arc& arc : shown_arcs(network, picture))
        marks.emplace(arc, mark_of(of(arc), of({arc.child, arc.parent})));
    return marks;
}

std::string NodeCard::hidden_states_note() const {
    return hidden_states == 0 ? "" : "and " + counted(hidden_states, "more state");
}

std::string NodeCard::hidden_rows_note() const {
    if (hidden_rows == 0) return {};
    return table.empty() ? "a table of " + counted(hidden_rows, "row")
                         : "and " + counted(hidden_rows, "more row");
}

std::string probability_label(double probability) {
    const std::string text = to_text(probability, 3);
    return text == "1" && probability < 1 ? ">0.999" : text;
}

}  // namespace pgm::io
