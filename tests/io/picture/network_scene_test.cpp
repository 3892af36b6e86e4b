#include <io/picture/picture.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <pugixml.hpp>

using namespace pgm;
using namespace pgm::io;

namespace {

using Numbers = std::vector<double>;

BayesianNetwork names_to_escape() {
    NetworkBuilder net;
    net.variable("</title><script>", {"<5", "a & b"}).variable("\"B\"", {"'x'", "]]>"});
    net.arc("</title><script>", "\"B\"");
    net.cpt("</title><script>").values({0.5, 0.5});
    net.cpt("\"B\"").values({1, 0, 0.25, 0.75});
    return net.build();
}

}  // namespace

TEST_CASE("Picture of a network: the drawing is well-formed XML that shows the names as they are") {
    const BayesianNetwork network = names_to_escape();
    const std::string text = svg_text(
        network, {.distributions = {Numbers{0.5, 0.5}, Numbers{0.625, 0.375}}, .tables = true});
    pugi::xml_document document;
    REQUIRE(document.load_string(text.c_str()));
    std::vector<std::string> titles;
    for (const auto& found : document.select_nodes("//title"))
        titles.emplace_back(found.node().child_value());
    CHECK(titles == std::vector<std::string>{"</title><script>", "\"B\""});
    CHECK(document.select_nodes("//script").empty());
    CHECK(document.select_nodes("//text[.='a & b']").size() ==
          3);  // the bar, the head of A's table, a row of B's
    CHECK(document.select_nodes("/svg/g/g[@marker-end]/path").size() == 1);
}

TEST_CASE("Picture of a network: with confidence an arc has a width and, beside it, a label") {
    const BayesianNetwork network = names_to_escape();
    const VariableId a(0u), b(1u);
    const std::string text =
        svg_text(network, {.confidence = {{{{a, b}, 0.999999}, {{b, a}, 1e-7}}}});
    pugi::xml_document document;
    REQUIRE(document.load_string(text.c_str()));
    CHECK(document.select_nodes("/svg/g/g[@marker-end]/path[@stroke-width='2.5']").size() == 1);
    CHECK(document.select_nodes("/svg/g/text[.='>0.999 of >0.999']").size() == 1);
    CHECK(svg_text(network).find("of >") == std::string::npos);
}

TEST_CASE("Picture of a network: a legend explains the tints and lines that there are") {
    const BayesianNetwork network = names_to_escape();
    const auto words = [&](const Picture& picture, const char* text) {
        return svg_text(network, picture).find(std::string(">") + text) != std::string::npos;
    };
    CHECK_FALSE(words({}, "observed"));
    Picture picture;
    picture.evidence.observe(VariableId(0u), StateId(0u));
    CHECK(words(picture, "observed</text>"));
    CHECK_FALSE(words(picture, "set by do()"));
    picture.evidence.intervene(VariableId(0u), StateId(0u));
    CHECK(words(picture, "set by do()"));
    CHECK(words({.confidence = std::vector<SureArc>{}}, "0.52 of 0.98: confidence of the arc"));
    CHECK(words({.open = {{VariableId(0u), VariableId(1u)}}}, "the data leave the direction open"));
}

TEST_CASE("Picture of a network: with the direction to the right, children are at the right") {
    const BayesianNetwork network = names_to_escape();
    const auto corner = [&](const Picture& picture, const char* title) {
        pugi::xml_document document;
        REQUIRE(document.load_string(svg_text(network, picture).c_str()));
        const std::string path = std::string("//title[.='") + title + "']";
        const std::string place =
            document.select_node(path.c_str()).node().parent().attribute("transform").value();
        const std::size_t comma = place.find(',');
        return Point{std::stod(place.substr(10)), std::stod(place.substr(comma + 1))};
    };
    const char *const parent = "</title><script>", *const child = "\"B\"";
    CHECK(corner({}, parent).y < corner({}, child).y);
    const Picture right{.direction = Picture::Direction::right};
    CHECK(corner(right, parent).x < corner(right, child).x);
    CHECK(corner(right, parent).y == corner(right, child).y);
}

TEST_CASE("Picture of a network: cards stand where the file has them, under its labels") {
    NetworkBuilder builder;
    Variable a("A", {"no", "yes"}), b("B", {"no", "yes"});
    a.annotate("label = \"wet grass\"");
    a.annotate("position = (300, 40)");
    b.annotate("position = (20, 400)");
    builder.add_variable(std::move(a));
    builder.add_variable(std::move(b));
    builder.arc("A", "B");
    builder.cpt("A").values({0.5, 0.5});
    builder.cpt("B").otherwise({0.5, 0.5});
    const BayesianNetwork network = builder.build();
    const Picture picture{.tables = true, .at_file_positions = true};
    const std::vector<Point> places = file_positions(network, picture);
    CHECK(places[0].x == 300);
    CHECK(places[1].y == 400);
    CHECK(node_cards(network, picture)[0].title == "wet grass");
    CHECK(node_cards(network, picture)[0].full_title == "wet grass (A)");
    CHECK(node_cards(network, picture)[1].table[0] ==
          std::vector<std::string>{"wet grass", "no", "yes"});
    CHECK(svg_text(network, picture).find(">wet grass</text>") != std::string::npos);
    CHECK_THROWS_WITH(svg_text(names_to_escape(), picture),
                      Catch::Contains("no position of '</title><script>' and 1 other variable"));
}

TEST_CASE("Picture of a network: states have the labels of the file") {
    NetworkBuilder builder;
    Variable a("A", {"s0", "s1", "s2"}), b("B", {"s0", "s1"});
    a.annotate("statetitles = ( , \"a few, not many\" , \"all\" )");
    b.annotate("state_label_2 = \"mild\"");
    b.annotate("state_label_3 = \"of no state\"");
    builder.add_variable(std::move(a));
    builder.add_variable(std::move(b));
    builder.arc("A", "B");
    builder.cpt("A").values({0.5, 0.25, 0.25});
    builder.cpt("B").otherwise({0.5, 0.5});
    const std::vector<std::vector<double>> marginals = {{0.5, 0.25, 0.25}, {0.5, 0.5}};
    Picture picture{.tables = true};
    for (const std::vector<double>& of_variable : marginals)
        picture.distributions.emplace_back(of_variable);
    const std::vector<NodeCard> cards = node_cards(builder.build(), picture);
    CHECK(cards[0].bars[0].state == "s0");
    CHECK(cards[0].bars[1].state == "a few, not many");
    CHECK(cards[1].bars[1].state == "mild");
    CHECK(cards[1].full_title == "B; mild (s1)");
    CHECK(cards[1].table[0] == std::vector<std::string>{"A", "s0", "mild"});
    CHECK(cards[1].table[3].front() == "all");
}

TEST_CASE("Picture of a network: without variables it is empty, and it never changes") {
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(BayesianNetwork()).c_str()));
    CHECK(document.select_nodes("//path[@d]").size() == 1);  // the arrow head
    const BayesianNetwork network = names_to_escape();
    CHECK(svg_text(network) == svg_text(network));
}

TEST_CASE("Picture of a network: a density is an area above an axis, as its card has it") {
    const BayesianNetwork network = tests::diabetes_1d();
    const VariableId x(1u);
    const ContinuousPosterior density(x, {{0.5, 2, 0.5}, {0.25, 6, 2}, {0.25, 9, 0}}, 0);
    Picture picture{.distributions = {Numbers{0.6, 0.4}, density}};
    picture.evidence.observe(x, Interval{.above = 1});
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(network, picture).c_str()));
    const pugi::xml_node card = document.select_node("//title[.='x']").node().parent();
    CHECK(card.select_nodes("text[starts-with(., 'mean 4.75, sd ')]").size() == 1);
    CHECK(card.select_nodes("text[.='x > 1']").size() == 1);
    CHECK(card.select_nodes("text[.='5']").size() == 1);
    CHECK(card.select_nodes("circle").size() == 1);
    CHECK(card.select_nodes("path[@fill='#9273d1']").size() == 1);
    // The frame and the interval.
    CHECK(card.select_nodes("rect[@fill='#e6dcf8']").size() == 1);
    CHECK(svg_text(network, picture) == svg_text(network, picture));
}

TEST_CASE("Picture of a network: every number is finite, whatever the density") {
    const BayesianNetwork network = tests::diabetes_1d();
    const VariableId x(1u);
    for (const double mean : {0.0, -1.0, 1e-300, 1e8, 1e160, 1e308})
        for (const double sd : {0.0, 1e-300, 1e-5, 1.0, 1e8, 1e160, 1e308}) {
            INFO(mean << " " << sd);
            const ContinuousPosterior density(x, {{0.5, mean, sd}, {0.5, 0, 1}}, 0);
            for (const Picture::Distribution& shown :
                 {Picture::Distribution(density),
                  Picture::Distribution(Picture::Moments{mean, sd})}) {
                const std::string text =
                    svg_text(network, {.distributions = {Numbers{0.6, 0.4}, shown}});
                pugi::xml_document document;
                REQUIRE(document.load_string(text.c_str()));
                CHECK(text.find("nan") == std::string::npos);
                CHECK(text.find("inf") == std::string::npos);
                CHECK(text.size() < 4000);
            }
        }
}

TEST_CASE(
    "Picture of a diagram: utilities are diamonds, decisions have corners, what they know is "
    "dashed") {
    const BayesianNetwork diagram = NetworkBuilder::parse(
                                        "Rain{no|yes} -> Take{take|leave, decision};"
                                        "Rain, Take -> Joy{utility}; Rain: 0.75 0.25;"
                                        "Joy: 20 100 70 0")
                                        .build();
    pugi::xml_document document;
    REQUIRE(document.load_string(svg_text(diagram).c_str()));
    const auto card = [&](const char* title) {
        const std::string path = std::string("//title[.='") + title + "']";
        return document.select_node(path.c_str()).node().parent();
    };
    CHECK(document.select_nodes("/svg/g/g[@marker-end]/path").size() == 3);
    CHECK(document.select_nodes("/svg/g/g[@marker-end]/path[@stroke-dasharray]").size() == 1);
    CHECK(card("Rain").child("rect").attribute("rx").as_double() > 0);
    CHECK(card("Take").child("rect").attribute("rx").as_double() == 0);
    CHECK(card("Joy").select_nodes("rect").empty());
    CHECK(card("Joy").select_nodes("path").size() == 1);
    for (const char* const text : {"decision", "utility", "known when the decision is taken"}) {
        const std::string path = std::string("//text[.='") + text + "']";
        CHECK(document.select_nodes(path.c_str()).size() == 1);
    }
}
