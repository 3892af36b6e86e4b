#pragma once

#include <cstddef>
#include <iterator>

namespace pgm::io::detail {

/// The colours of the series of a plot: the palette of Okabe and Ito (2008, "Color universal
/// design"), which colour-blind readers can distinguish, without its yellow, which is too faint for
/// lines. After seven series the colours are repeated with dashed lines.
inline constexpr const char* series_colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#000000"};

constexpr const char* series_color(std::size_t series) {
    return series_colors[series % std::size(series_colors)];
}

/// The value of stroke-dasharray; "none" is a solid line.
constexpr const char* series_dashes(std::size_t series) {
    constexpr const char* dashes[] = {"none", "7 4", "2 3", "9 3 2 3"};
    return dashes[series / std::size(series_colors) % std::size(dashes)];
}

/// The first colour, half of it on white.
inline constexpr const char* faint_series_color = "#80b9d9";
inline constexpr const char* grid_color = "#e5e7eb";
inline constexpr const char* frame_color = "#94a3b8";

}  // namespace pgm::io::detail
