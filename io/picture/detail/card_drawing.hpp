#pragma once

#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/picture.hpp>

#include <vector>

namespace pgm::io::detail {

/// The size of a card.
Point card_size(const NodeCard& card);

/// The card, its upper left corner at the origin. Numbers below each other begin at the same place,
/// and so have their decimal points below each other.
std::vector<Mark> card_marks(const NodeCard& card);

}  // namespace pgm::io::detail
