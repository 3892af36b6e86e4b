#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using Catch::Contains;
using Kind = Variable::Kind;

namespace {

/// All problems of a text, a line each.
std::string diagram_problems(std::string_view text) {
    std::string lines;
    for (const Problem& problem : NetworkBuilder::parse(text).check())
        lines += to_string(problem.location) + ": " + problem.message + "\n";
    return lines;
}

/// The intercepts of a utility by configuration of its parents, the last one fastest.
std::vector<double> utilities_in(std::string_view text, const std::string& name = "U") {
    const BayesianNetwork network = NetworkBuilder::parse(text).build();
    const auto& cpd = std::get<LinearGaussianCpd>(network.cpd(network.id(name)));
    std::vector<double> values;
    for (std::size_t row = 0; row < cpd.row_count(); ++row)
        values.push_back(cpd.row(row).intercept);
    return values;
}

void check_place(std::string_view text, std::size_t column, const std::string& message) {
    try {
        NetworkBuilder::parse(text);
        FAIL("no error in " << text);
    } catch (const ParseError& error) {
        CHECK_THAT(error.what(), Contains(message));
        CHECK(error.location().column == column);
    }
}

using Numbers = std::vector<double>;

constexpr std::string_view declared = "A{x|y} -> U{utility} <- D{a|b|c, decision}; A: 0.5 0.5;";

std::string rows(const std::string& rows) {
    return std::string(declared) + rows;
}

}  // namespace

TEST_CASE("Decisions and utilities are declared in braces", "[model]") {
    const StructureGraph graph = parse_structure_graph(
        "D{a|b, decision} -> U{utility}; E{3, decision}; F{2 states, decision}");
    CHECK(graph.nodes[0] ==
          StructureNode{.name = "D", .states = {"a", "b"}, .kind = Kind::decision});
    CHECK(graph.nodes[1] ==
          StructureNode{.name = "U", .states = {}, .continuous = true, .kind = Kind::utility});
    CHECK(graph.nodes[2].states == std::vector<std::string>{"0", "1", "2"});
    CHECK(graph.nodes[3].kind == Kind::decision);
    // Words that are quoted, or states beside others, are names.
    CHECK(parse_structure_graph("U{'utility'}").nodes[0].kind == Kind::chance);
    CHECK(parse_structure_graph("U{utility|loss}").nodes[0].states.size() == 2);
    CHECK(parse_structure_graph("D{decision|chance}").nodes[0].kind == Kind::chance);
    CHECK(parse_structure_graph("D{a|b, decision}; D{a|b, decision}").nodes.size() == 1);
}

TEST_CASE("Declarations of decisions and utilities are refused at their column", "[model]") {
    check_place("U{utility, hidden}", 10, "a utility is neither hidden nor a decision");
    check_place("X{real, decision}", 7, "a continuous variable is neither hidden nor a decision");
    check_place("D{a|b, decided}", 6, "expected '|' or '}' after a state");
    check_place("D{a|b, decision, hidden}", 16, "expected '|' or '}' after a state");
    check_place("D{, decision}", 3, "");
    check_place("D{a|b, decision}; D{a|b}", 19, "declared as another kind before");
    check_place("U{utility}; U{real}", 13, "declared as another kind before");
    check_place("U{utility}; U{a|b}", 13, "was given other states before");
}

TEST_CASE("Utilities are a row each, all at once, or one number", "[model]") {
    CHECK(utilities_in(rows("U: 1 2 3 4 5 6")) == Numbers{1, 2, 3, 4, 5, 6});
    CHECK(utilities_in(rows("U: 1, -2.5, 1/4, 4e3, 0, 6")) == Numbers{1, -2.5, 0.25, 4000, 0, 6});
    CHECK(utilities_in(rows("U: 7")) == Numbers{7, 7, 7, 7, 7, 7});
    CHECK(utilities_in(rows("U: 7; U | D=b, A=y: -1")) == Numbers{7, 7, 7, 7, -1, 7});
    CHECK(utilities_in("U{utility}; U: 3") == Numbers{3});
    NetworkBuilder builder = NetworkBuilder::parse(declared);
    builder.cpt("U").values({"D", "A"}, {1, 2, 3, 4, 5, 6});
    const BayesianNetwork network = builder.build();
    CHECK(std::get<LinearGaussianCpd>(network.cpd(network.id("U"))).row(1).intercept == 3);
}

TEST_CASE("A utility is a sum of others", "[model]") {
    const BayesianNetwork network =
        NetworkBuilder::parse(
            "A{x|y} -> U{utility} -> S{utility} <- V{utility}; A: 1/2 1/2; U: 1 2; V: 4;"
            "S: U - 0.5 V + 3")
            .build();
    const auto& sum = std::get<LinearGaussianCpd>(network.cpd(network.id("S")));
    CHECK(sum.row(0).intercept == 3);
    CHECK(sum.row(0).slopes == Numbers{1, -0.5});
    CHECK(sum.row(0).variance == 0);
}

TEST_CASE("A decision has no numbers: those that are given are left out", "[model]") {
    const std::vector<Problem> problems =
        NetworkBuilder::parse(rows("U: 1 2 3 4 5 6; D: 0.2 0.3 0.5")).check();
    REQUIRE(problems.size() == 1);
    CHECK(problems[0].severity == Problem::Severity::warning);
    CHECK_THAT(problems[0].message, Contains("the numbers of the decision 'D' were left out"));
    const BayesianNetwork network = NetworkBuilder::parse(rows("U: 1 2 3 4 5 6")).build();
    CHECK(network.variable(network.id("D")).kind() == Kind::decision);
    // Many parents are no obstacle where there is no table.
    std::string known = "X0";
    for (int i = 1; i < 60; ++i) known += ", X" + std::to_string(i);
    NetworkBuilder wide = NetworkBuilder::parse(known + " -> D{a|b, decision}");
    wide.fill_in();
    CHECK(parents_of(wide.build().cpd(VariableId(60))).size() == 60);
}

TEST_CASE("Rows of a utility: all problems are listed with their places", "[model]") {
    CHECK_THAT(diagram_problems(rows("U: 1 2 3")), Contains("U"));
    CHECK_THAT(diagram_problems(rows("U | A=x: 1 2")), Contains("U"));
    CHECK_THAT(diagram_problems(rows("U: 1 2 x 4 5 6")),
               Contains("column 63: the row '1 2 x 4 5 6' of 'U': expected a utility"));
    CHECK_THAT(diagram_problems(rows("U: inf 2 3 4 5 6")), Contains("U"));
    CHECK_THAT(diagram_problems(rows("U | A=x, D=a: 1")), Contains("no row for"));
    CHECK_THAT(diagram_problems(rows("U: 1; U | A=z, D=a: 2")), Contains("has no state 'z'"));
    CHECK_THAT(diagram_problems(rows("U: 1; U | A=x, D=a: 2; U | D=a, A=x: 3")),
               Contains("is given twice"));
    CHECK_THAT(diagram_problems(rows("U: 1 2 3 4 5 6; U | A=x, D=a: 2")), Contains("U"));
    CHECK_THAT(diagram_problems(rows("U: normal(1, sd 2)")), Contains("U"));
    CHECK_THAT(diagram_problems(declared), Contains("the utility 'U' has no numbers"));
    CHECK_THAT(diagram_problems(rows("U: A + 1")), Contains("U"));
    CHECK_THAT(diagram_problems("U{utility} -> A{x|y}; U: 1"),
               Contains("'A' depends on the utility 'U', and nothing but another utility can"));
    CHECK_THAT(diagram_problems("U{utility} -> X{real}; U: 1; X: normal(U, sd 1)"),
               Contains("'X' depends on the utility 'U'"));
    CHECK_THAT(diagram_problems("D{a|b, decision} -> D"), Contains("D"));
    CHECK_THAT(diagram_problems("D{a|b, decision} -> E{a|b, decision} -> D"),
               Contains("the arcs form a cycle"));
}
