#include <pgm/data/detail/exact/exact_moments.hpp>

#include <algorithm>
#include <boost/multiprecision/cpp_int.hpp>

namespace pgm::detail {
namespace {

using Integer = boost::multiprecision::cpp_int;

/// A whole number times a power of two.
struct Scaled {
    Integer number;
    int exponent = 0;
};

Integer magnitude_of(WeightSum weight) {
    return (Integer(weight.whole()) << 64) + weight.fraction();
}

Scaled scaled(const ExactSum& sum) {
    const auto limbs = sum.limbs();
    Scaled result{0, 64 * sum.first_limb()};
    for (std::size_t i = limbs.size(); i-- > 0;) result.number = (result.number << 64) + limbs[i];
    if (sum.is_negative()) result.number -= Integer(1) << (64 * limbs.size());
    return result;
}

Scaled operator*(const Scaled& a, const Scaled& b) {
    return {a.number * b.number, a.exponent + b.exponent};
}

Scaled operator-(Scaled a, Scaled b) {
    const int exponent = std::min(a.exponent, b.exponent);
    a.number <<= static_cast<unsigned>(a.exponent - exponent);
    b.number <<= static_cast<unsigned>(b.exponent - exponent);
    return {a.number - b.number, exponent};
}

/// dividend / divisor: so many bits of the quotient that 64 are known for sure, and whether
/// anything follows them.
double quotient(const Scaled& dividend, const Integer& divisor) {
    if (dividend.number == 0) return 0;
    const bool negative = dividend.number < 0;
    Integer number = negative ? Integer(-dividend.number) : dividend.number;
    const long wanted = static_cast<long>(msb(divisor)) + 66 - static_cast<long>(msb(number));
    const long shift = std::max(wanted, 0L);
    number <<= static_cast<unsigned>(shift);
    Integer whole, rest;
    divide_qr(number, divisor, whole, rest);
    const auto excess = static_cast<unsigned>(msb(whole)) - 63;
    const Integer top = whole >> excess;
    const bool has_rest = rest != 0 || (top << excess) != whole;
    return rounded(static_cast<std::uint64_t>(top), has_rest,
                   static_cast<int>(excess) + dividend.exponent - static_cast<int>(shift),
                   negative);
}

}  // namespace

double exact_mean(WeightSum weight, const ExactSum& sum) {
    Scaled dividend = scaled(sum);
    dividend.exponent += 64;  // for the weight is a multiple of 2^-64
    return quotient(dividend, magnitude_of(weight));
}

double exact_covariance(WeightSum weight, const ExactSum& x, const ExactSum& y,
                        const ExactSum& product) {
    const Integer divisor = magnitude_of(weight);
    Scaled dividend = Scaled{divisor, -64} * scaled(product) - scaled(x) * scaled(y);
    dividend.exponent += 128;
    return quotient(dividend, divisor * divisor);
}

}  // namespace pgm::detail
