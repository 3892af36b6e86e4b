#include <io/picture/detail/graph_layout.hpp>

#include <pgm/core/error.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::io;
using namespace pgm::io::detail;
using Catch::Matchers::WithinAbs;

TEST_CASE("Layout: plain answers are read in points with y downwards") {
    const GraphLayout layout = parse_plain_layout(
        "graph 1 2 3\n"
        "node 0 0.5 2.5 1 1 \"\" solid box black lightgrey\n"
        "node 1 1.5 0.5 1 1 \"\" solid box black lightgrey\n"
        "edge 0 1 4 0.5 2 0.5 1.5 1.5 1.5 1.5 1 solid black\n"
        "stop\n",
        2);
    CHECK(layout.size.x == 144);
    CHECK(layout.size.y == 216);
    CHECK(layout.nodes[0].x == 36);
    CHECK_THAT(layout.nodes[0].y, WithinAbs(36, 1e-12));
    CHECK_THAT(layout.nodes[1].y, WithinAbs(180, 1e-12));
    CHECK(layout.arcs == std::vector<Arc>{{VariableId(0u), VariableId(1u)}});
    REQUIRE(layout.splines[0].size() == 4);
    CHECK_THAT(layout.splines[0][3].y, WithinAbs(144, 1e-12));
}

TEST_CASE("Layout: a label is known by its zeros, and all arcs have one or none") {
    const std::string nodes = "graph 1 2 3\nnode 0 1 2\nnode 1 1 1\n",
                      marked = "edge 0 1 2 1 2 1 1 000 1.5 1.5 solid black\n",
                      bare = "edge 1 0 2 1 2 1 1 solid black\n";
    const GraphLayout layout = parse_plain_layout(nodes + marked + marked + "stop\n", 2);
    REQUIRE(layout.labels.size() == 2);
    CHECK_THAT(layout.labels[1].x, WithinAbs(108, 1e-12));
    CHECK_THAT(layout.labels[1].y, WithinAbs(108, 1e-12));
    CHECK(parse_plain_layout(nodes + bare + "stop\n", 2).labels.empty());
    CHECK_THROWS_AS(parse_plain_layout(nodes + marked + bare + "stop\n", 2), IoError);
    CHECK_THROWS_AS(parse_plain_layout(nodes + "edge 0 1 1 1 2 000 x\nstop\n", 2), IoError);
}

TEST_CASE("Layout: what is no plain answer is an IoError") {
    for (const char* text :
         {"", "graph", "graph 1 2", "node 5 0 0", "node -1 0 0", "node x 0 0", "node 0 nan 0\nstop",
          "edge 0 1 99999999999 1 2\nstop", "edge 0 1 2 1 1 1\nstop", "what\nstop"}) {
        INFO(text);
        CHECK_THROWS_AS(parse_plain_layout(text, 2), IoError);
    }
}

TEST_CASE("Layout: a graph too large to be looked at is refused before anything is started") {
    const std::vector<Point> sizes(largest_layout + 1, {10, 10});
    CHECK_THROWS_AS(lay_out({}, sizes), TooLargeError);
}

TEST_CASE("Layout: parents lie above their children and splines end at the boxes") {
    const std::vector<Arc> arcs = {{VariableId(0u), VariableId(1u)},
                                   {VariableId(0u), VariableId(2u)}};
    const std::vector<Point> sizes(3, {72, 36});
    GraphLayout layout;
    try {
        layout = lay_out(arcs, sizes);
    } catch (const IoError&) {
        WARN("SKIPPED: Graphviz is not installed");
        return;
    }
    CHECK(layout.nodes[0].y < layout.nodes[1].y);
    CHECK(layout.nodes[1].y == layout.nodes[2].y);
    REQUIRE(layout.splines.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK_THAT(layout.splines[i].front().y, WithinAbs(layout.nodes[0].y + 18, 0.5));
        CHECK_THAT(layout.splines[i].back().y,
                   WithinAbs(layout.nodes[layout.arcs[i].child.index()].y - 18, 0.5));
    }
}

TEST_CASE("Layout: a label stands between the boxes that its arc joins, a long one has more room") {
    const std::vector<Arc> arcs = {{VariableId(0u), VariableId(1u)},
                                   {VariableId(0u), VariableId(2u)}};
    const std::vector<Point> sizes(3, {72, 36});
    const std::vector<double> widths = {5, 220};
    GraphLayout layout;
    try {
        layout = lay_out(arcs, sizes, widths);
    } catch (const IoError&) {
        WARN("SKIPPED: Graphviz is not installed");
        return;
    }
    REQUIRE(layout.labels.size() == 2);
    for (std::size_t i = 0; i < 2; ++i) {
        CHECK(layout.labels[i].y > layout.nodes[0].y + 18);
        CHECK(layout.labels[i].y < layout.nodes[layout.arcs[i].child.index()].y - 18);
    }
    CHECK(layout.size.x > lay_out(arcs, sizes).size.x);
}
