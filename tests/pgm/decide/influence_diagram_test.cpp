#include <pgm/core/error.hpp>
#include <pgm/decide/influence_diagram.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>

using namespace pgm;
using Memory = InfluenceDiagram::Memory;

namespace {

/// The network of a text whose numbers are left to fill_in().
BayesianNetwork network_of(const std::string& text) {
    NetworkBuilder builder = NetworkBuilder::parse(text);
    builder.fill_in();
    return std::move(builder).build();
}

InfluenceDiagram diagram_of(const std::string& text, Memory memory = Memory::recall) {
    return InfluenceDiagram(network_of(text), memory);
}

std::vector<std::string> names(const InfluenceDiagram& diagram,
                               std::span<const VariableId> variables) {
    std::vector<std::string> list;
    for (const VariableId variable : variables)
        list.push_back(diagram.network().variable(variable).name());
    return list;
}

std::vector<std::string> known(const InfluenceDiagram& diagram, const std::string& decision) {
    return names(diagram, diagram.known(diagram.network().id(decision)));
}

constexpr const char* oil =
    "Oil{dry|wet|soaking} -> Seismic{closed|open|none} <- Test{test|not, decision};"
    "Drill{drill|not, decision} <- Seismic; Drill, Oil -> Pay{utility}; Test -> Cost{utility}";

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("InfluenceDiagram: decisions are in the order of the arcs", "[decide]") {
    const InfluenceDiagram diagram = diagram_of(oil);
    CHECK(names(diagram, diagram.decisions()) == Names{"Test", "Drill"});
    CHECK(names(diagram, diagram.utilities()) == Names{"Pay", "Cost"});
    CHECK(names(diagram, diagram.summands()) == Names{"Pay", "Cost"});
    CHECK(diagram.memory() == Memory::recall);
}

TEST_CASE("InfluenceDiagram: what was decided before is known under recall alone", "[decide]") {
    const InfluenceDiagram recall = diagram_of(oil);
    CHECK(known(recall, "Test").empty());
    CHECK(known(recall, "Drill") == Names{"Test", "Seismic"});
    const InfluenceDiagram limited = diagram_of(oil, Memory::limited);
    CHECK(known(limited, "Drill") == Names{"Seismic"});
    const InfluenceDiagram chain = diagram_of(
        "A -> D{2, decision} -> B -> E{2, decision} -> F{2, decision} <- A; F -> U{utility}");
    CHECK(known(chain, "F") == Names{"A", "D", "B", "E"});
}

TEST_CASE("InfluenceDiagram: a decision has no numbers, and a utility no variance", "[decide]") {
    const InfluenceDiagram diagram = diagram_of(oil);
    const BayesianNetwork& network = diagram.network();
    CHECK(network.variable(network.id("Drill")).kind() == Variable::Kind::decision);
    CHECK(std::get<LinearGaussianCpd>(network.cpd(network.id("Pay"))).row(0).variance == 0);
    CHECK(decision_or_utility(network) == network.id("Test"));
}

TEST_CASE("InfluenceDiagram: a utility that others follow from is no summand", "[decide]") {
    const InfluenceDiagram diagram = diagram_of(
        "D{2, decision} -> Pay{utility} -> Sum{utility} <- Cost{utility}; Other{utility}");
    CHECK(names(diagram, diagram.utilities()) == Names{"Pay", "Sum", "Cost", "Other"});
    CHECK(names(diagram, diagram.summands()) == Names{"Sum", "Other"});
}

TEST_CASE("InfluenceDiagram: decisions without an order are refused, all of them", "[decide]") {
    const std::string text =
        "A{2, decision}; B{2, decision}; C{2, decision}; A, B, C -> U{utility}";
    try {
        diagram_of(text);
        FAIL("A, B and C have no order");
    } catch (const ModelError& error) {
        REQUIRE(error.problems().size() == 2);
        CHECK(error.problems()[0].message ==
              "no arcs say which of the decisions 'A' and 'B' is taken first");
        CHECK(error.problems()[0].hint ==
              "add the arc A -> B, or keep each decision to its parents: --limited, "
              "Memory::limited");
        CHECK(error.problems()[1].location.variable == "C");
    }
    CHECK(diagram_of(text, Memory::limited).decisions().size() == 3);
    // A path is enough, through whatever lies between.
    CHECK_NOTHROW(diagram_of("A{2, decision} -> X -> Y -> B{2, decision} -> U{utility}"));
}

TEST_CASE("InfluenceDiagram: a network without decisions and utilities is none", "[decide]") {
    CHECK_THROWS_WITH(diagram_of("A -> B"),
                      Catch::Contains("the network has neither a decision nor a utility"));
    CHECK_THROWS_AS(InfluenceDiagram(BayesianNetwork()), ModelError);
    CHECK_NOTHROW(diagram_of("A -> U{utility}"));
    CHECK_NOTHROW(diagram_of("D{2, decision}"));
}

TEST_CASE("InfluenceDiagram: a utility of a number is refused, also beside other problems",
          "[decide]") {
    try {
        diagram_of(
            "X{real} -> U{utility} <- D{2, decision}; E{2, decision}; Y{real} -> V{utility}");
        FAIL("a utility depends on a number");
    } catch (const ModelError& error) {
        REQUIRE(error.problems().size() == 3);
        CHECK(error.problems()[0].message == "the utility 'U' depends on 'X', which is continuous");
        CHECK(error.problems()[0].hint == "cut it into states");
    }
}

TEST_CASE("InfluenceDiagram: what is no decision knows nothing", "[decide]") {
    const InfluenceDiagram diagram = diagram_of(oil);
    CHECK_THROWS_WITH(diagram.known(diagram.network().id("Oil")), "'Oil' is no decision");
}

TEST_CASE("A network of utilities refuses what none can be", "[decide]") {
    CHECK_THROWS_WITH(network_of("U{utility} -> X"),
                      Catch::Contains("'X' depends on the utility 'U'"));
    CHECK_THROWS_WITH(network_of("U{utility} -> D{2, decision}"),
                      Catch::Contains("the decision 'D' knows 'U', which has no states"));
    CHECK_THROWS_WITH(network_of("X{real} -> D{2, decision}"),
                      Catch::Contains("the decision 'D' knows 'X', which has no states"));
    CHECK_THROWS_WITH(network_of("X -> U{utility}; U: normal(0, sd 1)"), Catch::Contains("U"));
    CHECK_THROWS_AS(network_of("D{2, decision} -> X -> D"), ModelError);
    // Numbers that no double is.
    for (const char* number : {"nan", "inf", "-inf", "1e400"}) {
        INFO(number);
        CHECK_THROWS_AS(network_of(std::string("X -> U{utility}; U: 1 ") + number), ModelError);
    }
    NetworkBuilder builder = NetworkBuilder::parse("X -> U{utility}");
    builder.cpt("U").values({0, std::numeric_limits<double>::quiet_NaN()});
    builder.fill_in();
    CHECK_FALSE(builder.check().empty());
}

TEST_CASE("chance_only keeps what no decision touches", "[decide]") {
    std::vector<std::string> left_out;
    NetworkBuilder builder = NetworkBuilder::parse(
        "A -> B -> C <- D{2, decision}; C -> E; B -> D; A -> U{utility}; B -> X{real}");
    builder.cpt("A").values({0.25, 0.75});
    builder.cpt("B").values({0.5, 0.5, 0.125, 0.875});
    builder.cpt("X").row("B=0", "normal(1, sd 2)").row("B=1", "normal(3, sd 1)");
    builder.fill_in();
    const BayesianNetwork rest = chance_only(builder.build(), left_out);
    CHECK(left_out == Names{"C", "D", "E", "U"});
    REQUIRE(rest.size() == 3);
    CHECK_FALSE(decision_or_utility(rest).has_value());
    NetworkBuilder same = NetworkBuilder::parse("A -> B -> X{real}");
    same.cpt("A").values({0.25, 0.75});
    same.cpt("B").values({0.5, 0.5, 0.125, 0.875});
    same.cpt("X").row("B=0", "normal(1, sd 2)").row("B=1", "normal(3, sd 1)");
    const BayesianNetwork expected = same.build();
    for (const Variable& variable : expected.variables())
        CHECK(rest.cpd(rest.id(variable.name())) == expected.cpd(expected.id(variable.name())));
    left_out.clear();
    CHECK(chance_only(network_of("D{2, decision} -> X"), left_out).size() == 0);
    CHECK(left_out == Names{"D", "X"});
}
