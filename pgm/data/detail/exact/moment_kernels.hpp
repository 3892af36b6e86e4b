#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

namespace pgm::detail::kernels {

/// How long a run of numbers may be: sums of that many products of pieces are whole numbers below
/// 2^53, so no addition of doubles rounds.
inline constexpr std::size_t longest_run = 1024;
/// Runs are filled up with zeros to a multiple of this.
inline constexpr std::size_t lanes = 8;

/// Numbers cut into three whole numbers of 22 bits and a sign, each a double: x = (high 2^44 +
/// middle 2^22 + low) 2^(bound - 66), where |x| < 2^bound. That is exact for every x of at least
/// 2^(bound - 13), for 0 and for all shorter ones.
struct Pieces {
    std::array<double, longest_run> high, middle, low;
};

/// The smallest e with |x| < 2^e for all of them, -1022 for zeros and subnormal numbers only,
/// `bound_of_nan` where one is NaN.
inline constexpr int bound_of_nan = 1025;
int bound_of(const double* x, std::size_t count);

/// Cuts `count` numbers, a multiple of `lanes`; `sums` gets the sums of high, middle and low
/// pieces. Tells whether every number was cut exactly; what was not must be cleared and added in
/// another way. |bound| must be below 900.
bool cut(const double* x, std::size_t count, int bound, Pieces& pieces,
         std::array<std::int64_t, 3>& sums);

/// Whether cutting that number is exact.
bool is_cut_exactly(double x, int bound);

/// Sums of products of two numbers in pieces, by weight: sum of x y = (s_0 2^88 + s_1 2^66 + s_2
/// 2^44 + s_3 2^22 + s_4) 2^(bound_x + bound_y - 132).
std::array<std::int64_t, 5> multiply(const Pieces& x, const Pieces& y, std::size_t count);

}  // namespace pgm::detail::kernels
