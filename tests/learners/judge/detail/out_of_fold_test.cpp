#include <learners/judge/detail/out_of_fold.hpp>

#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

constexpr double impossible = -std::numeric_limits<double>::infinity();

/// Two rows of class 0 and one of class 1, which weighs as much as both.
OutOfFold three_rows() {
    const auto log = [](double p) { return std::log(p); };
    return {{0, 0, 1}, {1, 1, 2}, {log(0.75), log(0.25), log(0.5), log(0.5), log(0.75), log(0.25)}};
}

Classifier class_alone(const Dataset& training) {
    return fit(training, "y", {.structure = "nb", .smoothing = MaximumLikelihood{}});
}

}  // namespace

TEST_CASE("The losses of out-of-fold predictions are means by weight", "[learners]") {
    const OutOfFold rows = three_rows();
    CHECK(log_loss(rows) == Approx(-(std::log(0.75) + std::log(0.5) + 2 * std::log(0.25)) / 4));
    // Of equally probable classes the first counts: the second row is right.
    CHECK(error_rate(rows) == Approx(0.5));
    CHECK(log_likelihoods(rows)[2] == Approx(std::log(0.25)));
}

TEST_CASE("A row that is impossible costs 30 nats and is an error", "[learners]") {
    OutOfFold rows = three_rows();
    rows.log_posteriors[0] = rows.log_posteriors[1] = impossible;
    CHECK(log_loss(rows) == Approx((30 - std::log(0.5) - 2 * std::log(0.25)) / 4));
    CHECK(error_rate(rows) == Approx(0.75));
}

TEST_CASE("Every row is predicted by what was fitted to the other folds", "[learners]") {
    // Folds {0, 2}, {1, 3}: the class prior of the others is that of two rows.
    const Dataset data = digits("ya", {"00", "00", "10", "00"});
    OutOfFold rows = empty_predictions(data, "y");
    const Folds folds = folds_in_turn(4, 2);
    for (std::size_t i = 0; i < folds.size(); ++i)
        add_predictions(rows, predict_fold(data, folds[i], class_alone).predictions,
                        folds[i].test);
    CHECK(rows.labels == std::vector<std::size_t>{0, 0, 1, 0});
    CHECK(rows.row(0)[0] == Approx(0));  // rows 1 and 3 are of class 0
    CHECK(rows.row(2)[1] == impossible);
    CHECK(rows.row(1)[0] == Approx(std::log(0.5)));  // rows 0 and 2 are one of each
}

TEST_CASE("Folds in turn: fewer than two rows have none", "[learners]") {
    CHECK(folds_in_turn(1, 10).size() == 0);
    CHECK(folds_in_turn(3, 10).size() == 3);
    CHECK(folds_in_turn(5, 2)[1].test == std::vector<std::uint32_t>{1, 3});
    CHECK(folds_in_turn(5, 2)[1].training == std::vector<std::uint32_t>{0, 2, 4});
}

TEST_CASE("A row without a class cannot be judged", "[learners]") {
    CHECK_THROWS_WITH(empty_predictions(digits("ya", {"00", ".1"}), "y"),
                      "row 2 has no 'y' to be judged by");
}

TEST_CASE("Rows to judge: equal rows are one with their weight, or several side by side",
          "[learners]") {
    const Dataset data = digits("ya", {"11", "00", "11", "11", "01"});
    const Dataset backwards = digits("ya", {"01", "11", "11", "00", "11"});
    const Dataset different = rows_to_judge(data, data.schema());
    REQUIRE(different.rows() == 3);
    CHECK(rows_to_judge(backwards, data.schema()) == different);
    const Dataset copies = rows_to_judge(data, data.schema(), 2);
    REQUIRE(copies.rows() == 4);
    double weight = 0, most = 0;
    for (const double w : copies.weights()) {
        weight += w;
        most = std::max(most, w);
    }
    CHECK(weight == 5);
    CHECK(most == 1.5);
}

TEST_CASE("Rows to judge: numbers are distinguished within the given memory", "[learners]") {
    RealCells numbers(1000);
    for (std::size_t row = 0; row < 1000; ++row) numbers[row] = static_cast<double>(row);
    const Dataset data({continuous_column("x", numbers)});
    CHECK(rows_to_judge(data, data.schema(), 1, 1 << 20).rows() == 1000);
    CHECK_THROWS_AS(rows_to_judge(data, data.schema(), 1, 1 << 15), TooLargeError);
}
