#include <pgm/classify/detail/opinion_pool.hpp>

#include <pgm/core/numbers.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;

namespace {

/// log P(k | x) of two rows and two classes, and log p(x) of the rows.
BatchPosterior opinion(const std::vector<double>& logs, std::vector<double> log_evidence) {
    BatchPosterior posterior;
    posterior.log_probabilities = Eigen::Map<const RowsByStates>(logs.data(), 2, 2);
    posterior.probabilities = posterior.log_probabilities.array().exp();
    posterior.log_evidence = std::move(log_evidence);
    return posterior;
}

}  // namespace

TEST_CASE("Opinions are averaged by weight") {
    OpinionPool pool(2, 2);
    pool.add(opinion({std::log(0.5), std::log(0.5), std::log(0.2), std::log(0.8)}, {-1, -2}), 0.25);
    pool.add(opinion({std::log(0.9), std::log(0.1), std::log(0.4), std::log(0.6)}, {-3, -2}), 0.75);
    const BatchPosterior pooled = std::move(pool).finish();
    CHECK_THAT(pooled.probabilities(0, 0), WithinAbs(0.8, 1e-15));
    CHECK_THAT(pooled.probabilities(0, 1), WithinAbs(0.2, 1e-15));
    CHECK_THAT(pooled.probabilities(1, 0), WithinAbs(0.35, 1e-15));
    CHECK_THAT(std::exp(pooled.log_probabilities(1, 1)), WithinAbs(0.65, 1e-15));
    CHECK_THAT(pooled.log_evidence[0],
               WithinAbs(std::log(0.25 * std::exp(-1) + 0.75 * std::exp(-3)), 1e-15));
}

TEST_CASE("An opinion that finds a row impossible does not count for it") {
    OpinionPool pool(2, 2);
    pool.add(opinion({-infinity, -infinity, -infinity, -infinity}, {-infinity, -infinity}), 0.25);
    pool.add(opinion({std::log(0.9), std::log(0.1), -infinity, -infinity}, {-3, -infinity}), 0.75);
    const BatchPosterior pooled = std::move(pool).finish();
    CHECK_THAT(pooled.probabilities(0, 0), WithinAbs(0.9, 1e-15));
    CHECK_THAT(pooled.log_evidence[0], WithinAbs(std::log(0.75) - 3, 1e-15));
    CHECK(pooled.probabilities(1, 0) == 0);
    CHECK(pooled.log_evidence[1] == -infinity);
}

TEST_CASE("Logarithms of pooled probabilities do not underflow") {
    OpinionPool pool(2, 2);
    for (int i = 0; i < 2; ++i) pool.add(opinion({0, -2000, 0, -infinity}, {-1, -1}), 0.5);
    const BatchPosterior pooled = std::move(pool).finish();
    CHECK(pooled.probabilities(0, 1) == 0);
    CHECK_THAT(pooled.log_probabilities(0, 1), WithinAbs(-2000, 1e-12));
    CHECK(pooled.log_probabilities(1, 1) == -infinity);
}
