#include <pgm/classify/classifier.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

using namespace pgm;

namespace {

std::vector<double> at(const Temperature& temperature, std::vector<double> probabilities) {
    for (double& p : probabilities) p = std::log(p);
    temperature.apply(probabilities);
    for (double& p : probabilities) p = std::exp(p);
    return probabilities;
}

}  // namespace

TEST_CASE("Temperature: a probability is raised to the power 1/T", "[classify]") {
    // 0.8^(1/2) : 0.2^(1/2) = 2 : 1.
    const std::vector<double> cooled = at(Temperature{2}, {0.8, 0.2});
    CHECK(cooled[0] == Approx(2.0 / 3));
    CHECK(cooled[1] == Approx(1.0 / 3));
    CHECK(at(Temperature(), {0.8, 0.2})[0] == Approx(0.8));
    CHECK(Temperature().changes_nothing());
    CHECK_FALSE(Temperature{2}.changes_nothing());
}

TEST_CASE("Temperature: the order of the classes never changes", "[classify]") {
    for (const double t : {0.01, 0.3, 1.0, 7.0, 50.0}) {
        const Temperature temperature{t};
        std::vector<double> probabilities = {0.1, 0.2, 0.3, 0.4};
        do {
            const std::vector<double> cooled = at(temperature, probabilities);
            for (std::size_t i = 0; i < 4; ++i)
                for (std::size_t j = 0; j < 4; ++j)
                    if (probabilities[i] < probabilities[j]) CHECK(cooled[i] <= cooled[j]);
            CHECK(std::ranges::max_element(cooled) - cooled.begin() ==
                  std::ranges::max_element(probabilities) - probabilities.begin());
        } while (std::ranges::next_permutation(probabilities).found);
    }
}

TEST_CASE("Temperature: what is impossible stays so, and nothing underflows", "[classify]") {
    const double impossible = -std::numeric_limits<double>::infinity();
    std::vector<double> logs = {-2000, -2001, impossible};
    Temperature{2}.apply(logs);
    CHECK(logs[0] == Approx(-std::log(1 + std::exp(-0.5))));
    CHECK(logs[1] == Approx(logs[0] - 0.5));
    CHECK(logs[2] == impossible);
}
