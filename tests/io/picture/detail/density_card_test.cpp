#include <io/picture/picture.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::io;
using Catch::Matchers::WithinAbs;
using Density = NodeCard::Density;
using Shape = DensityComponent::Shape;

namespace {

ContinuousPosterior posterior_of(std::vector<DensityComponent> components) {
    return ContinuousPosterior(VariableId(0), std::move(components), 0);
}

BayesianNetwork standard_normal_x() {
    NetworkBuilder builder;
    const VariableId x = builder.add_variable(Variable("X"));
    builder.set_cpd(LinearGaussianCpd(x, Scope(), {}, {{0, {}, 1}}));
    return builder.build();
}

/// The card of X with this distribution, and a finding where it has one.
Density density_card(Picture::Distribution shown, const Evidence& evidence = {}) {
    Picture picture{.distributions = {std::move(shown)}};
    picture.evidence = evidence;
    return node_cards(standard_normal_x(), picture).front().density.value();
}

Density card_of(std::vector<DensityComponent> components) {
    return density_card(posterior_of(std::move(components)));
}

/// A standard normal variable that was observed to lie in an interval.
Density part_of_normal(const Interval& interval) {
    const VariableId x(0u);
    const Evidence evidence = Evidence{}.observe(x, interval);
    return density_card(InferenceEngine(standard_normal_x()).density(x, evidence), evidence);
}

double value_at(const Density& card, double position) {
    return card.axis.above + position * (card.axis.up_to - card.axis.above);
}

bool is_drawable(const Density& card) {
    const auto fits = [](const Density::Spot& spot) {
        return spot.position >= 0 && spot.position <= 1 && spot.height >= 0 &&
               spot.height <= 1 + 1e-12;
    };
    return std::ranges::all_of(card.curve, fits) && std::ranges::all_of(card.point_masses, fits) &&
           std::ranges::is_sorted(card.curve, {}, &Density::Spot::position) &&
           std::isfinite(card.axis.above) && std::isfinite(card.axis.up_to) &&
           card.curve.size() <= 64 && card.point_masses.size() <= 64;
}

}  // namespace

TEST_CASE("Density card: heights of a normal distribution are those of its formula") {
    const Density card = card_of({{1, 46, 6}});
    CHECK(card.summary == "mean 46, sd 6");
    CHECK(card.finding.empty());
    CHECK(!card.shaded);
    REQUIRE(is_drawable(card));
    // The 0.1 % quantile of the standard normal distribution is -3.0902.
    CHECK_THAT(card.axis.above, WithinAbs(46 - 6 * 3.0902 * 1.12, 1e-3));
    CHECK_THAT(card.axis.up_to, WithinAbs(46 + 6 * 3.0902 * 1.12, 1e-3));
    REQUIRE(card.curve.size() == 51);
    for (const auto& [position, height] : card.curve) {
        const double z = (value_at(card, position) - 46) / 6;
        CHECK_THAT(height, WithinAbs(std::exp(-z * z / 2), 2e-3));
    }
}

TEST_CASE("Density card: heights of a mixture are those of its formula") {
    const Density card = card_of({{0.25, -2, 0.5}, {0.75, 3, 2}});
    REQUIRE(is_drawable(card));
    const auto density = [](double x) {
        const double a = (x + 2) / 0.5, b = (x - 3) / 2;
        return 0.25 * std::exp(-a * a / 2) / 0.5 + 0.75 * std::exp(-b * b / 2) / 2;
    };
    const auto top = std::ranges::max(card.curve, {}, &Density::Spot::height);
    CHECK(top.height == 1);
    for (const auto& [position, height] : card.curve)
        CHECK_THAT(height, WithinAbs(density(value_at(card, position)) /
                                         density(value_at(card, top.position)),
                                     0.02));
}

TEST_CASE("Density card: components too narrow for the axis are as high as they are probable") {
    for (const double sd : {1e-5, 1e-2, 1.0}) {
        const Density card = card_of({{0.3, -1e6, sd}, {0.7, 1e6, sd * 100}});
        REQUIRE(is_drawable(card));
        double left = 0, right = 0;
        for (const auto& [position, height] : card.curve) (position < 0.5 ? left : right) += height;
        CHECK_THAT(left / (left + right), WithinAbs(0.3, 1e-9));
    }
}

TEST_CASE("Density card: an interval shades its part, and the curve stops at its bounds") {
    const Density card = part_of_normal({0, 1});
    CHECK(card.finding == "0 < X <= 1");
    REQUIRE(is_drawable(card));
    REQUIRE(card.shaded);
    CHECK_THAT(value_at(card, card.shaded->from), WithinAbs(0, 1e-12));
    CHECK_THAT(value_at(card, card.shaded->to), WithinAbs(1, 1e-12));
    double outside = 0, highest_outside = 0;
    for (const auto& [position, height] : card.curve) {
        const double x = value_at(card, position);
        if (position < card.shaded->from || position > card.shaded->to) {
            ++outside;
            highest_outside = std::max(highest_outside, height);
        } else if (height > 0) {
            CHECK_THAT(height, WithinAbs(std::exp(-x * x / 2), 0.01));
        }
    }
    CHECK(outside >= 2);
    CHECK(highest_outside == 0);
    for (const double bound : {card.shaded->from, card.shaded->to})
        CHECK(std::ranges::count(card.curve, bound, &Density::Spot::position) == 2);
}

TEST_CASE("Density card: an interval without bounds in sight shades the whole axis") {
    const Evidence wide = Evidence{}.observe(VariableId(0u), Interval{.above = -1000});
    const Density card = density_card(posterior_of({{1, 0, 1}}), wide);
    CHECK(card.shaded == Density::Range{0, 1});
    CHECK(card.finding == "X > -1000");
}

TEST_CASE("Density card: a uniform density is flat and has edges") {
    const Density card = card_of({{1, 0, 1, Shape::uniform}});
    REQUIRE(is_drawable(card));
    for (const auto& [position, height] : card.curve) {
        const double x = std::abs(value_at(card, position));
        if (std::abs(x - std::sqrt(3.0)) > 1e-9)
            CHECK_THAT(height, WithinAbs(x < std::sqrt(3.0) ? 1 : 0, 1e-9));
    }
}

TEST_CASE("Density card: point masses and the curve are to each other as their probabilities") {
    const Density card = card_of({{0.2, 0, 0}, {0.4, 5, 0}, {0.4, 2, 1}});
    REQUIRE(is_drawable(card));
    REQUIRE(card.point_masses.size() == 2);
    CHECK_THAT(card.point_masses[0].height, WithinAbs(0.5, 1e-12));
    CHECK_THAT(card.point_masses[1].height, WithinAbs(1, 1e-12));
    CHECK_THAT(value_at(card, card.point_masses[1].position), WithinAbs(5, 1e-12));
    CHECK_THAT(std::ranges::max(card.curve, {}, &Density::Spot::height).height,
               WithinAbs(1, 1e-12));
    CHECK(card.curve.back().height < 0.05);  // without the point mass beside it
}

TEST_CASE("Density card: a variable that has one value has no curve but a mark") {
    const Density card = card_of({{1, 41, 0}});
    CHECK(card.summary == "= 41");
    CHECK(card.curve.empty());
    CHECK(card.point_masses == std::vector<Density::Spot>{{0.5, 1}});
    CHECK(card.axis == Interval{41, 41});
    CHECK(card_of({{1, -0.0, 0}}).summary == "= 0");
}

TEST_CASE("Density card: thousands of components and point masses take no more room than one") {
    std::vector<DensityComponent> kernels, masses;
    for (int i = 0; i < 5000; ++i) {
        kernels.push_back({1, std::sin(i) * 10, 0.05});
        kernels.push_back({1, std::cos(i) * 10, 0.05, Shape::uniform});
        masses.push_back({1, std::sin(i), 0});
    }
    CHECK(is_drawable(card_of(kernels)));
    const Density spikes = card_of(masses);
    CHECK(is_drawable(spikes));
    CHECK(spikes.curve.empty());
}

TEST_CASE("Density card: variances from 1e-20 to 1e20 are drawn where doubles can tell") {
    for (const double mean : {0.0, 1.0, -1e4, 1e6})
        for (const double sd : {1e-5, 1e-3, 1.0, 1e4, 1e10}) {
            INFO(mean << " " << sd);
            const Density card = card_of({{1, mean, sd}});
            REQUIRE(is_drawable(card));
            REQUIRE(card.curve.size() == 51);
            CHECK(card.curve[25].height == 1);
            CHECK_THAT(card.curve[15].height,
                       WithinAbs(std::exp(-std::pow(3.461 * 0.4, 2) / 2), 0.01));
        }
    CHECK(card_of({{1, 1e6, 1e-5}}).summary == "mean 1000000, sd 1e-05");
    CHECK(card_of({{1, 1234.5, 300}}).summary == "mean 1234, sd 300");
    CHECK(card_of({{1, 1013.253, 0.0123}}).summary == "mean 1013.253, sd 0.0123");
    CHECK(card_of({{1, -1e-17, 1}}).summary == "mean 0, sd 1");
}

TEST_CASE("Density card: what doubles cannot hold is left out") {
    // Doubles near 1e12 are 1.2e-4 apart.
    const Density fine = card_of({{1, 1e12, 1e-5}});
    CHECK(fine.curve.empty());
    CHECK(fine.point_masses.size() == 1);
    CHECK(card_of({{0.5, -1e200, 1}, {0.5, 1e200, 1}}).summary == "mean 0, sd 1e+200");
    CHECK(!card_of({{0.5, -1.7e308, 1}, {0.5, 1.7e308, 1}}).has_plot());
    const Density far = card_of({{1, 1e308, 1e150}});
    CHECK(!far.has_plot());
    for (const double number : {infinity, std::nan("")}) {
        CHECK(density_card(Picture::Moments{number, 1}).summary.empty());
        CHECK(density_card(Picture::Moments{1, number}).summary.empty());
    }
}

TEST_CASE("Density card: moments alone are text") {
    const Evidence evidence = Evidence{}.observe(VariableId(0u), Interval{.up_to = 3});
    const Density card = density_card(Picture::Moments{-0.05, 0.25}, evidence);
    CHECK(card.summary == "mean -0.05, sd 0.25");
    CHECK(card.finding == "X <= 3");
    CHECK(!card.has_plot());
}
