#include <pgm/core/error.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <vector>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// Proportional to height + slope t, t from -1 to 1.
TabulatedDensity::Panel panel(double low, double high, double height, double slope = 0) {
    return {low, high, {height, slope}};
}

}  // namespace

TEST_CASE("Tabulated density: a triangle and a block beside it", "[continuous]") {
    // x on [0, 1] and 1/2 on [2, 3], 1/2 each.
    const TabulatedDensity table({panel(0, 1, 1, 1), panel(2, 3, 1)});
    CHECK_THAT(table.density(0.5), WithinRel(0.5, 1e-15));
    CHECK(table.density(1.5) == 0);
    CHECK(table.density(-0.1) == 0);
    CHECK_THAT(table.probability({.up_to = 0.5}), WithinRel(0.125, 1e-15));
    CHECK_THAT(table.probability({.above = 1.5}), WithinRel(0.5, 1e-15));
    CHECK_THAT(table.probability({0.5, 2.5}), WithinRel(0.625, 1e-15));
    CHECK_THAT(table.probability({1, 2}), WithinAbs(0, 1e-16));
    CHECK_THAT(table.probability({0.5, 0.5 + 1e-12}), WithinRel(0.5e-12, 1e-3));
    CHECK_THAT(table.probability({.up_to = 1e-9}), WithinRel(0.5e-18, 1e-6));
    CHECK(table.probability({1, 0}) == 0);
    CHECK(table.probability({5, 6}) == 0);
    CHECK(table.quantile_range(0.2) == Interval{0, 1});
    CHECK(table.quantile_range(0.9) == Interval{2, 3});
    CHECK_THAT(table.mode(), WithinAbs(1, 1e-9));
    CHECK(table == TabulatedDensity({panel(0, 1, 2, 2), panel(2, 3, 2)}));
    CHECK(table != TabulatedDensity({panel(0, 1, 1, 1), panel(2, 3, 2)}));
    CHECK(TabulatedDensity().empty());
}

TEST_CASE("Tabulated density: panels that are none are refused", "[continuous]") {
    CHECK_THROWS_AS(TabulatedDensity({panel(0, 0, 1)}), ArgumentError);
    CHECK_THROWS_AS(TabulatedDensity({panel(0, infinity, 1)}), ArgumentError);
    CHECK_THROWS_AS(TabulatedDensity({panel(0, 2, 1), panel(1, 3, 1)}), ArgumentError);
    CHECK_THROWS_AS(TabulatedDensity({panel(0, 1, 0)}), ArgumentError);
    CHECK_THROWS_AS(TabulatedDensity(std::vector<TabulatedDensity::Panel>{}), ArgumentError);
    const DensityComponent one{1, 0, 1, DensityComponent::Shape::tabulated};
    CHECK_THROWS_AS(ContinuousPosterior(VariableId(0), {one}, 0), ArgumentError);
    CHECK_THROWS_AS(ContinuousPosterior(VariableId(0), {one, one}, {TabulatedDensity()}, 0),
                    ArgumentError);
}

TEST_CASE("Tabulated density: a mixture of tables of equal means and sds keeps their shapes",
          "[continuous]") {
    // 1/6 on [-4, -1] and [1, 4], of variance 63 / 9, and a block of that variance.
    const double variance = 7, width = std::sqrt(3 * variance);
    const TabulatedDensity gap({panel(-4, -1, 1), panel(1, 4, 1)}),
        block({panel(-width, width, 1)});
    const DensityComponent component{1, 0, std::sqrt(variance), DensityComponent::Shape::tabulated};
    const ContinuousPosterior two(VariableId(0), {component, component, component},
                                  {gap, block, gap}, 0);
    REQUIRE(two.components().size() == 2);
    CHECK_THAT(two.density(0), WithinRel(0.5 / width / 3, 1e-14));
    CHECK_THAT(two.density(2), WithinRel(2.0 / 3 / 6 + 0.5 / width / 3, 1e-14));
    CHECK_THAT(two.probability({-1, 1}), WithinRel(1 / width / 3, 1e-14));
    const ContinuousPosterior one(VariableId(0), {component, component}, {block, block}, 0);
    CHECK(one.components().size() == 1);
}

TEST_CASE("Tabulated density: configurations whose moments are equal under an interval are two",
          "[continuous]") {
    // Y is X, or always inside; the part of a standard normal X in (-1, 1] has that variance.
    const double variance = 0.29112509477279321119;
    NetworkBuilder builder;
    const VariableId d = builder.add_variable(Variable("D", {"a", "b"})),
                     x = builder.add_variable(Variable("X")),
                     y = builder.add_variable(Variable("Y"));
    builder.set_cpd(TableCpd(Scope({d}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(LinearGaussianCpd(x, Scope({d}, {2}), {}, {{0, {}, 1}, {0, {}, variance}}));
    builder.set_cpd(LinearGaussianCpd(y, Scope({d}, {2}), {x}, {{0, {1}, 0}, {0, {0}, 1}}));
    const InferenceEngine engine(builder.build());
    const Evidence evidence = Evidence{}.observe(y, Interval{-1, 1});
    const ContinuousPosterior posterior = engine.density(x, evidence);
    CHECK(posterior.components().size() == 2);
    // Both configurations have the same probability given the interval.
    const double beyond =
        std::exp(engine.log_evidence(Evidence(evidence).observe(x, Interval{.above = 0.9})) -
                 engine.log_evidence(evidence));
    CHECK_THAT(posterior.probability({.above = 0.9}), WithinRel(beyond, 1e-11));
    // By mpmath: (P(0.9 < Z <= 1) / P(-1 < Z <= 1) + P(N(0, v) > 0.9)) / 2.
    CHECK_THAT(beyond, WithinRel(0.042434127196153738, 1e-11));
}

TEST_CASE("Tabulated density: the mode and the scores of a mixture with a table", "[continuous]") {
    const TabulatedDensity triangle({panel(0, 1, 1, 1)});
    const ContinuousPosterior mixture(
        VariableId(0),
        {{0.5, 2.0 / 3, std::sqrt(1.0 / 18), DensityComponent::Shape::tabulated}, {0.5, 0, 10}},
        {triangle, TabulatedDensity()}, 0);
    CHECK_THAT(mixture.mode(), WithinAbs(1, 1e-7));
    CHECK_THAT(mixture.mean(), WithinRel(1.0 / 3, 1e-14));
    CHECK(mixture.log_density(1000) < -4000);
    CHECK(std::isfinite(mixture.log_density(1000)));
    const ContinuousPosterior alone(
        VariableId(0), {{1, 2.0 / 3, std::sqrt(1.0 / 18), DensityComponent::Shape::tabulated}},
        {triangle}, 0);
    // The integral of x^4 is 1/5.
    CHECK_THAT(alone.crps(1), WithinAbs(0.2, 1e-5));
}
