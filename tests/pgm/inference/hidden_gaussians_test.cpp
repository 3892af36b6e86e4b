#include <pgm/inference/hidden_gaussians.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <numbers>

using namespace pgm;

namespace {

double normal_log(double distance, double variance) {
    return -0.5 * (distance * distance / variance + std::log(2 * std::numbers::pi * variance));
}

}  // namespace

TEST_CASE("Hidden Gaussians: one of two numbers is seen with noise", "[inference]") {
    // y is x and as much noise, so half of what y differs from its mean is x's.
    const BayesianNetwork network = NetworkBuilder::parse(
                                        "k{0|1} -> x{real} -> y{real}\n"
                                        "k: 0.5 0.5\n"
                                        "x | k=0: normal(0, var 1)\n"
                                        "x | k=1: normal(10, var 4)\n"
                                        "y: normal(x, var 1)")
                                        .build();
    const VariableId x = network.id("x"), y = network.id("y");
    HiddenGaussians gaussians(network, {x}, {y}, 2);
    const double values_of_y[] = {1, 15};
    std::vector<const double*> values(3, nullptr);
    values[y.index()] = values_of_y;
    std::vector<std::size_t> rows(3, 0);
    for (const int round : {0, 1}) {
        CAPTURE(round);
        rows[x.index()] = 0;
        CHECK(gaussians.condition(0, rows, values, 0) == Approx(normal_log(1, 2)));
        CHECK(gaussians.mean(0) == Approx(0.5));
        CHECK(gaussians.covariance(0, 0) == Approx(0.5));
        rows[x.index()] = 1;
        CHECK(gaussians.condition(1, rows, values, 1) == Approx(normal_log(5, 5)));
        CHECK(gaussians.mean(0) == Approx(14));
        CHECK(gaussians.covariance(0, 0) == Approx(0.8));
    }
}

TEST_CASE("Hidden Gaussians: children are listed before their parents", "[inference]") {
    const BayesianNetwork network = NetworkBuilder::parse(
                                        "a{real} -> b{real} -> c{real}\n"
                                        "a: normal(2, var 1)\n"
                                        "b: normal(3 a, var 1)\n"
                                        "c: normal(b, var 10)")
                                        .build();
    HiddenGaussians gaussians(network, {network.id("b"), network.id("a")}, {network.id("c")}, 1);
    // c has the mean 6 and the variance 9 + 1 + 10.
    const double value_of_c = 16;
    const std::vector<const double*> values{nullptr, nullptr, &value_of_c};
    CHECK(gaussians.condition(0, std::vector<std::size_t>(3, 0), values, 0) ==
          Approx(normal_log(10, 20)));
    CHECK(gaussians.mean(0) == Approx(6 + 0.5 * 10));
    CHECK(gaussians.mean(1) == Approx(2 + 0.15 * 10));
    CHECK(gaussians.covariance(0, 0) == Approx(10 - 100.0 / 20));
    CHECK(gaussians.covariance(0, 1) == Approx(3 - 30.0 / 20));
    CHECK(gaussians.covariance(1, 1) == Approx(1 - 9.0 / 20));
}

TEST_CASE("Hidden Gaussians: nothing is observed of what depends on them", "[inference]") {
    const BayesianNetwork network = NetworkBuilder::parse(
                                        "a{real} -> b{real}\n"
                                        "a: normal(2, var 1)\n"
                                        "b: normal(3 a, var 1)")
                                        .build();
    HiddenGaussians gaussians(network, {network.id("b")}, {}, 1);
    const double value_of_a = 5;
    const std::vector<const double*> values{&value_of_a, nullptr};
    CHECK(gaussians.condition(0, std::vector<std::size_t>(2, 0), values, 0) == 0);
    CHECK(gaussians.mean(0) == Approx(15));
    CHECK(gaussians.covariance(0, 0) == Approx(1));
}
