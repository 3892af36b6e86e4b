#include <learners/estimate/detail/threshold_regression.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/infarct_rows.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::learners::detail;
using namespace pgm::tests;
using Catch::WithinRel;

namespace {

/// Age and pressure, and the state in column 2 or 3, which has as many states.
ThresholdGroup patients(std::size_t state) {
    ThresholdGroup rows{
        .regressors = 2, .cardinality = state, .values = {}, .states = {}, .weights = {}};
    for (const auto& row : infarct_rows) {
        rows.values.insert(rows.values.end(), {double(row[0]), double(row[1])});
        rows.states.push_back(static_cast<std::uint32_t>(row[state]));
        rows.weights.push_back(1);
    }
    return rows;
}

ThresholdGroup points(std::vector<double> values, std::vector<std::uint32_t> states) {
    const std::size_t size = values.size();
    return {1, 2, std::move(values), std::move(states), std::vector<double>(size, 1.0)};
}

ThresholdFit fitted(const ThresholdGroup& rows, const ThresholdRules& rules) {
    return fit_threshold(rows, design_of(rows), rules);
}

void check_numbers(const std::vector<double>& found, const std::vector<double>& expected,
                   double tolerance) {
    REQUIRE(found.size() == expected.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        CHECK_THAT(found[i], WithinRel(expected[i], tolerance));
}

const ThresholdRules likelihood{.prior_rows = 0},
    probit_likelihood{.noise = Noise::Kind::normal, .prior_rows = 0};

}  // namespace

TEST_CASE("Threshold regression: logistic and probit regressions of statsmodels", "[learners]") {
    // statsmodels 0.15.0, Logit and Probit, tol=1e-14; the cut is minus the constant.
    const ThresholdFit logit = fitted(patients(2), likelihood);
    check_numbers(logit.row.slopes, {0.11739740940191315, 0.05122967659481388}, 1e-9);
    check_numbers(logit.row.cuts, {14.061169714905956}, 1e-9);
    CHECK_THAT(logit.log_likelihood, WithinRel(-23.48879963544885, 1e-12));
    CHECK_FALSE(logit.separating);
    const ThresholdFit probit = fitted(patients(2), probit_likelihood);
    check_numbers(probit.row.slopes, {0.07327072135592234, 0.029973336069105593}, 1e-9);
    check_numbers(probit.row.cuts, {8.485106894013155}, 1e-9);
    CHECK_THAT(probit.log_likelihood, WithinRel(-23.480125382723408, 1e-12));
}

TEST_CASE("Threshold regression: the ordered models of statsmodels", "[learners]") {
    // statsmodels 0.15.0, OrderedModel, whose gradient was 2e-8 where it stopped.
    const ThresholdFit logit = fitted(patients(3), likelihood);
    check_numbers(logit.row.slopes, {0.053143950009081176, 0.07831849402602205}, 1e-7);
    check_numbers(logit.row.cuts, {13.667223113435135, 15.735507874387867}, 1e-7);
    CHECK_THAT(logit.log_likelihood, WithinRel(-36.98446144690642, 1e-12));
    const ThresholdFit probit = fitted(patients(3), probit_likelihood);
    check_numbers(probit.row.slopes, {0.03516335859714183, 0.04367105226575237}, 1e-7);
    check_numbers(probit.row.cuts, {7.909094165803732, 9.111082822445287}, 1e-7);
    CHECK_THAT(probit.log_likelihood, WithinRel(-37.23755229246548, 1e-12));
}

TEST_CASE("Threshold regression: the prior is rows of which one thing is known", "[learners]") {
    // statsmodels 0.15.0, GLM with the rows of the prior and freq_weights of 1/2.
    const ThresholdFit fit = fitted(patients(2), {});
    check_numbers(fit.row.slopes, {0.10132963260803036, 0.044035178238975826}, 1e-9);
    check_numbers(fit.row.cuts, {12.130780851855448}, 1e-9);
    const ThresholdFit separated = fitted(points({1, 2, 3, 4}, {0, 0, 1, 1}), {});
    check_numbers(separated.row.slopes, {1.0187331712298546}, 1e-9);
    check_numbers(separated.row.cuts, {2.5468329280746365}, 1e-9);
    CHECK_FALSE(separated.separating);
}

TEST_CASE("Threshold regression: the root of the information is that of the standard errors",
          "[learners]") {
    // Sums of p (1 - p) x x' of statsmodels, inverted there: the standard errors of its Logit.
    const ThresholdFit fit = fitted(patients(2), likelihood);
    REQUIRE(fit.weights.size() == 7);
    CHECK(fit.weights[0] == 40);
    const double* const root = fit.weights.data() + 1;
    const double l[3][3] = {{root[0], 0, 0}, {root[1], root[2], 0}, {root[3], root[4], root[5]}};
    // The diagonal of the inverse of L L' is the sum of squares of columns of the inverse of L.
    const double i11 = 1 / l[1][1], i22 = 1 / l[2][2], i21 = -l[2][1] * i11 * i22;
    const double i10 = -l[1][0] / l[0][0] * i11;
    const double i20 = -(l[2][0] / l[0][0] * i22 + l[1][0] / l[0][0] * i21);
    const double i00 = 1 / l[0][0];
    CHECK_THAT(std::sqrt(i00 * i00 + i10 * i10 + i20 * i20), WithinRel(5.664484507073922, 1e-7));
    CHECK_THAT(std::hypot(i11, i21), WithinRel(0.05540506710945595, 1e-7));
    CHECK_THAT(i22, WithinRel(0.028265587743376737, 1e-7));
}

TEST_CASE("Threshold regression: separation is found, its likelihood at the limit", "[learners]") {
    for (const ThresholdRules& rules : {likelihood, probit_likelihood}) {
        const ThresholdFit whole = fitted(points({1, 2, 3, 4}, {0, 0, 1, 1}), rules);
        CHECK(whole.separating == 0U);
        CHECK_THAT(whole.log_likelihood, Catch::WithinAbs(0, 1e-8));
        // Of the two rows at 2 one is of either state.
        const ThresholdFit but_one = fitted(points({1, 2, 2, 3}, {0, 0, 1, 1}), rules);
        CHECK(but_one.separating == 0U);
        CHECK_THAT(but_one.log_likelihood, Catch::WithinAbs(-2 * std::log(2), 1e-8));
        CHECK_FALSE(fitted(points({1, 3, 2, 4}, {0, 0, 1, 1}), rules).separating);
    }
}

TEST_CASE("Threshold regression: a number far from 0 loses no digits, nor one of another unit",
          "[learners]") {
    ThresholdGroup rows = patients(2);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        rows.values[2 * i] = 1e9 + 1024 * rows.values[2 * i];
        rows.values[2 * i + 1] *= 0x1p-60;
    }
    const ThresholdFit fit = fitted(rows, likelihood);
    check_numbers(fit.row.slopes, {0.11739740940191315 / 1024, 0.05122967659481388 * 0x1p60}, 1e-8);
}

TEST_CASE("Threshold regression: a row of weight 2 is two rows", "[learners]") {
    ThresholdGroup twice = patients(3), heavy = patients(3);
    twice.append(patients(3));
    for (double& weight : heavy.weights) weight = 2;
    const ThresholdFit a = fitted(twice, {}), b = fitted(heavy, {});
    check_numbers(a.row.slopes, b.row.slopes, 1e-12);
    check_numbers(a.weights, b.weights, 1e-9);
}

TEST_CASE("Threshold regression: columns that depend on others are named", "[learners]") {
    ThresholdGroup rows{
        .regressors = 4, .cardinality = 2, .values = {}, .states = {}, .weights = {}};
    for (const auto& row : infarct_rows) {
        const double age = row[0], pressure = row[1];
        rows.values.insert(rows.values.end(), {age, 0.1, pressure, 0.3 - age / 7 + pressure / 3});
        rows.states.push_back(0);
        rows.weights.push_back(1);
    }
    const auto dependent = dependences_of(rows, design_of(rows));
    CHECK_FALSE(dependent[0]);
    CHECK(dependent[1] == std::vector<std::size_t>{});
    CHECK_FALSE(dependent[2]);
    CHECK(dependent[3] == std::vector<std::size_t>{0, 2});
}
