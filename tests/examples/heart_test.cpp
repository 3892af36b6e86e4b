#include <examples/classifiers.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE(
    "Heart disease: tables, scores and posterior follow from the ten patients, not from the "
    "misprints",
    "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::heart_naive_bayes());
    const Expectation expected[] = {
        {"P(HeartDisease=Y)", 3.0 / 10},
        {"P(Diabetes=Y | HeartDisease=Y)", 1.0 / 3},
        {"P(Smoke=Y | HeartDisease=Y)", 2.0 / 3},
        {"P(Diabetes=Y | HeartDisease=N)", 2.0 / 7},
        {"P(Smoke=Y | HeartDisease=N)", 2.0 / 7},
        {"P(HeartDisease=Y, Diabetes=Y, Smoke=N)", 1.0 / 30},  // printed: 1/14
        {"P(HeartDisease=N, Diabetes=Y, Smoke=N)", 1.0 / 7},   // printed: 1/6
        {"P(HeartDisease=Y | Diabetes=Y, Smoke=N)", 7.0 / 37},
    };
    check_answers(engine, expected);
    CHECK(most_probable(engine, "argmax(HeartDisease | Diabetes=Y, Smoke=N)") == "HeartDisease=N");
}
