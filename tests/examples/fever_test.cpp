#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Fever: the rows that Russell and Norvig print", "[examples]") {
    const Expectation expected[] = {
        {"P(Fever=no | Cold=no, Flu=no, Malaria=no)", 1},
        {"P(Fever=no | Cold=no, Flu=no, Malaria=yes)", 1.0 / 10},
        {"P(Fever=no | Cold=no, Flu=yes, Malaria=no)", 1.0 / 5},
        {"P(Fever=no | Cold=no, Flu=yes, Malaria=yes)", 1.0 / 50},
        {"P(Fever=no | Cold=yes, Flu=no, Malaria=no)", 3.0 / 5},
        {"P(Fever=no | Cold=yes, Flu=no, Malaria=yes)", 3.0 / 50},
        {"P(Fever=no | Cold=yes, Flu=yes, Malaria=no)", 3.0 / 25},
        {"P(Fever=no | Cold=yes, Flu=yes, Malaria=yes)", 3.0 / 250},
    };
    check_answers(InferenceEngine(examples::fever_network()), expected);
}

TEST_CASE("Fever: posteriors of the causes, as fractions", "[examples]") {
    // P(no fever) = 23/25 * 23/25 * 991/1000.
    const double no_fever = 524239.0 / 625000;
    const Expectation expected[] = {
        {"P(Fever=no)", no_fever},
        {"P(Malaria=yes | Fever=yes)", 0.01 * (1 - 0.0846400) / (1 - no_fever)},
        {"P(Flu=yes | Fever=yes)", 0.1 * (1 - 0.182344) / (1 - no_fever)},
        {"P(Malaria=yes | Fever=yes, Flu=yes)", 0.01 * (1 - 0.0184) / (1 - 0.182344)},
        {"P(Malaria=yes | Fever=no)", 1.0 / 991},
        {"P(Malaria=yes | Fever=no, Flu=yes)", 1.0 / 991},
    };
    check_answers(InferenceEngine(examples::fever_network()), expected);
}

TEST_CASE("Fever: the most probable story", "[examples]") {
    // Flu alone: 0.8 * 0.1 * 0.99 * 0.8; a cold alone: 0.2 * 0.9 * 0.99 * 0.4.
    CHECK(most_probable(InferenceEngine(examples::fever_network()), "argmax(* | Fever=yes)") ==
          "Cold=yes, Flu=no, Malaria=no");
}
