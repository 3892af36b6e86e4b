#include <io/scene/detail/scene_text.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm::io;
using namespace pgm::io::detail;
using Catch::Matchers::WithinAbs;

TEST_CASE("Numbers of scenes have at most two decimals and no exponent") {
    CHECK(scene_number(0) == "0");
    CHECK(scene_number(-0.001) == "0");
    CHECK(scene_number(1.5) == "1.5");
    CHECK(scene_number(12.346) == "12.35");
    CHECK(scene_number(-100000) == "-100000");
}

TEST_CASE("A mark inherits the paint of its group, and its own settings win") {
    const Paint group = painted({}, {Fill{"none"}, Stroke{"#112233"}, StrokeWidth{2}});
    CHECK_FALSE(group.fill);
    const Paint mark = painted(group, {Fill{"#445566"}, Dashes{{4, 2}}});
    CHECK(mark.fill == "#445566");
    CHECK(mark.stroke == "#112233");
    CHECK(mark.stroke_width == 2);
    CHECK(mark.dashes.size() == 2);
}

TEST_CASE("The head of an arrow points along the end of its path") {
    const auto head = arrow_head_of(polyline({{0, 0}, {10, 0}}));
    CHECK_THAT(head[0].x, WithinAbs(10.8, 1e-12));
    CHECK_THAT(head[0].y, WithinAbs(0, 1e-12));
    CHECK_THAT(head[1].x, WithinAbs(2.8, 1e-12));
    CHECK_THAT(head[1].y, WithinAbs(3.2, 1e-12));
    CHECK_THAT(head[2].y, WithinAbs(-3.2, 1e-12));
}

TEST_CASE("The outline of a circle is within a thousandth of its radius") {
    const PathMark path = outline(CircleMark{{5, 5}, 2});
    std::size_t curves = 0;
    for (const PathMark::Step& step : path.steps) {
        if (step.kind == PathMark::Kind::close) continue;
        CHECK_THAT(std::hypot(step.to.x - 5, step.to.y - 5), WithinAbs(2, 1e-12));
        curves += step.kind == PathMark::Kind::curve;
    }
    CHECK(curves == 4);
}
