
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/query_network.hpp>

#include <cmath>
#include <string_view>
#include <vector>

using namespace pgm;

namespace {

/// The engine of a network, and what is prepared for it.
struct Setting {
    BayesianNetwork network = tests::query_network();
    InferenceEngine engine{network};
    const Solver& solver = engine;
    Workspace workspace{};

    ConditionedEngine given(std::string_view text) {
        return ConditionedEngine(solver, parse_given(network, text), workspace);
    }
    PreparedQuery query(std::string_view text) {
        return PreparedQuery(solver, parse_query(network, text), workspace);
    }
};

}  // namespace

TEST_CASE("A given of one finding per variable is its evidence", "[query]") {
    Setting s;
    const VariableId rain = s.network.id("Rain"), dose = s.network.id("dose");
    CHECK(s.given("").evidence() == Evidence());
    CHECK(s.given("Rain=yes, dose=[1, 0.5, 0]").evidence() ==
          Evidence().observe(rain, StateId(1u)).likelihood(dose, std::vector{1.0, 0.5, 0.0}));
    CHECK(s.given("Rain=yes and dose=10").evidence() ==
          Evidence().observe(rain, StateId(1u)).observe(dose, StateId(1u)));
    CHECK(s.given("do(Rain=yes)").evidence() == Evidence().intervene(rain, StateId(1u)));
    CHECK(s.given("Rain != no").evidence() == Evidence().observe(rain, StateId(1u)));
    CHECK(s.given("dose != 5").evidence() ==
          Evidence().likelihood(dose, std::vector{0.0, 1.0, 1.0}));
    const Evidence all = Evidence().observe(rain, StateId(0u)).intervene(dose, StateId(2u));
    CHECK(ConditionedEngine(s.solver, given_of(all), s.workspace).evidence() == all);
    CHECK(&s.given("Rain=yes").solver().network() == &s.solver.network());
}

TEST_CASE("A prepared given answers again and again, with other questions between", "[query]") {
    // P(Rain=yes or Sprinkler=on) = 1 - (0.5 * 0.9 * 0.2 + 0.5 * 0.5 * 0.8) = 0.71.
    Setting s;
    const ConditionedEngine either = s.given("Rain=yes or Sprinkler=on");
    const ConditionedEngine both = s.given("Rain=yes, Sprinkler=on");
    const std::vector targets{s.network.id("Cloudy"), s.network.id("Rain")};
    for (int repetition = 0; repetition < 3; ++repetition) {
        const Posterior& one = either.marginals(targets, s.workspace);
        CHECK(one[0][1] == Approx(41.0 / 71).epsilon(1e-14));
        CHECK(one[1][1] == Approx(50.0 / 71).epsilon(1e-14));
        // P(Cloudy=yes, Rain=yes, Sprinkler=on) = 0.04, and not cloudy 0.05.
        const Posterior& other = both.marginals(targets, s.workspace);
        CHECK(other[0][1] == Approx(4.0 / 9).epsilon(1e-14));
        CHECK(other[1][1] == 1);
    }
    CHECK(either.log_evidence(s.workspace) == Approx(std::log(0.71)).epsilon(1e-14));
    CHECK(either.solver().network().size() == s.network.size() + 1);
    CHECK(either.fixed().empty());
    CHECK(both.fixed().size() == 2);
}

TEST_CASE("A given that contradicts itself has no evidence and answers so", "[query]") {
    Setting s;
    const ConditionedEngine never = s.given("Rain=yes, Rain=no");
    CHECK(never.contradictory());
    CHECK(never.evidence().empty());
    CHECK(never.log_evidence(s.workspace) == -infinity);
    CHECK(never.marginals(std::vector{s.network.id("Wet")}, s.workspace).impossible());
    CHECK(s.query("P(Wet | Rain=yes, Rain=no)").answer(s.workspace).impossible());
}

TEST_CASE("A prepared question gives the same answer each time", "[query]") {
    Setting s;
    const PreparedQuery event = s.query("P(Wet=no or Sprinkler=on | Rain=yes)");
    const PreparedQuery imposed = s.query("P(Cloudy=yes | Rain~[0.75, 0.25])");
    const PreparedQuery best = s.query("argmax(Cloudy, Rain | Sprinkler=on)");
    for (int repetition = 0; repetition < 3; ++repetition) {
        // P(Sprinkler=on | Rain=yes) = 0.4/0.5 * 0.1 + 0.1/0.5 * 0.5 = 0.18; else dry in 1 of 10.
        const Answer first = event.answer(s.workspace);
        CHECK(first.probability() == Approx(0.18 + 0.82 * 0.1).epsilon(1e-14));
        CHECK(first.query == "P(Wet=no or Sprinkler=on | Rain=yes)");
        // P(Cloudy=yes | Rain=no) = 0.2, P(Cloudy=yes | Rain=yes) = 0.8.
        CHECK(imposed.answer(s.workspace).probability() ==
              Approx(0.75 * 0.2 + 0.25 * 0.8).epsilon(1e-12));
        // 0.5 * 0.5 * 0.8 = 0.2 is not cloudy and dry; the others are at most 0.05.
        const Answer assignment = best.answer(s.workspace);
        CHECK(assignment.explanation().states == std::vector{StateId(0u), StateId(0u)});
    }
}

TEST_CASE("A question that does not fit the network is refused when it is prepared", "[query]") {
    Setting s;
    const VariableId none(s.network.size());
    CHECK_THROWS_AS(PreparedQuery(s.solver, Query{DistributionOf{{none}}}, s.workspace),
                    ArgumentError);
    CHECK_THROWS_AS(
        ConditionedEngine(s.solver, {.interventions = {{none, StateId(0u)}}}, s.workspace),
        ArgumentError);
}
