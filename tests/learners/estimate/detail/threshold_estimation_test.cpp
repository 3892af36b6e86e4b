#include <learners/estimate/detail/threshold_estimation.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/infarct_rows.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;
using Catch::WithinRel;

namespace {

constexpr ColumnId age{std::size_t{0}}, bp{std::size_t{1}}, infarct{std::size_t{2}},
    severity{std::size_t{3}}, sex{std::size_t{4}};

std::vector<ColumnId> columns_of(const Dataset& data) {
    std::vector<ColumnId> columns;
    for (std::size_t c = 0; c < data.columns().size(); ++c) columns.emplace_back(c);
    return columns;
}

struct Estimated {
    ThresholdEstimate estimate;
    std::vector<std::string> remarks;
};

Estimated estimated(const Dataset& data, const Family& family, double prior_rows,
                    EmptyRow empty_rows = EmptyRow::uniform) {
    ThresholdRows rows(family, data.schema());
    rows.add(data, columns_of(data));
    Remarks remarks;
    ThresholdEstimate estimate = estimate_thresholds(
        rows, {.prior_rows = prior_rows, .empty_rows = empty_rows}, data.schema(), remarks);
    return {std::move(estimate), std::move(remarks).take()};
}

/// A state y of x, and of g.
Dataset small(std::vector<double> x, std::vector<std::size_t> y, std::vector<std::size_t> g) {
    std::vector<std::optional<StateId>> of_y, of_g;
    for (const std::size_t state : y) of_y.emplace_back(state);
    for (const std::size_t state : g) of_g.emplace_back(state);
    return Dataset({continuous_column("x", x), continuous_column("z", x),
                    discrete_column(Variable("y", {"no", "yes"}), of_y),
                    discrete_column(Variable("severity", {"0", "1", "2"}), of_y),
                    discrete_column(Variable("g", {"a", "b"}), of_g)});
}

}  // namespace

TEST_CASE("Threshold estimation: one regression for each configuration", "[learners]") {
    // statsmodels 0.15.0, Logit of the rows of either sex.
    const Estimated found = estimated(infarct_data(), {infarct, {age, bp, sex}}, 0);
    REQUIRE(found.estimate.rows.size() == 2);
    CHECK(found.remarks.empty());
    const ThresholdCpd::Row &women = found.estimate.rows[0], &men = found.estimate.rows[1];
    CHECK_THAT(women.slopes[0], WithinRel(0.22176898706786105, 1e-8));
    CHECK_THAT(women.slopes[1], WithinRel(0.1112468972038932, 1e-8));
    CHECK_THAT(women.cuts[0], WithinRel(29.720748071591867, 1e-8));
    CHECK_THAT(men.slopes[0], WithinRel(0.09966853644488731, 1e-8));
    CHECK_THAT(men.cuts[0], WithinRel(11.183772401775302, 1e-8));
    ThresholdRows rows({infarct, {age, bp, sex}}, infarct_data().schema());
    rows.add(infarct_data(), columns_of(infarct_data()));
    CHECK_THAT(largest_log_likelihood(rows, Noise::Kind::logistic),
               WithinRel(-6.707573079388855 - 14.184852952536751, 1e-10));
}

TEST_CASE("Threshold estimation: what more than two states mean is said", "[learners]") {
    const Estimated found = estimated(infarct_data(), {severity, {age}}, 0);
    CHECK(found.remarks ==
          std::vector<std::string>{"the states of 'severity' are ordered, none, mild, severe: one "
                                   "slope of each number for all of them"});
}

TEST_CASE("Threshold estimation: separation is refused or left to the prior", "[learners]") {
    const Dataset data = small({1, 2, 3, 4}, {0, 0, 1, 1}, {0, 0, 0, 0});
    const std::string sentence =
        "'x', alone or with others, separates the states of 'y', so its slope has no finite "
        "estimate";
    CHECK_THROWS_WITH(estimated(data, {infarct, {age}}, 0),
                      sentence +
                          " (smooth by laplace:1, whose prior keeps coefficients finite, or "
                          "leave the column out)");
    const Estimated found = estimated(data, {infarct, {age}}, 1);
    CHECK(found.remarks ==
          std::vector<std::string>{sentence + ": only the prior of the smoothing keeps it finite"});
    CHECK_THAT(found.estimate.rows[0].slopes[0], WithinRel(1.0187331712298546, 1e-8));
}

TEST_CASE("Threshold estimation: columns that depend on others have the slope 0", "[learners]") {
    const Dataset data = small({1, 4, 3, 2, 5, 6}, {0, 0, 1, 0, 1, 1}, {0, 0, 0, 0, 0, 0});
    for (const double prior : {0.0, 1.0}) {
        const Estimated found = estimated(data, {infarct, {age, bp}}, prior);
        CHECK(found.estimate.rows[0].slopes[0] > 0);
        CHECK(found.estimate.rows[0].slopes[1] == 0);
        CHECK(found.remarks ==
              std::vector<std::string>{
                  "'z' is a linear function of 'x' and has the slope 0 in the regression of 'y'"});
    }
    const Estimated constant =
        estimated(small({2, 2, 2, 2}, {0, 1, 1, 1}, {0, 0, 0, 0}), {infarct, {age}}, 0);
    CHECK(constant.remarks.front() ==
          "'x' is the same in all rows and has the slope 0 in the regression of 'y'");
    CHECK_THAT(constant.estimate.rows[0].cuts[0], WithinRel(-std::log(3.0), 1e-9));
}

TEST_CASE("Threshold estimation: states without rows and configurations without", "[learners]") {
    const Dataset data = small({1, 4, 3, 2}, {0, 0, 1, 1}, {0, 0, 0, 0});
    const Family given_g{infarct, {age, sex}};
    const Estimated pooled = estimated(data, given_g, 0);
    CHECK(pooled.estimate.rows[1] == pooled.estimate.rows[0]);
    CHECK(pooled.estimate.weights[4] == 0);
    CHECK_THROWS_WITH(estimated(data, given_g, 0, EmptyRow::error),
                      Catch::Contains("no row of the data has a value of 'y' given g=b"));
    const Estimated prior = estimated(data, given_g, 1);
    CHECK(prior.estimate.rows[1].slopes[0] == Approx(0).margin(1e-12));
    CHECK(prior.estimate.rows[1].cuts[0] == Approx(0).margin(1e-12));
    CHECK_THROWS_WITH(estimated(data, {severity, {age}}, 0),
                      Catch::Contains("'severity' is never '2', for which no regression has a "
                                      "likelihood"));
    const Estimated unseen = estimated(data, {severity, {age}}, 1);
    CHECK(unseen.estimate.rows[0].cuts[1] > unseen.estimate.rows[0].cuts[0]);
    const Dataset one = small({1, 2}, {0, 1}, {0, 1});
    CHECK_THROWS_WITH(estimated(one, {severity, {age, sex}}, 0), Catch::Contains("is never '1'"));
    const Estimated few = estimated(one, {infarct, {age, sex}}, 1);
    REQUIRE_FALSE(few.remarks.empty());
    CHECK(few.remarks.front() ==
          "the regression of 'y' given g=a has 2 coefficients and only 1 different rows; the prior "
          "of the smoothing makes up for them");
}

TEST_CASE("Threshold estimation: prior rows by the smoothing", "[learners]") {
    CHECK(prior_rows_of(MaximumLikelihood{}) == 0);
    CHECK(prior_rows_of(Laplace{0.5}) == 0.5);
    CHECK(prior_rows_of(Bdeu{10}) == 1);
}
