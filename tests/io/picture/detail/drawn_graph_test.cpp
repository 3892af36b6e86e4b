#include <io/picture/detail/drawn_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;
using Graph = Picture::Graph;

namespace {

// A square without a chord: its triangulation has one.
constexpr const char* square = "A -> B -> D <- C <- A; D -> E";

DrawnGraph drawn(const BayesianNetwork& network, Graph graph, const Evidence& evidence = {}) {
    return drawn_graph(network, {.evidence = evidence, .graph = graph});
}

std::size_t count(const DrawnGraph& graph, LineStyle line) {
    return static_cast<std::size_t>(std::ranges::count(graph.arcs, line, &DrawnArc::line));
}

bool explains(const DrawnGraph& graph, const std::string& text) {
    return std::ranges::any_of(
        graph.keys, [&](const LegendKey& key) { return key.text.find(text) != std::string::npos; });
}

}  // namespace

TEST_CASE("Drawn graph: a moral graph has no heads, and dashes between the parents it marries",
          "[picture]") {
    const BayesianNetwork network = uniform_network(square);
    const DrawnGraph moral = drawn(network, Graph::moral);
    CHECK(moral.cards.size() == 5);
    CHECK(count(moral, LineStyle::solid) == 5);
    CHECK(count(moral, LineStyle::dashed) == 1);
    CHECK(std::ranges::all_of(moral.arcs, [](const DrawnArc& arc) {
        return arc.head == DrawnArc::HeadPlace::none && !arc.mark;
    }));
    CHECK(explains(moral, "marries"));
    CHECK_FALSE(explains(drawn(uniform_network("A -> B"), Graph::moral), "marries"));
}

TEST_CASE("Drawn graph: a triangulation has dotted fill-ins, and the order in the titles",
          "[picture]") {
    const BayesianNetwork network = uniform_network("A -> B; A -> C; B -> D; C -> E; D -> F <- E");
    const DrawnGraph graph = drawn(network, Graph::triangulated);
    CHECK(count(graph, LineStyle::dashed) == 1);
    CHECK(count(graph, LineStyle::dotted) == 2);  // of the pentagon A, B, D, E, C
    std::vector<std::string> numbers;
    for (const NodeCard& card : graph.cards)
        numbers.push_back(card.title.substr(0, card.title.find(' ')));
    std::ranges::sort(numbers);
    CHECK(numbers == std::vector<std::string>{"1.", "2.", "3.", "4.", "5.", "6."});
    CHECK(explains(graph, "fill-in"));
}

TEST_CASE("Drawn graph: cliques send to separators, the leaves first", "[picture]") {
    const BayesianNetwork network = uniform_network(square);
    const DrawnGraph tree = drawn(network, Graph::cliques);
    REQUIRE(tree.cards.size() == 5);  // {A, B, C}, {B, C, D}, {D, E}, and two separators
    CHECK(std::ranges::count(tree.cards, NodeCard::Outline::angular, &NodeCard::outline) == 2);
    REQUIRE(tree.arcs.size() == 4);
    std::vector<std::string> collected, distributed;
    for (const DrawnArc& arc : tree.arcs) {
        const bool is_to_root = arc.head == DrawnArc::HeadPlace::at_parent;
        (is_to_root ? collected : distributed).push_back(arc.mark.value().label);
    }
    std::ranges::sort(collected);
    std::ranges::sort(distributed);
    CHECK(collected == std::vector<std::string>{"1", "2"});
    CHECK(distributed == std::vector<std::string>{"3", "4"});
    const auto titled = [&](const std::string& title) {
        return std::ranges::find(tree.cards, title, &NodeCard::title);
    };
    REQUIRE(titled("A, B, C") != tree.cards.end());
    CHECK(titled("A, B, C")->hidden_rows_note() == "a table of 8 rows");
    CHECK(titled("D") != tree.cards.end());
}

TEST_CASE("Drawn graph: many names of a clique are in lines, and none is lost", "[picture]") {
    const BayesianNetwork network = uniform_network(
        "temperature, humidity, pressure, precipitation, visibility -> decision_of_the_pilot");
    const DrawnGraph tree = drawn(network, Graph::cliques);
    REQUIRE(tree.cards.size() == 1);
    CHECK(tree.keys.empty());
    CHECK(std::ranges::count(tree.cards[0].title, '\n') >= 2);
    for (const Variable& variable : network.variables())
        CHECK_THAT(tree.cards[0].title, Catch::Contains(variable.name()));
    CHECK(tree.cards[0].full_title.find('\n') == std::string::npos);
    const std::string dot = dot_text(network, {.graph = Graph::cliques});
    CHECK_THAT(dot, Catch::Contains("<BR/>") && Catch::Contains("a table of 64 rows"));
}

TEST_CASE("Drawn graph: evidence tints, and takes edges away", "[picture]") {
    const BayesianNetwork network = uniform_network(square);
    Evidence evidence;
    evidence.observe(network.id("D"), StateId(0u));
    const DrawnGraph moral = drawn(network, Graph::moral, evidence);
    CHECK(moral.arcs.size() == 3);
    CHECK(explains(moral, "observed"));
    const DrawnGraph triangulated = drawn(network, Graph::triangulated, evidence);
    CHECK(triangulated.cards[network.id("D").index()].title == "D");  // it is not eliminated
    CHECK(drawn(network, Graph::cliques, evidence).cards.size() == 2);
}

TEST_CASE("Drawn graph: the densities of a mixed network are in its moral graph alone",
          "[picture]") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "A{a|b} -> X{real} <- B{a|b}; A: 0.5 0.5; B: 0.5 0.5; X: normal(0, sd 1)")
            .build();
    CHECK(drawn(network, Graph::moral).cards.size() == 3);
    CHECK(drawn(network, Graph::triangulated).cards.size() == 2);
    CHECK(drawn(network, Graph::cliques).cards.size() == 1);
    CHECK(drawn(BayesianNetwork(), Graph::cliques).cards.empty());
    const BayesianNetwork diagram =
        NetworkBuilder::parse("Take{take|leave, decision} -> Joy{utility}; Joy: 1 0").build();
    CHECK_THROWS_AS(drawn(diagram, Graph::moral), ArgumentError);
}
