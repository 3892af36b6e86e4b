#pragma once

#include <io/picture/detail/legend.hpp>
#include <io/picture/picture.hpp>

#include <optional>
#include <string>
#include <vector>

namespace pgm::io::detail {

/// An arc between two cards, by their places in the list.
struct DrawnArc {
    Arc arc;
    std::optional<ArcMark> mark{};  ///< null: a plain line without a label
    LineStyle line = LineStyle::solid;
    enum class HeadPlace : std::uint8_t { at_child, at_parent, none };
    HeadPlace head = HeadPlace::at_child;
};

/// The cards, arcs and legend of a picture, which all writers draw. Parents are laid out above
/// their children.
struct DrawnGraph {
    std::vector<NodeCard> cards;
    std::vector<std::size_t> numbers;  ///< of the cards, by which Graphviz names them: variable ids
    std::vector<DrawnArc> arcs;
    std::vector<LegendKey> keys;
    Picture::Direction direction = Picture::Direction::down;
    std::optional<std::vector<Point>> centres{};  ///< of the cards in the file of the network
};

/// The graph that Picture::graph names. Throws as node_cards(), file_positions() and
/// inference_graph() do.
DrawnGraph drawn_graph(const BayesianNetwork& network, const Picture& picture);

}  // namespace pgm::io::detail
