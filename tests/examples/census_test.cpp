#include <examples/classifiers.hpp>
#include <examples/tables.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

// Sums of the eight counts: 12363 1201 2060 568 for women, 16182 4744 6550 5174 for men.
TEST_CASE("Census: questions of the joint table learned from the counts", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::census_joint());
    const Expectation expected[] = {
        {"P(gender=Female, hours_worked=40.5-, wealth=poor)", 12363.0 / 48842},
        {"P(gender=Female, hours_worked=40.5-, wealth=rich)", 1201.0 / 48842},
        {"P(gender=Female, hours_worked=40.5+, wealth=poor)", 2060.0 / 48842},
        {"P(gender=Female, hours_worked=40.5+, wealth=rich)", 568.0 / 48842},
        {"P(gender=Male, hours_worked=40.5-, wealth=poor)", 16182.0 / 48842},
        {"P(gender=Male, hours_worked=40.5-, wealth=rich)", 4744.0 / 48842},
        {"P(gender=Male, hours_worked=40.5+, wealth=poor)", 6550.0 / 48842},
        {"P(gender=Male, hours_worked=40.5+, wealth=rich)", 5174.0 / 48842},
        {"P(wealth=poor)", 37155.0 / 48842},
        {"P(gender=Male | wealth=poor)", 22732.0 / 37155},
        {"P(wealth=rich | gender=Female, hours_worked=40.5-)", 1201.0 / 13564},
        {"P(hours_worked=40.5+ | gender=Male, wealth=rich)", 5174.0 / 9918},
    };
    check_answers(engine, expected);
    CHECK(most_probable(engine, "argmax(hours_worked | gender=Male, wealth=rich)") ==
          "hours_worked=40.5+");
}

TEST_CASE("Census: logical expressions and comparisons", "[examples]") {
    const Expectation expected[] = {
        {"P(gender=Female or wealth=rich)", 26110.0 / 48842},
        {"P(wealth=rich | not (gender=Female and hours_worked=40.5-))", 10486.0 / 35278},
        {"P(wealth=rich | hours_worked > 40.5)", 5742.0 / 14352},
    };
    check_answers(examples::engine_of(examples::census_joint()), expected);
}

// Unconditional answers are sums of printed rows over the sum of all printed rows, 0.9999991.
TEST_CASE("Census: probabilities serve as well as counts", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::census_printed());
    const Expectation expected[] = {
        {"P(wealth=poor)", 7607178.0 / 9999991},
        {"P(wealth=poor, gender=Male)", 4654190.0 / 9999991},
        {"P(gender=Male | wealth=poor)", 2327095.0 / 3803589},
        {"P(wealth=rich | gender=Female, hours_worked=40.5-)", 16393.0 / 185141},
        {"P(hours_worked=40.5+, gender=Male, wealth=rich)", 1059330.0 / 9999991},
        {"P(hours_worked=40.5-, gender=Male, wealth=rich)", 971295.0 / 9999991},
        {"P(hours_worked=40.5+ | gender=Male, wealth=rich)", 70622.0 / 135375},
        {"P(gender=Female or wealth=rich)", 5345801.0 / 9999991},
        {"P(wealth=rich | hours_worked > 40.5)", 1175623.0 / 2938451},
    };
    check_answers(engine, expected);
}
