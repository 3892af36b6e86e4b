#include <examples/classifiers.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Fruit: the full joint table is sure of the banana", "[examples]") {
    const Expectation expected[] = {
        {"P(Fruit=Banana, Long=T, Sweet=F, Yellow=T)", 1.0 / 20},
        {"P(Long=T, Sweet=F, Yellow=T)", 1.0 / 20},
        {"P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", 1.0},
        {"P(Fruit=Orange | Long=T, Sweet=F, Yellow=T)", 0.0},
        {"P(Fruit=Other | Long=T, Sweet=F, Yellow=T)", 0.0},
    };
    check_answers(examples::engine_of(examples::fruit_joint()), expected);
}

TEST_CASE("Fruit: naive Bayes has some doubt", "[examples]") {
    const Expectation expected[] = {
        {"P(Fruit=Banana)", 1.0 / 2},
        {"P(Fruit=Orange)", 3.0 / 10},
        {"P(Fruit=Other)", 1.0 / 5},
        {"P(Long=T | Fruit=Banana)", 4.0 / 5},
        {"P(Sweet=F | Fruit=Banana)", 3.0 / 10},
        {"P(Yellow=T | Fruit=Banana)", 9.0 / 10},
        {"P(Long=T | Fruit=Orange)", 0.0},
        {"P(Sweet=F | Fruit=Orange)", 1.0 / 2},
        {"P(Yellow=T | Fruit=Orange)", 1.0},
        {"P(Long=T | Fruit=Other)", 1.0 / 2},
        {"P(Sweet=F | Fruit=Other)", 1.0 / 4},
        {"P(Yellow=T | Fruit=Other)", 1.0 / 4},
        {"P(Fruit=Banana, Long=T, Sweet=F, Yellow=T)", 27.0 / 250},
        {"P(Fruit=Orange, Long=T, Sweet=F, Yellow=T)", 0.0},
        {"P(Fruit=Other, Long=T, Sweet=F, Yellow=T)", 1.0 / 160},
        {"P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", 432.0 / 457},
        {"P(Fruit=Other | Long=T, Sweet=F, Yellow=T)", 25.0 / 457},
        {"P(Fruit=Banana | Long=T, Sweet=T, Yellow=T)", 336.0 / 361},
    };
    check_answers(examples::engine_of(examples::fruit_naive_bayes()), expected);
}

// (count + 1) / (N_c + 2) for each feature, the class left as it is.
TEST_CASE("Fruit: with one fruit of every kind more in each table no fruit is ruled out",
          "[examples]") {
    const Expectation expected[] = {
        {"P(Fruit=Banana)", 1.0 / 2},
        {"P(Long=T | Fruit=Orange)", 1.0 / 302},
        {"P(Sweet=F | Fruit=Other)", 51.0 / 202},
        {"P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", 0.9401634345809678},
        {"P(Fruit=Orange | Long=T, Sweet=F, Yellow=T)", 0.004312116745720635},
        {"P(Fruit=Other | Long=T, Sweet=F, Yellow=T)", 0.055524448673311466},
    };
    check_answers(examples::engine_of(examples::fruit_add_one()), expected);
}
