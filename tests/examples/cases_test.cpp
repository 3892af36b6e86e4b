#include <examples/cases.hpp>
#include <pgm/core/error.hpp>
#include <tests/examples/expectation.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::examples;
using namespace pgm::tests;

TEST_CASE("A joint table of three binary variables answers every question as its network", "[examples]") {
    const CaseTable table(R"(
        A, B, C, probability
        0, 0, 0, 0.30
        0, 0, 1, 0.05
        0, 1, 0, 0.10
        0, 1, 1, 0.05
        1, 0, 0, 0.05
        1, 0, 1, 0.10
        1, 1, 0, 0.25
        1, 1, 1, 0.10
    )");
    const InferenceEngine engine(network_from_cases(table, {{"A", {}}, {"B", {"A"}}, {"C", {"A", "B"}}}));
    const Expectation expected[] = {
        {"P(A=1)", 1.0 / 2},             // 0.05 + 0.10 + 0.25 + 0.10
        {"P(A=1 | B=1)", 7.0 / 10},      // (0.25 + 0.10) / (0.10 + 0.05 + 0.25 + 0.10)
        {"P(A=1 | B=0, C=1)", 2.0 / 3},  // 0.10 / (0.05 + 0.10)
        {"P(A=1 or C=1)", 3.0 / 5},      // 1 - 0.30 - 0.10
    };
    check_answers(engine, expected);
}

TEST_CASE("Parents that occur in no case give a uniform row", "[examples]") {
    const CaseTable table("A,B,C\n0,0,0\n1,1,1");
    const InferenceEngine engine(network_from_cases(table, {{"A", {}}, {"B", {}}, {"C", {"A", "B"}}}));
    const Expectation expected[] = {
        {"P(C=1 | A=0, B=1)", 1.0 / 2},  // no such case
        {"P(C=1 | A=1, B=1)", 1.0},
    };
    check_answers(engine, expected);
}

TEST_CASE("A case table that is damaged says what is wrong with it", "[examples]") {
    CHECK_THROWS_WITH(CaseTable("A,B\n0"), "case table: the line '0' does not have one value per column");
    CHECK_THROWS_WITH(CaseTable("A,count\n0,many"), "case table: 'many' is not a number");
    const CaseTable table("A\n0\n1");
    CHECK_THROWS_WITH(network_from_cases(table, {{"B", {}}}), "case table: there is no column 'B'");
    CHECK_THROWS_WITH(network_from_cases(table, {{"A", {"B"}}}), "the factors have none for 'B'");
}
