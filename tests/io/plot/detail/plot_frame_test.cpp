#include <io/plot/detail/plot_frame.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

TEST_CASE(
    "Numbers below an axis have room beside each other, and those at its side within the picture") {
    const PlotFrame frame("t", {"x", 1234567800, 1234567980}, {"y", 1234567800, 1234567980});
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(frame.scene({})).c_str()));
    std::vector<double> below;
    for (const auto& found :
         document.select_nodes("//text[starts-with(., '12345') and @text-anchor='middle']"))
        below.push_back(found.node().attribute("x").as_double());
    REQUIRE(below.size() >= 2);
    for (std::size_t i = 1; i < below.size(); ++i)
        CHECK(below[i] - below[i - 1] > 10 * 0.6 * 12);  // ten digits, 0.6 of 12 points each
    for (const auto& found :
         document.select_nodes("//text[starts-with(., '12345') and @text-anchor='end']"))
        CHECK(found.node().attribute("x").as_double() > 10 * 0.6 * 12);
}

TEST_CASE(
    "Long titles and labels are shortened to the room they have; the document's title is whole") {
    const std::string lengthy(500, 'x');
    const PlotFrame frame(lengthy, {lengthy, 0, 1}, {"y", 0, 1});
    pugi::xml_document document;
    const Scene scene = frame.scene({}, {{class_label(lengthy), "#000000"}});
    REQUIRE(document.load_string(svg_text(scene).c_str()));
    CHECK(document.select_node("/svg/title").node().child_value() == lengthy);
    for (const auto& found : document.select_nodes("//text"))
        CHECK(std::string(found.node().child_value()).size() < 90);
    CHECK(document.select_node("/svg").node().attribute("width").as_double() < 1000);
    CHECK(text_within("short", 12, 100) == "short");
    const std::string begins_alike(40, 'n');
    CHECK(text_within(begins_alike + " 1", 12, 100) != text_within(begins_alike + " 2", 12, 100));
    CHECK(class_label("Größe und Gewicht der Äpfel und Birnen, Größe ÄÖÜ äöü") ==
          "Größe und Gewicht der Ä…röße ÄÖÜ äöü");
    CHECK(display_columns(class_label(std::string(200, 'x') + "\xE4\xBD\xA0\xA0\xA0")) <= 36);
}

TEST_CASE("A frame maps data to paper, upwards") {
    const PlotFrame frame("t", {"x", 0, 10}, {"y", -1, 1});
    const Point origin = frame.at(0, -1), corner = frame.at(10, 1), middle = frame.at(5, 0);
    CHECK(origin.x < corner.x);
    CHECK(origin.y > corner.y);
    CHECK(middle.x == (origin.x + corner.x) / 2);
    CHECK(middle.y == (origin.y + corner.y) / 2);
}

TEST_CASE("A frame is well-formed XML that shows names as they are") {
    const PlotFrame frame("</title><script>", {"a & b", 0, 1}, {"\"y\"", 0, 1});
    const std::vector<PlotKey> legend{{"<5", "#000000"},
                                      {"box", "#ffffff", {}, PlotKey::Mark::box}};
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(frame.scene({{MarkGroup{}}}, legend)).c_str()));
    CHECK(document.select_nodes("//script").empty());
    CHECK(document.select_node("/svg/title").node().child_value() ==
          std::string("</title><script>"));
    CHECK(document.select_nodes("//text[.='a & b']").size() == 1);
    CHECK(document.select_nodes("//text[.='<5']").size() == 1);
    CHECK(svg_text(frame.scene({})) == svg_text(frame.scene({})));
}

TEST_CASE("An axis that is no interval is refused") {
    CHECK_THROWS_WITH(PlotFrame("t", {"x", 1, 1}, {"y", 0, 1}),
                      "the axis 'x' of a plot must go from a number to a larger one");
    CHECK_THROWS_AS(PlotFrame("t", {"x", 0, 1}, {"y", 0, std::numeric_limits<double>::infinity()}),
                    ArgumentError);
}
