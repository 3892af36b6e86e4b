#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace pgm {

/// A non-negative number with the precision of a double and an exponent that never runs out: mantissa * 2^exponent, mantissa in [1, 2) or zero.
///
/// The engine computes in plain doubles; only when the processor reports that one of them underflowed or overflowed is the plan run again in these (some
/// twenty times slower). That keeps logarithms out of every kernel, and still 10^-300 to the power of 100,000 is not zero.
class WideNumber {
public:
    constexpr WideNumber() = default;

    explicit WideNumber(double value) {
        constexpr int mantissa_bits = 52, bias = 1023;
        const auto bits = std::bit_cast<std::uint64_t>(value);
        if (const std::uint64_t exponent = bits >> mantissa_bits; exponent != 0) {
            mantissa_ = std::bit_cast<double>(bits - ((exponent - bias) << mantissa_bits));
            exponent_ = static_cast<std::int64_t>(exponent) - bias;
            return;
        }
        if (value == 0) return;
        int e = 0;
        mantissa_ = 2 * std::frexp(value, &e);
        exponent_ = e - 1;
    }

    /// e^log; zero for -inf. Logarithms below -10^15 have lost all digits behind the point and count as that number.
    static WideNumber exp(double log) {
        if (log == -std::numeric_limits<double>::infinity()) return {};
        constexpr double ln2_high = 0x1.62e42fefa38p-1,
                         ln2_low = 0x1.ef35793c7673p-45;  // the high part has 41 bits: its products with k below 2^12 are exact
        const double bounded = std::max(log, -1e15);
        const double k = std::nearbyint(bounded / 0x1.62e42fefa39efp-1);
        WideNumber number(std::exp((bounded - k * ln2_high) - k * ln2_low));
        number.exponent_ += static_cast<std::int64_t>(k);
        return number;
    }

    bool is_zero() const { return mantissa_ == 0; }
    double mantissa() const { return mantissa_; }
    std::int64_t exponent() const { return exponent_; }

    friend WideNumber operator*(WideNumber x, WideNumber y) {
        if (x.is_zero() || y.is_zero()) return {};
        const double product = x.mantissa_ * y.mantissa_;  // in [1, 4)
        const bool carry = product >= 2;
        return {carry ? product / 2 : product, x.exponent_ + y.exponent_ + carry};
    }

    friend WideNumber operator+(WideNumber x, WideNumber y) {
        if (x.is_zero()) return y;
        if (y.is_zero()) return x;
        if (x.exponent_ < y.exponent_) std::swap(x, y);
        const std::int64_t shift = x.exponent_ - y.exponent_;
        if (shift > 60) return x;
        const double sum = x.mantissa_ + std::ldexp(y.mantissa_, -static_cast<int>(shift));
        const bool carry = sum >= 2;
        return {carry ? sum / 2 : sum, x.exponent_ + carry};
    }

    friend bool operator>(WideNumber x, WideNumber y) {
        if (x.is_zero() || y.is_zero()) return !x.is_zero();
        return x.exponent_ != y.exponent_ ? x.exponent_ > y.exponent_ : x.mantissa_ > y.mantissa_;
    }

    /// this / other, as a double (0 when too small for one). `other` must not be zero.
    double ratio(WideNumber other) const {
        if (is_zero()) return 0;
        const std::int64_t shift = exponent_ - other.exponent_;
        return shift < -1100 ? 0 : std::ldexp(mantissa_ / other.mantissa_, static_cast<int>(shift));
    }

private:
    constexpr WideNumber(double mantissa, std::int64_t exponent) : mantissa_(mantissa), exponent_(exponent) {}

    double mantissa_ = 0;
    std::int64_t exponent_ = 0;
};

}  // namespace pgm
