#include <pgm/classify/measure/confusion.hpp>

#include <tests/pgm/classify/scored_rows.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::tests;

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

TEST_CASE("Precision, recall and F1 of every class, and nothing where they are 0/0") {
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
