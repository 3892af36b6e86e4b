#include <io/plot/plot.hpp>

#include <io/plot/detail/plot_frame.hpp>
#include <io/scene/detail/scene_text.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

namespace {

/// Two classes on a grid of 11 x 11 over [0, 10]^2, the boundary at x + y = 7.25.
DecisionRegions regions() {
    DecisionRegions result{.title = "Two",
                           .x = {"x1", 0, 10},
                           .y = {"x2", 0, 10},
                           .columns = 11,
                           .rows = 11,
                           .classes = {"a", "b"}};
    result.scores.resize(121, 2);
    for (int j = 0; j < 11; ++j)
        for (int i = 0; i < 11; ++i) result.scores.row(11 * j + i) << i + j, 7.25;
    result.dots = {{1, 2, 1}, {8, 9, 0}, {std::numeric_limits<double>::quiet_NaN(), 1, 0}};
    return result;
}

}  // namespace

TEST_CASE("Decision regions are two areas, their boundary and the rows that have both values") {
    pugi::xml_document document;
    const std::string svg = svg_text(regions_plot(regions()));
    REQUIRE(document.load_string(svg.c_str()));
    CHECK(document.select_nodes("//path[@fill-opacity]").size() == 2);
    CHECK(document.select_nodes("//circle").size() == 2);
    const PlotFrame frame("Two", {"x1", 0, 10}, {"x2", 0, 10});
    const std::string boundary =
        document.select_node("//g[@stroke-linejoin]/path").node().attribute("d").value();
    CHECK_THAT(boundary, Catch::Contains(scene_point(frame.at(7.25, 0))));
    CHECK_THAT(boundary, Catch::Contains(scene_point(frame.at(0, 7.25))));
    CHECK(svg == svg_text(regions_plot(regions())));
}

TEST_CASE("Where no class has a density no one's region is") {
    DecisionRegions no_one = regions();
    no_one.scores.setConstant(-std::numeric_limits<double>::infinity());
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(regions_plot(no_one)).c_str()));
    CHECK(document.select_nodes("//path").empty());
    CHECK(document.select_nodes("//text[.='no decision']").size() == 1);
    REQUIRE(document.load_string(svg_text(regions_plot(regions())).c_str()));
    CHECK(document.select_nodes("//text[.='no decision']").empty());
}

TEST_CASE("Scores of another shape are refused") {
    DecisionRegions wrong = regions();
    wrong.columns = 12;
    CHECK_THROWS_WITH(regions_plot(wrong),
                      "the scores of decision regions must have one row per node of the grid and "
                      "one column per class");
}
