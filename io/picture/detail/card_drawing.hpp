#pragma once

#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/picture.hpp>

#include <string>
#include <vector>

namespace pgm::io::detail {

/// The lines of the title of a card.
std::vector<std::string> title_lines(const NodeCard& card);

/// The size of a card.
Point card_size(const NodeCard& card);

/// The card, its upper left corner at the origin. Numbers below each other begin at the same place,
/// and so have their decimal points below each other.
std::vector<Mark> card_marks(const NodeCard& card);

/// The end of an arc at a card that has its centre there; `on_box` is where the arc meets the box
/// around the card.
Point arc_end(const NodeCard& card, Point centre, Point on_box);

}  // namespace pgm::io::detail
