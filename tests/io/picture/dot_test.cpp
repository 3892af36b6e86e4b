#include <io/picture/picture.hpp>

#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/child_process.hpp>
#include <tests/support/hybrid_models.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::tests;

namespace {

using Numbers = std::vector<double>;

BayesianNetwork odd_names() {
    NetworkBuilder net;
    net.variable("a \"quoted\" \\N <b>name</b> &amp;", {"<5", "20-30"})
        .variable("}; evil [label=", {"\\", "\xe2\x88\x9e"})
        .variable("n0 -> n1", {"only"});
    net.arc("a \"quoted\" \\N <b>name</b> &amp;", "}; evil [label=");
    net.cpt("a \"quoted\" \\N <b>name</b> &amp;").values({0.5, 0.5});
    net.cpt("}; evil [label=").values({1, 0, 0.25, 0.75});
    net.cpt("n0 -> n1").values({1});
    return net.build();
}

std::size_t occurrences(const std::string& text, const std::string& part) {
    std::size_t count = 0;
    for (std::size_t at = 0; (at = text.find(part, at)) != std::string::npos; at += part.size())
        ++count;
    return count;
}

}  // namespace

TEST_CASE("dot: a bare graph has a node per variable and a line per arc") {
    NetworkBuilder net = NetworkBuilder::parse("A{x|y} -> B{x|y}; A -> C{x|y}");
    for (const char* name : {"A", "B", "C"}) net.cpt(name).otherwise({0.5, 0.5});
    net.cpt("A").values({0.5, 0.5});
    const std::string text = dot_text(net.build());
    CHECK_THAT(text, Catch::StartsWith("digraph network {\n"));
    CHECK_THAT(text, Catch::EndsWith("n0 -> n1;\nn0 -> n2;\n}\n"));
    CHECK(occurrences(text, "label=<") == 3);
    CHECK_THAT(text, Catch::Contains("<B>A</B>"));
}

TEST_CASE("dot: whatever names contain, Graphviz reads the same nodes and arcs") {
    const BayesianNetwork network = odd_names();
    const std::string text = dot_text(
        network,
        {.distributions = {Numbers{0.5, 0.5}, Numbers{0.625, 0.375}, Numbers{1}}, .tables = true});
    ChildResult run;
    try {
        run = run_child({"dot", "-Tplain"}, text);
    } catch (const std::exception&) {
        WARN("SKIPPED: Graphviz is not installed");
        return;
    }
    CHECK(run.exit_status == 0);
    CHECK(run.errors.empty());
    CHECK(occurrences("\n" + run.output, "\nnode ") == 3);
    CHECK(occurrences("\n" + run.output, "\nedge ") == 1);
}

TEST_CASE("dot: with confidence every arc has a width and a label") {
    NetworkBuilder net = NetworkBuilder::parse("A{x|y} -> B{x|y}; A -> C{x|y}");
    for (const char* name : {"A", "B", "C"}) net.cpt(name).otherwise({0.5, 0.5});
    const VariableId a(0u), b(1u);
    const std::vector<SureArc> confidence = {{{a, b}, 0.75}, {{b, a}, 0.25}};
    CHECK_THAT(dot_text(net.build(), {.confidence = confidence}),
               Catch::EndsWith("n0 -> n1 [penwidth=2.5, label=\" 0.75 \"];\n"
                               "n0 -> n2 [penwidth=0.5, label=\" 0 \"];\n}\n"));
}

TEST_CASE("dot: a legend explains the tints and lines that there are") {
    const BayesianNetwork network =
        NetworkBuilder::parse("A{x|y} -> B{x|y}; A: 0.5 0.5; B | A=x: 1 0; B | A=y: 0 1").build();
    CHECK(dot_text(network).find("labelloc") == std::string::npos);
    Evidence evidence;
    evidence.observe(VariableId(0), StateId(0));
    const std::string text =
        dot_text(network, {.evidence = evidence, .open = {{VariableId(0), VariableId(1)}}});
    CHECK(occurrences(text, "labelloc=b") == 1);
    CHECK(occurrences(text, ">observed<") == 1);
    CHECK(occurrences(text, ">the data leave the direction open<") == 1);
    CHECK(occurrences(text, "confidence") == 0);
}

TEST_CASE("dot: an arc whose direction is open has no head, whichever way it points") {
    NetworkBuilder net = NetworkBuilder::parse("A{x|y} <- B{x|y} -> C{x|y}");
    for (const char* name : {"A", "C"}) net.cpt(name).otherwise({0.5, 0.5});
    net.cpt("B").values({0.5, 0.5});
    const std::string text = dot_text(net.build(), {.open = {{VariableId(0), VariableId(1)}}});
    CHECK_THAT(text, Catch::Contains("n1 -> n0 [dir=none];") && Catch::Contains("n1 -> n2;"));
}

TEST_CASE("dot: a density is its mean and standard deviation, and the interval that was observed") {
    const BayesianNetwork network = tests::diabetes_1d();
    const VariableId x(1u);
    Picture picture{.distributions = {Numbers{0.6, 0.4}, ContinuousPosterior(x, {{1, 46, 6}}, 0)}};
    picture.evidence.observe(x, Interval{.above = 1, .up_to = 60});
    const std::string text = dot_text(network, picture);
    CHECK(text.find(">mean 46, sd 6</TD>") != std::string::npos);
    CHECK(text.find(">1 &lt; x &lt;= 60</FONT>") != std::string::npos);
    picture.distributions[1] = ContinuousPosterior(x, {{1, 41, 0}}, 0);
    CHECK(dot_text(network, picture).find(">= 41</TD>") != std::string::npos);
}

TEST_CASE(
    "dot: utilities are diamonds, chance variables beside them rounded, what is known dashed") {
    const std::string text =
        dot_text(NetworkBuilder::parse("Rain{no|yes} -> Take{take|leave, decision};"
                                       "Rain, Take -> Joy{utility}; Rain: 0.75 0.25;"
                                       "Joy: 20 100 70 0")
                     .build());
    CHECK(occurrences(text, "shape=diamond") == 1);
    CHECK(occurrences(text, "STYLE=\"ROUNDED\"") == 1);
    CHECK_THAT(text, Catch::Contains("n0 -> n1 [style=dashed];\nn0 -> n2;\nn1 -> n2;\n"));
    CHECK_THAT(text, Catch::Contains("&#9671;"));
}
