#pragma once

#include <io/scene/scene.hpp>

#include <array>
#include <optional>
#include <string>
#include <variant>
#include <vector>

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

/// The filled head of an arrow at the end of a path, and its paint; null where there is none.
std::optional<PathMark> arrow_head(const PathMark& path, const Paint& own);

/// Paints marks in their order by paths alone, for forms of pictures that know no other shapes. A
/// Writer is one that also takes texts and groups, and has `draw(const PathMark&, const Paint&)`.
template <class Writer>
struct MarkPainter {
    Paint paint = {};  ///< of the group

    void write(const std::vector<Mark>& marks) {
        for (const Mark& mark : marks) std::visit(writer(), mark.shape);
    }

    void operator()(const PathMark& path) {
        if (path.steps.empty()) return;
        const Paint own = painted(paint, path.style);
        writer().draw(path, own);
        if (const std::optional<PathMark> head = arrow_head(path, own))
            writer().draw(*head, {.fill = own.arrow_head});
    }

    void operator()(const LineMark& line) {
        Paint own = painted(paint, line.style);
        own.fill.reset();
        writer().draw(outline(line), own);
    }
    void operator()(const RectangleMark& rectangle) {
        writer().draw(outline(rectangle), painted(paint, rectangle.style));
    }
    void operator()(const CircleMark& circle) {
        writer().draw(outline(circle), painted(paint, circle.style));
    }

private:
    Writer& writer() { return static_cast<Writer&>(*this); }
};

}  // namespace pgm::io::detail
