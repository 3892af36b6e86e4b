#include <pgm/decide/decision_query.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

DecisionAnswer ask(const InfluenceDiagram& diagram, std::string_view text) {
    return answer(diagram, parse_decision_query(diagram, text));
}

std::string error_of(const InfluenceDiagram& diagram, std::string_view text) {
    try {
        ask(diagram, text);
    } catch (const Error& error) {
        return std::to_string(error.location().column) + ": " + error.message();
    }
    return {};
}

}  // namespace

TEST_CASE("Decision queries: expected utilities of alternatives, of the diagram, and the best",
          "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const DecisionAnswer drill = ask(oil, "EU(Drill | Test=test, Seismic=open)");
    REQUIRE(drill.expected_utility.size() == 2);
    // P(Oil | open) is (3, 3.6 / 3, ...) / 7 in sevenths: -70 * 3/7 + 50 * 12/35 + 200 * 8/35 - 10.
    CHECK_THAT(*drill.expected_utility[0],
               WithinAbs(-70.0 * 15 / 35 + 50.0 * 12 / 35 + 200.0 * 8 / 35 - 10, 1e-12));
    CHECK_THAT(*drill.expected_utility[1], WithinAbs(-10, 1e-12));
    CHECK(drill.best == std::vector{StateId(std::size_t{0})});
    CHECK_THAT(*ask(oil, "EU(*)").maximum_expected_utility, WithinAbs(22.5, 1e-12));
    CHECK_THAT(*ask(oil, "eu( * | Test=not )").maximum_expected_utility, WithinAbs(20, 1e-12));
    CHECK(ask(oil, "best(Drill | Test=test, Seismic=diffuse)").best ==
          std::vector{StateId(std::size_t{1})});
    const DecisionAnswer test = ask(oil, "best(Test)");
    CHECK_THAT(*test.expected_utility[0], WithinAbs(22.5, 1e-12));
    CHECK_THAT(*test.expected_utility[1], WithinAbs(20, 1e-12));
}

TEST_CASE("Decision queries: impossible findings have no answer", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const DecisionAnswer none = ask(oil, "EU(Drill | Test=not, Seismic=open)");
    CHECK_FALSE(none.maximum_expected_utility);
    CHECK(none.best.empty());
}

TEST_CASE("Decision queries: mistakes have their columns", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    CHECK(is_decision_query(" EU (Drill)"));
    CHECK(is_decision_query("best(Drill)"));
    CHECK_FALSE(is_decision_query("P(Oil)"));
    CHECK_FALSE(is_decision_query("best"));
    CHECK(error_of(oil, "EU(Oil)") == "4: 'Oil' is no decision");
    CHECK(error_of(oil, "EU(Drill | Sesmic=open)").starts_with("12: "));
    CHECK(error_of(oil, "EU(Drill") == "9: expected '|' or ')', found the end");
    CHECK(error_of(oil, "EU(Drill) + 1") == "11: expected the end of the question, found '+'");
    CHECK(error_of(oil, "best(*)").starts_with("6: "));
    CHECK(error_of(oil, "EU(Drill | Oil=dry or Seismic=open)").find("several variables together") !=
          std::string::npos);
    CHECK(error_of(oil, "EU(Drill | Drill=not)").find("decided by a finding") != std::string::npos);
    CHECK_THROWS_AS(parse_decision_query(oil, "P(Oil)"), ParseError);
}
