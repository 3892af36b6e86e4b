#include <learners/estimate/detail/density/sheather_jones.hpp>

#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// Ascending and different, with the number of times that each occurs.
std::vector<WeightedPoint> kernels_at(std::vector<double> values) {
    std::ranges::sort(values);
    std::vector<WeightedPoint> points;
    for (const double value : values) {
        if (!points.empty() && points.back().value == value)
            points.back().weight += WeightSum::of_count(1);
        else
            points.push_back({value, WeightSum::of_count(1)});
    }
    return points;
}

double reference_of(const std::vector<double>& values) {
    const auto n = static_cast<double>(values.size());
    double mean = 0, squares = 0;
    for (const double value : values) mean += value / n;
    for (const double value : values) squares += (value - mean) * (value - mean);
    return normal_reference_bandwidth(std::sqrt(squares / n), n);
}

double bandwidth(const std::vector<double>& values) {
    return sheather_jones_bandwidth(kernels_at(values), reference_of(values)).value();
}

/// Rainfall in 70 cities of the United States, the data set `precip` of R.
const std::vector<double> precip = {
    67,   54.7, 7,    48.5, 14,   17.2, 20.7, 13,   43.4, 40.2, 38.9, 54.5, 59.8, 48.3,
    22.9, 11.5, 34.4, 35.1, 38.7, 30.8, 30.6, 43.1, 56.8, 40.8, 41.8, 42.5, 31,   31.7,
    30.2, 25.9, 49.2, 37,   35.9, 15,   30.2, 7.2,  36.2, 45.5, 7.8,  33.4, 36.1, 40.2,
    42.7, 42.5, 16.2, 39,   35,   37,   31.4, 37.6, 39.9, 36.2, 42.8, 46.4, 24.7, 49.1,
    46,   35.9, 7.8,  48.2, 15.2, 32.5, 44.7, 42.6, 38.8, 17.4, 40.8, 29.1, 14.6, 59.2};

/// Two groups of different width.
std::vector<double> two_groups(std::size_t count, std::uint64_t seed) {
    Rng rng(seed);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i) {
        const double sum = rng.uniform() + rng.uniform() + rng.uniform() + rng.uniform();
        values.push_back(i % 3 == 0 ? sum : 7 + 2 * sum);
    }
    return values;
}

/// The fourth and the sixth derivative of the normal density by Hermite's polynomials.
double fourth(double z) {
    return (std::pow(z, 4) - 6 * z * z + 3) * std::exp(-z * z / 2) /
           std::sqrt(2 * std::numbers::pi);
}
double sixth(double z) {
    return (std::pow(z, 6) - 15 * std::pow(z, 4) + 45 * z * z - 15) * std::exp(-z * z / 2) /
           std::sqrt(2 * std::numbers::pi);
}

template <class Derivative>
double over_all_pairs(const std::vector<double>& values, double width, int power,
                      Derivative derivative) {
    double sum = 0;
    for (const double a : values)
        for (const double b : values) sum += derivative((a - b) / width);
    const auto n = static_cast<double>(values.size());
    return sum / (n * (n - 1) * std::pow(width, power));
}

/// How far h is from what the equation makes of it.
double residue(std::vector<double> values, double h) {
    const auto n = static_cast<double>(values.size());
    std::ranges::sort(values);
    double mean = 0, squares = 0;
    for (const double value : values) mean += value / n;
    for (const double value : values) squares += (value - mean) * (value - mean);
    const auto quantile = [&](double p) {
        const double number = p * (n - 1);
        const auto below = static_cast<std::size_t>(number);
        return values[below] + (number - std::floor(number)) * (values[below + 1] - values[below]);
    };
    const double s =
        std::min(std::sqrt(squares / (n - 1)), (quantile(0.75) - quantile(0.25)) / 1.349);
    const double a = 1.24 * s * std::pow(n, -1 / 7.0), b = 1.23 * s * std::pow(n, -1 / 9.0);
    const double g =
        1.357 *
        std::pow(over_all_pairs(values, a, 5, fourth) / -over_all_pairs(values, b, 7, sixth),
                 1 / 7.0) *
        std::pow(h, 5 / 7.0);
    const double roughness = over_all_pairs(values, g, 5, fourth);
    return std::pow(2 * std::sqrt(std::numbers::pi) * n * roughness, -0.2) - h;
}

}  // namespace

TEST_CASE("Sheather-Jones: the bandwidths are those of R", "[bandwidth]") {
    // bw.SJ(x, nb = 200000, tol = 1e-12) of R 4.2.2, whose intervals leave four digits. The last
    // has a few equal values, which matter little.
    CHECK_THAT(bandwidth({1, 2, 4, 7, 11, 16, 22}), WithinRel(4.77839542, 1e-5));
    CHECK_THAT(bandwidth({0.1, 0.2, 0.35, 0.4, 0.9, 1.3, 1.31, 2.2}), WithinRel(0.317163936, 1e-4));
    CHECK_THAT(bandwidth({58, 59, 60, 61, 62, 63, 64, 65, 66, 67, 68, 69, 70, 71, 72}),
               WithinRel(3.21041183, 1e-5));
    CHECK_THAT(bandwidth(precip), WithinRel(3.94203637, 1e-4));
}

TEST_CASE("Sheather-Jones: the bandwidth solves the equation over all pairs", "[bandwidth]") {
    for (const std::uint64_t seed : {1u, 2u, 3u}) {
        const std::vector<double> values = two_groups(120, seed);
        const double h = bandwidth(values);
        CHECK_THAT(residue(values, h), WithinAbs(0, 1e-7 * h));
        CHECK(h < reference_of(values) / 2);
    }
}

TEST_CASE("Sheather-Jones: a grid of many values changes little", "[bandwidth]") {
    for (const std::uint64_t seed : {4u, 5u}) {
        const std::vector<double> values = two_groups(700, seed);
        const double h = bandwidth(values);
        CHECK(std::abs(residue(values, h)) < 1e-3 * h);
    }
}

TEST_CASE("Sheather-Jones: an outlier does not widen the kernels", "[bandwidth]") {
    std::vector<double> values = precip;
    for (const double outlier : {1e3, 1e4, 1e9}) {
        values.push_back(outlier);
        const double h = sheather_jones_bandwidth(kernels_at(values), reference_of(precip)).value();
        CHECK_THAT(h, WithinRel(3.94203637, 0.02));
        values.pop_back();
    }
}

TEST_CASE("Sheather-Jones: the bandwidth has the unit of the values", "[bandwidth]") {
    const double h = bandwidth(precip);
    for (const double unit : {1e-140, 1e-3, 1e6, 1e140}) {
        std::vector<double> scaled;
        for (const double value : precip) scaled.push_back(unit * value);
        CHECK_THAT(
            sheather_jones_bandwidth(kernels_at(scaled), unit * reference_of(precip)).value(),
            WithinRel(unit * h, 1e-8));
    }
}

TEST_CASE("Sheather-Jones: there is none without different rows", "[bandwidth]") {
    CHECK_FALSE(sheather_jones_bandwidth({}, 1));
    CHECK_FALSE(sheather_jones_bandwidth(kernels_at({3}), 1));
    CHECK_FALSE(sheather_jones_bandwidth(kernels_at({3, 3, 3}), 1));
    const std::vector<WeightedPoint> light = {{0, WeightSum::of(0.25)}, {1, WeightSum::of(0.5)}};
    CHECK_FALSE(sheather_jones_bandwidth(light, 1));
    // So many equal values are a peak without width.
    std::vector<double> zeros(900, 0.0);
    for (int i = 1; i <= 100; ++i) zeros.push_back(i);
    CHECK_FALSE(sheather_jones_bandwidth(kernels_at(zeros), reference_of(zeros)));
}

TEST_CASE("Sheather-Jones: rounding does not make kernels narrow", "[bandwidth]") {
    const std::vector<double> values = two_groups(600, 6);
    const double h = bandwidth(values);
    for (const double step : {0.01, 0.1, 0.5}) {
        std::vector<double> rounded;
        for (const double value : values) rounded.push_back(step * std::round(value / step));
        CHECK_THAT(bandwidth(rounded), WithinRel(h, 0.1));
    }
}
