#include <learners/judge/detail/stack_weights.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm::learners::detail;
using Catch::Matchers::WithinAbs;

TEST_CASE("Weights of a stack are the most probable ones", "[learners]") {
    // Rows that one member alone finds possible, and two pseudo-counts for each of them:
    // 30 log w_0 + 10 log w_1 + 2 log w_0 + 2 log w_1 is largest at w_0 = 32 / 44.
    constexpr double never = -std::numeric_limits<double>::infinity();
    const std::vector<std::vector<double>> sure = {{0, never, 0}, {never, 0, 0}};
    CHECK_THAT(stack_weights(sure, std::vector{30.0, 10.0, 7.0})[0], WithinAbs(32.0 / 44, 1e-4));
    // 300 log(0.1 + 0.8 w) + 100 log(0.9 - 0.8 w) + 2 log w + 2 log(1 - w) has the derivative
    // 240 / (0.1 + 0.8 w) - 80 / (0.9 - 0.8 w) + 2 / w - 2 / (1 - w).
    const std::vector<std::vector<double>> logs = {{std::log(0.9), std::log(0.1), std::log(0.5)},
                                                   {std::log(0.1), std::log(0.9), std::log(0.5)}};
    const std::vector<double> weights = stack_weights(logs, std::vector{300.0, 100.0, 7.0});
    const double w = weights[0];
    CHECK_THAT(240 / (0.1 + 0.8 * w) - 80 / (0.9 - 0.8 * w) + 2 / w - 2 / (1 - w),
               WithinAbs(0, 0.1));
    CHECK_THAT(weights[0] + weights[1], WithinAbs(1, 1e-15));
}

TEST_CASE("A member that is never the better one has next to no weight", "[learners]") {
    const std::vector<std::vector<double>> logs = {{-1, -2}, {-4, -5}, {-0.5, -3}};
    const std::vector<double> weights = stack_weights(logs, std::vector{3000.0, 3000.0});
    CHECK(weights[1] == 0);
    CHECK_THAT(weights[0] + weights[2], WithinAbs(1, 1e-15));
}

TEST_CASE("Few rows leave the weights near each other", "[learners]") {
    const std::vector<std::vector<double>> logs = {{-1}, {-4}};
    const std::vector<double> weights = stack_weights(logs, std::vector{1.0});
    CHECK(weights[0] > 0.5);
    CHECK(weights[1] > 0.4);  // 2 of 5 rows at least
}

TEST_CASE("Rows that no member finds possible, or that not all have, decide nothing",
          "[learners]") {
    constexpr double never = -std::numeric_limits<double>::infinity();
    const std::vector<std::vector<double>> logs = {{never, -1, -100}, {never, -1}};
    const std::vector<double> weights = stack_weights(logs, std::vector{1.0, 1.0, 1.0});
    CHECK(weights == std::vector{0.5, 0.5});
    CHECK(stack_weights(std::vector<std::vector<double>>{{-1}}, std::vector{2.0}) ==
          std::vector{1.0});
}
