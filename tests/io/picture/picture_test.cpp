#include <io/picture/picture.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <cmath>
#include <utility>

using namespace pgm;
using namespace pgm::io;

namespace {

using Numbers = std::vector<double>;

/// Rain -> Wet with P(Rain=yes) = 0.25.
BayesianNetwork lawn() {
    NetworkBuilder net = NetworkBuilder::parse("Rain{no|yes} -> Wet{dry|damp|wet}");
    net.cpt("Rain").values({0.75, 0.25});
    net.cpt("Wet").row("Rain=no", {0.9, 0.06, 0.04}).row("Rain=yes", {0.0, 0.5, 0.5});
    return net.build();
}

}  // namespace

TEST_CASE("Picture: by default a card has a name and nothing else") {
    const std::vector<NodeCard> cards = node_cards(lawn(), {});
    REQUIRE(cards.size() == 2);
    CHECK(cards[0].title == "Rain");
    CHECK(cards[0].bars.empty());
    CHECK(cards[0].table.empty());
    CHECK(cards[0].tint == NodeCard::Tint::plain);
}

TEST_CASE("Picture: distributions become bars in state order") {
    const std::vector<NodeCard> cards =
        node_cards(lawn(), {.distributions = {Numbers{0.75, 0.25}, Numbers{0.675, 0.17, 0.155}}});
    REQUIRE(cards[1].bars.size() == 3);
    CHECK(cards[1].bars[1].state == "damp");
    CHECK(cards[1].bars[1].probability == "0.17");
    CHECK(cards[1].bars[1].fraction == 0.17);
}

TEST_CASE("Picture: long lists of states and rows are cut and counted") {
    const std::vector<NodeCard> cards =
        node_cards(lawn(), {.distributions = {Numbers{0.75, 0.25}, Numbers{0.675, 0.17, 0.155}},
                            .tables = true,
                            .max_states = 2,
                            .max_table_rows = 1});
    CHECK(cards[0].bars.size() == 2);
    CHECK(cards[0].hidden_states_note().empty());
    CHECK(cards[1].hidden_states_note() == "and 1 more state");
    CHECK(cards[1].table == std::vector<std::vector<std::string>>{{"Rain", "dry", "damp", "wet"},
                                                                  {"no", "0.9", "0.06", "0.04"}});
    CHECK(cards[1].parent_columns == 1);
    CHECK(cards[1].hidden_rows_note() == "and 1 more row");
}

TEST_CASE("Picture: of many states the most probable are drawn, in their order") {
    NetworkBuilder net;
    std::vector<std::string> states;
    std::vector<double> distribution(30, 0.01);
    for (int i = 0; i < 30; ++i) states.push_back("s" + std::to_string(i));
    distribution[25] = 0.4;
    distribution[17] = 0.32;
    net.variable("A", states);
    net.cpt("A").values(distribution);
    const NodeCard card =
        node_cards(net.build(), {.distributions = {distribution}, .max_states = 4}).front();
    std::vector<std::string> shown;
    for (const NodeCard::Bar& bar : card.bars) shown.push_back(bar.state);
    CHECK(shown == std::vector<std::string>{"s0", "s1", "s17", "s25"});
    CHECK(card.hidden_states_note() == "and 26 more states");
}

TEST_CASE(
    "Picture: long names are cut between characters, and overrides of direction are not drawn") {
    std::string name, turned =
                          "a\xe2\x80\xae"
                          "b";
    for (int i = 0; i < 100; ++i) name += "\xc3\xbc";
    NetworkBuilder net;
    net.variable(name, {turned, name});
    net.cpt(name).values({0.5, 0.5});
    const NodeCard card = node_cards(net.build(), {.distributions = {Numbers{0.5, 0.5}}}).front();
    CHECK(display_columns(card.title) <= 28);
    CHECK(is_utf8(card.title));
    CHECK(card.title.ends_with("\xe2\x80\xa6"));
    CHECK(display_columns(card.bars[1].state) <= 18);
    CHECK(escape_markup(card.bars[0].state) ==
          "a\xef\xbf\xbd"
          "b");
}

TEST_CASE("Picture: a table that is too wide is only counted") {
    NetworkBuilder net;
    std::vector<std::string> states;
    for (int i = 0; i < 30; ++i) states.push_back("s" + std::to_string(i));
    net.variable("A", states);
    net.cpt("A").values(std::vector<double>(30, 1.0 / 30));
    const std::vector<NodeCard> cards = node_cards(net.build(), {.tables = true});
    CHECK(cards[0].table.empty());
    CHECK(cards[0].hidden_rows_note() == "a table of 1 row");
}

TEST_CASE("Picture: the table of a Gaussian has its regressions, that of a noisy-MAX its links") {
    const BayesianNetwork network = NetworkBuilder::parse(R"(
        D{no|yes} -> cells{real} -> recount{real}
        D: 0.9 0.1
        cells | D=no: normal(30, sd 5)
        cells | D=yes: normal(46, sd 6)
        recount: normal(2 + 0.95 cells, var 4)
    )")
                                        .build();
    const std::vector<NodeCard> cards = node_cards(network, {.tables = true});
    using Table = std::vector<std::vector<std::string>>;
    CHECK(cards[1].table == Table{{"D", "mean", "sd"}, {"no", "30", "5"}, {"yes", "46", "6"}});
    CHECK(cards[2].table == Table{{"mean", "sd"}, {"2 + 0.95 cells", "2"}});

    NetworkBuilder builder = NetworkBuilder::parse("cold{no|yes} -> fever{no|yes}");
    builder.cpt("cold").values({0.5, 0.5});
    const VariableId cold(0u), fever(1u);
    builder.set_cpd(NoisyMaxCpd(fever, std::vector<NoisyMaxCpd::Link>{{cold, {{}, {0.6, 0.4}}}},
                                std::vector<double>{0.98, 0.02}));
    CHECK(node_cards(builder.build(), {.tables = true})[1].table ==
          Table{{"cause", "state", "no", "yes"},
                {"cold", "no", "1", "0"},
                {"cold", "yes", "0.6", "0.4"},
                {"leak", "", "0.98", "0.02"}});
}

TEST_CASE("Picture: each kind of finding tints its variable") {
    const BayesianNetwork network = lawn();
    const std::vector<double> likelihood{1, 2, 3};
    Picture picture;
    picture.evidence.observe(network, "Rain", "yes").likelihood(network, "Wet", likelihood);
    CHECK(node_cards(network, picture)[0].tint == NodeCard::Tint::observed);
    CHECK(node_cards(network, picture)[1].tint == NodeCard::Tint::likelihood);
    picture.evidence.intervene(network, "Rain", "yes");
    CHECK(node_cards(network, picture)[0].tint == NodeCard::Tint::intervened);
}

TEST_CASE("Picture: a variable without a distribution has no bars") {
    std::vector<Picture::Distribution> distributions(lawn().size());
    distributions[0] = Numbers{0.25, 0.75};
    const std::vector<NodeCard> cards = node_cards(lawn(), {.distributions = distributions});
    CHECK(cards[0].bars.size() == 2);
    CHECK(cards[1].bars.empty());
}

TEST_CASE("Picture: distributions and evidence must fit the network") {
    CHECK_THROWS_AS(node_cards(lawn(), {.distributions = {Numbers{1.0, 0.0}}}), ArgumentError);
    CHECK_THROWS_AS(node_cards(lawn(), {.distributions = {Numbers{1.0, 0.0}, Numbers{1.0, 0.0}}}),
                    ArgumentError);
    CHECK_THROWS_AS(
        node_cards(lawn(), {.evidence = Evidence{}.observe(VariableId(7u), StateId(0u))}),
        EvidenceError);
}

TEST_CASE(
    "Picture: probabilities are labelled with three digits, and never as certain when they are "
    "not") {
    CHECK(probability_label(0) == "0");
    CHECK(probability_label(1) == "1");
    CHECK(probability_label(0.0104) == "0.0104");
    CHECK(probability_label(0.12345) == "0.123");
    CHECK(probability_label(0.99999) == ">0.999");
    CHECK(probability_label(1e-12) == "1e-12");
}

TEST_CASE("Picture: markup is escaped, and what XML cannot hold is replaced") {
    CHECK(escape_markup("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    CHECK(escape_markup(std::string_view("\0\x1b\n\x7f", 4)) ==
          "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(escape_markup("\xff") == "\xef\xbf\xbd");
    CHECK(escape_markup("gr\xc3\xb6\xc3\x9f"
                        "e") ==
          "gr\xc3\xb6\xc3\x9f"
          "e");
}

TEST_CASE("Picture: arcs are marked by their confidence and by that of the edge") {
    const Arc wet{VariableId(0u), VariableId(1u)}, dry{VariableId(1u), VariableId(0u)};
    CHECK(arc_marks(lawn(), {}).empty());
    const auto mark = [&](std::vector<SureArc> confidence) {
        const auto marks = arc_marks(lawn(), {.confidence = std::move(confidence)});
        REQUIRE(marks.size() == 1);
        return marks.at(wet);
    };
    CHECK(mark({{wet, 0.98}}).label == "0.98");
    CHECK(mark({{wet, 0.52}, {dry, 0.46}}).label == "0.52 of 0.98");
    CHECK(mark({{dry, 1}}).label == "0");
    CHECK(mark({}).label == "0");
    CHECK(mark({{wet, 0.9999}}).label == ">0.999");
    CHECK(mark({{wet, 0.667}, {dry, 0.334}}).label == "0.667");
    CHECK(mark({{wet, 0.5}, {dry, 0.5}}).width == mark({{wet, 1}}).width);
    CHECK(mark({{wet, 0.5}}).width < mark({{wet, 0.6}}).width);
    CHECK(mark({}).width > 0);
}

TEST_CASE("Picture: a confidence that is none is refused") {
    const Arc wet{VariableId(0u), VariableId(1u)}, other{VariableId(0u), VariableId(2u)};
    const auto marks = [](std::vector<SureArc> confidence) {
        return arc_marks(lawn(), {.confidence = std::move(confidence)});
    };
    for (const double number : {-0.1, 1.1, std::nan("")})
        CHECK_THROWS_AS(marks({{wet, number}}), ArgumentError);
    CHECK_THROWS_AS(marks({{other, 0.5}}), ArgumentError);
    CHECK_THROWS_WITH(marks({{wet, 0.5}, {wet, 0.5}}),
                      "two confidences of the arc from 'Rain' to 'Wet'");
}

TEST_CASE("A picture shows only some variables, and the arcs between them") {
    NetworkBuilder builder = NetworkBuilder::parse("a -> b -> c; a -> c");
    builder.cpt("a").values({0.5, 0.5});
    builder.cpt("b").otherwise({0.5, 0.5});
    builder.cpt("c").otherwise({0.5, 0.5});
    const BayesianNetwork network = builder.build();
    const Picture part{.only = std::vector<VariableId>{network.id("a"), network.id("c")}};
    const std::vector<NodeCard> cards = node_cards(network, part);
    REQUIRE(cards.size() == 2);
    CHECK(cards[1].title == "c");
    CHECK(shown_arcs(network, part) == std::vector<Arc>{{network.id("a"), network.id("c")}});
    CHECK(svg_text(network, part).find(">b<") == std::string::npos);
    CHECK(dot_text(network, part).find("n0 -> n2") != std::string::npos);
    CHECK_THROWS_AS(
        node_cards(network, {.only = std::vector<VariableId>{VariableId(1), VariableId(0)}}),
        ArgumentError);
    CHECK_THROWS_AS(node_cards(network, {.only = std::vector<VariableId>{VariableId(3)}}),
                    ArgumentError);
}

TEST_CASE("Picture: a density is that of a continuous variable, and its own") {
    const BayesianNetwork network = tests::diabetes_1d();
    const auto cards = [&](Picture::Distribution a, Picture::Distribution x) {
        return node_cards(network, {.distributions = {std::move(a), std::move(x)}});
    };
    const VariableId a(0u), x(1u);
    const ContinuousPosterior density(x, {{1, 2, 3}}, 0);
    CHECK(cards(Numbers{0.5, 0.5}, density)[1].density->summary == "mean 2, sd 3");
    CHECK(cards(Numbers{}, Picture::Moments{2, 3})[1].density->summary == "mean 2, sd 3");
    CHECK(!cards(Numbers{0.5, 0.5}, Numbers{})[1].density);
    CHECK_THROWS_WITH(cards(Picture::Moments{2, 3}, Numbers{}),
                      "'class' has states, and so probabilities and no density");
    CHECK_THROWS_AS(cards(ContinuousPosterior(a, {{1, 2, 3}}, 0), density), ArgumentError);
    CHECK_THROWS_WITH(cards(Numbers{}, ContinuousPosterior(a, {{1, 2, 3}}, 0)),
                      "the density of 'x' is that of another variable");
    CHECK_THROWS_AS(cards(Numbers{}, Numbers{1.0}), ArgumentError);
    CHECK_THROWS_AS(cards(Numbers{}, ContinuousPosterior(x)), ImpossibleEvidenceError);
}

TEST_CASE("Picture: a decision has no table, and a utility its numbers and its expectation") {
    const BayesianNetwork umbrella = NetworkBuilder::parse(
                                         "Rain{no|yes} -> Take{take|leave, decision};"
                                         "Rain, Take -> Joy{utility}; Rain: 0.75 0.25;"
                                         "Joy: 20 100 70 -0.5")
                                         .build();
    const std::vector<NodeCard> cards = node_cards(
        umbrella,
        {.distributions = {Numbers{0.75, 0.25}, Numbers{0.25, 0.75}, Picture::Moments{92.5, 12.99}},
         .tables = true});
    CHECK(cards[0].outline == NodeCard::Outline::rounded);
    CHECK(cards[1].outline == NodeCard::Outline::angular);
    CHECK(cards[1].table.empty());
    CHECK(cards[1].hidden_rows_note().empty());
    CHECK(cards[1].bars.size() == 2);
    CHECK(cards[2].outline == NodeCard::Outline::diamond);
    CHECK(cards[2].table.front() == std::vector<std::string>{"Rain", "Take", "utility"});
    CHECK(cards[2].table.back() == std::vector<std::string>{"yes", "leave", "-0.5"});
    REQUIRE(cards[2].density);
    CHECK(cards[2].density->summary == "92.5");
    CHECK_FALSE(cards[2].density->has_plot());
}

TEST_CASE("Picture: the alternatives of a decision have expected utilities, the best one marked") {
    const BayesianNetwork umbrella = NetworkBuilder::parse(
                                         "Rain{no|yes} -> Take{take|leave, decision};"
                                         "Rain, Take -> Joy{utility}; Rain: 0.75 0.25;"
                                         "Joy: 20 100 70 -0.5")
                                         .build();
    Picture picture{.distributions = {Numbers{0.75, 0.25}, Numbers{0, 1}, Picture::Moments{75, 1}}};
    picture.decisions[VariableId(1u)] = {75, {32.5, 74.875}, {StateId(1u)}};
    const std::vector<NodeCard::Bar> bars = node_cards(umbrella, picture)[1].bars;
    REQUIRE(bars.size() == 2);
    CHECK((bars[0].utility == "32.5" && !bars[0].is_best));
    CHECK((bars[1].utility == "74.88" && bars[1].is_best));
    const std::string svg = svg_text(umbrella, picture);
    CHECK_THAT(svg, Catch::Contains("74.88") && Catch::Contains("expected utility"));
    CHECK_THAT(dot_text(umbrella, picture), Catch::Contains("<B>74.88</B>"));
    picture.decisions[VariableId(1u)].expected_utility[0].reset();
    CHECK(node_cards(umbrella, picture)[1].bars[0].utility == "-");
    picture.decisions[VariableId(1u)].expected_utility.pop_back();
    CHECK_THROWS_WITH(node_cards(umbrella, picture),
                      "the decision 'Take' has 1 expected utilities for 2 alternatives");
}

TEST_CASE("Picture: arcs of a known strength have widths and labels, others are plain") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "A{a|b} -> B{a|b} -> C{a|b}; A: 0.5 0.5; B | A=a: 1 0; B | A=b: 0 1;"
            "C | B=a: 1 0; C | B=b: 0.5 0.5")
            .build();
    const Arc strong{VariableId(0u), VariableId(1u)};
    const Picture picture{.influence = std::vector<ArcInfluence>{{strong, 1}}};
    const std::map<Arc, ArcMark> marks = arc_marks(network, picture);
    REQUIRE(marks.size() == 1);
    CHECK(marks.at(strong).label == "1");
    CHECK(marks.at(strong).width == 5);
    const std::string dot = dot_text(network, picture);
    CHECK_THAT(dot, Catch::Contains("n0 -> n1 [penwidth=5, label=\" 1 \"];") &&
                        Catch::Contains("n1 -> n2;\n") && Catch::Contains("strength of influence"));
}
