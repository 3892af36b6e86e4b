#include <io/plot/plot_calibration.hpp>

#include <catch2/catch.hpp>
#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("A calibration plot has one dot per bin that holds rows, large where they are many") {
    const std::vector<CalibrationSeries> series = {
        {"yes", {{0, 0.5, 9, 0.25, 0.3}, {0.5, 0.75, 0, 0, 0}, {0.75, 1, 36, 0.9, 0.8}}},
        {"empty", {}}};
    pugi::xml_document document;
    REQUIRE(document.load_string(calibration_svg("Fruit", series).c_str()));
    const auto dots = document.select_nodes("//circle");
    REQUIRE(dots.size() == 2);
    CHECK(dots.begin()[0].node().attribute("r").as_double() == 4.5);
    CHECK(dots.begin()[1].node().attribute("r").as_double() == 9);
    CHECK(document.select_nodes("//text[.='observed frequency']").size() == 1);
}
