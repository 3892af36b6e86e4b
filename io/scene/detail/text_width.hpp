#pragma once

#include <io/scene/scene.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace pgm::io::detail {

/// The colour of text.
constexpr const char* ink_color = "#1f2937";

/// The width of a text in points, in DejaVu Sans: the broadest of the typefaces that viewers use
/// for the families that pictures name (svg.cpp). Pictures must not depend on the fonts of the
/// machine that writes them, and no viewer's text may be wider than what is kept for it. Exact for
/// ASCII, an upper bound for most of the other scripts.
double text_width(std::string_view text, double font_size, FontWeight weight = FontWeight::normal);

/// The width of the widest of these texts; 0 for none.
double widest(const std::vector<std::string>& texts, double font_size);

}  // namespace pgm::io::detail
