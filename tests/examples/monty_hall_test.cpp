#include <examples/networks.hpp>
#include <pgm/query/answer.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

TEST_CASE("Monty Hall: changing doors wins twice in three times", "[examples]") {
    const InferenceEngine engine(examples::monty_hall_network());
    const Expectation expected[] = {
        {"P(Prize=1 | Choice=1, Opened=3)", 1.0 / 3},
        {"P(Prize=2 | Choice=1, Opened=3)", 2.0 / 3},
        {"P(Prize=3 | Choice=1, Opened=3)", 0.0},
        {"P(Prize=2 | Choice=3, Opened=1)", 2.0 / 3},
        {"P(Prize=2 | Choice=1, do(Opened=3))", 1.0 / 3},
    };
    check_answers(engine, expected);
    CHECK(most_probable(engine, "argmax(Prize | Choice=1, Opened=3)") == "Prize=2");
}

TEST_CASE("Monty Hall: the host never opens the chosen door, which is a status and not an error",
          "[examples]") {
    CHECK(answer(InferenceEngine(examples::monty_hall_network()), "P(Prize | Choice=1, Opened=1)")
              .impossible());
}

TEST_CASE("Monty Hall: choice and prize are independent until the host acts", "[examples]") {
    const BayesianNetwork network = examples::monty_hall_network();
    CHECK(separated(network, "Prize _||_ Choice"));
    CHECK_FALSE(separated(network, "Prize _||_ Choice | Opened"));
}
