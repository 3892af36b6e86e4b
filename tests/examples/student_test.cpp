#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Student: causal, evidential and intercausal reasoning as fractions", "[examples]") {
    const Expectation expected[] = {
        {"P(I=i1, D=d0, G=g2, S=s1, L=l0)", 72.0 / 15625},
        {"P(L=l1)", 7849.0 / 15625},
        {"P(L=l1 | I=i0)", 1943.0 / 5000},
        {"P(L=l1 | I=i0, D=d0)", 513.0 / 1000},
        {"P(I=i1 | G=g3)", 3.0 / 38},
        {"P(D=d1 | G=g3)", 275.0 / 437},
        {"P(I=i1 | L=l0)", 5807.0 / 41472},
        {"P(I=i1 | L=l0, G=g3)", 3.0 / 38},
        {"P(I=i1 | G=g3, S=s1)", 48.0 / 83},
        {"P(D=d1 | G=g3, S=s1)", 1450.0 / 1909},
        {"P(I=i1 | G=g2)", 18.0 / 103},
        {"P(I=i1 | G=g2, D=d1)", 18.0 / 53},
        {"P(I=i1 | G=g3, D=d1)", 6.0 / 55},
    };
    check_answers(InferenceEngine(examples::student_network()), expected);
}

TEST_CASE(
    "Student: influence flows from difficulty to the test score only when the letter is known",
    "[examples]") {
    const BayesianNetwork network = examples::student_network();
    CHECK(separated(network, "D _||_ I, S"));
    CHECK_FALSE(separated(network, "D _||_ S | L"));
    CHECK(separated(network, "L _||_ D, I, S | G"));
}
