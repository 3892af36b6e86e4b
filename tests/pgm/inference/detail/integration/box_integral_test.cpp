#include <pgm/core/error.hpp>
#include <pgm/inference/detail/integration/box_integral.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <string>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr auto logistic = Noise::Kind::logistic;

TruncatedJointNormal box_with(std::vector<double> means, std::vector<double> covariances,
                              std::vector<TruncatedJointNormal::NoisyConstraint> noisy) {
    const auto size = static_cast<Eigen::Index>(means.size());
    TruncatedJointNormal box;
    box.means = Eigen::Map<Eigen::VectorXd>(means.data(), size);
    box.covariance = Eigen::Map<Eigen::MatrixXd>(covariances.data(), size, size);
    box.intervals.resize(means.size());
    box.noisy = std::move(noisy);
    return box;
}

/// Twelve linear functions a t of one standard normal variable t, of which the state is known with
/// noise: a = 0.5, 0.75, 1, 1.25, 0.5, .., cuts from -2.2 to 2.2, every third one below its cut.
TruncatedJointNormal twelve_items(Noise::Kind kind) {
    constexpr std::size_t count = 12;
    std::vector<double> slopes, covariances;
    std::vector<TruncatedJointNormal::NoisyConstraint> noisy;
    for (std::size_t i = 0; i < count; ++i) {
        slopes.push_back(0.5 + 0.25 * static_cast<double>(i % 4));
        const double cut = (-22 + 4 * static_cast<double>(i)) / 10;
        const Interval interval = i % 3 == 0 ? Interval{.up_to = cut} : Interval{.above = cut};
        noisy.push_back({i, interval, {kind, 1}});
    }
    for (const double a : slopes)
        for (const double b : slopes) covariances.push_back(a * b);
    return box_with(std::vector<double>(count, 0.0), std::move(covariances), std::move(noisy));
}

}  // namespace

// The numbers are integrals by the trapezoidal rule or by tanh-sinh quadrature in 25 to 40 digits.
TEST_CASE("Box integral: a logistic state of one variable, also far out, sharp and narrow",
          "[continuous]") {
    struct Case {
        double mean, variance;
        Interval interval;
        double scale;
        double log_probability, mean_given, variance_given;
    };
    const Case cases[] = {
        {0, 1, {.above = 0}, 1, -0.69314718055994531, 0.41324192828381407, 0.82923110870827507},
        {0.7, 2.25, {.above = 1}, 1, -0.80486475236221788, 1.5809020151875833, 1.59894968370123},
        {-1, 4, {-0.5, 0.5}, 0.3, -1.771228522328892, -0.084684412467404454, 0.33991645529981451},
        {0, 1, {.above = 10}, 0.5, -18.000000831491401, 1.9999983370916698, 0.99999667448058985},
        {0, 1, {.above = 50}, 0.01, -1254.3798718274766, 50, 9.8501800458598e-4},
        {3, 1e4, {.above = 0}, 0.001, -0.66949613770354857, 80.888458992030831, 3699.7225789475119},
        {0, 1, {0.3, 0.300001}, 1e-8, -14.779449241151456, 0.30000049999997491, 8.36623201496e-14},
        {0, 1, {.up_to = -200}, 3, -66.611111111111111, -1.0 / 3, 1},
        {0, 1e-8, {.above = 1}, 1, -1.3132616858290493, 7.3105857673836774e-9, 9.99999998033880e-9},
        {2, 1, {.above = 2.5}, 1e-6, -1.1759117615926801, 3.1410777703655858, 0.26848040715841929},
        {0, 1, {1, 1.001}, 0.7, -8.4854389309085598, 0.44297638561200879, 0.57455637779259439},
    };
    for (const Case& one : cases) {
        INFO(one.interval.above << " to " << one.interval.up_to << ", scale " << one.scale);
        const TruncatedJointNormal box =
            box_with({one.mean}, {one.variance}, {{0, one.interval, {logistic, one.scale}}});
        const BoxMoments given = moments(box);
        // The bounds 0.3 and 0.300001 are known to 5e-17, so their difference to 1e-10.
        CHECK_THAT(log_probability(box), WithinRel(one.log_probability, 5e-12));
        if (one.scale > 1e-7)
            CHECK_THAT(log_probability(box), WithinRel(one.log_probability, 2e-15));
        CHECK(given.log_probability == log_probability(box));
        CHECK_THAT(
            given.means(0) - one.mean_given,
            WithinAbs(0, 1e-13 * (std::abs(one.mean_given) + std::sqrt(one.variance_given))));
        CHECK_THAT(given.covariance(0, 0), WithinRel(one.variance_given, 1e-10));
    }
}

TEST_CASE("Box integral: the states of a logistic variable have probability 1 together",
          "[continuous]") {
    for (const double scale : {1e-3, 0.2, 1.0, 40.0}) {
        const std::vector<double> bounds{-infinity, -1, 0.5, 0.75, 3, infinity};
        double sum = 0;
        for (std::size_t k = 0; k + 1 < bounds.size(); ++k)
            sum += std::exp(log_probability(
                box_with({0.4}, {2}, {{0, {bounds[k], bounds[k + 1]}, {logistic, scale}}})));
        INFO(scale);
        CHECK_THAT(sum, WithinAbs(1, 1e-14));
    }
}

TEST_CASE("Box integral: logistic noise that vanishes leaves the interval", "[continuous]") {
    TruncatedJointNormal sharp = box_with({1}, {4}, {});
    sharp.intervals[0] = {0, 3};
    const double limit = log_probability(sharp);
    for (const double scale : {1e-3, 1e-5, 1e-7, 1e-9, 1e-12, 1e-15, 1e-100}) {
        INFO(scale);
        const TruncatedJointNormal box = box_with({1}, {4}, {{0, {0, 3}, {logistic, scale}}});
        CHECK_THAT(log_probability(box), WithinRel(limit, scale * scale + 1e-14));
    }
}

TEST_CASE("Box integral: any number of noisy states of multiples of one variable", "[continuous]") {
    struct Case {
        Noise::Kind kind;
        double log_probability, mean, sd;
    };
    for (const Case& one :
         {Case{logistic, -12.223423978227186, 0.73609110320158376, 0.60983043801531088},
          Case{Noise::Kind::normal, -18.031756146472604, 0.62742184548260261,
               0.37120588974097185}}) {
        const BoxMoments given = moments(twelve_items(one.kind));
        CHECK_THAT(given.log_probability, WithinRel(one.log_probability, 1e-14));
        CHECK_THAT(given.means(2), WithinRel(one.mean, 1e-13));  // the slope is 1
        CHECK_THAT(given.means(0), WithinRel(0.5 * one.mean, 1e-13));
        CHECK_THAT(std::sqrt(given.covariance(2, 2)), WithinRel(one.sd, 1e-12));
        CHECK_THAT(std::sqrt(given.covariance(0, 0)), WithinRel(0.5 * one.sd, 1e-12));
    }
}

TEST_CASE("Box integral: logistic states of two variables that depend on each other",
          "[continuous]") {
    const TruncatedJointNormal box =
        box_with({0, 0}, {1, 0.5, 0.5, 1},
                 {{0, {.above = -0.4}, {logistic, 0.8}}, {1, {.above = 0.5}, {logistic, 0.5}}});
    const BoxMoments given = moments(box);
    CHECK_THAT(given.log_probability, WithinRel(-1.4193360241255026, 1e-13));
    CHECK_THAT(given.means(0), WithinRel(0.67936541775499356, 1e-12));
    CHECK_THAT(given.means(1), WithinRel(0.89090610702238543, 1e-12));
    CHECK_THAT(given.covariance(0, 0), WithinRel(0.74106324926067855, 1e-12));
    CHECK_THAT(given.covariance(0, 1), WithinRel(0.25005919903673108, 1e-12));
    CHECK_THAT(given.covariance(1, 1), WithinRel(0.58977483642989066, 1e-12));
}

TEST_CASE("Box integral: four logistic states of two directions", "[continuous]") {
    // u and v have correlation 1/2; the functions are u, v, 0.7 u + 0.6 v and 1.2 u - 0.4 v.
    Eigen::MatrixXd loadings(4, 2);
    loadings << 1, 0, 0, 1, 0.7, 0.6, 1.2, -0.4;
    Eigen::Matrix2d abilities;
    abilities << 1, 0.5, 0.5, 1;
    TruncatedJointNormal box = box_with({0, 0, 0, 0}, std::vector<double>(16),
                                        {{0, {.above = 0.2}, {logistic, 1}},
                                         {1, {.above = -0.3}, {logistic, 1}},
                                         {2, {.up_to = 0.5}, {logistic, 1}},
                                         {3, {.above = 0}, {logistic, 1}}});
    box.covariance = loadings * abilities * loadings.transpose();
    const BoxMoments given = moments(box);
    CHECK_THAT(given.log_probability, WithinRel(-2.6836047366436843, 1e-13));
    CHECK_THAT(given.means(0), WithinRel(0.51594431660715043, 1e-12));
    CHECK_THAT(given.means(1), WithinRel(0.21139118308541641, 1e-12));
    CHECK_THAT(given.covariance(0, 0), WithinRel(0.59781368842599181, 1e-12));
    CHECK_THAT(given.covariance(0, 1), WithinRel(0.24457458029802586, 1e-11));
    CHECK_THAT(given.covariance(1, 1), WithinRel(0.70612408252370922, 1e-12));
}

TEST_CASE("Box integral: an interval beside logistic states", "[continuous]") {
    // v > 0.3, without noise, before u and 0.7 u + 0.6 v.
    TruncatedJointNormal box =
        box_with({0, 0, 0}, {1, 0.5, 0.95, 0.5, 1, 1, 0.95, 1, 1.27},
                 {{1, {.above = 0.2}, {logistic, 1}}, {2, {.up_to = 0.5}, {logistic, 1}}});
    box.intervals[0].above = 0.3;
    const BoxMoments given = moments(box);
    CHECK_THAT(given.log_probability, WithinRel(-2.5813344463577153, 1e-12));
    CHECK_THAT(given.means(1), WithinRel(0.47174431570037823, 1e-12));
    CHECK_THAT(given.means(0), WithinRel(0.89241289596818672, 1e-12));
}

TEST_CASE("Box integral: logistic states of three directions are refused", "[continuous]") {
    std::vector<double> covariances(9, 0.5);
    for (std::size_t i = 0; i < 3; ++i) covariances[4 * i] = 1;
    std::vector<TruncatedJointNormal::NoisyConstraint> noisy;
    for (std::size_t i = 0; i < 3; ++i) noisy.push_back({i, {.above = 0}, {logistic, 1}});
    CHECK_THROWS_WITH(log_probability(box_with({0, 0, 0}, covariances, noisy)),
                      Catch::Contains("3 states and intervals with noise that depend on each "
                                      "other is computed where they depend on two linear "
                                      "functions at most"));
    // The last of three is a difference of tails where it has no noise.
    noisy.pop_back();
    TruncatedJointNormal two = box_with({0, 0, 0}, covariances, noisy);
    two.intervals[2].above = 0;
    CHECK_THAT(log_probability(two), WithinRel(-1.7289595168664286, 1e-12));
    // Three that are independent are no box of three.
    CHECK_THAT(log_probability(box_with({0, 0, 0}, {1, 0, 0, 0, 1, 0, 0, 0, 1},
                                        {{0, {.above = 0}, {logistic, 1}},
                                         {1, {.above = 0}, {logistic, 1}},
                                         {2, {.above = 0}, {logistic, 1}}})),
               WithinRel(3 * std::log(0.5), 1e-14));
}
