#include <io/picture/picture.hpp>

#include <io/picture/detail/card_drawing.hpp>
#include <io/picture/detail/drawn_graph.hpp>
#include <io/picture/detail/picture_colors.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io {

using namespace detail;

namespace {

constexpr int bar_points = 60;

std::string cell(const std::string& attributes, const std::string& contents) {
    return "<TD" + attributes + ">" + contents + "</TD>";
}

std::string row(const std::string& cells) {
    return "<TR>" + cells + "</TR>\n";
}

std::string colored_cell(int width, const char* color) {
    if (width == 0) return {};  // Graphviz does not allow this
    return cell(" WIDTH=\"" + std::to_string(width) +
                    "\" HEIGHT=\"9\" FIXEDSIZE=\"TRUE\" BGCOLOR=\"" + color + "\"",
                "");
}

std::string bar(double fraction, const char* color) {
    int filled = static_cast<int>(std::lround(fraction * bar_points));
    if (fraction > 0 && filled == 0) filled = 1;  // shows that the state is possible
    return "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"0\" "
           "FIXEDSIZE=\"TRUE\" WIDTH=\"60\" HEIGHT=\"9\"><TR>" +
           colored_cell(filled, color) + colored_cell(bar_points - filled, bar_ground_color) +
           "</TR></TABLE>";
}

std::string utility_cell(const NodeCard::Bar& bar) {
    if (bar.utility.empty()) return {};
    return cell(" ALIGN=\"RIGHT\"", bar.is_best ? "<B>" + bar.utility + "</B>" : bar.utility);
}

std::string faint(const std::string& text) {
    return std::string("<FONT COLOR=\"") + faint_ink_color + "\">" + text + "</FONT>";
}

std::string remark_row(const std::string& note) {
    return note.empty() ? note : row(cell(" COLSPAN=\"3\" ALIGN=\"LEFT\"", faint(note)));
}

std::string bar_rows(const NodeCard& card) {
    std::string rows;
    for (const NodeCard::Bar& line : card.bars)
        rows += row(cell(" ALIGN=\"LEFT\"", escape_markup(line.state)) +
                    cell(" ALIGN=\"LEFT\"", escape_markup(line.probability)) +
                    cell("", bar(line.fraction, colors_of(card.tint).bar)) + utility_cell(line));
    return rows + remark_row(card.hidden_states_note());
}

std::string density_rows(const NodeCard& card) {
    if (!card.density) return {};
    std::string rows;
    if (!card.density->summary.empty())
        rows += row(cell(" COLSPAN=\"3\" ALIGN=\"LEFT\"", escape_markup(card.density->summary)));
    return rows + remark_row(escape_markup(card.density->finding));
}

/// The conditional table as a table inside the node's table, so that it has columns of its own.
std::string table_rows(const NodeCard& card) {
    if (card.table.empty()) return remark_row(card.hidden_rows_note());
    std::string lines;
    for (std::size_t i = 0; i < card.table.size(); ++i) {
        std::string cells;
        for (std::size_t j = 0; j < card.table[i].size(); ++j) {
            const std::string text = escape_markup(card.table[i][j]);
            cells += cell(" ALIGN=\"LEFT\"", i == 0 ? faint(text) : text);
        }
        lines += row(cells);
    }
    const std::string table =
        "<TABLE BORDER=\"0\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"2\">" + lines +
        "</TABLE>";
    return "<HR/>" + row(cell(" COLSPAN=\"3\"", table)) + remark_row(card.hidden_rows_note());
}

/// A quoted string without escape sequences.
std::string quoted(const std::string& text) {
    std::string result;
    for (const char c : escape_markup(text))
        result += c == '\\' ? std::string("&#92;") : std::string(1, c);
    return '"' + result + '"';
}

std::string title(const NodeCard& card) {
    std::string text;
    for (const std::string& line : title_lines(card))
        text += (text.empty() ? "" : "<BR/>") + escape_markup(line);
    return "<B>" + text + "</B>";
}

/// Where cards have several forms those of chance variables are rounded, so that decisions, which
/// have corners, differ from them; cells with a colour of their own would fill the corners.
std::string label(const NodeCard& card, bool is_rounded) {
    const NodeColors colors = colors_of(card.tint);
    const bool is_utility = card.outline == NodeCard::Outline::diamond;
    const bool is_plain = is_rounded || is_utility;
    const std::string ground = is_plain ? colors.header : "white";
    const std::string head =
        cell(" COLSPAN=\"3\"" + (is_plain ? "" : std::string(" BGCOLOR=\"") + colors.header + "\""),
             title(card));
    return "<TABLE BORDER=\"" + std::string(is_utility ? "0" : "1") +
           "\" CELLBORDER=\"0\" CELLSPACING=\"0\" CELLPADDING=\"3\" BGCOLOR=\"" + ground +
           "\" COLOR=\"" + colors.line + (is_rounded ? "\" STYLE=\"ROUNDED\">\n" : "\">\n") +
           row(head) + bar_rows(card) + density_rows(card) + table_rows(card) + "</TABLE>";
}

/// A utility is a diamond around its label; others are their labels.
std::string node_attributes(const NodeCard& card, bool has_forms) {
    const NodeColors colors = colors_of(card.tint);
    const bool is_rounded = has_forms && card.outline == NodeCard::Outline::rounded;
    const std::string text =
        "tooltip=" + quoted(card.full_title) + ", label=<" + label(card, is_rounded) + ">";
    if (card.outline != NodeCard::Outline::diamond) return text;
    return std::string("shape=diamond, margin=0, style=filled, fillcolor=\"") + colors.header +
           "\", color=\"" + colors.line + "\", " + text;
}

std::string sign_of(const LegendKey& key) {
    if (!key.sign.empty()) return "<B>" + key.sign + "</B>";
    if (key.outline == NodeCard::Outline::rounded) return "&#9634;";
    if (key.outline) return *key.outline == NodeCard::Outline::diamond ? "&#9671;" : "&#9633;";
    if (key.line == LineStyle::dotted) return "&#8943;";
    if (key.line == LineStyle::dashed) return key.has_head ? "&#8674;" : "- -";
    return key.has_head ? "&#8594;" : "&#8212;";
}

/// The label of the whole graph; empty where there is nothing to explain.
std::string legend(const std::vector<LegendKey>& keys) {
    std::string rows;
    for (const LegendKey& key : keys) {
        const std::string sign = key.tint ? colored_cell(14, colors_of(*key.tint).header)
                                          : cell("", std::string("<FONT COLOR=\"") + arc_color +
                                                         "\">" + sign_of(key) + "</FONT>");
        rows += row(sign + cell(" ALIGN=\"LEFT\"", faint(escape_markup(key.text))));
    }
    if (rows.empty()) return rows;
    return "graph [labelloc=b, labeljust=l, fontsize=10, label=<<TABLE BORDER=\"0\" "
           "CELLBORDER=\"0\" CELLSPACING=\"4\">\n" +
           rows + "</TABLE>>];\n";
}

std::string node_name(std::size_t index) {
    std::string name = "n";
    name += std::to_string(index);
    return name;
}

std::string arc_attributes(const DrawnArc& drawn) {
    std::string text;
    const auto add = [&](const std::string& attribute) {
        text += (text.empty() ? "" : ", ") + attribute;
    };
    if (drawn.line == LineStyle::dashed) add("style=dashed");
    if (drawn.line == LineStyle::dotted) add("style=dotted");
    if (drawn.head == DrawnArc::HeadPlace::none) add("dir=none");
    if (drawn.head == DrawnArc::HeadPlace::at_parent) add("dir=back");
    if (drawn.mark)
        add("penwidth=" + to_text(drawn.mark->width, 3) +
            ", label=" + quoted(" " + drawn.mark->label + " "));
    return text.empty() ? text : " [" + text + "]";
}

}  // namespace

std::string dot_text(const BayesianNetwork& network, const Picture& picture) {
    std::string text =
        "digraph network {\n"
        "graph [bgcolor=white, nodesep=0.35, ranksep=0.45, fontname=\"Helvetica\"];\n"
        "node [shape=plain, fontname=\"Helvetica\", fontsize=11, fontcolor=\"" +
        std::string(ink_color) +
        "\"];\n"
        "edge [color=\"" +
        std::string(arc_color) + "\", arrowsize=0.7, fontname=\"Helvetica\", fontsize=10, " +
        "fontcolor=\"" + faint_ink_color + "\"];\n";
    const DrawnGraph graph = drawn_graph(network, picture);
    text += legend(graph.keys);
    const bool has_forms = std::ranges::any_of(graph.cards, [](const NodeCard& card) {
        return card.outline != NodeCard::Outline::rounded;
    });
    for (std::size_t i = 0; i < graph.cards.size(); ++i)
        text += node_name(graph.numbers[i]) + " [" + node_attributes(graph.cards[i], has_forms) +
                "];\n";
    for (const DrawnArc& drawn : graph.arcs)
        text += node_name(graph.numbers[drawn.arc.parent.index()]) + " -> " +
                node_name(graph.numbers[drawn.arc.child.index()]) + arc_attributes(drawn) + ";\n";
    return text + "}\n";
}

}  // namespace pgm::io
