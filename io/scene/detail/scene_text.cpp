#include <io/scene/detail/scene_text.hpp>

#include <pgm/core/overloaded.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace pgm::io::detail {
namespace {

using Kind = PathMark::Kind;

/// The distance of the control points of a quarter of a circle from its ends, in radii.
constexpr double quarter = 0.5522847498;

std::optional<std::string> painted_colour(const std::string& color) {
    return color == "none" ? std::nullopt : std::optional(color);
}

/// A quarter of a circle from the end of the path by way of `corner`.
void append_quarter(PathMark& path, Point corner, Point to) {
    const Point from = path.steps.back().to;
    const auto between = [&](Point a) {
        return Point{a.x + (corner.x - a.x) * quarter, a.y + (corner.y - a.y) * quarter};
    };
    path.steps.push_back({Kind::curve, to, between(from), between(to)});
}

}  // namespace

std::string scene_number(double value) {
    char buffer[64];
    const auto result =
        std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::fixed, 2);
    std::string text(buffer, result.ec == std::errc{} ? result.ptr : buffer);
    text.erase(text.find_last_not_of('0') + 1);
    if (text.ends_with('.')) text.pop_back();
    return text == "-0" ? "0" : text;
}

std::string scene_point(Point point) {
    return scene_number(point.x) + "," + scene_number(point.y);
}

Paint painted(Paint inherited, const Style& style) {
    for (const auto& setting : style)
        std::visit(
            Overloaded{
                [&](const Fill& fill) { inherited.fill = painted_colour(fill.color); },
                [&](FillOpacity opacity) { inherited.fill_opacity = opacity.share; },
                [&](const Stroke& stroke) { inherited.stroke = painted_colour(stroke.color); },
                [&](StrokeWidth width) { inherited.stroke_width = width.points; },
                [&](const Dashes& dashes) { inherited.dashes = dashes.lengths; },
                [&](RoundJoins) { inherited.has_round_joins = true; },
                [&](const ArrowHead& head) { inherited.arrow_head = painted_colour(head.color); },
                [&](FontWeight weight) { inherited.weight = weight; },
                [&](Italic) { inherited.is_italic = true; }},
            setting);
    return inherited;
}

std::array<Point, 3> arrow_head_of(const PathMark& path) {
    constexpr double before = 0.8, behind = 7.2, half_width = 3.2;
    const PathMark::Step& last = path.steps.back();
    const Point end = last.to;
    Point towards = last.kind == Kind::curve ? last.second : path.steps[path.steps.size() - 2].to;
    double length = std::hypot(end.x - towards.x, end.y - towards.y);
    if (length == 0) {
        towards = {end.x, end.y - 1};
        length = 1;
    }
    const Point along{(end.x - towards.x) / length, (end.y - towards.y) / length};
    const auto at = [&](double forward, double aside) {
        return Point{end.x + forward * along.x - aside * along.y,
                     end.y + forward * along.y + aside * along.x};
    };
    return {at(before, 0), at(-behind, half_width), at(-behind, -half_width)};
}

std::optional<PathMark> arrow_head(const PathMark& path, const Paint& own) {
    if (!own.arrow_head || path.steps.size() < 2) return std::nullopt;
    const std::array<Point, 3> corners = arrow_head_of(path);
    PathMark head = polyline({corners.begin(), corners.end()});
    head.steps.push_back({Kind::close});
    return head;
}

PathMark outline(const LineMark& line) {
    return {{{Kind::move, line.from}, {Kind::line, line.to}}, line.style};
}

PathMark outline(const RectangleMark& rectangle) {
    const auto [left, top] = rectangle.corner;
    const double right = left + rectangle.size.x, bottom = top + rectangle.size.y;
    const double r =
        std::min({rectangle.radius.value_or(0), rectangle.size.x / 2, rectangle.size.y / 2});
    PathMark path{{{Kind::move, {left + r, top}}}, rectangle.style};
    const auto side = [&](Point to, Point corner, Point next) {
        path.steps.push_back({Kind::line, to});
        if (r > 0) append_quarter(path, corner, next);
    };
    side({right - r, top}, {right, top}, {right, top + r});
    side({right, bottom - r}, {right, bottom}, {right - r, bottom});
    side({left + r, bottom}, {left, bottom}, {left, bottom - r});
    side({left, top + r}, {left, top}, {left + r, top});
    path.steps.push_back({Kind::close});
    return path;
}

PathMark outline(const CircleMark& circle) {
    const double r = circle.radius;
    const Point corner{circle.centre.x - r, circle.centre.y - r};
    return outline(RectangleMark{corner, {2 * r, 2 * r}, circle.style, r});
}

}  // namespace pgm::io::detail
