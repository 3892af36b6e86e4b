#include <pgm/model/network_builder.hpp>
#include <pgm/model/structure_graph.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;

TEST_CASE(
    "A factorisation has one factor per variable, parents before children whatever the order of "
    "declaration",
    "[model]") {
    NetworkBuilder net;
    for (const char* name : {"A4", "A1", "A2", "y"}) net.variable(name, {"0", "1"});
    net.arc("y", "A1").arc("y", "A2").arc("A2", "A4").arc("A1", "A4");
    for (const char* name : {"A4", "A1", "A2", "y"}) net.cpt(name).otherwise({0.5, 0.5});

    CHECK(factorisation(net.build()) == "P(y) P(A1 | y) P(A2 | y) P(A4 | A2, A1)");
}

TEST_CASE("The factorisation of an empty network is empty", "[model]") {
    CHECK(factorisation(BayesianNetwork()).empty());
}
