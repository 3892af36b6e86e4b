#include <pgm/causal/effect_numbers.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;

namespace {

/// Z -> X -> Y <- Z; the rows behind Y are few.
BayesianNetwork confounded() {
    NetworkBuilder builder = NetworkBuilder::parse(
        "Z{a|b} -> X{no|yes} -> Y{no|yes} <- Z\n"
        "Z: 0.4 0.6\nX | Z=a: 0.8 0.2\nX | Z=b: 0.3 0.7\n"
        "Y | X=no, Z=a: 0.9 0.1\nY | X=no, Z=b: 0.5 0.5\n"
        "Y | X=yes, Z=a: 0.7 0.3\nY | X=yes, Z=b: 0.2 0.8");
    const VariableId y = builder.build().id("Y");
    builder.set_row_weights(y, {20, 20, 20, 20});
    return builder.build();
}

EffectNumbers numbers_of_effect(const std::vector<VariableId>& hidden, bool with_interval) {
    const BayesianNetwork network = confounded();
    const CausalGraph graph(network.dag(), hidden);
    const EffectAnalysis analysis = analyse_effect(graph, {network.id("X"), network.id("Y")});
    const InferenceEngine engine(network);
    return std::get<EffectNumbers>(effect_numbers(
        analysis, engine, {StateId(0), StateId(1)},
        with_interval ? std::optional(IntervalOptions{.draws = 4000}) : std::nullopt));
}

}  // namespace

TEST_CASE("Effect in numbers: distribution, comparisons and intervals, by hand", "[causal]") {
    const EffectNumbers found = numbers_of_effect({}, true);
    REQUIRE(found.doing);
    const double no = 0.4 * 0.1 + 0.6 * 0.5, yes = 0.4 * 0.3 + 0.6 * 0.8;
    const auto numbers = all_numbers(*found.doing, found.from, found.to);
    REQUIRE(numbers.size() == 10);
    CHECK(numbers[1].value() == Approx(no).epsilon(1e-12));
    CHECK(numbers[3].value() == Approx(yes).epsilon(1e-12));
    CHECK(numbers[7].value() == Approx(yes - no).epsilon(1e-12));
    CHECK(numbers[8].value() == Approx(yes / no).epsilon(1e-12));
    CHECK(numbers[9].value() == Approx(yes / (1 - yes) / (no / (1 - no))).epsilon(1e-12));
    REQUIRE(found.intervals.size() == 10);
    // Only P(Y | X, Z) is uncertain: each p is of a beta distribution of weight 20.
    const auto variance = [](double p) { return p * (1 - p) / 21; };
    const double sd =
        std::sqrt(0.16 * (variance(0.1) + variance(0.3)) + 0.36 * (variance(0.5) + variance(0.8)));
    REQUIRE(found.intervals[7]);
    CHECK(found.intervals[7]->sd == Approx(sd).epsilon(0.05));
}

TEST_CASE("Effect in numbers: bounds alone where it is not identified", "[causal]") {
    const EffectNumbers found = numbers_of_effect({confounded().id("Z")}, false);
    CHECK_FALSE(found.doing);
    CHECK(found.intervals.empty());
    const double x = 0.4 * 0.2 + 0.6 * 0.7, y_and_x = 0.4 * 0.2 * 0.3 + 0.6 * 0.7 * 0.8;
    CHECK(found.bounds.lowest[3] == Approx(y_and_x).epsilon(1e-12));
    CHECK(found.bounds.highest[3] == Approx(y_and_x + 1 - x).epsilon(1e-12));
    CHECK(found.seeing.cells[3].value() == Approx(y_and_x / x).epsilon(1e-12));
}
