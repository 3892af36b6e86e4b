#pragma once

#include <io/scene/scene.hpp>

#include <optional>
#include <string>
#include <string_view>

namespace pgm::io::detail {

/// A text in the code page of PDF's standard fonts (WinAnsiEncoding, Windows code page 1252).
struct StandardText {
    std::string codes;
    bool is_complete = true;  ///< false if characters that the page does not have became '?'
};
StandardText standard_text(std::string_view text);

/// The width of such a text in units of the font size, in Helvetica or, for the other weights,
/// Helvetica-Bold, by the metrics that Adobe published for them.
double standard_width(std::string_view codes, FontWeight weight);

}  // namespace pgm::io::detail
