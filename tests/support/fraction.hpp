#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <compare>

namespace pgm::tests {

using Integer = boost::multiprecision::cpp_int;
using Rational = boost::multiprecision::cpp_rational;

/// An exact fraction, not negative, that is never reduced. Rational reduces after every operation,
/// and to look for common divisors of numbers of thousands of bits takes longer than everything
/// else an oracle does. Sums keep the denominator when both parts have the same.
class Fraction {
public:
    Fraction(int whole = 0) : above_(whole), below_(1) {}
    Fraction(const Rational& value) : above_(numerator(value)), below_(denominator(value)) {}
    Fraction(const Integer& above, const Integer& below) : above_(above), below_(below) {}

    const Integer& above() const { return above_; }
    const Integer& below() const { return below_; }
    Rational reduced() const { return Rational(above_, below_); }

    Fraction& operator+=(const Fraction& other);

    friend bool operator==(const Fraction& a, const Fraction& b) { return a <=> b == 0; }
    friend std::strong_ordering operator<=>(const Fraction& a, const Fraction& b);

private:
    Integer above_, below_;
};

/// The nearest double.
double to_double(const Fraction& value);

/// The double nearest to part / whole.
double quotient(const Fraction& part, const Fraction& whole);

/// The natural logarithm, to a few units in the last place also where the value is beyond the range
/// of doubles or within 1e-16 of 1; -inf for 0.
double exact_log(const Fraction& value);

}  // namespace pgm::tests
