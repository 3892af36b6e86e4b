#include <io/picture/detail/graph_layout.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double rounding = 1e-6;

Arc arc_between(std::size_t parent, std::size_t child) {
    return {VariableId(parent), VariableId(child)};
}

/// Arcs from earlier to later vertices, mostly to near ones.
std::vector<Arc> random_arcs(std::size_t vertices, std::size_t arcs, Rng& rng) {
    std::vector<Arc> list;
    while (list.size() < arcs && vertices > 1) {
        const std::size_t parent = rng.below(vertices - 1),
                          reach = rng.below(5) == 0 ? vertices : 20,
                          child = parent + 1 + rng.below(std::min(reach, vertices - parent - 1));
        if (std::ranges::find(list, arc_between(parent, child)) == list.end())
            list.push_back(arc_between(parent, child));
    }
    return list;
}

std::vector<Point> random_sizes(std::size_t vertices, Rng& rng) {
    std::vector<Point> sizes;
    for (std::size_t i = 0; i < vertices; ++i)
        sizes.push_back({30 + 100 * rng.uniform(), 20 + 80 * rng.uniform()});
    return sizes;
}

bool overlap(Point a, Point size_a, Point b, Point size_b) {
    return std::abs(a.x - b.x) + rounding < (size_a.x + size_b.x) / 2 &&
           std::abs(a.y - b.y) + rounding < (size_a.y + size_b.y) / 2;
}

/// Boxes apart, within the bounds, and curves from border to border that run downwards.
void check_layout(const GraphLayout& layout, const std::vector<Arc>& arcs,
                  const std::vector<Point>& sizes) {
    REQUIRE(layout.nodes.size() == sizes.size());
    REQUIRE(layout.splines.size() == arcs.size());
    std::size_t overlaps = 0, outside = 0, upwards = 0, loose = 0;
    const auto is_inside = [&](double x, double y) {
        return x >= -rounding && y >= -rounding && x <= layout.size.x + rounding &&
               y <= layout.size.y + rounding;
    };
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        const Point at = layout.nodes[i], half{sizes[i].x / 2, sizes[i].y / 2};
        outside += !is_inside(at.x - half.x, at.y - half.y);
        outside += !is_inside(at.x + half.x, at.y + half.y);
        for (std::size_t k = 0; k < i; ++k)
            overlaps += overlap(at, sizes[i], layout.nodes[k], sizes[k]);
    }
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const std::vector<Point>& spline = layout.splines[i];
        REQUIRE(spline.size() % 3 == 1);
        const std::size_t parent = arcs[i].parent.index(), child = arcs[i].child.index();
        loose += std::abs(spline.front().y - layout.nodes[parent].y - sizes[parent].y / 2) > 1e-6;
        loose += std::abs(spline.front().x - layout.nodes[parent].x) > sizes[parent].x / 2;
        loose += std::abs(spline.back().y - layout.nodes[child].y + sizes[child].y / 2) > 1e-6;
        loose += std::abs(spline.back().x - layout.nodes[child].x) > sizes[child].x / 2;
        upwards += !std::ranges::is_sorted(spline, {}, &Point::y);
        for (const Point& point : spline) outside += !is_inside(point.x, point.y);
    }
    CHECK(overlaps == 0);
    CHECK(outside == 0);
    CHECK(upwards == 0);
    CHECK(loose == 0);
}

}  // namespace

TEST_CASE("Layout: no boxes of random graphs overlap, and all arcs go down") {
    Rng rng(3);
    for (const auto& [vertices, arcs] :
         {std::pair{0, 0}, {1, 0}, {2, 1}, {7, 0}, {8, 12}, {30, 25}, {60, 90}, {200, 300}}) {
        CAPTURE(vertices, arcs);
        const auto count = static_cast<std::size_t>(vertices);
        const std::vector<Arc> list = random_arcs(count, static_cast<std::size_t>(arcs), rng);
        const std::vector<Point> sizes = random_sizes(count, rng);
        check_layout(lay_out(list, sizes), list, sizes);
        std::vector<double> widths;
        for (std::size_t i = 0; i < list.size(); ++i) widths.push_back(60 * rng.uniform());
        const GraphLayout with_labels = lay_out(list, sizes, widths);
        check_layout(with_labels, list, sizes);
        REQUIRE(with_labels.labels.size() == list.size());
        std::size_t hidden = 0;
        for (std::size_t i = 0; i < list.size(); ++i)
            for (std::size_t v = 0; v < count; ++v)
                hidden += overlap(with_labels.labels[i], {widths[i], arc_label_size},
                                  with_labels.nodes[v], sizes[v]);
        CHECK(hidden == 0);
    }
}

TEST_CASE("Layout: a thousand vertices have one, the same each time") {
    Rng rng(4);
    const std::vector<Arc> arcs = random_arcs(1000, 1500, rng);
    const std::vector<Point> sizes = random_sizes(1000, rng);
    const GraphLayout layout = lay_out(arcs, sizes), again = lay_out(arcs, sizes);
    check_layout(layout, arcs, sizes);
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        CHECK(layout.nodes[i].x == again.nodes[i].x);
        CHECK(layout.nodes[i].y == again.nodes[i].y);
    }
}

TEST_CASE("Layout: a chain is straight, a tree is above its leaves, its root in the middle") {
    const std::vector<Point> sizes(4, {72, 36});
    const GraphLayout chain =
        lay_out(std::vector{arc_between(0, 1), arc_between(1, 2), arc_between(2, 3)}, sizes);
    for (const Point& node : chain.nodes) CHECK_THAT(node.x, WithinAbs(36, 1e-3));
    const std::vector<Arc> arcs{arc_between(0, 1), arc_between(0, 2), arc_between(0, 3)};
    const GraphLayout tree = lay_out(arcs, sizes);
    CHECK(tree.nodes[1].y == tree.nodes[3].y);
    CHECK(tree.nodes[0].y < tree.nodes[1].y);
    CHECK_THAT(tree.nodes[0].x, WithinAbs(tree.nodes[2].x, 1e-2));
    CHECK(lay_out(arcs, sizes, std::vector<double>{5, 220, 5}).size.x > tree.size.x);
}

TEST_CASE("Layout: parts that no arc connects stand beside and below each other, none on another") {
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i < 40; i += 2) arcs.push_back(arc_between(i, i + 1));
    const std::vector<Point> sizes(100, {40, 20});  // 20 pairs and 60 single boxes
    const GraphLayout layout = lay_out(arcs, sizes);
    check_layout(layout, arcs, sizes);
    CHECK(layout.size.x > layout.size.y);
    CHECK(layout.size.x < 4 * layout.size.y);
}

TEST_CASE("Layout: a layer that is wider than a page is wrapped") {
    std::vector<Arc> arcs;
    for (std::size_t i = 1; i <= 60; ++i) arcs.push_back(arc_between(0, i));
    const std::vector<Point> sizes(61, {150, 100});
    const GraphLayout star = lay_out(arcs, sizes);
    check_layout(star, arcs, sizes);
    CHECK(star.size.x < 0.5 * 60 * 150);
    CHECK(star.size.y > 3 * 100);
    std::vector<Arc> reversed;  // sources too
    for (const Arc& arc : arcs) reversed.push_back({arc.child, arc.parent});
    const GraphLayout funnel = lay_out(reversed, sizes);
    check_layout(funnel, reversed, sizes);
    CHECK(funnel.size.x < 0.5 * 60 * 150);
}

TEST_CASE("Layout: to the right, it is the layout downwards of boxes that are turned") {
    Rng rng(5);
    const std::vector<Arc> arcs = random_arcs(30, 45, rng);
    const std::vector<Point> sizes = random_sizes(30, rng);
    const GraphLayout right = lay_out(arcs, sizes, {}, Picture::Direction::right);
    for (const Arc& arc : arcs) {
        const std::size_t a = arc.parent.index(), b = arc.child.index();
        CHECK(right.nodes[a].x + sizes[a].x / 2 < right.nodes[b].x - sizes[b].x / 2);
    }
    for (std::size_t i = 0; i < 30; ++i)
        for (std::size_t k = 0; k < i; ++k)
            CHECK_FALSE(overlap(right.nodes[i], sizes[i], right.nodes[k], sizes[k]));
}

TEST_CASE(
    "Layout: boxes at given centres keep their arrangement, and grow apart until none overlap") {
    const std::vector<Point> sizes(3, {100, 40}), centres{{10, 10}, {30, 10}, {20, 60}};
    const std::vector<Arc> arcs{arc_between(0, 2), arc_between(1, 2)};
    const GraphLayout layout = lay_out_at(centres, arcs, sizes);
    CHECK(layout.nodes[0].y == layout.nodes[1].y);
    CHECK_THAT(layout.nodes[1].x - layout.nodes[0].x, WithinAbs(116, 1e-9));
    CHECK_THAT(layout.nodes[2].y - layout.nodes[0].y, WithinAbs(50 * 116 / 20.0, 1e-9));
    CHECK_THAT(layout.splines[0].front().y, WithinAbs(layout.nodes[0].y + 20, 1e-9));
    CHECK_THAT(layout.splines[0].back().y, WithinAbs(layout.nodes[2].y - 20, 1e-9));
    CHECK_THAT(layout.size.x, WithinAbs(216, 1e-9));
}

TEST_CASE("Layout: of a cycle one arc goes up, and both directions of an edge are drawn apart") {
    const std::vector<Point> sizes(3, {72, 36});
    const std::vector<Arc> arcs{arc_between(0, 1), arc_between(1, 2), arc_between(2, 0),
                                arc_between(1, 0)};
    const GraphLayout layout = lay_out(arcs, sizes);
    for (std::size_t i = 0; i < arcs.size(); ++i) {
        const bool is_up = i >= 2;
        CHECK((layout.splines[i].back().y < layout.splines[i].front().y) == is_up);
        CHECK_THAT(layout.splines[i].front().y,
                   WithinAbs(layout.nodes[arcs[i].parent.index()].y + (is_up ? -18 : 18), 1e-6));
    }
    CHECK(std::abs(layout.splines[0].front().x - layout.splines[3].back().x) > 4);
}

TEST_CASE("Layout: a graph too large to be looked at is refused") {
    const std::vector<Point> sizes(largest_layout + 1, {10, 10});
    CHECK_THROWS_AS(lay_out({}, sizes), TooLargeError);
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i + 1 < 2500; ++i) arcs.push_back(arc_between(i, i + 1));
    for (std::size_t i = 0; i < 2000; ++i) arcs.push_back(arc_between(i / 100, 2400 + i % 100));
    CHECK_THROWS_WITH(lay_out(arcs, std::vector<Point>(2500, {10, 10})),
                      Catch::Contains("more than 500000 bends"));
}
