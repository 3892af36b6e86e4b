#include <pgm/core/numbers.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Shape = DensityComponent::Shape;

namespace {

/// The integral of (F(t) - [x <= t])^2 by its definition, as a sum over small steps.
double integrated_crps(const ContinuousPosterior& posterior, double x, double low, double high) {
    constexpr int steps = 400'000;
    const double width = (high - low) / steps;
    double sum = 0;
    for (int i = 0; i < steps; ++i) {
        const double t = low + (i + 0.5) * width;
        const double distance = posterior.cdf(t) - (x <= t ? 1 : 0);
        sum += distance * distance * width;
    }
    return sum;
}

}  // namespace

TEST_CASE("CRPS: of a standard normal forecast that is right it is (sqrt 2 - 1) / sqrt pi") {
    const ContinuousPosterior standard(VariableId(0), {{1, 0, 1}}, 0);
    CHECK_THAT(standard.crps(0),
               WithinRel((std::numbers::sqrt2 - 1) / std::sqrt(std::numbers::pi), 1e-14));
    // Far away it is the distance, less half the mean distance of two independent numbers.
    CHECK_THAT(standard.crps(1000), WithinRel(1000 - 1 / std::sqrt(std::numbers::pi), 1e-14));
}

TEST_CASE("CRPS: of a point mass it is the distance") {
    const ContinuousPosterior certain(VariableId(0), {{1, 3, 0}}, 0);
    CHECK(certain.crps(5) == 2);
    CHECK(certain.crps(3) == 0);
}

TEST_CASE("CRPS: of mixtures of every shape it is the integral that defines it") {
    const std::vector<std::vector<DensityComponent>> mixtures{
        {{0.3, -1, 0.5}, {0.7, 2, 1.5}},
        {{0.2, 0, 0}, {0.5, 1, 1}, {0.3, 1.5, 0}},
        {{0.5, 0, 1, Shape::uniform}, {0.3, 1, 0.4, Shape::uniform}, {0.2, 6, 1, Shape::uniform}},
        {{0.6, 0, 1, Shape::uniform}, {0.4, 1, 0.7, Shape::normal}}};
    for (const std::vector<DensityComponent>& mixture : mixtures) {
        const ContinuousPosterior posterior(VariableId(0), mixture, 0);
        for (const double x : {-4.0, 0.25, 1.0, 3.0})
            CHECK_THAT(posterior.crps(x), WithinAbs(integrated_crps(posterior, x, -14, 16), 1e-4));
    }
}

TEST_CASE("CRPS: of a part of a normal distribution it is that of the part") {
    // The positive half of a standard normal: E|X| = sqrt(2 / pi), and the larger of two such
    // numbers has the mean 2 / sqrt(pi), so E|X - X'| = 2 (2 / sqrt(pi) - sqrt(2 / pi)).
    const double mean = std::sqrt(2 / std::numbers::pi), largest = 2 / std::sqrt(std::numbers::pi);
    NetworkBuilder builder;
    const VariableId x = builder.add_variable(Variable("x"));
    builder.set_cpd(LinearGaussianCpd(x, Scope(), {}, {{0, {}, 1}}));
    const ContinuousPosterior posterior =
        InferenceEngine(builder.build()).density(x, Evidence{}.observe(x, Interval{.above = 0}));
    CHECK_THAT(posterior.crps(0), WithinAbs(mean - (largest - mean), 1e-4));
    CHECK_THAT(posterior.crps(-2), WithinAbs(2 + mean - (largest - mean), 1e-4));
    CHECK_THAT(posterior.log_density(1), WithinRel(std::log(posterior.density(1)), 1e-14));
}

TEST_CASE("Log density: it is the logarithm of the density, also where that is no double") {
    const ContinuousPosterior posterior(VariableId(0), {{0.25, -1, 0.5}, {0.75, 2, 1.5}}, 0);
    CHECK_THAT(posterior.log_density(0.5), WithinRel(std::log(posterior.density(0.5)), 1e-13));
    // The wider component alone counts so far out: log 0.75 - log(1.5 sqrt(2 pi)) - z^2 / 2.
    const double z = (1000.0 - 2) / 1.5;
    CHECK_THAT(
        posterior.log_density(1000),
        WithinRel(std::log(0.75 / 1.5) - 0.5 * std::log(2 * std::numbers::pi) - z * z / 2, 1e-14));
    const ContinuousPosterior box(VariableId(0), {{1, 0, 1, Shape::uniform}}, 0);
    CHECK_THAT(box.log_density(0), WithinRel(-std::log(2 * std::numbers::sqrt3), 1e-15));
    CHECK(box.log_density(2) == -infinity);
    CHECK(ContinuousPosterior(VariableId(0), {{1, 3, 0}}, 0).log_density(3) == infinity);
}
