#include <examples/networks.hpp>
#include <pgm/decide/evaluation.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

TEST_CASE("Oil: test, and drill unless the ground is diffuse; worth 45/2", "[examples]") {
    const InfluenceDiagram diagram(examples::oil_diagram());
    const DecisionSolution best = decide(diagram);
    CHECK_THAT(best.maximum_expected_utility, WithinRel(22.5, 1e-12));
    REQUIRE(best.decisions.size() == 2);
    check_worth(best.decisions[0], std::vector{22.5, 20.0});
    // The histories in which no test shows a structure, or one shows none, are not there.
    check_worth(best.decisions[1],
                std::vector{155.0 / 2, -10.0, 160.0 / 7, -10.0, -1660.0 / 41, -10.0, 20.0, 0.0});
    CHECK(best_alternatives(diagram.network(), best.decisions[1]) == "drill, drill, not, drill");
}

TEST_CASE("Oil: the variance of the book, and what is drilled", "[examples]") {
    const InfluenceDiagram diagram(examples::oil_diagram());
    const DecisionSolution best = decide(diagram);
    const StrategyValue value = evaluate(diagram, best.strategy);
    CHECK_THAT(value.standard_deviation * value.standard_deviation, WithinRel(7648.75, 1e-12));
    const Expectation expected[] = {
        {"P(Drill=drill)", 0.59},
        {"P(Oil=dry | Drill=drill)", 20.0 / 59},
        {"P(Oil=soaking | Drill=drill)", 18.0 / 59},
    };
    check_answers(InferenceEngine(with_strategy(diagram, best.strategy)), expected);
}
