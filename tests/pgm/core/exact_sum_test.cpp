#include <pgm/core/exact_sum.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <bit>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>
#include <limits>

using namespace pgm;
using Rational = boost::multiprecision::cpp_rational;

namespace {

ExactSum sum_of(const std::vector<double>& terms) {
    ExactSum sum;
    for (const double term : terms) sum.add(term);
    return sum;
}

/// Any finite double, all exponents alike.
double any_double(Rng& rng) {
    for (;;) {
        const double x = std::bit_cast<double>(rng());
        if (std::isfinite(x)) return x;
    }
}

/// A double of everyday size.
double everyday(Rng& rng) {
    return std::ldexp(rng.uniform() - 0.5, static_cast<int>(rng.below(60)) - 30);
}

constexpr double largest = std::numeric_limits<double>::max();
constexpr double smallest = std::numeric_limits<double>::denorm_min();

}  // namespace

TEST_CASE("ExactSum: what cancels leaves the rest exactly", "[exact_sum]") {
    CHECK(sum_of({}).value() == 0);
    CHECK(sum_of({1e300, 1, -1e300}).value() == 1);
    CHECK(sum_of({0.1, 0.2, -0.3}).value() ==
          0x1p-55);  // the three doubles are not the three decimals
    CHECK(sum_of({largest, smallest, -largest}).value() == smallest);
    CHECK(sum_of({-1e-300, 1, -1}).value() == -1e-300);
    CHECK(sum_of({1e16, 1, 1e-16, -1e16, -1}).value() == 1e-16);
}

TEST_CASE("ExactSum: it is rounded once, ties to even", "[exact_sum]") {
    const double half = 0x1p-53;  // of the last place of 1
    CHECK(sum_of({1, half}).value() == 1);
    CHECK(sum_of({1, half, smallest}).value() == 1 + 0x1p-52);
    CHECK(sum_of({1, half, -smallest}).value() == 1);
    CHECK(sum_of({1 + 0x1p-52, half}).value() == 1 + 0x1p-51);
    CHECK(sum_of({-1, -half, -smallest}).value() == -1 - 0x1p-52);
    CHECK(sum_of({largest, largest}).value() == INFINITY);
    CHECK(sum_of({largest, largest, -largest}).value() == largest);
}

TEST_CASE("ExactSum: products neither underflow nor overflow", "[exact_sum]") {
    ExactSum sum;
    sum.add_product(1e-300, 1e-300);
    CHECK_FALSE(sum.is_zero());
    CHECK(sum.value() == 0);
    sum.add_product(largest, largest);
    CHECK(sum.value() == INFINITY);
    sum.add_product(-largest, largest);
    sum.add_product(1e-300, -1e-300);
    CHECK(sum.is_zero());
    sum.add_product(0x1p-537, 0x1p-537);
    CHECK(sum.value() == smallest);
}

TEST_CASE("ExactSum: random sums agree with rational arithmetic", "[exact_sum]") {
    Rng rng(1);
    for (int round = 0; round < 300; ++round) {
        ExactSum sum;
        Rational expected = 0;
        for (int i = 0; i < 30; ++i) {
            const double x = everyday(rng), y = everyday(rng);
            sum.add(x);
            sum.add_product(x, y);
            expected += Rational(x) + Rational(x) * Rational(y);
        }
        CHECK(Rational(sum_of({sum.value()}).value()) == Rational(sum.value()));
        // The nearest double: no neighbour is nearer.
        const Rational error = abs(Rational(sum.value()) - expected);
        CHECK(error <= abs(Rational(std::nextafter(sum.value(), INFINITY)) - expected));
        CHECK(error <= abs(Rational(std::nextafter(sum.value(), -INFINITY)) - expected));
    }
}

TEST_CASE("ExactSum: order and grouping leave no trace, and what was added can be taken away",
          "[exact_sum]") {
    Rng rng(2);
    std::vector<double> terms(500);
    for (double& term : terms) term = any_double(rng);
    const ExactSum forwards = sum_of(terms);
    std::reverse(terms.begin(), terms.end());
    ExactSum backwards = sum_of(terms);
    CHECK(forwards == backwards);
    ExactSum first, second;
    for (std::size_t i = 0; i < terms.size(); ++i) (i % 3 == 0 ? first : second).add(terms[i]);
    ExactSum both = first;
    both += second;
    CHECK(both == forwards);
    both -= first;
    CHECK(both == second);
    both -= both;
    CHECK(both.is_zero());
    CHECK(both == ExactSum());
    for (const double term : terms) backwards.subtract(term);
    CHECK(backwards.is_zero());
}

TEST_CASE("ExactSum: stored limbs give back the same sum", "[exact_sum]") {
    Rng rng(3);
    for (int round = 0; round < 100; ++round) {
        ExactSum sum = sum_of({any_double(rng), any_double(rng), -any_double(rng)});
        sum.trim();
        const ExactSum copy =
            ExactSum::from_limbs({sum.limbs().begin(), sum.limbs().end()}, sum.first_limb());
        CHECK(copy == sum);
        CHECK(copy.value() == sum.value());
    }
    CHECK(ExactSum::from_limbs({}, 0).is_zero());
    CHECK(ExactSum::from_limbs({5}, 0).value() == 5);
    CHECK(ExactSum::from_limbs({~std::uint64_t{0}}, 0).value() == -1);
    CHECK_THROWS_WITH(
        ExactSum::from_limbs({1}, 1000),
        "a stored sum has 1 limbs from limb 1000 on, more than any sum of doubles has");
    // With the limb of its sign the second one is too long.
    CHECK(ExactSum::from_limbs({1, 2, 3, 0}, 76).first_limb() == 76);
    CHECK_THROWS_AS(ExactSum::from_limbs({1, 2, 3, 4}, 76), ArgumentError);
    CHECK_THROWS_AS(ExactSum::from_limbs({1}, std::numeric_limits<int>::max()), ArgumentError);
    CHECK_THROWS_AS(ExactSum::from_limbs({1}, std::numeric_limits<int>::min()), ArgumentError);
}
