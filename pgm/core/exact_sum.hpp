#pragma once

#include <array>
#include <cmath>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace pgm {

/// A sum of doubles, or of products of doubles, that is exact: the real number itself, rounded
/// only when value() is asked for.
///
/// Every double is a whole multiple of 2^-1074, so a sum of them is a (long) whole number; here it
/// is kept in two's complement in 64-bit limbs,
///
///     sum = (l_0 + l_1 2^64 + ... + l_n 2^(64 n)) 2^(64 f),      f = first_limb(),
///
/// of which only those limbs are stored that have been touched: three or four for data of everyday
/// sizes. The result therefore depends neither on the order nor on the grouping of the terms; what
/// was added can be taken away again without a trace; and a difference of sums that nearly cancel
/// is as exact as the sums.
///
/// Source of the idea: R. M. Neal, "Fast exact summation using small and large superaccumulators",
/// 2015. It differs from compensated (Kahan) summation, which is merely more precise.
class ExactSum {
public:
    /// An unsigned whole number of 192 bits, least significant word first.
    using Magnitude = std::array<std::uint64_t, 3>;

    ExactSum() = default;

    /// The number must be finite.
    void add(double x);
    void subtract(double x);
    /// Adds x * y, exactly, also where the product would underflow or overflow.
    void add_product(double x, double y);
    /// Adds magnitude * 2^exponent, or subtracts it.
    void add_term(const Magnitude& magnitude, int exponent, bool negative);

    ExactSum& operator+=(const ExactSum& other);
    ExactSum& operator-=(const ExactSum& other);

    bool is_zero() const;
    bool is_negative() const { return !limbs_.empty() && limbs_.back() >> 63 != 0; }
    /// The nearest double (ties to even), infinite beyond the largest.
    double value() const;

    /// Rids the representation of redundant limbs, after which equal sums have equal limbs.
    void trim();
    /// Limbs for storing, as they are (two's complement, least significant first) and the weight of
    /// the first, 2^(64 first_limb()).
    std::span<const std::uint64_t> limbs() const { return limbs_; }
    int first_limb() const { return first_; }
    /// Throws ArgumentError when the weight of the limbs is outside what sums of doubles can reach.
    static ExactSum from_limbs(std::vector<std::uint64_t> limbs, int first_limb);

    /// True if the two are the same number.
    friend bool operator==(const ExactSum& a, const ExactSum& b);

private:
    void cover(int first, int end);
    void add_limbs(std::span<const std::uint64_t> limbs, int first, bool negative,
                   bool extend_sign);
    void keep_sign_limb();

    std::vector<std::uint64_t> limbs_;  ///< empty, or the last one is all zeros or all ones
    int first_ = 0;
};

/// A finite double in parts: (-1)^negative * mantissa * 2^exponent, the mantissa below 2^53.
struct DoubleParts {
    std::uint64_t mantissa;
    int exponent;
    bool negative;
};
DoubleParts parts_of(double x);

/// The double nearest to (bits + rest) * 2^exponent, ties to even, where `rest` is a number in [0,
/// 1) that is not 0 exactly if `has_rest`; subnormal results are rounded once. The top bit of
/// `bits` must be set.
double rounded(std::uint64_t bits, bool has_rest, int exponent, bool negative);

/// A sum of row weights, exact: an unsigned number in fixed point, 64 bits before the point and 64
/// behind it.
///
/// Doubles do not add exactly, so a sum of them depends on the order of the rows; here every weight
/// is first rounded to the nearest multiple of 2^-64 (weights that are whole numbers or halves, and
/// all other doubles from 2^-11 on, are such multiples already) and from then on all is exact.
/// Hence a weight of 2 is the row given twice, shards merged are the whole, and rows taken away
/// again leave no trace, to the last bit.
///
/// Sums stay below 2^64, which Sums ensures.
class WeightSum {
public:
    /// Multiples of 2^-64. No standard C++, yet known to both compilers.
    __extension__ using Units = unsigned __int128;

    constexpr WeightSum() = default;
    static constexpr WeightSum of_units(Units units) { return WeightSum(units); }
    static constexpr WeightSum of_count(std::uint64_t count) {
        return WeightSum(Units{count} << 64);
    }
    /// The multiple of 2^-64 nearest to a weight in [0, 2^63).
    static WeightSum of(double weight) {
        const double whole = std::floor(weight);
        const double rest = std::nearbyint((weight - whole) * 0x1p64);
        return WeightSum((Units{static_cast<std::uint64_t>(whole)} << 64) +
                         static_cast<Units>(rest));
    }

    constexpr Units units() const { return units_; }
    constexpr std::uint64_t whole() const { return static_cast<std::uint64_t>(units_ >> 64); }
    constexpr std::uint64_t fraction() const { return static_cast<std::uint64_t>(units_); }
    constexpr bool is_zero() const { return units_ == 0; }
    /// The nearest double.
    double value() const { return static_cast<double>(units_) * 0x1p-64; }

    constexpr WeightSum& operator+=(WeightSum other) {
        units_ += other.units_;
        return *this;
    }
    constexpr WeightSum& operator-=(WeightSum other) {
        units_ -= other.units_;
        return *this;
    }
    friend constexpr WeightSum operator+(WeightSum a, WeightSum b) { return a += b; }
    friend constexpr WeightSum operator-(WeightSum a, WeightSum b) { return a -= b; }
    friend constexpr auto operator<=>(WeightSum, WeightSum) = default;

private:
    constexpr explicit WeightSum(Units units) : units_(units) {}

    Units units_ = 0;
};

}  // namespace pgm
