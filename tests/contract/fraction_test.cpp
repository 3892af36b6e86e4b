#include <tests/support/catch.hpp>
#include <tests/support/fraction.hpp>

#include <pgm/core/random.hpp>

#include <limits>

// The numbers of the oracle (rational_oracle_test.cpp).

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinRel;

TEST_CASE("Fractions are equal, ordered and added up whatever their denominators") {
    CHECK(Fraction(2, 6) == Fraction(1, 3));
    CHECK(Fraction(2, 6) < Fraction(3, 6));
    CHECK(Fraction(2, 5) > Fraction(1, 3));
    Fraction sum = 0;
    for (const Fraction& part :
         {Fraction(0, 3), Fraction(1, 3), Fraction(1, 3), Fraction(1, 6), Fraction(0, 1)})
        sum += part;
    CHECK(sum == Fraction(5, 6));
    CHECK(sum.reduced() == Rational(5, 6));
}

TEST_CASE("Quotients of fractions are the nearest doubles") {
    CHECK(quotient(0, 7) == 0);
    CHECK(quotient(Rational(13, 32), Rational(13, 32)) == 1);
    CHECK(quotient(Rational(6, 32), Rational(13, 32)) == 6.0 / 13);
    CHECK(quotient(3, Rational(1, 7)) == 21);
    const Rational tiny(1e-300);
    const Rational tinier = tiny * tiny;
    CHECK(quotient(Rational(tinier * 3), Rational(tinier * 7)) == 3.0 / 7);
    CHECK(quotient(tinier, tiny) == 1e-300);
    // Halfway between two doubles the even one is the nearest, and a hair above it the other.
    const Rational halfway = 1 + Rational(0x1p-53);
    CHECK(quotient(halfway, 1) == 1);
    CHECK(quotient(Rational(halfway + tiny), 1) == 1 + 0x1p-52);
    Rng rng(3);
    for (int trial = 0; trial < 1000; ++trial) {
        const double part = rng.uniform(), whole = rng.uniform() + 0x1p-40;
        CHECK(quotient(Rational(part), Rational(whole)) == part / whole);
    }
}

TEST_CASE("Logarithms of fractions are right near 1 and beyond the range of doubles") {
    CHECK(exact_log(Rational(0)) == -std::numeric_limits<double>::infinity());
    CHECK(exact_log(Rational(1)) == 0);
    CHECK_THAT(exact_log(Rational(1, 3)), WithinRel(-1.0986122886681098, 1e-15));
    CHECK_THAT(exact_log(Rational(7, 2)), WithinRel(1.2527629684953681, 1e-15));
    const Rational tiny(1e-300);
    CHECK_THAT(exact_log(Rational(tiny * tiny * tiny)), WithinRel(-2072.3265836946411, 1e-15));
    CHECK_THAT(exact_log(Rational(1 / (tiny * tiny))), WithinRel(1381.5510557964274, 1e-15));
    CHECK_THAT(exact_log(Rational(1 - Rational(1e-20))), WithinRel(-1e-20, 1e-15));
}
