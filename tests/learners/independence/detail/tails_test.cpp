#include <learners/independence/detail/tails.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using Catch::WithinRel;
using pgm::learners::detail::chi_square_upper_tail;
using pgm::learners::detail::f_upper_tail;
using pgm::learners::detail::normal_two_tails;

TEST_CASE("Upper tails of chi-square have the closed forms of even degrees of freedom",
          "[learners]") {
    for (const double x : {0.1, 1.0, 5.0, 40.0, 300.0, 1400.0}) {
        CHECK_THAT(chi_square_upper_tail(x, 2), WithinRel(std::exp(-x / 2), 1e-12));
        CHECK_THAT(chi_square_upper_tail(x, 4), WithinRel(std::exp(-x / 2) * (1 + x / 2), 1e-12));
        CHECK_THAT(chi_square_upper_tail(x, 6),
                   WithinRel(std::exp(-x / 2) * (1 + x / 2 + x * x / 8), 1e-12));
    }
}

TEST_CASE("Tiny tails are not 0, and tails too small for a double are", "[learners]") {
    // Abramowitz and Stegun, table 26.2: Q(10) = 7.61985 30241 60526 e-24, on both sides.
    CHECK_THAT(normal_two_tails(10), WithinRel(2 * 7.619853024160526e-24, 1e-12));
    CHECK_THAT(chi_square_upper_tail(100, 1), WithinRel(2 * 7.619853024160526e-24, 1e-12));
    CHECK(chi_square_upper_tail(5000, 2) == 0);
    CHECK(normal_two_tails(-60) == 0);
    CHECK(normal_two_tails(0) == 1);
    CHECK_THAT(normal_two_tails(-1.959963984540054), WithinRel(0.05, 1e-12));
}

TEST_CASE("Upper tails of F and of Student's t have their closed forms", "[learners]") {
    for (const double share : {1e-200, 1e-9, 0.1, 0.5, 0.999})
        for (const double within : {1.0, 2.0, 7.0, 30.0})
            CHECK_THAT(f_upper_tail(share, 2, within),
                       WithinRel(std::pow(share, within / 2), 1e-11));
    // Of t with one degree of freedom, Cauchy's distribution, and share = 1 / (1 + t^2).
    for (const double t : {0.01, 1.0, 50.0})
        CHECK_THAT(f_upper_tail(1 / (1 + t * t), 1, 1),
                   WithinRel(2 / std::acos(-1.0) * std::atan(1 / t), 1e-11));
    CHECK(f_upper_tail(0, 1, 5) == 0);
    CHECK(f_upper_tail(1, 1, 5) == 1);
    for (const double within : {1.0, 1e3, 1e6, 1e12})
        for (const double between : {1.0, 50.0, 1e5})
            for (const double share : {1e-300, 1e-16, 0.5, 0.999999, 1 - 1e-16}) {
                const double p = f_upper_tail(share, between, within);
                CHECK(p >= 0);
                CHECK(p <= 1);
            }
}

TEST_CASE("Tails are probabilities for every statistic and all degrees of freedom", "[learners]") {
    const double infinite = std::numeric_limits<double>::infinity();
    for (const double freedom : {0.0, 1.0, 7.0, 1e3, 1e6, 1e9, 1e14, 1e30, 1e300, infinite})
        for (const double x : {0.0, 1e-300, 1e-5, 1.0, 1e3, 1e9, 1e14, 1e300}) {
            const double p = chi_square_upper_tail(x, freedom);
            INFO(x << " of " << freedom);
            CHECK(p >= 0);
            CHECK(p <= 1);
        }
    CHECK(chi_square_upper_tail(-1e-12, 3) == 1);
    CHECK(chi_square_upper_tail(1, 0) == 1);
    CHECK(chi_square_upper_tail(1e6, 1e6) == Approx(0.5).margin(1e-3));
}
