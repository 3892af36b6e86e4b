#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

// Unconditional answers are sums of printed rows over the sum of all printed rows, 0.9999991.
TEST_CASE("Census: questions of the joint table, as ratios of sums of its rows", "[examples]") {
    const InferenceEngine engine(examples::census_network());
    const Expectation expected[] = {
        {"P(wealth=poor)", 7607178.0 / 9999991},
        {"P(wealth=poor, gender=Male)", 4654190.0 / 9999991},
        {"P(gender=Male | wealth=poor)", 2327095.0 / 3803589},
        {"P(wealth=rich | gender=Female, hours_worked=40.5-)", 16393.0 / 185141},
        {"P(hours_worked=40.5+, gender=Male, wealth=rich)", 1059330.0 / 9999991},
        {"P(hours_worked=40.5-, gender=Male, wealth=rich)", 971295.0 / 9999991},
        {"P(hours_worked=40.5+ | gender=Male, wealth=rich)", 70622.0 / 135375},
    };
    check_answers(engine, expected);
    CHECK(most_probable(engine, "argmax(hours_worked | gender=Male, wealth=rich)") == "hours_worked=40.5+");
}

TEST_CASE("Census: logical expressions and comparisons", "[examples]") {
    const Expectation expected[] = {
        {"P(gender=Female or wealth=rich)", 5345801.0 / 9999991},
        {"P(wealth=rich | not (gender=Female and hours_worked=40.5-))", 2146918.0 / 7222876},
        {"P(wealth=rich | hours_worked > 40.5)", 1175623.0 / 2938451},
    };
    check_answers(InferenceEngine(examples::census_network()), expected);
}
