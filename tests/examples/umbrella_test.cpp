#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

TEST_CASE("Umbrella: it is taken after a bad forecast, as fractions", "[examples]") {
    const InfluenceDiagram diagram(examples::umbrella_diagram());
    const DecisionSolution best = decide(diagram);
    CHECK_THAT(best.maximum_expected_utility, WithinRel(1491.0 / 20, 1e-12));
    REQUIRE(best.decisions.size() == 1);
    check_worth(best.decisions[0],
                std::vector{3290.0 / 127, 11200.0 / 127, 3710.0 / 73, 2800.0 / 73});
    CHECK(best_alternatives(diagram.network(), best.decisions[0]) == "leave, take");
    const Expectation expected[] = {
        {"P(Umbrella=take)", 73.0 / 200},
        {"P(Weather=rain | Umbrella=take)", 45.0 / 73},
    };
    check_answers(InferenceEngine(with_strategy(diagram, best.strategy)), expected);
}
