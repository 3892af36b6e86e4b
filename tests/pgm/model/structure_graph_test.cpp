#include <pgm/model/structure_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <iterator>
#include <string>
#include <vector>

namespace {

using pgm::parse_structure_graph;
using Lines = std::vector<std::string>;

/// The arcs in words: "A->B".
Lines arcs(std::string_view text) {
    const pgm::StructureGraph structure = parse_structure_graph(text);
    Lines lines;
    for (const pgm::Arc& arc : structure.arcs) {
        lines.push_back(structure.nodes[arc.parent.index()].name + "->" +
                        structure.nodes[arc.child.index()].name);
    }
    return lines;
}

Lines names(std::string_view text) {
    Lines lines;
    for (const pgm::StructureNode& node : parse_structure_graph(text).nodes)
        lines.push_back(node.name);
    return lines;
}

Lines states(std::string_view text) {
    return parse_structure_graph(text).nodes.at(0).states;
}

std::string structure_failure(std::string_view text) {
    try {
        parse_structure_graph(text);
    } catch (const pgm::ParseError& error) {
        return error.what();
    }
    return "no error";
}

TEST_CASE("parse_structure_graph: arrows chain in both directions") {
    CHECK(arcs("A -> B -> C <- D <- A") == Lines{"A->B", "B->C", "D->C", "A->D"});
    CHECK(names("A -> B -> C <- D <- A") == Lines{"A", "B", "C", "D"});
    CHECK(arcs("A->B<-C") == Lines{"A->B", "C->B"});
}

TEST_CASE("parse_structure_graph: commas group, semicolons and ends of lines separate") {
    CHECK(arcs("default -> occ -> age, edu") == Lines{"default->occ", "occ->age", "occ->edu"});
    CHECK(arcs("A, B -> C, D") == Lines{"A->C", "A->D", "B->C", "B->D"});
    CHECK(arcs("A -> B; B -> C\r\n\n C -> D ;;") == Lines{"A->B", "B->C", "C->D"});
    CHECK(arcs("A ->\n B,\n C") == Lines{"A->B", "A->C"});
    CHECK(names("A; B\nC, D") == Lines{"A", "B", "C", "D"});
    CHECK(names("").empty());
    CHECK(names(" ; \n").empty());
}

TEST_CASE("parse_structure_graph: an arc written twice is one arc") {
    CHECK(arcs("A -> B; B <- A, C; A -> B") == Lines{"A->B", "C->B"});
}

TEST_CASE("parse_structure_graph: states stand in braces, once or the same again") {
    CHECK(states("A{no|yes} -> B") == Lines{"no", "yes"});
    CHECK(states("A -> B; A { no | yes }") == Lines{"no", "yes"});
    CHECK(states("A{no|yes} -> B <- A{no|yes}") == Lines{"no", "yes"});
    CHECK(states("A{<5|5 - 10|'a|b'}") == Lines{"<5", "5 - 10", "a|b"});
    CHECK(states("A{3}") == Lines{"0", "1", "2"});
    CHECK(states("A{'3'}") == Lines{"3"});
    CHECK(states("A{1|2}") == Lines{"1", "2"});
    CHECK(states("A -> B").empty());
}

TEST_CASE("parse_structure_graph: names may be odd") {
    CHECK(names("x.1 -> 20-30 -> größe") == Lines{"x.1", "20-30", "größe"});
    CHECK(names("a-->b") == Lines{"a-", "b"});
    CHECK(names("'a -> b'{no|yes} -> \"it's\" <- 'it''s' , '<5'") == Lines{"a -> b", "it's", "<5"});
}

TEST_CASE("parse_structure_graph: errors point at their column") {
    CHECK(structure_failure("A -> ") == "column 6: expected the name of a variable");
    CHECK(structure_failure("-> A") == "column 1: expected the name of a variable");
    CHECK(structure_failure("A, , B") == "column 4: expected the name of a variable");
    const std::string rows = " (rows are written A: 0.2 0.8 or A | B=b: 0.2 0.8, with a blank "
                             "after the colon)";
    CHECK(structure_failure("A -> B C") == "column 8: expected '->', '<-', ',' or ';'" + rows);
    CHECK(structure_failure("A = B") == "column 3: expected '->', '<-', ',' or ';'" + rows);
    CHECK(structure_failure("A{no|yes -> B") == "column 2: '{' is not closed by '}'");
    CHECK(structure_failure("A{}") == "column 3: expected the name of a state");
    CHECK(structure_failure("A{no||yes}") == "column 6: expected the name of a state");
    CHECK(structure_failure("A{no|yes|no}") == "column 2: state 'no' is listed twice");
    CHECK(structure_failure("A{'no' yes}") == "column 8: expected '|' or '}' after a state");
    CHECK(structure_failure("A{no,yes}") ==
          "column 5: expected '|' or '}' after a state (states are listed as {no|yes})");
    for (const char* states : {"yes no", "a..c", "1.5..3", "low .. high", "boolean", "Int"})
        CHECK(structure_failure("A{" + std::string(states) + "}") ==
              "column 3: '" + std::string(states) +
                  "' would be the only state of the variable (states are listed, {no|yes}, or are "
                  "the whole numbers of a range, {1..6}; the state is put in quotes)");
    CHECK(parse_structure_graph("A{1 .. 3}").nodes[0].states ==
          std::vector<std::string>{"1", "2", "3"});
    CHECK(parse_structure_graph("A{'yes no'}").nodes[0].states ==
          std::vector<std::string>{"yes no"});
    CHECK(structure_failure("A{0}") == "column 2: a variable needs at least one state");
    CHECK(structure_failure("A{no|yes} -> B; A{off|on}") ==
          "column 17: 'A' was given other states before");
    CHECK(structure_failure("A -> 'B") ==
          "column 6: this quote is not closed (a quote inside a name is written twice, or the name "
          "put in \"...\")");
    CHECK(structure_failure("A -> B\nC -> 'D").substr(0, 8) == "2:6: thi");
    CHECK(structure_failure("A -> B\nC -> -> D") == "2:6: expected the name of a variable");
}

TEST_CASE("parse_structure_graph: sizes are refused before they are made") {
    CHECK_THROWS_WITH(parse_structure_graph("A{2000000000}"),
                      "column 2: a variable of 2000000000 states; the limit is 1000000");
    CHECK_THROWS_WITH(
        parse_structure_graph("A{99999999999999999999999}"),
        "column 2: a variable of 99999999999999999999999 states; the limit is 1000000");
    CHECK_THROWS_WITH(
        parse_structure_graph("A{600000} -> B{300000}; C{200000}"),
        "column 26: a variable of 200000 states after 900000 others; the limit is 1000000");
    CHECK_THROWS_WITH(parse_structure_graph("A{5}; A{5}", {.max_states = 9}),
                      "column 8: a variable of 5 states after 5 others; the limit is 9");
    std::string many;
    for (int i = 0; i < 1100; ++i) many += (i ? ",v" : "v") + std::to_string(i);
    std::string others = many;
    for (char& c : others) c = c == 'v' ? 'w' : c;
    CHECK_THROWS_AS(parse_structure_graph(many + " -> " + others), pgm::TooLargeError);
}

TEST_CASE("parse_structure_graph: random text is a structure or a ParseError with a column") {
    constexpr std::string_view pieces[] = {"A",
                                           "B",
                                           "é",
                                           " ",
                                           "\n",
                                           ",",
                                           ";",
                                           "->",
                                           "<-",
                                           "-",
                                           "<",
                                           "{",
                                           "}",
                                           "|",
                                           "2",
                                           "'",
                                           "\"",
                                           "=",
                                           std::string_view("\0", 1)};
    pgm::Rng rng(12);
    for (int repeat = 0; repeat < 20'000; ++repeat) {
        std::string text;
        for (std::uint64_t length = rng.below(16); length > 0; --length)
            text += pieces[rng.below(std::size(pieces))];
        try {
            const pgm::StructureGraph structure = parse_structure_graph(text);
            for (const pgm::Arc& arc : structure.arcs)
                REQUIRE(std::max(arc.parent, arc.child).index() < structure.nodes.size());
        } catch (const pgm::ParseError& error) {
            REQUIRE(error.location().column >= 1);
            REQUIRE(error.location().column <= text.size() + 1);
        }
    }
}

TEST_CASE("NetworkBuilder::parse: variables without states have the states 0 and 1") {
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse("A -> B{u|v|w}");
    CHECK(net.variable(pgm::VariableId{0}).states() == Lines{"0", "1"});
    CHECK(net.variable(pgm::VariableId{1}).states() == Lines{"u", "v", "w"});
}

}  // namespace

TEST_CASE("A variable that no data observe is declared hidden", "[model]") {
    const pgm::StructureGraph graph =
        parse_structure_graph("H{2 states, hidden} -> A, B{x|y}; G{low|high, hidden} -> A; F{3}");
    CHECK(graph.nodes[0] == pgm::StructureNode{"H", {"0", "1"}, true});
    CHECK(graph.nodes[1] == pgm::StructureNode{"A", {}, false});
    CHECK(graph.nodes[2] == pgm::StructureNode{"B", {"x", "y"}, false});
    CHECK(graph.nodes[3] == pgm::StructureNode{"G", {"low", "high"}, true});
    CHECK(graph.nodes[4] == pgm::StructureNode{"F", {"0", "1", "2"}, false});
    CHECK(states("S{3 states}") == Lines{"0", "1", "2"});
    CHECK(states("S{'3 states'}") == Lines{"3 states"});
    CHECK(states("S{hidden}") == Lines{"hidden"});
    CHECK_THROWS(parse_structure_graph("S{a|b, visible}"));
    CHECK_THROWS(parse_structure_graph("S{a|b, hidden, hidden}"));
    CHECK_THROWS(parse_structure_graph("S{, hidden}"));
}

TEST_CASE("A variable that is continuous is declared real, and any of its mentions may say so",
          "[model]") {
    const pgm::StructureGraph graph =
        parse_structure_graph("Rain{no|yes} -> x; x{real}; y{'real'}");
    CHECK(graph.nodes[1].continuous);
    CHECK(graph.nodes[1].states.empty());
    CHECK_FALSE(graph.nodes[2].continuous);
    CHECK(graph.nodes[2].states == std::vector<std::string>{"real"});
    CHECK(parse_structure_graph("x{real}; x{real}").nodes.size() == 1);
    CHECK_THROWS_AS(parse_structure_graph("x{real}; x{0|1}"), pgm::ParseError);
    CHECK_THROWS_AS(parse_structure_graph("x{0|1}; x{real}"), pgm::ParseError);
    CHECK_THROWS_AS(parse_structure_graph("x{real, hidden}"), pgm::ParseError);
    CHECK(parse_structure_graph("x{real|imaginary}").nodes[0].states.size() == 2);
}

TEST_CASE("A model string of bnlearn is a structure", "[model]") {
    const pgm::StructureGraph graph = parse_structure_graph(" [A][S][B b|A:S]\n[<5|B b]");
    CHECK(graph == pgm::StructureGraph{{{"A"}, {"S"}, {"B b"}, {"<5"}},
                                       {{pgm::VariableId(0), pgm::VariableId(2)},
                                        {pgm::VariableId(1), pgm::VariableId(2)},
                                        {pgm::VariableId(2), pgm::VariableId(3)}}});
    CHECK(parse_structure_graph("[B|A][A]").arcs.size() == 1);
    CHECK(structure_failure("[A][B|C]") ==
          "column 7: the parent 'C' is no node of the model string");
    CHECK(structure_failure("[A][A]") == "column 5: the node 'A' is there twice");
    CHECK(structure_failure("[A][B|A:A]") == "column 9: the parent 'A' is there twice");
    CHECK(structure_failure("[A][]") == "column 5: expected a name");
    CHECK(structure_failure("[A][B|]") == "column 7: expected a name");
    CHECK(structure_failure("[A][B|A[C]") == "column 8: expected ']', '|' or ':'");
    CHECK(structure_failure("[A] B]") == "column 5: expected '['");
    CHECK(parse_structure_graph("[A] -> [B]").nodes[1].name == "[B]");
    CHECK(structure_failure("[A]\n[B|A|A]") == "2:5: expected ']', '|' or ':'");
}
