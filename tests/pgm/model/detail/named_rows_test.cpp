#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>

#include <tests/support/catch.hpp>

#include <array>
#include <cmath>

using namespace pgm;
using Catch::Contains;

namespace {

/// All problems of a text, a line each.
std::string density_problems(std::string_view text) {
    std::string lines;
    for (const Problem& problem : NetworkBuilder::parse(text).check())
        lines += to_string(problem.location) + ": " + problem.message + "\n";
    return lines;
}

}  // namespace

TEST_CASE("Rows as text make the distributions that are set in C++", "[model]") {
    const BayesianNetwork read = NetworkBuilder::parse(R"(
        A{no|yes} -> X{real}; B{p|q|r} -> X; X -> Y{real}; X, Y -> C{low|mid|high}
        A: 1/4 3/4
        B: 0.2 0.3 0.5
        X: normal(0, sd 2)
        X | A=yes, B=q: normal(7, var 2)
        X | B=r, A=yes: normal(-1, var 0)
        Y: normal(3 - 0.5 X, var 0.25)
        C: threshold(X + 2 Y - 1, at 0 4, sd 0.5)
    )")
                                     .build();
    NetworkBuilder builder = NetworkBuilder::parse(
        "A{no|yes} -> X{real}; B{p|q|r} -> X; X -> Y{real}; "
        "X, Y -> C{low|mid|high}");
    const VariableId a = *builder.find("A"), x = *builder.find("X"), b = *builder.find("B"),
                     y = *builder.find("Y"), c = *builder.find("C");
    builder.cpt("A").values({0.25, 0.75});
    builder.cpt("B").values({0.2, 0.3, 0.5});
    builder.set_cpd(LinearGaussianCpd(
        x, Scope({a, b}, {2, 3}), {},
        {{0, {}, 4}, {0, {}, 4}, {0, {}, 4}, {0, {}, 4}, {7, {}, 2}, {-1, {}, 0}}));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {x}, {{3, {-0.5}, 0.25}}));
    builder.set_cpd(ThresholdCpd(c, 3, Scope(), {x, y}, {{{1, 2}, 0.25, {1, 5}}}));
    CHECK(read == builder.build());
}

TEST_CASE("Logistic regression as text is the logistic function", "[model]") {
    const BayesianNetwork network = NetworkBuilder::parse(
                                        "X{real} -> Y{no|yes}; X: normal(0, sd 1); "
                                        "Y: threshold(1.5 X - 2, at 0, logistic 1)")
                                        .build();
    const auto& y = std::get<ThresholdCpd>(network.cpd(network.id("Y")));
    const double x = 1.25;
    CHECK(std::exp(y.log_probability(0, std::array{x}, StateId(1))) ==
          Approx(1 / (1 + std::exp(2 - 1.5 * x))).epsilon(1e-14));
}

TEST_CASE("Rows as text are given in C++ as well", "[model]") {
    NetworkBuilder builder =
        NetworkBuilder::parse("Diabetes{no|yes} -> cells{real} -> count{real}");
    builder.cpt("Diabetes").values("0.9 0.1");
    builder.cpt("cells")
        .row("Diabetes=no", "normal(30, sd 5)")
        .row("Diabetes=yes", "normal(46, sd 6)");
    builder.cpt("count").values("normal(cells, sd 1)");
    const BayesianNetwork network = builder.build();
    const auto& cells = std::get<LinearGaussianCpd>(network.cpd(network.id("cells")));
    CHECK(cells.row(1) == LinearGaussianCpd::Row{46, {}, 36});
    // Numbers that are changed afterwards replace the rows.
    NetworkBuilder changed(network);
    changed.cpt("cells")
        .row("Diabetes=no", "normal(31, sd 5)")
        .row("Diabetes=yes", "normal(46, sd 6)");
    CHECK_THROWS_AS(changed.build(), ModelError);
}

TEST_CASE("All problems of rows as text are listed", "[model]") {
    const std::string problems = density_problems(
        "A{no|yes} -> X{real} -> Y{real}; A -> C{0|1}; X -> D{0|1}\n"
        "A: normal(0, sd 1)\n"
        "X | A=no: 0.5 0.5\n"
        "X | A=yes: normal(2 X, sd 1)\n"
        "Y: normal(Q, sd 1)\n"
        "C: threshold(X, at 1 2)\n"
        "D: 0.5 0.5");
    CHECK_THAT(problems, Contains("2:4: the default row of P(A) is a density, but 'A' has states"));
    CHECK_THAT(problems,
               Contains("3:11: P(X | A=no) is given probabilities, but 'X' is continuous"));
    CHECK_THAT(
        problems,
        Contains("4:12: the mean of P(X | A) depends on 'X', which is no continuous parent"));
    CHECK_THAT(problems, Contains("5:11: the row 'normal(Q, sd 1)' of 'Y': no variable 'Q'"));
    CHECK_THAT(problems, Contains("6:4: 'C' is cut at thresholds, but has no continuous parent"));
    CHECK_THAT(problems, Contains("'D' is discrete and cannot depend on 'X'"));
}

TEST_CASE("Rows as text: what is missing, twice there, or a cycle is named", "[model]") {
    CHECK_THAT(density_problems("A{no|yes} -> X{real}; A: 1 0; X | A=no: normal(0, sd 1)"),
               Contains("no row for P(X | A=yes)"));
    CHECK_THAT(density_problems("A{no|yes} -> X{real}; A: 1 0; X | A=no: normal(0, sd 1); "
                                "X | A=no: normal(0, sd 1); X: normal(1, sd 1)"),
               Contains("P(X | A=no) is given twice"));
    CHECK_THAT(density_problems("X{real}; X: normal(0, sd 1); X: normal(1, sd 1)"),
               Contains("'X' has two rows without states of its parents"));
    CHECK_THAT(density_problems("X{real} -> Y{real} -> X; X: normal(Y, sd 1); Y: normal(X, sd 1)"),
               Contains("the arcs form a cycle"));
    CHECK_THAT(density_problems("X{real} -> X; X: normal(X, sd 1)"), Contains("cycle"));
    CHECK_THAT(density_problems("X{real}"), Contains("variable 'X' has no states"));
    CHECK_THAT(density_problems("A{no|yes}; A: threshold(A, at 0)"), Contains("'A' is discrete"));
    CHECK_THAT(density_problems("A{no|yes}; A: threshold(0, at 1)"),
               Contains("'A' is cut at thresholds, but has no continuous parent"));
    std::string parents = "P0{a|b}";
    for (int i = 1; i < 70; ++i) parents += ", P" + std::to_string(i) + "{a|b}";
    CHECK_THROWS_AS(NetworkBuilder::parse(parents + " -> X{real}; X: normal(0, sd 1)").build(),
                    TooLargeError);
}

TEST_CASE("A structure refuses rows, and a colon within a name stays one", "[model]") {
    CHECK_THROWS_AS(parse_structure_graph("A -> B; A: 0.5 0.5"), ParseError);
    CHECK(parse_structure_graph("v0:1 -> b").nodes.front().name == "v0:1");
    CHECK_THROWS_AS(NetworkBuilder::parse("A{no|yes}; A:"), ParseError);
    CHECK_THROWS_AS(NetworkBuilder::parse("A{no|yes}; A B: 0.5 0.5"), ParseError);
    CHECK(NetworkBuilder::parse("'a b'{no|yes}; 'a b': 0.5 0.5").build().size() == 1);
}

TEST_CASE("fill_in gives a distribution to those without one", "[model]") {
    NetworkBuilder builder =
        NetworkBuilder::parse("A{no|yes} -> X{real} -> Y{real}; A -> B; X: normal(A0, sd 1)");
    CHECK(builder.fill_in() ==
          std::vector<VariableId>{*builder.find("A"), *builder.find("Y"), *builder.find("B")});
    CHECK(builder.fill_in().empty());
}
