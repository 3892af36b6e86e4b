#include <io/picture/detail/card_drawing.hpp>

#include <io/picture/picture.hpp>
#include <io/scene/detail/text_width.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <pugixml.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;

TEST_CASE("Picture of a network: numbers of a card have their decimal points below each other") {
    NodeCard card{.title = "S"};
    card.bars = {{"a", "0.0924", 0.0924}, {"b", "0.9", 0.9}, {"c", ">0.999", 1}};
    card.table = {{"A", "mean", "sd", "from"},
                  {"a1", "21.5", "2", "2 x"},
                  {"a2", "-780", "1e-12", "30 x"},
                  {"a3", "3", "30.25", "x"}};
    card.parent_columns = 1;
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(Scene{.marks = card_marks(card)}).c_str()));
    const auto left = [&](const char* text) {
        const std::string path = std::string("//text[.='") + text + "']";
        const pugi::xml_node node = document.select_node(path.c_str()).node();
        CHECK(std::string(node.attribute("text-anchor").value()) == "start");
        return node.attribute("x").as_double();
    };
    CHECK(left("0.0924") == left("0.9"));
    CHECK_THAT(left("0.9") - left(">0.999"), Catch::WithinAbs(text_width(">", 11.5), 0.011));
    const double digit = text_width("0", 10.5);
    CHECK_THAT(left("21.5") - left("mean"), Catch::WithinAbs(digit, 0.011));
    CHECK_THAT(left("mean") - left("-780"), Catch::WithinAbs(text_width("-", 10.5), 0.011));
    CHECK_THAT(left("3") - left("mean"), Catch::WithinAbs(2 * digit, 0.011));
    CHECK_THAT(left("1e-12") - left("30.25"), Catch::WithinAbs(digit, 0.011));
    CHECK(left("2") == left("1e-12"));
    CHECK(left("2 x") == left("30 x"));
    CHECK(left("a1") == left("A"));
}

TEST_CASE("Picture of a network: a card grows with what it shows") {
    NodeCard card{.title = "Rain"};
    const Point bare = card_size(card);
    card.bars = {{"yes", "0.25", 0.25}, {"no", "0.75", 0.75}};
    const Point with_bars = card_size(card);
    CHECK(with_bars.x > bare.x);
    CHECK(with_bars.y > bare.y);
    card.title = std::string(28, 'W');
    CHECK(card_size(card).x > with_bars.x);
    card.hidden_states = 3;
    CHECK(card_size(card).y > with_bars.y);
}

TEST_CASE("Picture of a network: no number at an axis runs out of its card") {
    const BayesianNetwork network = tests::diabetes_1d();
    const VariableId x(1u);
    for (const double mean : {0.0, 123456.0, -1e6, 1e9})
        for (const double sd : {1e-3, 0.3, 7000.0}) {
            INFO(mean << " " << sd);
            const ContinuousPosterior density(x, {{1, mean, sd}}, 0);
            pugi::xml_document document;
            REQUIRE(document.load_string(
                svg_text(network, {.distributions = {std::vector{0.6, 0.4}, density}}).c_str()));
            const pugi::xml_node card = document.select_node("//title[.='x']").node().parent();
            const double width = card.child("rect").attribute("width").as_double();
            double end = 0;
            for (const auto& found : card.select_nodes("text[@font-size='10.5']")) {
                const pugi::xml_node label = found.node();
                const double middle = label.attribute("x").as_double(),
                             half = text_width(label.child_value(), 10.5) / 2;
                CHECK(middle - half > end);
                end = middle + half;
            }
            CHECK(end > 0);
            CHECK(end < width);
        }
}

TEST_CASE("Picture of a network: no state runs under the bars of its card") {
    NodeCard card{.title = "S"};
    for (const char* state :
         {"dddddddddddddddddd", "WWWWWWWWWWWWWWWWWW", "ЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖЖ", "a"})
        card.bars.push_back({state, "0.25", 0.25});
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(Scene{.marks = card_marks(card)}).c_str()));
    double bars = 0;
    for (const auto& found : document.select_nodes("//rect[@height='9']"))
        bars = found.node().attribute("x").as_double();
    REQUIRE(bars > 0);
    std::size_t states = 0;
    for (const auto& found : document.select_nodes("//text[@x='10']")) {
        const pugi::xml_node text = found.node();
        CHECK(text.attribute("x").as_double() +
                  text_width(text.child_value(), text.attribute("font-size").as_double()) <
              bars);
        ++states;
    }
    CHECK(states == 4);
}

TEST_CASE("Picture of a diagram: arcs end at the border of a diamond") {
    const NodeCard card{.title = "Joy", .outline = NodeCard::Outline::diamond};
    const Point size = card_size(card), centre{100, 50};
    for (const double x : {-9.0, 0.0, 4.5}) {
        const Point end = arc_end(card, centre, {centre.x + x, centre.y - size.y / 2});
        const double across = std::abs(end.x - centre.x) / (size.x / 2);
        const double along = std::abs(end.y - centre.y) / (size.y / 2);
        CHECK_THAT(across + along, Catch::WithinAbs(1, 1e-12));
    }
    const Point on_box{90, 30};
    CHECK(arc_end({.title = "A"}, centre, on_box).x == on_box.x);
}
