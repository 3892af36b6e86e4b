#include <pgm/classify/measure/confusion.hpp>

#include <tests/pgm/classify/scored_rows.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

ScoredPredictions animals() {
    return scored_predictions({"cat", "dog", "emu"}, {{0, {0.8, 0.1, 0.1}},
                                                      {0, {0.2, 0.7, 0.1}},
                                                      {0, {0.6, 0.3, 0.1}},
                                                      {1, {0.1, 0.9, 0.0}},
                                                      {1, {0.0, 0.0, 0.0}},
                                                      {1, {0.3, 0.6, 0.1}, 2}});
}

}  // namespace

TEST_CASE("The rows of a confusion matrix are the truth, its columns the predictions") {
    const ConfusionMatrix matrix = confusion_matrix(animals());
    CHECK(matrix.counts == Eigen::MatrixXd{{2, 1, 0}, {0, 3, 0}, {0, 0, 0}});
    CHECK(matrix.undecided == std::vector<double>{0, 1, 0});
    CHECK(matrix.total() == 7);
}

TEST_CASE("Undecided rows count as wrong") {
    CHECK(accuracy(confusion_matrix(animals())) == 5.0 / 7.0);
    CHECK(accuracy(confusion_matrix(scored_predictions({"a"}, {}))) == 0);
    CHECK(accuracy(animals()) == 5.0 / 7.0);
    CHECK(accuracy(scored_predictions({"a"}, {})) == 0);
}

TEST_CASE("Precision, recall and F1 of every class, and null where they are 0/0") {
    const std::vector<ClassScores> scores = class_scores(confusion_matrix(animals()));
    CHECK(scores[0].precision == 1.0);
    CHECK(scores[0].recall == 2.0 / 3.0);
    CHECK(scores[0].f1 == 4.0 / 5.0);
    CHECK(scores[1].precision == 3.0 / 4.0);
    CHECK(scores[1].recall == 3.0 / 4.0);
    CHECK(scores[1].f1 == 3.0 / 4.0);
    CHECK(scores[1].rows == 4);
    CHECK_FALSE(scores[2].precision);
    CHECK_FALSE(scores[2].recall);
    CHECK_FALSE(scores[2].f1);
}

TEST_CASE("Agreement beyond chance, correlation, and means over classes") {
    const MatrixScores scores = matrix_scores(confusion_matrix(animals()));
    // N = 7; t = 3, 4, 0; p = 2, 4, 0 and 1 undecided; 5 correct; sum t p = 22.
    CHECK_THAT(scores.kappa.value(), WithinAbs(13.0 / 27, 1e-15));
    CHECK_THAT(scores.mcc.value(), WithinAbs(13 / std::sqrt(28.0 * 24.0), 1e-15));
    CHECK_THAT(scores.balanced_accuracy.value(), WithinAbs(17.0 / 24, 1e-15));
    CHECK_THAT(scores.macro_f1.value(), WithinAbs(31.0 / 40, 1e-15));
}

TEST_CASE("Measures of a single class, or of no row, have no value where they are 0/0") {
    const MatrixScores one = matrix_scores(
        confusion_matrix(scored_predictions({"a", "b"}, {{0, {0.9, 0.1}}, {0, {0.8, 0.2}}})));
    CHECK_FALSE(one.kappa);
    CHECK_FALSE(one.mcc);
    CHECK(one.balanced_accuracy == 1.0);
    CHECK(one.macro_f1 == 1.0);
    const MatrixScores none = matrix_scores(confusion_matrix(scored_predictions({"a", "b"}, {})));
    CHECK_FALSE(none.kappa);
    CHECK_FALSE(none.mcc);
    CHECK_FALSE(none.balanced_accuracy);
    CHECK_FALSE(none.macro_f1);
}
