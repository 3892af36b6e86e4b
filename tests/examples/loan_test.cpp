#include <examples/networks.hpp>
#include <pgm/model/factorisation.hpp>
#include <tests/examples/expectation.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Loan default by naive Bayes", "[examples]") {
    const InferenceEngine engine(examples::loan_naive_bayes());
    const Expectation expected[] = {
        {"P(default=yes)", 3.0 / 10},
        {"P(age=30+ | default=yes)", 2.0 / 3},
        {"P(education='high school' | default=yes)", 1.0 / 3},
        {"P(occupation=programmer | default=yes)", 1.0 / 3},
        {"P(occupation=lawyer | default=yes)", 0.0},
        {"P(age=30+, education='high school', occupation=programmer | default=yes)", 2.0 / 27},
        {"P(default=yes, age=30+, education='high school', occupation=programmer)", 1.0 / 45},
        {"P(default=no, age=30+, education='high school', occupation=programmer)", 8.0 / 245},
        {"P(default=yes | age=30+, education='high school', occupation=programmer)", 49.0 / 121},
        {"P(default=yes | age=30+, education=undergrad, occupation=programmer)", 49.0 / 67},
    };
    check_answers(engine, expected);
    CHECK(most_probable(engine, "argmax(default | age=30+, education='high school', occupation=programmer)") == "default=no");
}

TEST_CASE("Loan default with age and education independent given occupation and class", "[examples]") {
    const Expectation expected[] = {
        {"P(age=30+ | occupation=programmer, default=no)", 2.0 / 4},
        {"P(education=undergrad | occupation=programmer, default=no)", 1.0 / 4},
        {"P(occupation=programmer | default=no)", 4.0 / 7},
        {"P(age=30+, education=undergrad, occupation=programmer | default=no)", 1.0 / 14},
        {"P(age=30+, education=undergrad, occupation=programmer | default=yes)", 1.0 / 3},
        {"P(default=yes | age=30+, education=undergrad, occupation=programmer)", 2.0 / 3},
    };
    check_answers(InferenceEngine(examples::loan_occupation()), expected);
}

TEST_CASE("Loan default through the occupation only", "[examples]") {
    const Expectation expected[] = {
        {"P(age=30+ | occupation=programmer)", 3.0 / 5},
        {"P(education=undergrad | occupation=programmer)", 2.0 / 5},
        {"P(age=30+, education=undergrad, occupation=programmer | default=no)", 24.0 / 175},
        {"P(default=yes | age=30+, education=undergrad, occupation=programmer)", 1.0 / 5},
    };
    check_answers(InferenceEngine(examples::loan_chain()), expected);
}

TEST_CASE("The network of five attributes factorises as the lecture says", "[examples]") {
    CHECK(factorisation(examples::five_attributes()) == "P(y) P(A1 | y) P(A2 | y) P(A3 | A1) P(A4 | A1, A2) P(A5 | A1, A2)");
}

TEST_CASE("The network of five attributes states the lecture's independences and no others of the kind", "[examples]") {
    const BayesianNetwork network = examples::five_attributes();
    for (const char* statement : {"A1 _||_ A2 | y", "A4 _||_ A5 | A1, A2", "A3 _||_ A5 | A1", "A3 _||_ y, A5 | A1", "A4 _||_ y | A1, A2"}) {
        INFO(statement);
        CHECK(separated(network, statement));
    }
    for (const char* statement : {"A1 _||_ A2", "A1 _||_ A2 | y, A4", "A4 _||_ y | A1"}) {
        INFO(statement);
        CHECK_FALSE(separated(network, statement));
    }
}
