#include <learners/judge/detail/temperature.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

/// So many rows of two classes, each with the same confidence; the first `right` of them are right.
OutOfFold confident(double confidence, std::size_t right, std::size_t rows) {
    OutOfFold predictions{std::vector<std::size_t>(rows, 1), std::vector(rows, 1.0), {}};
    std::fill_n(predictions.labels.begin(), right, 0);
    for (std::size_t i = 0; i < rows; ++i) {
        predictions.log_posteriors.push_back(std::log(confidence));
        predictions.log_posteriors.push_back(std::log(1 - confidence));
    }
    return predictions;
}

double temperature_of(const OutOfFold& rows) {
    return tune_temperature(rows).value;
}

}  // namespace

TEST_CASE("The temperature makes confidence what it should be", "[learners]") {
    // 0.9^b / (0.9^b + 0.1^b) = 3/4 where 9^b = 3, 9/10 where b = 1.
    CHECK(temperature_of(confident(0.9, 300, 400)) == Approx(2).epsilon(1e-6));
    CHECK(temperature_of(confident(0.9, 360, 400)) == Approx(1).epsilon(1e-6));
    // 0.75^b / (0.75^b + 0.25^b) = 0.9 where 3^b = 9.
    CHECK(temperature_of(confident(0.75, 360, 400)) == Approx(0.5).epsilon(1e-6));
    // 1/T stays in [0.02, 3].
    CHECK(temperature_of(confident(0.75, 400, 400)) == Approx(1.0 / 3).epsilon(1e-6));
    CHECK(temperature_of(confident(0.999, 100, 400)) == Approx(50).epsilon(1e-6));
}

TEST_CASE("A row of weight 3 is three rows for the temperature", "[learners]") {
    const OutOfFold many = confident(0.9, 90, 120);
    OutOfFold weighted = confident(0.9, 30, 40);
    weighted.weights.assign(40, 3);
    CHECK(temperature_of(weighted) == Approx(temperature_of(many)).epsilon(1e-7));
}

TEST_CASE("Few rows pull the temperature to 1", "[learners]") {
    const double temperature = temperature_of(confident(0.9, 15, 20));
    CHECK(temperature > 1);
    CHECK(temperature < 2);
    // The derivative of the loss by b, 3/4 log(1 + 9^-b) + 1/4 log(1 + 9^b) + 2 (ln b)^2 / 20.
    const double b = 1 / temperature;
    const double slope =
        std::log(9) * (std::pow(9, b) / (1 + std::pow(9, b)) - 0.75) + 4 * std::log(b) / b / 20;
    CHECK_THAT(slope, Catch::Matchers::WithinAbs(0, 1e-6));
}

TEST_CASE("Temperature: rows in which nothing is possible stay so", "[learners]") {
    OutOfFold rows = confident(0.9, 30, 40);
    const double impossible = -std::numeric_limits<double>::infinity();
    rows.labels.push_back(0);
    rows.weights.push_back(1);
    rows.log_posteriors.insert(rows.log_posteriors.end(), {impossible, impossible});
    const Temperature temperature = tune_temperature(rows);
    CHECK((std::isfinite(temperature.value) && temperature.value > 0));
    const OutOfFold cooled = with_temperature(rows, temperature);
    CHECK(cooled.row(40)[0] == impossible);
    CHECK(cooled.row(40)[1] == impossible);
    CHECK(std::exp(cooled.row(0)[0]) + std::exp(cooled.row(0)[1]) == Approx(1));
}
