#include <pgm/classify/measure/comparison.hpp>

#include <pgm/core/error.hpp>

#include <boost/math/special_functions/erf.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <vector>

using namespace pgm;
using Catch::Matchers::WithinAbs;

TEST_CASE("The signed ranks of five sets, by hand") {
    // Differences 1, 2, 3, 4, -5: ranks as they are. R- = 5 is reached or undercut by the subsets
    // {}, {1}, {2}, {3}, {1,2}, {4}, {1,3}, {5}, {1,4}, {2,3} of 32.
    const SignedRanks ranks =
        signed_ranks(std::vector<double>{2, 4, 6, 8, 5}, std::vector<double>{1, 2, 3, 4, 10});
    CHECK(ranks.positive == 10);
    CHECK(ranks.negative == 5);
    CHECK(ranks.pairs == 5);
    CHECK_THAT(ranks.p_value, WithinAbs(20.0 / 32, 1e-15));
}

TEST_CASE("Signed ranks of equal sizes share the mean rank, and equal measures do not count") {
    // Differences 1, 1, 0, -1: ranks 2, 2, 2. R- = 2 is reached or undercut by {} and three single
    // ones of 8.
    const SignedRanks ranks =
        signed_ranks(std::vector<double>{1, 1, 1, 0}, std::vector<double>{0, 0, 1, 1});
    CHECK(ranks.positive == 4);
    CHECK(ranks.negative == 2);
    CHECK(ranks.pairs == 3);
    CHECK_THAT(ranks.p_value, WithinAbs(1, 1e-15));
}

TEST_CASE("A classifier that is better on all of n sets has the p value 2 / 2^n") {
    std::vector<double> first, second;
    for (int sets = 1; sets <= 60; ++sets) {
        first.push_back(sets);
        second.push_back(0);
        CHECK_THAT(signed_ranks(first, second).p_value,
                   Catch::Matchers::WithinRel(std::ldexp(2.0, -sets), 1e-12));
    }
    // One more, and it is the normal distribution: z = -(n (n+1) / 4) / sqrt(n (n+1) (2n+1) / 24).
    first.push_back(61);
    second.push_back(0);
    const double z = (61 * 62 / 4.0) / std::sqrt(61 * 62 * 123 / 24.0);
    CHECK_THAT(signed_ranks(first, second).p_value,
               Catch::Matchers::WithinRel(boost::math::erfc(z / std::sqrt(2.0)), 1e-12));
}

TEST_CASE("The published example: C4.5 with and without m on fourteen data sets") {
    // Demsar 2006, table 2: AUC; R+ = 93, R- = 12, one set being equal and dropped here, whereas
    // there its rank is shared.
    const std::vector<double> plain{0.763, 0.599, 0.954, 0.628, 0.882, 0.936, 0.661,
                                    0.583, 0.775, 1.000, 0.940, 0.619, 0.972, 0.957},
        with_m{0.768, 0.591, 0.971, 0.661, 0.888, 0.931, 0.668,
               0.583, 0.838, 1.000, 0.962, 0.666, 0.981, 0.978};
    const SignedRanks ranks = signed_ranks(with_m, plain);
    CHECK(ranks.pairs == 12);
    // Sizes .005 .008 .017 .033 .006 .005 .007 .063 .022 .047 .009 .021 have the ranks 1.5 5 7 10 3
    // 1.5 4 12 9 11 6 8; the second and the sixth are negative.
    CHECK(ranks.negative == 6.5);
    CHECK(ranks.positive == 71.5);
    CHECK(ranks.p_value < 0.01);
}

TEST_CASE("Differences that are equal but for rounding share their ranks") {
    // 1/15, 1/15 and -1/15 as differences of accuracies, and 1/3 - (1 - 2/3) as none.
    const SignedRanks ranks =
        signed_ranks(std::vector<double>{14.0 / 15, 12.0 / 15, 2.0 / 15, 1.0 / 3},
                     std::vector<double>{13.0 / 15, 11.0 / 15, 3.0 / 15, 1 - 2.0 / 3});
    CHECK(ranks.positive == 4);
    CHECK(ranks.negative == 2);
}

TEST_CASE("No difference has the p value 1; wrong measures are refused") {
    const std::vector<double> one{0.5}, two{0.5, 0.7};
    CHECK(signed_ranks(two, two).p_value == 1);
    CHECK(signed_ranks({}, {}).pairs == 0);
    CHECK_THROWS_WITH(signed_ranks(one, two), "signed ranks of 1 measures with 2");
    const std::vector<double> none{std::numeric_limits<double>::quiet_NaN()};
    CHECK_THROWS_AS(signed_ranks(one, none), ArgumentError);
}
