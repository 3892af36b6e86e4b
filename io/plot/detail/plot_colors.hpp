#pragma once

#include <io/scene/scene.hpp>

#include <cstddef>
#include <iterator>
#include <vector>

namespace pgm::io::detail {

/// The colours of the series of a plot: the palette of Okabe and Ito (2008, "Color universal
/// design"), which colour-blind readers can distinguish, without its yellow, which is too faint for
/// lines. After seven series the colours are repeated with dashed lines.
inline constexpr const char* series_colors[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7",
                                                "#e69f00", "#56b4e9", "#000000"};

constexpr const char* series_color(std::size_t series) {
    return series_colors[series % std::size(series_colors)];
}

inline Dashes series_dashes(std::size_t series) {
    const std::vector<double> dashes[] = {{}, {7, 4}, {2, 3}, {9, 3, 2, 3}};
    return {dashes[series / std::size(series_colors) % std::size(dashes)]};
}

/// The line of what a plot is compared with: guessing, perfect calibration.
inline Dashes reference_dashes() {
    return {{4, 4}};
}

/// The first colour, half of it on white.
inline constexpr const char* faint_series_color = "#80b9d9";
inline constexpr const char* grid_color = "#e5e7eb";
inline constexpr const char* frame_color = "#94a3b8";

}  // namespace pgm::io::detail
