#include <pgm/core/numbers.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <vector>

using namespace pgm;

TEST_CASE("Sums of exponentials: however far from the logarithms of doubles", "[numbers]") {
    CHECK(log_sum_exp(std::vector{-infinity, -infinity}) == -infinity);
    CHECK(log_sum_exp(std::vector{-1e300, -infinity}) == -1e300);
    CHECK(log_sum_exp(std::vector{-5000.0, -5000.0}) == -5000 + std::log(2.0));
    CHECK(log_sum_exp(std::vector{800.0, 0.0}) == 800);
    CHECK(log_sum_exp(-infinity, -infinity) == -infinity);
    CHECK(log_sum_exp(-infinity, -1e300) == -1e300);
    CHECK(log_sum_exp(infinity, infinity) == infinity);
    CHECK(log_sum_exp(-5000, -5000) == -5000 + std::log(2.0));
}

TEST_CASE("Normalising logarithms: probabilities in their proportion, and the log of their sum",
          "[numbers]") {
    std::vector<double> logs{-5000, -5000 + std::log(3.0), -infinity};
    CHECK(normalise_logs(logs) == Approx(-5000 + std::log(4.0)).epsilon(1e-15));
    CHECK(logs[0] == Approx(0.25).epsilon(1e-12));
    CHECK(logs[1] == Approx(0.75).epsilon(1e-12));
    CHECK(logs[2] == 0);
    std::vector<double> none{-infinity, -infinity};
    CHECK(normalise_logs(none) == -infinity);
    CHECK(none == std::vector<double>{0, 0});
}
