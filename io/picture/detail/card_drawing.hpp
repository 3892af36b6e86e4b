#pragma once

#include <io/picture/detail/graph_layout.hpp>
#include <io/picture/picture.hpp>

#include <string>

namespace pgm::io::detail {

/// A generous estimate of the width of a text in a typeface like Helvetica, in units of the font
/// size. Pictures must not depend on installed fonts, so widths cannot be measured.
double text_width(std::string_view text, double font_size);

/// The size of a card.
Point card_size(const NodeCard& card);

/// The card as SVG elements, its upper left corner at the origin.
std::string card_svg(const NodeCard& card);

/// A number with two decimals, a hundredth of a pixel.
std::string svg_number(double value);

}  // namespace pgm::io::detail
