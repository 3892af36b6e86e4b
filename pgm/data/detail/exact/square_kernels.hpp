#pragma once

#include <pgm/data/detail/exact/moment_kernels.hpp>

#include <cstddef>
#include <cstdint>

namespace pgm::detail::kernels {

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

/// Of this size are the bounds for which the pieces of squares are neither too large nor too small
/// for doubles.
inline constexpr int largest_square_bound = 400;

/// Adds up `count` numbers of less than 2^bound, a multiple of `lanes` and at most `longest_run`.
/// Tells whether all were exact; if not, or where one is NaN, the sums are worthless. As many
/// numbers from `ahead` on are fetched from memory meanwhile, for the caller to read next:
/// arithmetic and memory take turns no longer, which is worth a third of the time.
bool sum_squares(const double* x, std::size_t count, int bound, const double* ahead,
                 SquareSums& sums);

// The three builds of it. Each needs a processor that has its instructions; a test compares them.
bool sum_squares_baseline(const double* x, std::size_t count, int bound, const double* ahead,
                          SquareSums& sums);
bool sum_squares_avx2(const double* x, std::size_t count, int bound, const double* ahead,
                      SquareSums& sums);
bool sum_squares_avx512(const double* x, std::size_t count, int bound, const double* ahead,
                        SquareSums& sums);

/// Moves the numbers that sum_squares() could not add exactly to `rest`, the others to the front;
/// how many those are.
std::size_t keep_exact(double* x, std::size_t count, int bound, double* rest);

}  // namespace pgm::detail::kernels
