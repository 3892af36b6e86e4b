#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Fruit: the full joint table is sure of the banana", "[examples]") {
    const Expectation expected[] = {
        {"P(Fruit=Banana, Long=T, Sweet=F, Yellow=T)", 1.0 / 20}, {"P(Long=T, Sweet=F, Yellow=T)", 1.0 / 20},
        {"P(Fruit=Banana | Long=T, Sweet=F, Yellow=T)", 1.0},     {"P(Fruit=Orange | Long=T, Sweet=F, Yellow=T)", 0.0},
        {"P(Fruit=Other | Long=T, Sweet=F, Yellow=T)", 0.0},
    };
    check_answers(InferenceEngine(examples::fruit_joint()), expected);
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
    check_answers(InferenceEngine(examples::fruit_naive_bayes()), expected);
}
