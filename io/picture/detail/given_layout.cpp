#include <io/picture/detail/graph_layout.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::io::detail {
namespace {

/// How many times farther apart two centres have to be so that their boxes do not overlap, nor
/// nearly do; 0 for one centre.
double factor_between(Point a, Point size_a, Point b, Point size_b) {
    constexpr double gap = 16;
    const double x = std::abs(a.x - b.x), y = std::abs(a.y - b.y),
                 wide = (size_a.x + size_b.x) / 2 + gap, high = (size_a.y + size_b.y) / 2 + gap;
    if (x == 0 && y == 0) return 0;
    return y * wide > x * high ? high / y : wide / x;
}

/// The point where the line from the centre of a box to another point leaves it.
Point at_border(Point centre, Point size, Point other) {
    const double x = other.x - centre.x, y = other.y - centre.y;
    if (x == 0 && y == 0) return centre;
    const double across = size.x / 2 / std::max(std::abs(x), 1e-9),
                 along = size.y / 2 / std::max(std::abs(y), 1e-9);
    const double share = std::min({across, along, 1.0});
    return {centre.x + share * x, centre.y + share * y};
}

std::vector<Point> straight(Point from, Point to) {
    const auto between = [&](double share) {
        return Point{std::lerp(from.x, to.x, share), std::lerp(from.y, to.y, share)};
    };
    return {from, between(1.0 / 3), between(2.0 / 3), to};
}

}  // namespace

GraphLayout lay_out_at(std::span<const Point> centres, std::span<const Arc> arcs,
                       std::span<const Point> sizes) {
    constexpr double largest = 50;  // for centres that are nearly one
    double factor = 1;
    for (std::size_t a = 0; a < sizes.size(); ++a)
        for (std::size_t b = 0; b < a; ++b)
            factor = std::max(factor, factor_between(centres[a], sizes[a], centres[b], sizes[b]));
    factor = std::min(factor, largest);
    GraphLayout layout;
    double left = 0, top = 0, right = 0, bottom = 0;
    for (std::size_t v = 0; v < sizes.size(); ++v) {
        const Point at{factor * centres[v].x, factor * centres[v].y};
        layout.nodes.push_back(at);
        const Point half{sizes[v].x / 2, sizes[v].y / 2};
        left = v == 0 ? at.x - half.x : std::min(left, at.x - half.x);
        top = v == 0 ? at.y - half.y : std::min(top, at.y - half.y);
        right = v == 0 ? at.x + half.x : std::max(right, at.x + half.x);
        bottom = v == 0 ? at.y + half.y : std::max(bottom, at.y + half.y);
    }
    for (Point& node : layout.nodes) node = {node.x - left, node.y - top};
    for (const auto& [parent, child] : arcs) {
        const std::size_t a = parent.index(), b = child.index();
        const Point from = at_border(layout.nodes[a], sizes[a], layout.nodes[b]),
                    to = at_border(layout.nodes[b], sizes[b], layout.nodes[a]);
        layout.splines.push_back(straight(from, to));
        layout.labels.push_back({(from.x + to.x) / 2, (from.y + to.y) / 2});
    }
    layout.size = {right - left, bottom - top};
    return layout;
}

}  // namespace pgm::io::detail
