#include <io/plot/detail/marching_squares.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm::io;
using namespace pgm::io::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

template <class Function>
ScalarGrid sampled(std::size_t columns, std::size_t rows, Function&& function) {
    ScalarGrid grid{.columns = columns, .rows = rows};
    for (std::size_t j = 0; j < rows; ++j)
        for (std::size_t i = 0; i < columns; ++i)
            grid.values.push_back(function(static_cast<double>(i), static_cast<double>(j)));
    return grid;
}

double area(const Polyline& polygon) {
    double twice = 0;
    for (std::size_t i = 0; i < polygon.size(); ++i) {
        const Point a = polygon[i], b = polygon[(i + 1) % polygon.size()];
        twice += a.x * b.y - b.x * a.y;
    }
    return std::abs(twice) / 2;
}

double area(const std::vector<Polyline>& polygons) {
    double sum = 0;
    for (const Polyline& polygon : polygons) sum += area(polygon);
    return sum;
}

}  // namespace

TEST_CASE("The contour of a plane is one straight line, exactly") {
    const ScalarGrid grid = sampled(5, 4, [](double x, double y) { return x + 2 * y - 3.5; });
    const std::vector<Polyline> lines = zero_contours(grid);
    REQUIRE(lines.size() == 1);
    for (const Point& point : lines[0]) CHECK_THAT(point.x + 2 * point.y, WithinAbs(3.5, 1e-14));
    // Above the line from (3.5, 0) to (0, 1.75) in a rectangle of 4 x 3.
    CHECK_THAT(area(non_negative_area(grid)), WithinAbs(12 - 3.5 * 1.75 / 2, 1e-13));
}

TEST_CASE("A circle is one closed line") {
    const auto circle = [](double x, double y) {
        return 16 - (x - 10) * (x - 10) - (y - 10) * (y - 10);
    };
    const std::vector<Polyline> lines = zero_contours(sampled(21, 21, circle));
    REQUIRE(lines.size() == 1);
    CHECK(lines[0].front().x == lines[0].back().x);
    CHECK(lines[0].front().y == lines[0].back().y);
    for (const Point& point : lines[0])
        CHECK_THAT(std::hypot(point.x - 10, point.y - 10), WithinAbs(4, 0.05));
    CHECK_THAT(area(non_negative_area(sampled(21, 21, circle))), WithinRel(16 * 3.14159265, 0.02));
}

TEST_CASE("The middle of a saddle says how its corners are joined") {
    const ScalarGrid joined{.columns = 2, .rows = 2, .values = {3, -1, -1, 3}},
        apart{.columns = 2, .rows = 2, .values = {1, -3, -3, 1}};
    CHECK(zero_contours(joined).size() == 2);
    CHECK(non_negative_area(joined).size() == 1);
    CHECK_THAT(area(non_negative_area(joined)), WithinAbs(1 - 2 * 0.25 * 0.25 / 2, 1e-15));
    CHECK(non_negative_area(apart).size() == 2);
    CHECK_THAT(area(non_negative_area(apart)), WithinAbs(2 * 0.25 * 0.25 / 2, 1e-15));
}

TEST_CASE("Where nothing changes sign there is no contour, and whole rows are one rectangle") {
    const ScalarGrid all = sampled(6, 3, [](double, double) { return 0.0; });
    CHECK(zero_contours(all).empty());
    CHECK(non_negative_area(all).size() == 2);
    CHECK(area(non_negative_area(all)) == 10);
    CHECK(non_negative_area(sampled(6, 3, [](double, double) { return -1.0; })).empty());
}

TEST_CASE("A grid of the wrong shape is refused") {
    CHECK_THROWS_WITH(
        zero_contours({.columns = 2, .rows = 2, .values = {1, 2, 3}}),
        "a grid of 2 x 2 has 3 values (it has at least 2 x 2 nodes and one value per node)");
    CHECK_THROWS_AS(non_negative_area({.columns = 1, .rows = 2, .values = {1, 2}}),
                    pgm::ArgumentError);
}
