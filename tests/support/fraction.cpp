#include <tests/support/fraction.hpp>

#include <cmath>
#include <limits>

namespace pgm::tests {
namespace {

/// How many more bits a has than b.
int bits_more(const Integer& a, const Integer& b) {
    return static_cast<int>(msb(a)) - static_cast<int>(msb(b));
}

/// above / below times 2^-exponent, as far as 62 or 63 bits go; a last bit stands for what is left,
/// so that a tie is none.
std::uint64_t leading_bits(Integer above, Integer below, int exponent) {
    (exponent < 0 ? above : below) <<= static_cast<unsigned>(std::abs(exponent));
    Integer whole, rest;
    divide_qr(above, below, whole, rest);
    return static_cast<std::uint64_t>(whole) | (rest == 0 ? 0 : 1);
}

double nearest(const Integer& above, const Integer& below) {
    if (above == 0) return 0;
    const int exponent = bits_more(above, below) - 62;
    return std::ldexp(static_cast<double>(leading_bits(above, below, exponent)), exponent);
}

}  // namespace

Fraction& Fraction::operator+=(const Fraction& other) {
    if (other.above_ == 0) return *this;
    if (above_ == 0) return *this = other;
    if (below_ == other.below_) {
        above_ += other.above_;
    } else {
        above_ = above_ * other.below_ + other.above_ * below_;
        below_ *= other.below_;
    }
    return *this;
}

std::strong_ordering operator<=>(const Fraction& a, const Fraction& b) {
    const int sign = a.below_ == b.below_
                         ? a.above_.compare(b.above_)
                         : Integer(a.above_ * b.below_).compare(b.above_ * a.below_);
    return sign <=> 0;
}

double to_double(const Fraction& value) {
    return nearest(value.above(), value.below());
}

double quotient(const Fraction& part, const Fraction& whole) {
    if (part.below() == whole.below()) return nearest(part.above(), whole.above());
    return nearest(part.above() * whole.below(), part.below() * whole.above());
}

double exact_log(const Fraction& value) {
    const Integer &above = value.above(), &below = value.below();
    if (above == 0) return -std::numeric_limits<double>::infinity();
    // Near 1 the logarithm is the small difference from 1, which only the fraction knows.
    if (2 * above > below && above < 2 * below) {
        return std::log1p(above > below ? nearest(above - below, below)
                                        : -nearest(below - above, below));
    }
    // value = rest 2^exponent with the rest between 1/2 and 2
    const int exponent = bits_more(above, below);
    constexpr double ln2 = 0.693147180559945309417;
    return std::log(
               std::ldexp(static_cast<double>(leading_bits(above, below, exponent - 62)), -62)) +
           exponent * ln2;
}

}  // namespace pgm::tests
