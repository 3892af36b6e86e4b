#pragma once

#include <pgm/core/detail/scaled.hpp>
#include <pgm/core/numbers.hpp>

#include <cmath>
#include <utility>

namespace pgm::detail {

/// A non-negative number with the precision of a double and an exponent that never runs out:
/// mantissa * 2^(256 n), mantissa in [2^-128, 2^128) or zero, n a whole number held as a double.
///
/// The engine computes in plain doubles; only when the processor reports that one of them
/// underflowed or overflowed is the plan run again in these (some twenty times slower). That keeps
/// logarithms out of every kernel, and still 10^-300 to the power of 100,000 is not zero.
///
/// Why n is a double: a density may be e^-1e300, and an order between such numbers is kept. Beyond
/// n = 2^53 it has 16 digits like the logarithm it came from. Why the mantissa is so wide: factors
/// of ordinary size then change the mantissa alone, and are not lost beside such an n.
class ExtendedNumber {
public:
    constexpr ExtendedNumber() = default;

    /// `value` is finite.
    explicit ExtendedNumber(double value) : mantissa_(value) {
        while (mantissa_ >= upper_end && steps_ < 4) take_step(1);
        while (mantissa_ < lower_end && mantissa_ > 0) take_step(-1);
    }

    /// e^log; zero for -inf. Beyond 2^52 a logarithm has no digits behind the point, and the
    /// nearest power of two stands for the number.
    static ExtendedNumber exp(double log) {
        if (log == -infinity) return {};
        if (std::abs(log) >= 0x1p52) {
            const double steps = log * (log2_e / step_bits), whole = std::nearbyint(steps);
            return ExtendedNumber(std::exp2((steps - whole) * step_bits), whole);
        }
        // The rest behind n ln 2 is exact but for its last rounding, thanks to the fused
        // operations.
        const double n = std::nearbyint(log * log2_e);
        const double rest = std::fma(-n, ln2.low, std::fma(-n, ln2.high, log));
        const double steps = std::nearbyint(n / step_bits);
        return ExtendedNumber(std::ldexp(std::exp(rest), static_cast<int>(n - steps * step_bits)),
                              steps);
    }

    bool is_zero() const { return mantissa_ == 0; }
    double mantissa() const { return mantissa_; }
    /// The binary exponent: the number is mantissa() * 2^exponent().
    double exponent() const { return steps_ * step_bits; }

    friend ExtendedNumber operator*(ExtendedNumber x, ExtendedNumber y) {
        if (x.is_zero() || y.is_zero()) return {};
        return ExtendedNumber(x.mantissa_ * y.mantissa_, x.steps_ + y.steps_);
    }

    friend ExtendedNumber operator+(ExtendedNumber x, ExtendedNumber y) {
        if (x.is_zero()) return y;
        if (y.is_zero()) return x;
        if (x.steps_ < y.steps_) std::swap(x, y);
        if (x.steps_ == y.steps_) return ExtendedNumber(x.mantissa_ + y.mantissa_, x.steps_);
        // Two steps below, a number is 2^-256 of the other one at most.
        if (x.steps_ - y.steps_ > 1) return x;
        return ExtendedNumber(x.mantissa_ + y.mantissa_ / step, x.steps_);
    }

    friend bool operator>(ExtendedNumber x, ExtendedNumber y) {
        if (x.is_zero() || y.is_zero()) return !x.is_zero();
        return x.steps_ != y.steps_ ? x.steps_ > y.steps_ : x.mantissa_ > y.mantissa_;
    }

    /// this / other, as a double (0 when too small for one). `other` must not be zero, nor smaller
    /// by more than a double can say.
    double ratio(ExtendedNumber other) const {
        if (is_zero()) return 0;
        const double quotient = mantissa_ / other.mantissa_;
        if (steps_ == other.steps_) return quotient;
        const double steps = steps_ - other.steps_;
        return steps < -6 ? 0 : std::ldexp(quotient, static_cast<int>(steps * step_bits));
    }

private:
    /// A mantissa that is one step out of its range at most.
    ExtendedNumber(double mantissa, double steps) : mantissa_(mantissa), steps_(steps) {
        if (mantissa_ >= upper_end) take_step(1);
        if (mantissa_ < lower_end) take_step(-1);
    }

    void take_step(int direction) {
        mantissa_ = direction > 0 ? mantissa_ / step : mantissa_ * step;
        steps_ += direction;
    }

    static constexpr double step_bits = 256, step = 0x1p256;
    static constexpr double lower_end = 0x1p-128, upper_end = 0x1p128;

    double mantissa_ = 0;
    double steps_ = 0;
};

}  // namespace pgm::detail
