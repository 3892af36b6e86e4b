#include <io/plot/detail/plot_panels.hpp>

#include <tests/support/catch.hpp>

#include <pugixml.hpp>
#include <set>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

namespace {

pugi::xml_document drawn_panels(const std::vector<std::string>& labels) {
    const PlotPanels panels{.title = "All",
                            .x = {"across", 0, 1},
                            .y = {"upwards", 0, 1},
                            .legend = {{"curve", "#000000"}},
                            .labels = labels};
    pugi::xml_document document;
    const std::string text =
        svg_text(panels_scene(panels, [](const PlotFrame& frame, std::size_t panel) {
            const double radius = 1 + static_cast<double>(panel);
            return std::vector<Mark>{{CircleMark{frame.at(0, 0), radius}}};
        }));
    REQUIRE(document.load_string(text.c_str()));
    return document;
}

}  // namespace

TEST_CASE("One panel fills the picture") {
    const pugi::xml_document document = drawn_panels({"a"});
    CHECK(document.select_nodes("//circle").size() == 1);
    CHECK(document.select_nodes("//text[.='All']").size() == 1);
    CHECK(document.select_nodes("//text[.='a']").empty());
    CHECK(document.select_nodes("//text[.='across']").size() == 1);
}

TEST_CASE("Several panels share axes and legend, each has its label and is clipped by itself") {
    const pugi::xml_document document = drawn_panels({"a", "b & c", std::string(200, 'W')});
    CHECK(document.select_nodes("//circle").size() == 3);
    for (const char* once : {"All", "a", "b & c", "across", "upwards", "curve"})
        CHECK(document.select_nodes(("//text[.='" + std::string(once) + "']").c_str()).size() == 1);
    std::set<std::string> clips, places;
    for (const auto& found : document.select_nodes("//clipPath"))
        clips.insert(found.node().attribute("id").value());
    for (const auto& found : document.select_nodes("//g[@transform]"))
        places.insert(found.node().attribute("transform").value());
    CHECK(clips.size() == 3);
    CHECK(places.size() == 3);
    CHECK(document.select_node("/svg").node().attribute("width").as_double() < 1000);
}

TEST_CASE("A picture of no panels is an empty frame") {
    CHECK(drawn_panels({}).select_nodes("//text[.='All']").size() == 1);
}
