#include <learners/estimate/detail/temperature_tuning.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

/// So many rows of two classes, each with the same confidence; the first `right` of them are right.
LeftOutPredictions confident(double confidence, std::size_t right, std::size_t rows) {
    LeftOutPredictions predictions{std::vector<std::size_t>(rows, 1), std::vector(rows, 1.0), {}};
    std::fill_n(predictions.labels.begin(), right, 0);
    for (std::size_t i = 0; i < rows; ++i) {
        predictions.log_posteriors.push_back(std::log(confidence));
        predictions.log_posteriors.push_back(std::log(1 - confidence));
    }
    return predictions;
}

double common_temperature(const LeftOutPredictions& rows) {
    return tune_temperature(Calibration::temperature, rows).values().front();
}

/// The rows of both, those of `b` with their classes exchanged.
LeftOutPredictions joined(LeftOutPredictions a, const LeftOutPredictions& b) {
    for (std::size_t row = 0; row < b.labels.size(); ++row) {
        a.labels.push_back(1 - b.labels[row]);
        a.weights.push_back(b.weights[row]);
        a.log_posteriors.push_back(b.row(row)[1]);
        a.log_posteriors.push_back(b.row(row)[0]);
    }
    return a;
}

}  // namespace

TEST_CASE("The temperature makes confidence what it should be", "[learners]") {
    // 0.9^b / (0.9^b + 0.1^b) = 3/4 where 9^b = 3, 9/10 where b = 1.
    CHECK(common_temperature(confident(0.9, 300, 400)) == Approx(2).epsilon(1e-6));
    CHECK(common_temperature(confident(0.9, 360, 400)) == Approx(1).epsilon(1e-6));
    // 0.75^b / (0.75^b + 0.25^b) = 0.9 where 3^b = 9.
    CHECK(common_temperature(confident(0.75, 360, 400)) == Approx(0.5).epsilon(1e-6));
    // 1/T stays in [0.02, 3].
    CHECK(common_temperature(confident(0.75, 400, 400)) == Approx(1.0 / 3).epsilon(1e-6));
    CHECK(common_temperature(confident(0.999, 100, 400)) == Approx(50).epsilon(1e-6));
}

TEST_CASE("A row of weight 3 is three rows for the temperature", "[learners]") {
    const LeftOutPredictions many = confident(0.9, 90, 120);
    LeftOutPredictions weighted = confident(0.9, 30, 40);
    weighted.weights.assign(40, 3);
    CHECK(common_temperature(weighted) == Approx(common_temperature(many)).epsilon(1e-7));
}

TEST_CASE("Few rows pull the temperature to 1", "[learners]") {
    const double temperature = common_temperature(confident(0.9, 15, 20));
    CHECK(temperature > 1);
    CHECK(temperature < 2);
    // The derivative of the loss by b, 3/4 log(1 + 9^-b) + 1/4 log(1 + 9^b) + 2 (ln b)^2 / 20.
    const double b = 1 / temperature;
    const double slope =
        std::log(9) * (std::pow(9, b) / (1 + std::pow(9, b)) - 0.75) + 4 * std::log(b) / b / 20;
    CHECK_THAT(slope, Catch::Matchers::WithinAbs(0, 1e-6));
}

TEST_CASE("Temperatures by class: each class predicted has its own", "[learners]") {
    // As above, T = 2 where the first class is predicted, and 1/2 where the second is.
    const LeftOutPredictions rows =
        joined(confident(0.9, 300000, 400000), confident(0.75, 360000, 400000));
    const Temperature temperature = tune_temperature(Calibration::temperatures, rows);
    REQUIRE(temperature.values().size() == 2);
    CHECK(temperature.of(0) == Approx(2).epsilon(1e-3));
    CHECK(temperature.of(1) == Approx(0.5).epsilon(1e-3));
}

TEST_CASE("Temperatures by class: a class of few rows is pulled to the common one", "[learners]") {
    const LeftOutPredictions rows = joined(confident(0.9, 300, 400), confident(0.75, 18, 20));
    const double common = common_temperature(rows);
    const double b = 1 / tune_temperature(Calibration::temperatures, rows).of(1);
    CHECK(b > 1 / common);
    CHECK(b < 2);  // that of the rows alone, 3^b = 9
    // The derivative by ln b of 18 log(1 + 3^-b) + 2 log(1 + 3^b) + 2 (ln b - ln 1/T)^2.
    const double slope = 20 * b * std::log(3) * (std::pow(3, b) / (1 + std::pow(3, b)) - 0.9) +
                         4 * std::log(b * common);
    CHECK_THAT(slope, Catch::Matchers::WithinAbs(0, 1e-5));
}

TEST_CASE("Temperatures by class: few rows keep the common temperature", "[learners]") {
    const LeftOutPredictions rows = joined(confident(0.9, 300, 400), confident(0.75, 1, 1));
    const Temperature temperature = tune_temperature(Calibration::temperatures, rows);
    const double common = common_temperature(rows);
    CHECK(temperature.of(0) == Approx(2).epsilon(0.05));
    CHECK(std::abs(std::log(temperature.of(1) / common)) < 0.2);
    // A class that is never predicted has no rows to say anything else.
    const LeftOutPredictions one_class = confident(0.9, 300, 400);
    CHECK(tune_temperature(Calibration::temperatures, one_class).of(1) ==
          common_temperature(one_class));
}

TEST_CASE("Temperature: none is 1, and rows in which nothing is possible stay so", "[learners]") {
    LeftOutPredictions rows = confident(0.9, 30, 40);
    CHECK(tune_temperature(Calibration::none, rows) == Temperature());
    const double impossible = -std::numeric_limits<double>::infinity();
    rows.labels.push_back(0);
    rows.weights.push_back(1);
    rows.log_posteriors.insert(rows.log_posteriors.end(), {impossible, impossible});
    for (const Calibration calibration : {Calibration::temperature, Calibration::temperatures}) {
        const Temperature temperature = tune_temperature(calibration, rows);
        for (const double t : temperature.values()) CHECK((std::isfinite(t) && t > 0));
        const LeftOutPredictions cooled = with_temperature(rows, temperature);
        CHECK(cooled.row(40)[0] == impossible);
        CHECK(cooled.row(40)[1] == impossible);
        CHECK(std::exp(cooled.row(0)[0]) + std::exp(cooled.row(0)[1]) == Approx(1));
    }
}
