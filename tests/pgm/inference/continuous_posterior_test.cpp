#include <pgm/core/error.hpp>
#include <pgm/inference/continuous_posterior.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

ContinuousPosterior density_of(std::vector<DensityComponent> components) {
    return ContinuousPosterior(VariableId(0), std::move(components), 0);
}

}  // namespace

TEST_CASE("Continuous posterior: a normal distribution has its textbook numbers", "[continuous]") {
    const ContinuousPosterior normal = density_of({{1, 2, 3}});
    CHECK(normal.mean() == 2);
    CHECK(normal.sd() == 3);
    CHECK(normal.median() == 2);
    CHECK(normal.mode() == 2);
    CHECK_THAT(normal.quantile(0.975), WithinRel(2 + 3 * 1.959963984540054, 1e-14));
    CHECK_THAT(normal.cdf(5), WithinRel(0.8413447460685429, 1e-14));
    CHECK_THAT(normal.density(2), WithinRel(0.3989422804014327 / 3, 1e-14));
    CHECK_THAT(normal.probability({.above = 32}), WithinRel(7.619853024160527e-24, 1e-12));
    const Interval middle = normal.central_interval(0.95);
    CHECK_THAT(middle.above + middle.up_to, WithinAbs(4, 1e-13));
}

TEST_CASE("Continuous posterior: components that are equal to rounding are one, weights sum to 1",
          "[continuous]") {
    const ContinuousPosterior posterior =
        density_of({{2, 1, 1}, {1, 1 + 1e-14, 2}, {1, 1, 1}, {4, -5, 1}});
    REQUIRE(posterior.components().size() == 3);
    CHECK(posterior.components()[0] == DensityComponent{0.5, -5, 1});
    CHECK(posterior.components()[1] == DensityComponent{0.375, 1, 1});
    CHECK(posterior.components()[2].weight == 0.125);
    CHECK_THAT(posterior.mean(), WithinAbs(-2, 1e-14));
    // 0.5 (1 + 9) + 0.375 (1 + 9) + 0.125 (4 + 9)
    CHECK_THAT(posterior.variance(), WithinAbs(10.375, 1e-13));
}

TEST_CASE("Continuous posterior: quantiles of mixtures, also between far modes and at jumps",
          "[continuous]") {
    const ContinuousPosterior far = density_of({{0.5, -1e6, 1}, {0.5, 1e6, 1}});
    for (const double p : {1e-9, 0.2, 0.499, 0.501, 0.9, 0.999999})
        CHECK_THAT(far.cdf(far.quantile(p)), WithinRel(p, 1e-9));
    const ContinuousPosterior jump = density_of({{0.3, 0, 0}, {0.7, 1, 0.5}});
    CHECK(jump.quantile(0.2) == 0);
    CHECK(jump.cdf(0) - jump.cdf(-1e-300) == 0.3);
    CHECK(jump.mode() == 0);
    CHECK(jump.density(0) == infinity);
    const ContinuousPosterior point = density_of({{1, 7, 0}});
    CHECK(point.quantile(0.01) == 7);
    CHECK(point.sd() == 0);
}

TEST_CASE("Continuous posterior: a uniform component", "[continuous]") {
    const ContinuousPosterior uniform =
        density_of({{1, 1, 2 / std::sqrt(12.0), DensityComponent::Shape::uniform}});
    CHECK_THAT(uniform.cdf(0.5), WithinRel(0.25, 1e-14));
    CHECK_THAT(uniform.quantile(0.75), WithinRel(1.5, 1e-14));
    CHECK_THAT(uniform.density(1.9), WithinRel(0.5, 1e-14));
    CHECK(uniform.density(2.1) == 0);
    CHECK(uniform.probability({.above = 2.1}) == 0);
}

TEST_CASE("Continuous posterior: the mode is the highest of several", "[continuous]") {
    const ContinuousPosterior two = density_of({{0.6, 0, 2}, {0.4, 5, 0.5}});
    CHECK_THAT(two.mode(), WithinAbs(5, 0.05));
    for (const double step : {-0.01, 0.01})
        CHECK(two.density(two.mode()) > two.density(two.mode() + step));
}

TEST_CASE("Continuous posterior: impossible evidence, and numbers that are none", "[continuous]") {
    const ContinuousPosterior impossible(VariableId(0));
    CHECK(impossible.impossible());
    CHECK_THROWS_AS(impossible.mean(), ImpossibleEvidenceError);
    CHECK_THROWS_AS(impossible.cdf(0), ImpossibleEvidenceError);
    CHECK_THROWS_AS(density_of({}), ArgumentError);
    CHECK_THROWS_AS(density_of({{0, 1, 1}}), ArgumentError);
    CHECK_THROWS_AS(density_of({{1, std::nan(""), 1}}), ArgumentError);
    CHECK_THROWS_AS(density_of({{1, 0, -1}}), ArgumentError);
    CHECK_THROWS_AS(density_of({{1, 0, 1}}).quantile(1), ArgumentError);
    CHECK_THROWS_AS(density_of({{1, 0, 1}}).central_interval(0), ArgumentError);
}
