#pragma once

#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io::detail {

/// An estimate of the width of a text in a Helvetica-like typeface, in the unit of the font size, a
/// little on the generous side: a drawing that must not depend on installed fonts has to leave room
/// without measuring.
double text_width(std::string_view text, double font_size);

/// How large a card has to be drawn.
Point card_size(const NodeCard& card);

/// The card as SVG elements, its upper left corner at the origin.
std::string card_svg(const NodeCard& card);

/// A number of a drawing: two decimals are a hundredth of a pixel.
std::string svg_number(double value);

}  // namespace pgm::io::detail
