#include <learners/score/detail/residual_scatter.hpp>

#include <tests/support/catch.hpp>

#include <vector>

using namespace pgm::learners::detail;
using Catch::WithinRel;

namespace {

const std::vector<double> anything = {0, 0, 0};

}  // namespace

TEST_CASE("Residuals: what regression leaves, by Schur's complement") {
    // S = [4 2 2; 2 5 3; 2 3 6]: 6 - (2 3) [4 2; 2 5]^-1 (2 3)' = 6 - 2 = 4.
    std::vector<double> scatter = {4, 2, 5, 2, 3, 6};
    CHECK_THAT(residual_scatter(std::span(scatter), std::span(anything)).value(),
               WithinRel(4.0, 1e-15));
    // A constant column takes no part: 6 - 2 * 2 / 4 = 5.
    std::vector<double> constant = {4, 0, 0, 2, 0, 6};
    CHECK_THAT(residual_scatter(std::span(constant), std::span(anything)).value(),
               WithinRel(5.0, 1e-15));
}

TEST_CASE("Residuals: where doubles have too few digits, 106 bits have enough") {
    // The second column is the first but for 2^-20 of its scatter.
    std::vector<double> scatter = {1, 1, 1 + 0x1p-20, 0.5, 0.5, 1};
    CHECK_FALSE(residual_scatter(std::span(scatter), std::span(anything)));
    std::vector<DoubleDouble> precise = {1, 1, 1 + 0x1p-20, 0.5, 0.5, 1};
    CHECK_THAT(static_cast<double>(
                   residual_scatter(std::span(precise), std::span(anything)).value()),
               WithinRel(0.75, 1e-15));
    std::vector<DoubleDouble> dependent = {1, 1, 1, 0.5, 0.5, 1};
    CHECK_FALSE(residual_scatter(std::span(dependent), std::span(anything)));
    std::vector<DoubleDouble> rounded = {1, 1, 1 + 0x1p-20, 0.5, 0.5, 1};
    const std::vector<double> second = {0, 0x1p-19, 0};
    CHECK_FALSE(residual_scatter(std::span(rounded), std::span(second)));
}
