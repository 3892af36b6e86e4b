#include <pgm/query/conditioned_sampler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/query_text.hpp>
#include <tests/support/catch.hpp>

#include <array>
#include <cmath>

using namespace pgm;

namespace {

BayesianNetwork rain_on_grass() {
    return NetworkBuilder::parse(
               "Rain{no|yes} -> Wet{no|yes} <- Hose{no|yes}; Rain -> mm{real}\n"
               "Rain: 0.7 0.3\nHose: 0.6 0.4\n"
               "Wet | Rain=no, Hose=no: 0.9 0.1\nWet | Rain=yes, Hose=no: 0.2 0.8\n"
               "Wet | Rain=no, Hose=yes: 0.3 0.7\nWet | Rain=yes, Hose=yes: 0.1 0.9\n"
               "mm | Rain=no: normal(0, sd 1)\nmm | Rain=yes: normal(8, sd 2)")
        .build();
}

struct SampleSums {
    std::array<double, 3> states{};  ///< of Rain, Wet and Hose
    double millimetres = 0;
};

SampleSums sums_given(const std::string& given, std::size_t rows) {
    const BayesianNetwork network = rain_on_grass();
    const ConditionedSampler sampler(network, parse_given(network, given));
    SampleSums sums;
    sampler.sample(rows, 1, [&](std::span<StateId> states, std::span<double> values) {
        REQUIRE(states.size() == 4);
        for (std::size_t v = 0; v < 3; ++v) sums.states[v] += static_cast<double>(states[v].value);
        sums.millimetres += values[3];
    });
    return sums;
}

}  // namespace

TEST_CASE("Rows given evidence have the posterior, by hand", "[query]") {
    constexpr std::size_t rows = 20'000;
    const SampleSums sums = sums_given("Wet=yes", rows);
    // P(Rain, Wet=yes) = 0.3 (0.6 0.8 + 0.4 0.9) = 0.252, and 0.7 (0.6 0.1 + 0.4 0.7) = 0.238
    const double rain = 0.252 / 0.49, spread = 5 * std::sqrt(0.25 / rows);
    CHECK(sums.states[1] == rows);
    CHECK(sums.states[0] / rows == Approx(rain).margin(spread));
    CHECK(sums.millimetres / rows == Approx(8 * rain).margin(5 * 4.5 / std::sqrt(rows)));
}

TEST_CASE("Rows given a condition on several variables, and under an intervention", "[query]") {
    constexpr std::size_t rows = 20'000;
    const SampleSums either = sums_given("Rain=yes or Hose=yes", rows);  // 1 - 0.7 0.6 = 0.58
    CHECK(either.states[0] / rows == Approx(0.3 / 0.58).margin(0.018));
    const SampleSums set = sums_given("do(Wet=yes)", rows);
    CHECK(set.states[1] == rows);
    CHECK(set.states[0] / rows == Approx(0.3).margin(0.018));
}

TEST_CASE("Rows given what cannot be, or is no state, are refused", "[query]") {
    const BayesianNetwork network = rain_on_grass();
    const auto sampler = [&](const std::string& given) {
        ConditionedSampler(network, parse_given(network, given));
    };
    CHECK_THROWS_AS(sampler("Wet=yes, Wet=no"), ImpossibleEvidenceError);
    CHECK_THROWS_AS(sampler("Wet=[0.2, 0.9]"), ArgumentError);
    CHECK_THROWS_AS(sampler("mm > 3"), ArgumentError);
}
