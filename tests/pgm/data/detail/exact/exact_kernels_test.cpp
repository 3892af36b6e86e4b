#include <pgm/data/detail/exact/exact_kernels.hpp>

#include <pgm/core/random.hpp>
#include <pgm/data/detail/exact/exact_terms.hpp>

#include <cmath>
#include <limits>
#include <vector>

#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::tests;
using kernels::SquareSums;

namespace {

std::vector<ExactKernels> builds() {
    return builds_of([](auto instruction_set) { return exact_kernels(instruction_set); });
}

/// The sum of h 2^48 + m 2^24 + l, and that of its square, in units.
ExactSum sum_of_numbers(const SquareSums& s, int bound) {
    ExactSum sum;
    add_scaled(sum, s.h, bound - 23);
    add_scaled(sum, s.m, bound - 47);
    add_scaled(sum, s.l, bound - 71);
    return sum;
}

ExactSum sum_of_squares(const SquareSums& s, int bound) {
    ExactSum sum;
    add_scaled(sum, s.hh, 2 * bound - 46);
    add_scaled(sum, s.hm, 2 * bound - 69);
    add_scaled(sum, s.hl, 2 * bound - 93);
    add_scaled(sum, s.mm, 2 * bound - 94);
    add_scaled(sum, s.ml, 2 * bound - 117);
    add_scaled(sum, s.ll, 2 * bound - 142);
    return sum;
}

void check_sums(const std::vector<double>& x, int bound) {
    ExactSum numbers, squares;
    for (const double number : x) {
        numbers.add(number);
        squares.add_product(number, number);
    }
    for (const ExactKernels& build : builds()) {
        SquareSums sums{};
        REQUIRE(build.sum_squares(x.data(), x.size(), bound, x.data(), sums));
        CHECK(sum_of_numbers(sums, bound) == numbers);
        CHECK(sum_of_squares(sums, bound) == squares);
    }
}

}  // namespace

TEST_CASE("Exact kernels: sums of numbers and of squares are exact in every build") {
    Rng rng(1);
    for (const int bound : {-400, -60, 0, 3, 41, 400}) {
        for (const std::size_t count : {std::size_t{8}, std::size_t{24}, kernels::longest_run}) {
            std::vector<double> x(count);
            for (double& number : x)
                number =
                    std::ldexp(rng.uniform() - 0.5, bound + 1 - static_cast<int>(rng.below(18)));
            check_sums(x, bound);
        }
    }
}

TEST_CASE("Exact kernels: the longest run of the largest numbers does not round") {
    for (const double sign : {1.0, -1.0}) {
        check_sums(std::vector<double>(kernels::longest_run, sign * std::nextafter(8.0, 0.0)), 3);
        check_sums(std::vector<double>(kernels::longest_run, sign * 0x1.555557p2), 3);
        check_sums(std::vector<double>(kernels::longest_run, sign * (4 + 0x1p-21 + 0x1.8p-45)), 3);
    }
}

TEST_CASE(
    "Exact kernels: every build says what it cannot add, and the others are kept apart from it") {
    const double nan = std::numeric_limits<double>::quiet_NaN();
    // The units are 2^(3 - 71), so 2^-68 is the shortest step.
    for (const double odd : {0x1p-69, 1 / 3.0 * 0x1p-16, -0x1.0000000000001p-17,
                             std::numeric_limits<double>::denorm_min(), nan}) {
        std::vector<double> x{1, 2, 3, 0, -0.0, 0x1.8p-68 * 2, odd, 7};
        for (const ExactKernels& build : builds()) {
            SquareSums sums{};
            CHECK_FALSE(build.sum_squares(x.data(), x.size(), 3, x.data(), sums));
        }
        std::vector<double> rest(x.size());
        REQUIRE(exact_kernels().keep_exact(x.data(), x.size(), 3, rest.data()) == 7);
        CHECK((std::isnan(odd) ? std::isnan(rest[0]) : rest[0] == odd));
        CHECK(x[6] == 7);
    }
    std::vector<double> x{1, 8, -8, 1e300, 7}, rest(x.size());
    CHECK(exact_kernels().keep_exact(x.data(), x.size(), 3, rest.data()) == 2);
    CHECK(x[1] == 7);
    CHECK(rest == std::vector<double>{8, -8, 1e300, 0, 0});
}
