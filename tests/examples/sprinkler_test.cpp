#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Sprinkler: the posteriors that Murphy prints, as fractions", "[examples]") {
    const Expectation expected[] = {
        {"P(Wet=yes)", 6471.0 / 10000},
        {"P(Sprinkler=on, Wet=yes)", 2781.0 / 10000},
        {"P(Rain=yes, Wet=yes)", 4581.0 / 10000},
        {"P(Sprinkler=on | Wet=yes)", 309.0 / 719},
        {"P(Rain=yes | Wet=yes)", 509.0 / 719},
        {"P(Sprinkler=on | Wet=yes, Rain=yes)", 99.0 / 509},
    };
    check_answers(InferenceEngine(examples::sprinkler_network()), expected);
}

TEST_CASE("Sprinkler: seeing it run speaks against rain, turning it on does not", "[examples]") {
    const Expectation expected[] = {
        {"P(Rain=yes | Sprinkler=on)", 3.0 / 10},
        {"P(Rain=yes | do(Sprinkler=on))", 1.0 / 2},
        {"P(Wet=yes | do(Sprinkler=on))", 0.945},  // 1/2 0.9 + 1/2 0.99
    };
    check_answers(InferenceEngine(examples::sprinkler_network()), expected);
}

TEST_CASE("Sprinkler: logical expressions and the most probable story", "[examples]") {
    const InferenceEngine engine(examples::sprinkler_network());
    const Expectation expected[] = {
        {"P(Rain=yes or Sprinkler=on | Cloudy=yes)", 0.82},
        {"P(Rain=yes or Sprinkler=on | Wet=yes)", 1.0},
    };
    check_answers(engine, expected);
    CHECK(most_probable(engine, "argmax(* | Wet=yes)") ==
          "Cloudy=yes, Sprinkler=off, Rain=yes");  // 81/250
    CHECK(separated(engine.network(), "Sprinkler _||_ Rain | Cloudy"));
    CHECK_FALSE(separated(engine.network(), "Sprinkler _||_ Rain | Cloudy, Wet"));
}
