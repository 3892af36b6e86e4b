#include <examples/classifiers.hpp>
#include <examples/networks.hpp>
#include <examples/tables.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/model/structure_graph.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Loan default by naive Bayes", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::loan_naive_bayes());
    const Expectation expected[] = {
        {"P(default=yes)", 3.0 / 10},
        {"P(age='[30,40)' | default=yes)", 2.0 / 3},
        {"P(education='high school' | default=yes)", 1.0 / 3},
        {"P(occupation=programmer | default=yes)", 1.0 / 3},
        {"P(occupation=lawyer | default=yes)", 0.0},
        {"P(age='[30,40)', education='high school', occupation=programmer | default=yes)",
         2.0 / 27},
        {"P(default=yes, age='[30,40)', education='high school', occupation=programmer)", 1.0 / 45},
        {"P(default=no, age='[30,40)', education='high school', occupation=programmer)", 8.0 / 245},
        {"P(default=yes | age='[30,40)', education='high school', occupation=programmer)",
         49.0 / 121},
        {"P(default=yes | age='[30,40)', education=undergrad, occupation=programmer)", 49.0 / 67},
    };
    check_answers(engine, expected);
    CHECK(most_probable(
              engine,
              "argmax(default | age='[30,40)', education='high school', occupation=programmer)") ==
          "default=no");
}

TEST_CASE("Loan default: ages become decades, a value on a cut beginning the next", "[examples]") {
    const Classifier classifier = examples::loan_naive_bayes();
    const Dataset decades =
        classifier.networks()->discretisation().apply(examples::table("loan.csv"));
    std::vector<std::string> labels;
    for (std::size_t row = 0; row < decades.rows(); ++row) {
        const Column& age = decades.column("age");
        labels.push_back(age.variable.state(*age.state(row)));
    }
    // 28 32 33 37 38 45 48 50 52 55: in the lecture 20+ 30+ 30+ 30+ 30+ 40+ 40+ 50+ 50+ 50+
    CHECK(labels == std::vector<std::string>{"<30", "[30,40)", "[30,40)", "[30,40)", "[30,40)",
                                             "[40,50)", "[40,50)", ">=50", ">=50", ">=50"});
}

TEST_CASE("Loan default: an estimate of zero becomes 0.000001 and the others stay", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::loan_floor());
    const auto close = [](double value) { return Catch::Matchers::WithinRel(value, 1e-13); };
    CHECK_THAT(score(engine, "default=yes, age='>=50', education=master, occupation=lawyer"),
               close(3e-19));
    CHECK_THAT(score(engine, "default=no, age='>=50', education=master, occupation=lawyer"),
               close(6.0 / 245));
    CHECK_THAT(
        score(engine, "default=yes, age='<30', education='high school', occupation=self-employed"),
        close(1.0 / 45));
    CHECK_THAT(
        score(engine, "default=no, age='<30', education='high school', occupation=self-employed"),
        close(1.0 / 17500000));
    CHECK_THAT(
        score(engine, "default=yes, age='[30,40)', education='high school', occupation=programmer"),
        close(1.0 / 45));
    const Expectation expected[] = {
        {"P(default=yes | age='>=50', education=master, occupation=lawyer)", 1.225e-17},
        {"P(default=yes | age='<30', education='high school', occupation=self-employed)",
         3500000.0 / 3500009},
    };
    check_answers(engine, expected);
}

// Of four self-employed two did not pay back: 3/10 * 2/3 = 7/10 * 2/7.
TEST_CASE("Loan default: ties go to no", "[examples]") {
    const Classifier classifier = examples::loan_naive_bayes();
    const Expectation expected[] = {{"P(default=yes | occupation=self-employed)", 1.0 / 2}};
    check_answers(examples::engine_of(classifier), expected);
    const std::string_view occupation[] = {"self-employed"};
    const Predictions predictions =
        predict(classifier, Dataset({text_column("occupation", occupation)}));
    const std::size_t no = classifier.class_variable().state_id("no").index();
    const Decision decision = decide(predictions, TieRule{.preferred = no}).front();
    CHECK(decision.action == no);
    CHECK(decision.tied);
    CHECK(decide(predictions, TieRule{.preferred = 1 - no}).front().action == 1 - no);
}

TEST_CASE("Loan default with age and education independent given occupation and class",
          "[examples]") {
    const Expectation expected[] = {
        {"P(age='[30,40)' | occupation=programmer, default=no)", 2.0 / 4},
        {"P(education=undergrad | occupation=programmer, default=no)", 1.0 / 4},
        {"P(occupation=programmer | default=no)", 4.0 / 7},
        {"P(age='[30,40)', education=undergrad, occupation=programmer | default=no)", 1.0 / 14},
        {"P(age='[30,40)', education=undergrad, occupation=programmer | default=yes)", 1.0 / 3},
        {"P(default=yes | age='[30,40)', education=undergrad, occupation=programmer)", 2.0 / 3},
    };
    check_answers(examples::engine_of(examples::loan_occupation()), expected);
}

TEST_CASE("Loan default through the occupation only", "[examples]") {
    const Expectation expected[] = {
        {"P(age='[30,40)' | occupation=programmer)", 3.0 / 5},
        {"P(education=undergrad | occupation=programmer)", 2.0 / 5},
        {"P(age='[30,40)', education=undergrad, occupation=programmer | default=no)", 24.0 / 175},
        {"P(default=yes | age='[30,40)', education=undergrad, occupation=programmer)", 1.0 / 5},
    };
    check_answers(examples::engine_of(examples::loan_chain()), expected);
}

TEST_CASE("The network of five attributes factorises as the lecture says", "[examples]") {
    CHECK(factorisation(examples::five_attributes()) ==
          "P(y) P(A1 | y) P(A2 | y) P(A3 | A1) P(A4 | A1, A2) P(A5 | A1, A2)");
}

TEST_CASE(
    "The network of five attributes states the lecture's independences and no others of the kind",
    "[examples]") {
    const BayesianNetwork network = examples::five_attributes();
    for (const char* statement : {"A1 _||_ A2 | y", "A4 _||_ A5 | A1, A2", "A3 _||_ A5 | A1",
                                  "A3 _||_ y, A5 | A1", "A4 _||_ y | A1, A2"}) {
        INFO(statement);
        CHECK(separated(network, statement));
    }
    for (const char* statement : {"A1 _||_ A2", "A1 _||_ A2 | y, A4", "A4 _||_ y | A1"}) {
        INFO(statement);
        CHECK_FALSE(separated(network, statement));
    }
}
