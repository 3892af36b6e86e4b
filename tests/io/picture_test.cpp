#include <io/picture.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::io;

namespace {

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
    const std::vector<NodeCard> cards = node_cards(lawn(), {.distributions = {{0.75, 0.25}, {0.675, 0.17, 0.155}}});
    REQUIRE(cards[1].bars.size() == 3);
    CHECK(cards[1].bars[1].state == "damp");
    CHECK(cards[1].bars[1].probability == "0.17");
    CHECK(cards[1].bars[1].fraction == 0.17);
}

TEST_CASE("Picture: long lists of states and rows are cut and counted") {
    const std::vector<NodeCard> cards =
        node_cards(lawn(), {.distributions = {{0.75, 0.25}, {0.675, 0.17, 0.155}}, .tables = true, .max_states = 2, .max_table_rows = 1});
    CHECK(cards[0].bars.size() == 2);
    CHECK(hidden_states_note(cards[0]).empty());
    CHECK(hidden_states_note(cards[1]) == "1 more state");
    CHECK(cards[1].table == std::vector<std::vector<std::string>>{{"Rain", "dry", "damp", "wet"}, {"no", "0.9", "0.06", "0.04"}});
    CHECK(cards[1].parent_columns == 1);
    CHECK(hidden_rows_note(cards[1]) == "1 more row");
}

TEST_CASE("Picture: a table that is too wide is only counted") {
    NetworkBuilder net;
    std::vector<std::string> states;
    for (int i = 0; i < 30; ++i) states.push_back("s" + std::to_string(i));
    net.variable("A", states);
    net.cpt("A").values(std::vector<double>(30, 1.0 / 30));
    const std::vector<NodeCard> cards = node_cards(net.build(), {.tables = true});
    CHECK(cards[0].table.empty());
    CHECK(hidden_rows_note(cards[0]) == "a table of 1 row");
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

TEST_CASE("Picture: distributions and evidence must fit the network") {
    CHECK_THROWS_AS(node_cards(lawn(), {.distributions = {{1.0, 0.0}}}), ArgumentError);
    CHECK_THROWS_AS(node_cards(lawn(), {.distributions = {{1.0, 0.0}, {1.0, 0.0}}}), ArgumentError);
    CHECK_THROWS_AS(node_cards(lawn(), {.evidence = Evidence{}.observe(VariableId(7u), StateId(0u))}), EvidenceError);
}

TEST_CASE("Picture: probabilities are labelled with three digits, and never as certain when they are not") {
    CHECK(probability_label(0) == "0");
    CHECK(probability_label(1) == "1");
    CHECK(probability_label(0.0104) == "0.0104");
    CHECK(probability_label(0.12345) == "0.123");
    CHECK(probability_label(0.99999) == ">0.999");
    CHECK(probability_label(1e-12) == "1e-12");
}

TEST_CASE("Picture: markup is escaped, and what XML cannot hold is replaced") {
    CHECK(escape_markup("a<b> & \"c\" 'd'") == "a&lt;b&gt; &amp; &quot;c&quot; &#39;d&#39;");
    CHECK(escape_markup(std::string_view("\0\x1b\n\x7f", 4)) == "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
    CHECK(escape_markup("\xff") == "\xef\xbf\xbd");
    CHECK(escape_markup("gr\xc3\xb6\xc3\x9f"
                        "e") ==
          "gr\xc3\xb6\xc3\x9f"
          "e");
}
