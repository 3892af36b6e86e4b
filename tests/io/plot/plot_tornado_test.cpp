#include <io/plot/plot.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <tests/support/catch.hpp>

#include <pugixml.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::io;

namespace {

pugi::xml_document tornado(double answer, const std::vector<TornadoBar>& bars) {
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(tornado_plot("P(D=yes)", answer, bars)).c_str()));
    return document;
}

/// The left and right ends of the bars, which are two halves each, of two colours.
std::vector<std::pair<double, double>> bar_ends(const pugi::xml_document& document) {
    std::vector<std::pair<double, double>> ends;
    for (const auto& found : document.select_nodes("//rect[@height='16']")) {
        const double x = found.node().attribute("x").as_double();
        ends.emplace_back(x, x + found.node().attribute("width").as_double());
    }
    return ends;
}

}  // namespace

TEST_CASE("A tornado chart has a bar with two halves for every number") {
    const pugi::xml_document document =
        tornado(0.5, {{"P(A=a)", 0.2, 0.9}, {"P(B=<b> | A=a)", 0.6, 0.4}});
    CHECK(document.select_nodes("//text[.='P(B=<b> | A=a)']").size() == 1);
    const auto ends = bar_ends(document);
    REQUIRE(ends.size() == 4);
    // The halves meet at the answer; lengths are in proportion to the changes of the answer.
    CHECK(std::abs(ends[0].second - ends[1].first) < 0.02);
    CHECK(std::abs(ends[2].first - ends[3].second) < 0.02);
    CHECK(std::abs((ends[1].second - ends[1].first) / (ends[0].second - ends[0].first) - 4.0 / 3) <
          0.01);
    const double width = document.select_node("/svg").node().attribute("width").as_double();
    for (const auto& [left, right] : ends) {
        CHECK(left >= 0);
        CHECK(right <= width);
    }
}

TEST_CASE("A tornado chart without bars, and one of a single value, is a picture") {
    CHECK(bar_ends(tornado(0.5, {})).empty());
    CHECK(bar_ends(tornado(0, {{"P(A=a)", 0, 0}})).size() == 2);
    const std::vector<TornadoBar> endless{{"P(A=a)", 0, infinity}};
    CHECK_THROWS_AS(tornado_plot("P(D=yes)", 0, endless), ArgumentError);
}
