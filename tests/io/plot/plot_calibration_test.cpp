#include <io/plot/plot.hpp>

#include <tests/support/catch.hpp>

#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;

namespace {

pugi::xml_document drawn_curves(const std::vector<CalibrationSeries>& series) {
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(calibration_plot("Fruit", series)).c_str()));
    return document;
}

}  // namespace

TEST_CASE("A calibration plot has one dot per bin that holds rows, large where they are many") {
    const pugi::xml_document document = drawn_curves(
        {{"yes", {{0, 0.5, 90, 0.25, 0.3}, {0.5, 0.75, 0, 0, 0}, {0.75, 1, 360, 0.9, 0.8}}}});
    const auto dots = document.select_nodes("//circle");
    REQUIRE(dots.size() == 2);
    const double small = dots.begin()[0].node().attribute("r").as_double(),
                 large = dots.begin()[1].node().attribute("r").as_double();
    CHECK_THAT(large, Catch::WithinAbs(2 * small, 0.02));
    CHECK(document.select_nodes("//text[.='observed frequency']").size() == 1);
    CHECK(document.select_nodes("//text[.='yes']").size() == 1);
}

TEST_CASE("Every dot of a calibration plot has the interval of its frequency around it") {
    const pugi::xml_document document = drawn_curves({{"yes", {{0, 0.5, 40, 0.25, 0.3}}}});
    const auto intervals = document.select_nodes("//g[@clip-path]//line");
    REQUIRE(intervals.size() == 1);
    const auto line = intervals.begin()[0].node();
    const double upper = line.attribute("y2").as_double(), lower = line.attribute("y1").as_double(),
                 dot = document.select_node("//circle").node().attribute("cy").as_double();
    CHECK(upper < dot);
    CHECK(dot < lower);
}

TEST_CASE("Bins of few rows are joined in a calibration plot") {
    const std::vector<CalibrationBin> bins = {{0, 0.25, 50, 0.1, 0.1},
                                              {0.25, 0.5, 1, 0.4, 0},
                                              {0.5, 0.75, 1, 0.6, 1},
                                              {0.75, 1, 50, 0.9, 0.8}};
    CHECK(drawn_curves({{"yes", bins}}).select_nodes("//circle").size() == 2);
}

TEST_CASE("Every class of a calibration plot has a panel of its own") {
    const std::vector<CalibrationBin> bins = {{0, 1, 50, 0.5, 0.4}};
    const pugi::xml_document document = drawn_curves({{"a", bins}, {"b", bins}, {"empty", {}}});
    CHECK(document.select_nodes("//g[@clip-path]").size() == 3);
    CHECK(document.select_nodes("//circle").size() == 2);
    for (const char* label : {"a", "b", "empty"})
        CHECK(document.select_nodes(("//text[.='" + std::string(label) + "']").c_str()).size() ==
              1);
    CHECK(document.select_nodes("//text[.='predicted probability']").size() == 1);
}
