#include <io/plot/plot_roc.hpp>

#include <catch2/catch.hpp>
#include <limits>
#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("A ROC plot has one curve per series and tells the areas") {
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<RocSeries> series = {
        {"nb", {{0, 0, infinity}, {0, 0.5, 0.9}, {0.5, 1, 0.4}, {1, 1, 0.1}}, 0.875},
        {"tan", {}, 0.5}};
    pugi::xml_document document;
    REQUIRE(document.load_string(roc_svg("Fruit", series).c_str()));
    CHECK(document.select_nodes("//text[.='nb  (area 0.875)']").size() == 1);
    CHECK(document.select_nodes("//text[.='true positive rate']").size() == 1);
    CHECK(document.select_nodes("//g[@clip-path]/path").size() == 2);  // the diagonal and one curve
}

TEST_CASE("A ROC curve of a million points is drawn by the few thousand that can be seen") {
    std::vector<RocPoint> points;
    constexpr int count = 1'000'000;
    for (int i = 0; i <= count; ++i)
        points.push_back({static_cast<double>(i) / count, static_cast<double>(i) / count, 0});
    const std::string svg = roc_svg("many", std::vector<RocSeries>{{"a", points, 0.5}});
    CHECK(svg.size() < 100'000);
    pugi::xml_document document;
    CHECK(document.load_string(svg.c_str()));
}
