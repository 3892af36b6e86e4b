#include <learners/stack/detail/stack_weights.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace pgm::learners::detail;
using Catch::Matchers::WithinAbs;

TEST_CASE("Weights of a stack maximise the likelihood", "[learners]") {
    // 3 log(0.1 + 0.8 w) + log(0.9 - 0.8 w) is largest where 3 (0.9 - 0.8 w) = 0.1 + 0.8 w.
    const std::vector<std::vector<double>> logs = {{std::log(0.9), std::log(0.1), std::log(0.5)},
                                                   {std::log(0.1), std::log(0.9), std::log(0.5)}};
    const std::vector<double> weights = stack_weights(logs, std::vector{3.0, 1.0, 7.0});
    CHECK_THAT(weights[0], WithinAbs(0.8125, 1e-4));
    CHECK_THAT(weights[0] + weights[1], WithinAbs(1, 1e-15));
}

TEST_CASE("A member that is never the better one has no weight", "[learners]") {
    const std::vector<std::vector<double>> logs = {{-1, -2}, {-1.5, -2.5}, {-0.5, -3}};
    const std::vector<double> weights = stack_weights(logs, std::vector{1.0, 1.0});
    CHECK(weights[1] == 0);
    CHECK_THAT(weights[0] + weights[2], WithinAbs(1, 1e-15));
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
