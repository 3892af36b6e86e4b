#include <learners/estimate/detail/density/mixture_estimation.hpp>

#include <pgm/core/detail/normal.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <vector>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

std::vector<WeightedPoint> points_of(std::vector<double> values) {
    std::ranges::sort(values);
    std::vector<WeightedPoint> points;
    for (const double value : values) points.push_back({value, WeightSum::of_count(1)});
    return points;
}

/// Normal numbers around the centres in turn.
std::vector<double> around(std::vector<double> centres, std::size_t count, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(centres[i % centres.size()] + standard_normal(rng));
    return values;
}

constexpr ColumnSpread wide{.weight = 100, .mean = 0, .variance = 50, .is_constant = false};

MixtureRule of(std::size_t components, double pseudo_counts = 0) {
    return {.components = components, .variance = {.pseudo_counts = pseudo_counts}};
}

/// The logarithm of the likelihood, less what the pseudo-counts ask for.
double objective(const std::vector<WeightedPoint>& points,
                 const std::vector<MixtureComponent>& mixture, double rows, double prior) {
    double sum = 0;
    for (const WeightedPoint& point : points) {
        double density = 0;
        for (const auto& [weight, mean, variance] : mixture)
            density += weight * std::exp(normal_log_density(point.value, mean, variance));
        sum += point.weight.value() * std::log(density);
    }
    for (const MixtureComponent& component : mixture)
        sum -= rows / 2 * (std::log(component.variance) + prior / component.variance);
    return sum;
}

}  // namespace

TEST_CASE("Mixture: distant groups become components", "[learners]") {
    const auto mixture = estimate_mixture(points_of({0, 1, 2, 1000, 1003}), of(2), wide);
    REQUIRE(mixture.size() == 2);
    CHECK_THAT(mixture[0].weight, WithinRel(3.0 / 5, 1e-12));
    CHECK_THAT(mixture[0].mean, WithinRel(1.0, 1e-10));
    CHECK_THAT(mixture[0].variance, WithinRel(2.0 / 3, 1e-8));
    CHECK_THAT(mixture[1].weight, WithinRel(2.0 / 5, 1e-12));
    CHECK_THAT(mixture[1].mean, WithinRel(1001.5, 1e-12));
    CHECK_THAT(mixture[1].variance, WithinRel(9.0 / 4, 1e-8));
}

TEST_CASE("Mixture: one component is what gaussian makes of the points", "[learners]") {
    // (n v + 2 V) / (n + 2) with n = 4, v = 5, V = 50.
    const auto mixture = estimate_mixture(points_of({-3, -1, 1, 3}), of(1, 2), wide);
    REQUIRE(mixture.size() == 1);
    CHECK(mixture[0].weight == 1);
    CHECK_THAT(mixture[0].mean, WithinAbs(0, 1e-15));
    CHECK_THAT(mixture[0].variance, WithinRel((4 * 5 + 2 * 50.0) / 6, 1e-14));
}

TEST_CASE("Mixture: no small change of a parameter makes the points more probable", "[learners]") {
    const auto points = points_of(around({0, 6, 14}, 150, 1));
    const double rows = 2;
    for (const std::size_t m : {2u, 3u}) {
        const auto mixture = estimate_mixture(points, of(m, rows), wide);
        const double prior = wide.variance / static_cast<double>(m * m);
        const double reached = objective(points, mixture, rows, prior);
        const double tolerance = 1e-3;  // EM ends before the last digits
        for (std::size_t c = 0; c < m; ++c) {
            for (const double step : {-0.03, 0.03}) {
                auto changed = mixture;
                changed[c].mean += step * 3;
                CHECK(objective(points, changed, rows, prior) < reached + tolerance);
                changed = mixture;
                changed[c].variance *= 1 + step;
                CHECK(objective(points, changed, rows, prior) < reached + tolerance);
                changed = mixture;
                changed[c].weight *= 1 + step;
                double total = 0;
                for (const MixtureComponent& component : changed) total += component.weight;
                for (MixtureComponent& component : changed) component.weight /= total;
                CHECK(objective(points, changed, rows, prior) < reached + tolerance);
            }
        }
    }
}

TEST_CASE("Mixture: the number of components is that of the peaks", "[learners]") {
    const MixtureRule chosen{};
    CHECK(estimate_mixture(points_of(around({0}, 300, 2)), chosen, wide).size() == 1);
    CHECK(estimate_mixture(points_of(around({0, 8}, 300, 3)), chosen, wide).size() == 2);
    CHECK(estimate_mixture(points_of(around({0, 8, 20}, 300, 4)), chosen, wide).size() == 3);
}

TEST_CASE("Mixture: mean and variance of the whole are those of the points, many or few",
          "[learners]") {
    for (const std::size_t count : {100u, 5000u}) {
        const std::vector<double> values = around({0, 4}, count, 5);
        double mean = 0, squares = 0;
        const auto n = static_cast<double>(count);
        for (const double value : values) mean += value / n;
        for (const double value : values) squares += (value - mean) * (value - mean);
        const auto mixture = estimate_mixture(points_of(values), of(3), wide);
        double weight = 0, first = 0, second = 0;
        for (const MixtureComponent& c : mixture) {
            weight += c.weight;
            first += c.weight * c.mean;
            second += c.weight * (c.variance + (c.mean - mean) * (c.mean - mean));
        }
        CHECK_THAT(weight, WithinRel(1.0, 1e-12));
        CHECK_THAT(first, WithinRel(mean, 1e-10));
        CHECK_THAT(second, WithinRel(squares / n, 1e-10));
    }
}

TEST_CASE("Mixture: equal values are spread over what was rounded to them", "[learners]") {
    // Two numbers a quarter of the distance 2 from the middle of an interval of width 2 each.
    std::vector<WeightedPoint> points = points_of({0, 2, 1000, 1004});
    points[0].weight = points[1].weight = WeightSum::of_count(2);
    const auto mixture = estimate_mixture(points, of(2), wide);
    REQUIRE(mixture.size() == 2);
    CHECK_THAT(mixture[0].weight, WithinRel(2.0 / 3, 1e-12));
    CHECK_THAT(mixture[0].variance, WithinRel(1 + 1.0 / 4, 1e-8));
    CHECK_THAT(mixture[1].variance, WithinRel(4.0, 1e-8));
    // Numbers of ten steps are no ten components.
    std::vector<WeightedPoint> steps;
    for (int i = 0; i < 10; ++i) steps.push_back({1.0 * i, WeightSum::of_count(100)});
    for (const MixtureComponent& component : estimate_mixture(steps, {}, wide))
        CHECK(component.variance > 1.0 / 12);
}

TEST_CASE("Mixture: few points, equal points and empty rules have an outcome", "[learners]") {
    CHECK(estimate_mixture(points_of({4}), of(3, 2), wide).size() == 1);
    CHECK(estimate_mixture(points_of({4, 5}), of(3, 2), wide).size() == 2);
    CHECK(estimate_mixture(points_of({4, 5, 6}), {}, wide).size() == 1);
    const std::vector<WeightedPoint> equal = {{4, WeightSum::of_count(50)}};
    CHECK(estimate_mixture(equal, {}, wide).size() == 1);
    CHECK_THAT(estimate_mixture(equal, {}, wide).front().variance, WithinRel(2 * 50.0 / 52, 1e-14));
    MixtureRule none = of(2);
    none.variance.floor = 0;
    CHECK(estimate_mixture(equal, none, wide).empty());
    // A single value far out keeps a variance, and numbers far from 1 keep their digits.
    const auto outlier = estimate_mixture(points_of({0, 1, 2, 3, 1e6}), of(2, 2), wide);
    REQUIRE(outlier.size() == 2);
    for (const MixtureComponent& component : outlier) {
        CHECK(component.variance > 0);
        CHECK(std::isfinite(component.variance));
    }
}
