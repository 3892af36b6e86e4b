#include <io/bif/bif.hpp>
#include <tests/support/bif_text.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

namespace {

const std::vector<std::string> ages = {"[18_35]", "_35_55]", "_55_90]"};

}  // namespace

TEST_CASE("BIF dialects: brackets are part of a name, as R writes intervals", "[io][bif]") {
    const BayesianNetwork network =
        io::read_bif(
            "variable Age { type discrete [ 3 ] { [18_35], _35_55], _55_90] }; }\n"
            "variable x[0] { type discrete[2]{[,]}; }\n"
            "probability ( Age ) { table 0.5, 0.3, 0.2; }\n"
            "probability ( x[0] | Age ) { ([18_35]) 0.9, 0.1; (_55_90]) 0.4, 0.6; (_35_55]) 1 0; }")
            .network;
    CHECK(network.variable("Age").states() == ages);
    CHECK(network.variable("x[0]").states() == std::vector<std::string>{"[", "]"});
    CHECK(std::get<TableCpd>(network.cpd(network.id("x[0]"))).row(2)[0] == 0.4);
    const std::string text = written_by(io::write_bif, network);
    CHECK_THAT(text, Catch::Contains(R"({ "[18_35]", "_35_55]", "_55_90]" })"));
    CHECK(io::read_bif(text).network == network);
}

TEST_CASE("BIF dialects: brackets around the number of states need no blanks", "[io][bif]") {
    const std::string end =
        " variable b { type discrete [1] { x }; }\nprobability ( a ) { table 1 0 0; }"
        "probability ( b ) { table 1; }";
    for (const char* type :
         {"discrete [ 3 ] {", "discrete[3]{", "discrete [3]= {", "discrete[3 ] ={", "discrete{",
          "Discrete/**/[/**/3/**/]/**/{", "discrete[ 3]\n{"}) {
        INFO(type);
        const BayesianNetwork network = io::read_bif(std::string("variable a { type ") + type +
                                                     " [18_35], _35_55], _55_90] }; }" + end)
                                            .network;
        CHECK(network.variable("a").states() == ages);
        CHECK(network.variable("b").states() == std::vector<std::string>{"x"});
    }
}

TEST_CASE("BIF dialects: brackets that are not closed around the number are told where they are",
          "[io][bif]") {
    const auto error = [](const std::string& type) {
        return bif_error("variable a { type " + type + "; }");
    };
    CHECK(error("discrete [ ] { x }") ==
          "x.bif:1:30: expected the number of states of variable 'a', found ']'");
    CHECK(error("discrete [] { x }") ==
          "x.bif:1:29: expected the number of states of variable 'a', found ']'");
    CHECK(error("discrete [1 { x }") ==
          "x.bif:1:31: expected ']' after the number of states of variable 'a', found '{'");
    CHECK(error("discrete 1] { x }") ==
          "x.bif:1:28: expected '{' to open the states of variable 'a', found '1]'");
    CHECK(error("[1] { x }") ==
          "x.bif:1:19: expected 'discrete' as the type of variable 'a', found '['");
    CHECK(error("discrete[1][1] { x }") ==
          "x.bif:1:30: expected '{' to open the states of variable 'a', found '[1]'");
}
