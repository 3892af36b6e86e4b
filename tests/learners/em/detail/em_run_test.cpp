#include <learners/em/detail/em_run.hpp>

#include <pgm/core/error.hpp>
#include <tests/learners/em/detail/small_models.hpp>
#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;
using namespace pgm::learners::detail;

namespace {

EmModel model_to_run(const Dataset& data, const std::string& structure,
                     const Smoothing& smoothing = MaximumLikelihood{}) {
    return make_em_model(data, std::nullopt, {.structure = structure, .smoothing = smoothing});
}

}  // namespace

TEST_CASE("Run of EM: with nothing missing it has converged after the one M-step",
          "[learners][em]") {
    const EmRunResult result =
        run_em(model_to_run(digits("ab", {"00", "00", "01", "11"}), "a -> b"), {}, {});
    CHECK(result.report.iterations == 1);
    CHECK(result.report.initialisations == 1);
    CHECK(result.report.converged);
    CHECK_FALSE(result.report.partial);
    // P(a = 0) = 3/4, P(b = 0 | a = 0) = 2/3: (3/4 2/3)^2 (3/4 1/3) 1/4
    CHECK_THAT(result.report.data_log_likelihood,
               Catch::Matchers::WithinRel(std::log(1.0 / 64), 1e-14));
    CHECK(result.report.log_likelihood == std::vector<double>{result.report.data_log_likelihood});
    CHECK(table_row(result.network, "a") == std::vector<double>{0.75, 0.25});
}

TEST_CASE("Run of EM: one iteration from a network evaluates it, two make a step",
          "[learners][em]") {
    const EmModel model = model_to_run(rows_of_coins(), "a -> b");
    const EmRunResult one = run_em_from(model, two_coins(), {.iterations = 1}, {});
    CHECK(one.network == two_coins());
    REQUIRE(one.report.log_likelihood.size() == 1);
    CHECK_THAT(one.report.log_likelihood[0], Catch::Matchers::WithinRel(std::log(0.126), 1e-14));
    CHECK_FALSE(one.report.converged);
    CHECK(one.report.initialisations == 1);
    const EmRunResult two = run_em_from(model, two_coins(), {.iterations = 2}, {});
    // The expected counts are 2.12, 0.84; 0.08, 0.96 (e_step_test.cpp).
    CHECK_THAT(table_row(two.network, "a")[0], Catch::Matchers::WithinRel(2.96 / 4, 1e-14));
    CHECK_THAT(table_row(two.network, "b", 0)[0], Catch::Matchers::WithinRel(2.12 / 2.96, 1e-14));
    CHECK_THAT(table_row(two.network, "b", 1)[0], Catch::Matchers::WithinRel(0.08 / 1.04, 1e-14));
    // 2.12/4 2.96/4 (0.84 + 0.96)/4
    REQUIRE(two.report.log_likelihood.size() == 2);
    CHECK_THAT(two.report.log_likelihood[1],
               Catch::Matchers::WithinRel(std::log(0.53 * 0.74 * 0.45), 1e-14));
}

TEST_CASE("Run of EM: a prior is part of what it climbs, and not of the data's log-likelihood",
          "[learners][em]") {
    const EmModel model = model_to_run(rows_of_coins(), "a -> b", Laplace{1});
    const EmRunResult one = run_em_from(model, two_coins(), {.iterations = 1}, {});
    CHECK_THAT(one.report.data_log_likelihood, Catch::Matchers::WithinRel(std::log(0.126), 1e-14));
    const double cells = 0.6 * 0.4 * 0.7 * 0.3 * 0.2 * 0.8;
    CHECK_THAT(one.report.log_likelihood[0],
               Catch::Matchers::WithinRel(std::log(0.126 * cells), 1e-14));
}

TEST_CASE("Run of EM: it has converged when a step gains no more than the tolerance",
          "[learners][em]") {
    const EmModel model = model_to_run(rows_of_coins(), "a -> b");
    const EmRunResult quick =
        run_em_from(model, two_coins(), {.iterations = 50, .tolerance = 1}, {});
    CHECK(quick.report.iterations == 2);
    CHECK(quick.report.converged);
    // log(0.126) = -2.0715 and log(0.53 0.74 0.45) = -1.7345 gain 0.194 of the latter.
    CHECK(run_em_from(model, two_coins(), {.iterations = 50, .tolerance = 0.195}, {})
              .report.iterations == 2);
    CHECK(run_em_from(model, two_coins(), {.iterations = 50, .tolerance = 0.194}, {})
              .report.iterations == 3);
}

TEST_CASE("Run of EM: initialisations by default and as wished", "[learners][em]") {
    const EmModel plain = model_to_run(rows_of_coins(), "a -> b");
    CHECK(run_em(plain, {.iterations = 2}, {}).report.initialisations == 1);
    CHECK(run_em(plain, {.initialisations = 3, .iterations = 2}, {}).report.initialisations == 3);
    const EmModel hidden =
        model_to_run(digits("ab", {"00", "00", "01", "11"}), "H{2 states, hidden} -> a, b");
    const EmRunResult five = run_em(hidden, {.iterations = 2}, {});
    CHECK(five.report.initialisations == 5);
    const EmRunResult one = run_em(hidden, {.initialisations = 1, .iterations = 2}, {});
    CHECK(five.report.log_likelihood.back() >= one.report.log_likelihood.back());
}

TEST_CASE("Run of EM: stopped before the first network was evaluated it has the start",
          "[learners][em]") {
    SearchControl control;
    control.proceed = [](const SearchProgress&) { return false; };
    const EmRunResult result =
        run_em_from(model_to_run(rows_of_coins(), "a -> b"), two_coins(), {}, control);
    CHECK(result.network == two_coins());
    CHECK(result.report.partial);
    CHECK_FALSE(result.report.converged);
    CHECK(result.report.log_likelihood.empty());
}

TEST_CASE("Run of EM: options that are no numbers of their kind are refused", "[learners][em]") {
    const EmModel model = model_to_run(rows_of_coins(), "a -> b");
    CHECK_THROWS_WITH(run_em(model, {.iterations = 0}, {}),
                      Catch::Contains("at least one iteration"));
    const double infinite = std::numeric_limits<double>::infinity();
    for (const double tolerance : {-1e-9, infinite, std::nan("")}) {
        CHECK_THROWS_WITH(run_em(model, {.tolerance = tolerance}, {}),
                          Catch::Contains("tolerance of EM"));
        CHECK_THROWS_AS(run_em_from(model, two_coins(), {.tolerance = tolerance}, {}),
                        ArgumentError);
    }
}
