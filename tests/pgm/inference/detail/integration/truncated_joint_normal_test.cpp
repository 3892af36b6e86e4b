#include <pgm/core/error.hpp>
#include <pgm/inference/detail/integration/box_integral.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinRel;

namespace {

TruncatedJointNormal truncated_joint_normal(std::vector<double> means,
                                            std::vector<double> covariances,
                                            std::vector<Interval> intervals) {
    const auto size = static_cast<Eigen::Index>(means.size());
    TruncatedJointNormal box;
    box.means = Eigen::Map<Eigen::VectorXd>(means.data(), size);
    box.covariance = Eigen::Map<Eigen::MatrixXd>(covariances.data(), size, size);
    box.intervals = std::move(intervals);
    return box;
}

}  // namespace

// The numbers are integrals in 40 digits.
TEST_CASE("Normal box: one variable, also far out and in a narrow interval", "[continuous]") {
    struct Case {
        double mean, variance;
        Interval interval;
        double log_probability, mean_inside, variance_inside;
    };
    const Case cases[] = {
        {1, 4, {0, 3}, -0.62959563255286351, 1.413262436123066, 0.69109303634597301},
        {0, 1, {.above = 6}, -20.736768949974706, 6.1584826045445989, 0.023987636789166771},
        {0, 1, {2, 2.01}, -7.5341086358602867, 2.0049832918343053, 8.3331380588138239e-6},
        {5, 0.25, {.up_to = 3}, -10.360101486527291, 2.8871964277552645, 0.011668209599355658},
    };
    for (const Case& one : cases) {
        INFO(one.interval.above << " to " << one.interval.up_to);
        const TruncatedJointNormal box =
            truncated_joint_normal({one.mean}, {one.variance}, {one.interval});
        const BoxMoments inside = moments(box);
        CHECK_THAT(log_probability(box), WithinRel(one.log_probability, 1e-13));
        CHECK_THAT(inside.log_probability, WithinRel(one.log_probability, 1e-13));
        CHECK_THAT(inside.means(0), WithinRel(one.mean_inside, 1e-12));
        CHECK_THAT(inside.covariance(0, 0), WithinRel(one.variance_inside, 1e-9));
    }
}

TEST_CASE("Normal box: two and three variables that depend on each other", "[continuous]") {
    // A quarter and a sixth of the plane: asin(1/2) = pi/6.
    CHECK_THAT(log_probability(
                   truncated_joint_normal({0, 0}, {1, 0.5, 0.5, 1}, {{.above = 0}, {.above = 0}})),
               WithinRel(std::log(1.0 / 3), 1e-13));
    CHECK_THAT(log_probability(
                   truncated_joint_normal({0, 0}, {1, -0.8, -0.8, 1}, {{1, 2}, {.above = 0.5}})),
               WithinRel(-7.1925097745378969, 1e-13));
    CHECK_THAT(
        log_probability(truncated_joint_normal({1, -2}, {4, 3.9, 3.9, 4}, {{0, 3}, {-4, -0.5}})),
        WithinRel(-0.77542911966716352, 1e-13));
    // An orthant: 1/8 + (asin r12 + asin r13 + asin r23) / (4 pi).
    const double orthant =
        0.125 + (std::asin(0.5) + std::asin(0.25) + std::asin(-0.3)) / (4 * 3.14159265358979323846);
    CHECK_THAT(log_probability(truncated_joint_normal({0, 0, 0},
                                                      {1, 0.5, 0.25, 0.5, 1, -0.3, 0.25, -0.3, 1},
                                                      {{.above = 0}, {.above = 0}, {.above = 0}})),
               WithinRel(std::log(orthant), 1e-12));
}

TEST_CASE(
    "Normal box: independent groups are multiplied, multiples of a variable are its intervals",
    "[continuous]") {
    const double one = log_probability(truncated_joint_normal({0}, {1}, {{.above = 1}}));
    CHECK_THAT(log_probability(truncated_joint_normal(
                   {0, 0, 0, 0}, {1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1},
                   {{.above = 1}, {.above = 1}, {.above = 1}, {.above = 1}})),
               WithinRel(4 * one, 1e-13));
    // Y = -2 X: X > 1 and Y > -6 is 1 < X < 3.
    const TruncatedJointNormal multiples =
        truncated_joint_normal({0, 0}, {1, -2, -2, 4}, {{.above = 1}, {.above = -6}});
    CHECK_THAT(log_probability(multiples),
               WithinRel(log_probability(truncated_joint_normal({0}, {1}, {{1, 3}})), 1e-12));
    const BoxMoments inside = moments(multiples);
    CHECK_THAT(inside.means(1), WithinRel(-2 * inside.means(0), 1e-12));
    // A variable that does not vary is in its interval or not.
    CHECK_THAT(
        log_probability(truncated_joint_normal({2, 0}, {0, 0, 0, 1}, {{1, 3}, {.above = 1}})),
        WithinRel(one, 1e-13));
    CHECK(log_probability(truncated_joint_normal({2, 0}, {0, 0, 0, 1}, {{2, 3}, {.above = 1}})) ==
          -infinity);
}

TEST_CASE("Normal box: more than three variables that depend on each other are refused",
          "[continuous]") {
    std::vector<double> covariances(16, 0.5);
    for (std::size_t i = 0; i < 4; ++i) covariances[5 * i] = 1;
    CHECK_THROWS_AS(log_probability(truncated_joint_normal(
                        {0, 0, 0, 0}, covariances, std::vector<Interval>(4, Interval{.above = 0}))),
                    TooLargeError);
}
