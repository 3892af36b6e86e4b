#include <examples/networks.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

TEST_CASE("Clinic: an X-ray is for those who have been to Asia", "[examples]") {
    const InfluenceDiagram diagram(examples::clinic_diagram());
    const DecisionSolution best = decide(diagram);
    CHECK_THAT(best.maximum_expected_utility, WithinRel(1899442121.0 / 40'000'000, 1e-12));
    REQUIRE(best.decisions.size() == 2);
    check_worth(best.decisions[0], std::vector{49.9762025, 48.4330425, 46.9894405, 47.4609});
    CHECK(best_alternatives(diagram.network(), best.decisions[0]) == "yes, no");
    CHECK(best.decisions[1].rows.size() == 16);
}
