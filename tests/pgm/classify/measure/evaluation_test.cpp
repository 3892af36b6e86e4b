#include <pgm/classify/measure/evaluation.hpp>

#include <tests/pgm/classify/scored_rows.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

TEST_CASE("An evaluation gathers all measures") {
    const Evaluation all = evaluate(scored_predictions(
        {"no", "yes"}, {{0, {0.75, 0.25}}, {1, {0.5, 0.5}}, {1, {0.25, 0.75}}, {0, {0.25, 0.75}}}));
    CHECK(all.rows == 4);
    CHECK(all.accuracy == 0.5);
    CHECK(all.confusion.counts == Eigen::MatrixXd{{1, 1}, {1, 1}});
    CHECK_THAT(all.brier, WithinAbs((0.125 + 0.5 + 0.125 + 1.125) / 4, 1e-15));
    CHECK_THAT(all.auc.value(), WithinAbs(2.5 / 4, 1e-15));
    CHECK(all.class_auc.size() == 2);
    // no: 1/2 at precision 1, 1/2 at 2/4; yes: 1/2 at 1/2, 1/2 at 2/3.
    CHECK_THAT(all.class_average_precision[0].value(), WithinAbs(3.0 / 4, 1e-15));
    CHECK_THAT(all.average_precision.value(), WithinAbs(7.0 / 12, 1e-15));
    CHECK(all.matrix_scores.kappa == 0);
    CHECK(all.classes[1].recall == 0.5);
}

TEST_CASE("The standard deviation divides by n - 1") {
    CHECK_THAT(standard_deviation(std::vector<double>{2, 4, 4, 4, 5, 5, 7, 9}),
               WithinAbs(2.138089935299395, 1e-15));  // sqrt(32 / 7)
    CHECK(standard_deviation(std::vector<double>{3}) == 0);
    CHECK_THAT(binomial_standard_deviation(0.8, 100), WithinAbs(0.04, 1e-15));
}
