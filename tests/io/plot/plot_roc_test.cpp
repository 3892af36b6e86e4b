#include <io/plot/plot.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;

TEST_CASE("A ROC plot has one curve per series and tells the areas") {
    const double infinity = std::numeric_limits<double>::infinity();
    const std::vector<RocSeries> series = {{"nb", 0.875}, {"tan", {}}};
    const std::vector<RocPanel> panels = {
        {"", {{{0, 0, infinity}, {0, 0.5, 0.9}, {0.5, 1, 0.4}, {1, 1, 0.1}}, {}}}};
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(roc_plot("Fruit", series, panels)).c_str()));
    CHECK(document.select_nodes("//text[.='nb  (area 0.875)']").size() == 1);
    CHECK(document.select_nodes("//text[.='tan']").size() == 1);
    CHECK(document.select_nodes("//text[.='true positive rate']").size() == 1);
    CHECK(document.select_nodes("//g[@clip-path]/path").size() == 2);  // the diagonal and one curve
}

TEST_CASE("A ROC plot of several classes has a panel for each, with a curve per series") {
    const std::vector<RocPoint> curve = {{0, 0, 1}, {0, 1, 0.5}, {1, 1, 0}};
    const std::vector<RocSeries> series = {{"nb", 0.9}, {"tan", 0.8}};
    const std::vector<RocPanel> panels = {
        {"apple", {curve, curve}}, {"pear", {curve, {}}}, {"plum", {curve, curve}}};
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(roc_plot("Fruit", series, panels)).c_str()));
    CHECK(document.select_nodes("//g[@clip-path]").size() == 3);
    CHECK(document.select_nodes("//g[@clip-path]/path").size() == 3 + 5);
    for (const char* text : {"apple", "pear", "plum", "nb  (area 0.9)", "tan  (area 0.8)"})
        CHECK(document.select_nodes(("//text[.='" + std::string(text) + "']").c_str()).size() == 1);
}

TEST_CASE("A ROC curve of a million points is drawn by the few thousand that can be seen") {
    std::vector<RocPoint> points;
    constexpr int count = 1'000'000;
    for (int i = 0; i <= count; ++i)
        points.push_back({static_cast<double>(i) / count, static_cast<double>(i) / count, 0});
    const std::string svg = svg_text(roc_plot("many", std::vector<RocSeries>{{"a", 0.5}},
                                              std::vector<RocPanel>{{"", {points}}}));
    CHECK(svg.size() < 100'000);
    pugi::xml_document document;
    CHECK(document.load_string(svg.c_str()));
}
