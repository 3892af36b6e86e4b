#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

// 7268121/10000 and 729225/1000: all 64 strategies, and the tree of all histories, in fractions.
TEST_CASE("Pigs: who forgets treats from the second month on what is tested diseased",
          "[examples]") {
    const InfluenceDiagram diagram(examples::pigs_diagram(), InfluenceDiagram::Memory::limited);
    const DecisionSolution best = decide(diagram);
    CHECK_THAT(best.maximum_expected_utility, WithinRel(726.8121, 1e-12));
    CHECK(best.optimal == DecisionSolution::Optimality::global);
    REQUIRE(best.decisions.size() == 3);
    const char* const expected[] = {"leave, leave", "leave, treat", "leave, treat"};
    for (std::size_t d = 0; d < 3; ++d)
        CHECK(best_alternatives(diagram.network(), best.decisions[d]) == expected[d]);
}

TEST_CASE("Pigs: records are worth something", "[examples]") {
    const DecisionSolution best = decide(InfluenceDiagram(examples::pigs_diagram()));
    CHECK_THAT(best.maximum_expected_utility, WithinRel(729.225, 1e-12));
}
