#pragma once

#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io::detail {

/// The size of a card.
Point card_size(const NodeCard& card);

/// The card as SVG elements, its upper left corner at the origin.
std::string card_svg(const NodeCard& card);

}  // namespace pgm::io::detail
