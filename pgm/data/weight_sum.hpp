#pragma once

#include <cmath>
#include <compare>
#include <cstdint>

namespace pgm {

/// A sum of row weights, exact: an unsigned number in fixed point, 64 bits before the point and 64
/// behind it.
///
/// Doubles do not add exactly, so a sum of them depends on the order of the rows; here every weight
/// is first rounded to the nearest multiple of 2^-64 (weights that are whole numbers or halves, and
/// all other doubles from 2^-11 on, are such multiples already) and from then on nothing is
/// rounded. Hence a weight of 2 is the row given twice, shards merged are the whole, and rows taken
/// away again leave no trace, to the last bit.
///
/// Sums stay below 2^64; Statistics sees to that.
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
