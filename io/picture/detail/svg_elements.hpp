#pragma once

#include <io/picture/detail/graph_layout.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

// What pictures of networks and plots are written with. `attributes` are further ones, as they
// stand in the element: fill="#ffffff" stroke="#000000".

enum class FontWeight { normal, bold };

/// The width of a text in points, in DejaVu Sans: the broadest of the typefaces that viewers use
/// for the families that pictures name (picture_colors.hpp). Pictures must not depend on the fonts
/// of the machine that writes them, and no viewer's text may be wider than what is kept for it.
/// Exact for ASCII, an upper bound for most of the other scripts.
double text_width(std::string_view text, double font_size, FontWeight weight = FontWeight::normal);

/// The width of the widest of these texts; 0 for none.
double widest(const std::vector<std::string>& texts, double font_size);

/// A number with two decimals, a hundredth of a pixel.
std::string svg_number(double value);

/// `anchor` is start, middle or end: what of the text stands at `at`.
std::string text_element(Point at, const std::string& text, double font_size,
                         const char* anchor = "middle", const std::string& attributes = {});
std::string line_element(Point from, Point to, const std::string& attributes);
std::string rectangle_element(Point corner, Point size, const std::string& attributes);

/// A whole file of that size with a white ground; `head` is what stands before it, a title or
/// definitions.
std::string svg_document(Point size, const std::string& attributes, const std::string& head,
                         const std::string& content);

}  // namespace pgm::io::detail
