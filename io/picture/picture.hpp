#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/model/network.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace pgm::io {

/// What a picture of a network shows besides names and arcs. Plain data; the default is the bare
/// graph.
struct Picture {
    /// P(X | e) of every variable by id, drawn as bars in the nodes; empty for none. The caller
    /// asks an engine for them, so that drawing a network never needs inference.
    std::vector<std::vector<double>> distributions;
    /// Variables with a finding are tinted: observed, reported (likelihood) and set (do) each in
    /// its own way.
    Evidence evidence;
    /// Conditional probability tables under the bars.
    bool tables = false;
    /// Of longer lists of states the most probable ones are drawn, in their order, and the card
    /// says how many are left out.
    std::size_t max_states = 12;
    /// Longer tables likewise.
    std::size_t max_table_rows = 16;
};

/// One node of a picture, as text: what the Graphviz writer and the SVG writer both draw, each with
/// its own pen.
struct NodeCard {
    enum class Tint { plain, observed, likelihood, intervened };

    struct Bar {
        std::string state;
        std::string probability;  ///< for people: "0.0104"
        double fraction = 0;      ///< length of the bar, in [0, 1]
    };

    std::string title;       ///< shortened name
    std::string full_title;  ///< whole name, for a tooltip
    Tint tint = Tint::plain;
    std::vector<Bar> bars;
    std::size_t hidden_states = 0;
    /// The first row is the head: parents, then states; empty without table.
    std::vector<std::vector<std::string>> table;
    std::size_t parent_columns = 0;  ///< how many leading columns of the table are parents
    std::size_t hidden_rows = 0;
};

/// The cards of all variables in id order. Throws ArgumentError when `distributions` is neither
/// empty nor of the network's shape, EvidenceError when the evidence does not fit.
std::vector<NodeCard> node_cards(const BayesianNetwork& network, const Picture& picture);

/// What a card leaves out, "and 13 more states" and "and 8 more rows", or for a table too wide to
/// show "a table of 8 rows"; "" when nothing.
std::string hidden_states_note(const NodeCard& card);
std::string hidden_rows_note(const NodeCard& card);

/// A probability for people: three significant digits, never rounded up to 1 ("0.0104", ">0.999",
/// "1").
std::string probability_label(double probability);

/// Text for the inside of an XML or Graphviz HTML element or attribute: & < > " ' become entities,
/// what acts instead of being seen (is_invisible_control) and bytes that are not UTF-8 become
/// U+FFFD.
std::string escape_markup(std::string_view text);

}  // namespace pgm::io
