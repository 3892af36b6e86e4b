#pragma once

#include <io/scene/scene.hpp>

#include <array>
#include <optional>
#include <string>

namespace pgm::io::detail {

// What the writers of scenes share: numbers, and paint with what is inherited.

/// A number with two decimals, a hundredth of a point, and no exponent.
std::string scene_number(double value);

/// "12.5,40"
std::string scene_point(Point point);

/// The whole paint of a mark. Colours are null where nothing is painted.
struct Paint {
    std::optional<std::string> fill = "#000000";
    double fill_opacity = 1;
    std::optional<std::string> stroke;
    double stroke_width = 1;
    std::vector<double> dashes;
    bool has_round_joins = false;
    std::optional<std::string> arrow_head;
    FontWeight weight = FontWeight::normal;
    bool is_italic = false;
};

/// The paint of a mark of that style in a group that is painted with `inherited`.
Paint painted(Paint inherited, const Style& style);

/// The corners of the head at the end of a path: its tip first. The path has more than one point.
std::array<Point, 3> arrow_head_of(const PathMark& path);

/// The outline of a mark, whose corners and circles are curves, as a path.
PathMark outline(const LineMark& line);
PathMark outline(const RectangleMark& rectangle);
PathMark outline(const CircleMark& circle);

}  // namespace pgm::io::detail
