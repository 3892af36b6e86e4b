#include <learners/estimate/detail/back_off_tuning.hpp>

#include <tests/learners/estimate/detail/brute_force.hpp>
#include <tests/learners/estimate/detail/left_out_rows.hpp>
#include <tests/support/small_data.hpp>

#include <catch2/catch.hpp>
#include <map>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

double brute_force_loss(const Dataset& data, const LeftOutRows& tested,
                        const std::vector<double>& strengths) {
    double sum = 0;
    for (std::size_t i = 0; i < data.rows(); ++i) {
        BruteForce brute_force(data, strengths, i);
        const std::size_t label = data.columns().front().state(i)->index();
        sum -= std::max(-30.0, std::log(brute_force.posterior(tested.structures)[label]));
    }
    return sum / static_cast<double>(data.rows());
}

/// Coordinate descent as the notes of TunedBackOff describe it, over losses by brute force.
std::vector<double> brute_force_strengths(const Dataset& data, const LeftOutRows& tested,
                                          std::vector<double> strengths) {
    for (int round = 0; round < 2; ++round) {
        for (std::size_t level = 1; level < strengths.size(); ++level) {
            std::map<double, double> strength_of;  // by loss: equal ones keep the first
            for (const double m : {0.5, 1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0}) {
                strengths[level] = m;
                strength_of.emplace(brute_force_loss(data, tested, strengths), m);
            }
            strengths[level] = strength_of.begin()->second;
        }
    }
    return strengths;
}

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

}  // namespace

TEST_CASE("Strengths of back-off are those of brute force", "[learners]") {
    for (const std::uint64_t seed : {11u, 12u, 13u}) {
        const Dataset data = dependent_rows(40, seed, 8);
        const LeftOutRows nb(data, "nb"), kdb(data, "kdb:2");
        CHECK_THAT(leave_one_out_loss(nb.left_out->predict(std::vector{1.0, 2.0})),
                   Catch::Matchers::WithinAbs(brute_force_loss(data, nb, {1, 2}), 1e-12));
        CHECK(tune_strengths(*nb.left_out, 1) == brute_force_strengths(data, nb, {1, 2}));
        CHECK(tune_strengths(*kdb.left_out, 2) == brute_force_strengths(data, kdb, {1, 2, 4, 4}));
    }
}

TEST_CASE("Where strengths make no difference, the first ones are chosen", "[learners]") {
    const LeftOutRows one_class(
        digits("ya", {"00", "01", "01"}, 1 + 1)
            .without_column(ColumnId(0))
            .with_column(
                discrete_column(Variable("y", {"0"}), std::vector<std::string_view>{"0", "0", "0"}))
            .select_columns(std::array{ColumnId(1), ColumnId(0)}),
        "nb");
    CHECK(tune_strengths(*one_class.left_out, 1) == std::vector{1.0, 0.5});
    CHECK(tune_temperature(one_class.left_out->predict(std::vector{1.0, 0.5})) == 1);
}

TEST_CASE("A class that is impossible without a row costs 30 nats, not infinitely many",
          "[learners]") {
    const LeftOutRows tested(digits("ya", {"00", "00", "11"}), "nb");
    CHECK(leave_one_out_loss(tested.left_out->predict(std::vector{0.0})) == Approx(30.0 / 3));
}

TEST_CASE("The temperature makes confidence what it should be", "[learners]") {
    // 0.9^b / (0.9^b + 0.1^b) = 3/4 where 9^b = 3, 9/10 where b = 1.
    CHECK(tune_temperature(confident(0.9, 300, 400)) == Approx(2).epsilon(1e-6));
    CHECK(tune_temperature(confident(0.9, 360, 400)) == Approx(1).epsilon(1e-6));
    // 0.75^b / (0.75^b + 0.25^b) = 0.9 where 3^b = 9.
    CHECK(tune_temperature(confident(0.75, 360, 400)) == Approx(0.5).epsilon(1e-6));
    // 1/T stays in [0.02, 3].
    CHECK(tune_temperature(confident(0.75, 400, 400)) == Approx(1.0 / 3).epsilon(1e-6));
    CHECK(tune_temperature(confident(0.999, 100, 400)) == Approx(50).epsilon(1e-6));
}

TEST_CASE("A row of weight 3 is three rows for the temperature", "[learners]") {
    const LeftOutPredictions many = confident(0.9, 90, 120);
    LeftOutPredictions weighted = confident(0.9, 30, 40);
    weighted.weights.assign(40, 3);
    CHECK(tune_temperature(weighted) == Approx(tune_temperature(many)).epsilon(1e-7));
}

TEST_CASE("Few rows pull the temperature to 1", "[learners]") {
    const double temperature = tune_temperature(confident(0.9, 15, 20));
    CHECK(temperature > 1);
    CHECK(temperature < 2);
    // The derivative of the loss by b, 3/4 log(1 + 9^-b) + 1/4 log(1 + 9^b) + 2 (ln b)^2 / 20.
    const double b = 1 / temperature;
    const double slope =
        std::log(9) * (std::pow(9, b) / (1 + std::pow(9, b)) - 0.75) + 4 * std::log(b) / b / 20;
    CHECK_THAT(slope, Catch::Matchers::WithinAbs(0, 1e-6));
}
