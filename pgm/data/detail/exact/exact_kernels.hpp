#pragma once

#include <pgm/core/simd/detail/dispatch.hpp>

#include <array>
#include <cstddef>
#include <cstdint>

namespace pgm::detail {
namespace kernels {

/// How long a run of numbers may be: sums of that many products of pieces are whole numbers below
/// 2^53, so no addition of doubles rounds.
inline constexpr std::size_t longest_run = 1024;
/// Runs are filled up with zeros to a multiple of this.
inline constexpr std::size_t lanes = 8;

/// Numbers cut into three whole numbers of 22 bits and a sign, each a double: x = (high 2^44 +
/// middle 2^22 + low) 2^(bound - 66), where |x| < 2^bound. That is exact for every x of at least
/// 2^(bound - 13), for 0 and for all shorter ones.
struct Pieces {
    double high[longest_run], middle[longest_run], low[longest_run];
};

/// The value of bound_of() where one of the numbers is NaN.
inline constexpr int bound_of_nan = 1025;

/// Sums of numbers and of their squares. Every number is cut into three whole numbers of at most
/// 2^23, x = (h 2^48 + m 2^24 + l) 2^(bound - 71), so that sums of 1024 products of them never
/// round; these here are the sums of h, m, l and of their products. That is exact for every |x| <
/// 2^bound which is a multiple of 2^(bound - 71): for all of at least 2^(bound - 18), for 0 and for
/// all shorter ones.
///
/// It differs from cut() and multiply(), which are for products of different numbers and therefore
/// store the pieces, in that everything happens in registers.
struct SquareSums {
    std::int64_t h, m, l;
    std::int64_t hh, hm, hl, mm, ml, ll;
};

/// Bounds of at most this size keep the pieces of squares within the range of doubles.
inline constexpr int largest_square_bound = 400;

/// True if cutting that number is exact.
bool is_cut_exactly(double x, int bound);

}  // namespace kernels

/// A build of exact_simd.cpp. `count` is a multiple of `lanes` and at most `longest_run`, except
/// for keep_exact().
struct ExactKernels {
    /// The smallest e with |x| < 2^e for all of them, -1022 for zeros and subnormal numbers only,
    /// `bound_of_nan` where one is NaN.
    int (*bound_of)(const double* x, std::size_t count);

    /// Cuts numbers; `sums` gets the sums of high, middle and low pieces. Tells whether every
    /// number was cut exactly; what was not must be cleared and added in another way. |bound| must
    /// be below 900.
    bool (*cut)(const double* x, std::size_t count, int bound, kernels::Pieces& pieces,
                std::array<std::int64_t, 3>& sums);

    /// Sums of products of two numbers in pieces, by weight: sum of x y = (s_0 2^88 + s_1 2^66 +
    /// s_2 2^44 + s_3 2^22 + s_4) 2^(bound_x + bound_y - 132).
    std::array<std::int64_t, 5> (*multiply)(const kernels::Pieces& x, const kernels::Pieces& y,
                                            std::size_t count);

    /// Adds up numbers of less than 2^bound. Tells whether all were exact; if not, or where one is
    /// NaN, the sums are worthless. As many numbers from `ahead` on are fetched from memory
    /// meanwhile, for the caller to read next: arithmetic and memory work at the same time, which
    /// saves a third of it.
    bool (*sum_squares)(const double* x, std::size_t count, int bound, const double* ahead,
                        kernels::SquareSums& sums);

    /// Moves the numbers that sum_squares() could not add exactly to `rest`, the others to the
    /// front; how many those are.
    std::size_t (*keep_exact)(double* x, std::size_t count, int bound, double* rest);
};
ExactKernels exact_kernels(simd::Baseline);
ExactKernels exact_kernels(simd::Avx2);
ExactKernels exact_kernels(simd::Avx512);

/// The best one for this processor.
const ExactKernels& exact_kernels();

}  // namespace pgm::detail
