#include <pgm/classify/measure/comparison.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace pgm;
using Catch::Matchers::WithinAbs;

TEST_CASE("The 95 % points of the range of normals are those of published tables") {
    // Of the studentised range with infinitely many degrees of freedom (Harter 1960), for two to
    // ten variables.
    const std::vector<double> published{2.772, 3.314, 3.633, 3.858, 4.030,
                                        4.170, 4.286, 4.387, 4.474};
    for (std::size_t i = 0; i < published.size(); ++i)
        CHECK_THAT(range_of_normals(i + 2), WithinAbs(published[i], 0.0006));
    CHECK_THROWS_AS(range_of_normals(1), ArgumentError);
}

TEST_CASE("Mean ranks of three classifiers on four sets, by hand") {
    // Ranks 1 2 3, 1 2 3, 1.5 1.5 3, 2 1 3: sums 5.5, 6.5, 12.
    const std::vector<std::vector<double>> measures{
        {0.9, 0.8, 0.7, 0.6}, {0.8, 0.7, 0.7, 0.7}, {0.7, 0.6, 0.5, 0.1}};
    const MeanRanks ranks = mean_ranks(measures);
    CHECK(ranks.ranks == std::vector<double>{1.375, 1.625, 3});
    CHECK(ranks.sets == 4);
    // chi2 = 12 * 4 / 12 * (1.375^2 + 1.625^2 + 9 - 12) = 6.125; F = 3 * 6.125 / (8 - 6.125) = 9.8
    // with 2 and 6 degrees of freedom, of which the tail is (1 + 2 F / 6)^-3.
    CHECK_THAT(ranks.p_value, WithinAbs(std::pow(1 + 9.8 / 3, -3.0), 1e-12));
    CHECK_THAT(ranks.critical_difference,
               WithinAbs(3.314 / std::sqrt(2.0) * std::sqrt(12.0 / 24), 0.0005));
}

TEST_CASE("Equal classifiers share the ranks, and one order on all sets is certain") {
    const std::vector<double> measures{0.5, 0.7, 0.9}, lower{0.4, 0.6, 0.8};
    const MeanRanks equal = mean_ranks(std::vector{measures, measures, measures});
    CHECK(equal.ranks == std::vector<double>{2, 2, 2});
    CHECK(equal.p_value == 1);
    CHECK(mean_ranks(std::vector{measures, lower}).p_value == 0);
}

TEST_CASE("Ranks need two classifiers, two sets, and finite measures") {
    const std::vector<double> two{0.5, 0.7}, one{0.5},
        none{0.5, std::numeric_limits<double>::infinity()};
    CHECK_THROWS_WITH(mean_ranks(std::vector<std::vector<double>>{two}),
                      "ranks are of at least two classifiers");
    CHECK_THROWS_WITH(mean_ranks(std::vector{one, one}), "ranks are over at least two sets");
    CHECK_THROWS_WITH(mean_ranks(std::vector{two, one}), "ranks of 2 measures with 1");
    CHECK_THROWS_AS(mean_ranks(std::vector{two, none}), ArgumentError);
}
