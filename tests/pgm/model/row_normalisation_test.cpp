#include <pgm/model/row_normalisation.hpp>

#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <limits>
#include <vector>

namespace {

using pgm::judge_row;
using pgm::RowVerdict;

RowVerdict verdict(std::vector<double> row) {
    return judge_row(row).verdict;
}

TEST_CASE("judge_row: the verdict follows from the distance of the sum from 1") {
    CHECK(verdict({0.5, 0.5}) == RowVerdict::exact);
    CHECK(verdict({0.5, 0.5 + 3e-15}) == RowVerdict::exact);  // 8 k eps is 3.6e-15
    CHECK(verdict({0.5, 0.5 + 4e-15}) == RowVerdict::rounded);
    CHECK(verdict({0.5, 0.5 - 0.99e-6}) == RowVerdict::rounded);
    CHECK(verdict({0.5, 0.5 + 1.01e-6}) == RowVerdict::imprecise);
    CHECK(verdict({0.5, 0.5 - 0.99e-3}) == RowVerdict::imprecise);
    CHECK(verdict({0.5, 0.5 + 1.01e-3}) == RowVerdict::wrong_sum);
    CHECK(verdict({0, 0}) == RowVerdict::wrong_sum);
    CHECK(verdict({}) == RowVerdict::wrong_sum);
}

TEST_CASE("judge_row: the first number that is no probability is named") {
    constexpr double nan = std::numeric_limits<double>::quiet_NaN();
    CHECK(verdict({-0.0, 1}) == RowVerdict::exact);
    CHECK(verdict({0, std::numeric_limits<double>::infinity()}) == RowVerdict::not_probabilities);
    const std::vector<double> row{0.5, 0.5, nan, -1};
    CHECK(judge_row(row).verdict == RowVerdict::not_probabilities);
    CHECK(judge_row(row).bad_state == 2);
}

TEST_CASE("normalise_row: what was divided once is exact afterwards, for rows of any length") {
    pgm::Rng rng(7);
    for (int repeat = 0; repeat < 2000; ++repeat) {
        std::vector<double> row(1 + rng.below(300));
        double sum = 0;
        for (double& value : row) sum += value = rng.uniform() * rng.uniform();
        const double deviation = 1 + 1.9e-3 * (rng.uniform() - 0.5);
        for (double& value : row) value *= deviation / sum;
        normalise_row(row, judge_row(row));
        REQUIRE(judge_row(row).verdict == RowVerdict::exact);
    }
}

TEST_CASE("normalise_row: refused and exact rows are left alone") {
    std::vector<double> wrong{0.7, 0.7}, exact{0.1, 0.2, 0.7};
    const std::vector<double> wrong_before = wrong, exact_before = exact;
    normalise_row(wrong, judge_row(wrong));
    normalise_row(exact, judge_row(exact));
    CHECK(wrong == wrong_before);
    CHECK(exact == exact_before);
}

}  // namespace
