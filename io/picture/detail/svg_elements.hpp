#pragma once

#include <io/picture/detail/graph_layout.hpp>

#include <string>
#include <string_view>

namespace pgm::io::detail {

// What pictures of networks and plots are written with. `attributes` are further ones, as they
// stand in the element: fill="#ffffff" stroke="#000000".

/// A generous estimate of the width of a text in a typeface like Helvetica, in units of the font
/// size. Pictures must not depend on installed fonts, so widths cannot be measured.
double text_width(std::string_view text, double font_size);

/// A number with two decimals, a hundredth of a pixel.
std::string svg_number(double value);

/// `anchor` is start, middle or end: what of the text stands at `at`.
std::string text_element(Point at, const std::string& text, double font_size,
                         const char* anchor = "middle", const std::string& attributes = {});
std::string rectangle_element(Point corner, Point size, const std::string& attributes);

/// A whole file of that size with a white ground; `head` is what stands before it, a title or
/// definitions.
std::string svg_document(Point size, const std::string& attributes, const std::string& head,
                         const std::string& content);

}  // namespace pgm::io::detail
