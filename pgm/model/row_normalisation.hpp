#pragma once

#include <cstddef>
#include <span>

namespace pgm {

/// Judgement of the sum of a row of k numbers. With s the sum by fixed_order_sum() and d = |s - 1|:
///
/// | verdict           | when                                     | what NetworkBuilder does  |
/// |-------------------|------------------------------------------|---------------------------|
/// | exact             | d <= 8 k eps                             | leaves every bit as it is |
/// | rounded           | d <= 1e-6                                | divides by s, silently    |
/// | imprecise         | d <= 1e-3                                | divides by s, and warns   |
/// | wrong_sum         | d beyond                                 | refuses                   |
/// | not_probabilities | some number is negative, NaN or infinite | refuses                   |
///
/// Dividing by s leaves a sum within k eps of 1, so a row is divided at most once and rebuilding a
/// built network changes no bit. Published networks, printed with seven digits, have rows that are
/// off by up to 3e-7; tables in books are off by up to 1e-3.
enum class RowVerdict { exact, rounded, imprecise, wrong_sum, not_probabilities };

struct RowJudgement {
    RowVerdict verdict = RowVerdict::exact;
    double sum = 0;             ///< meaningless when not_probabilities
    std::size_t bad_state = 0;  ///< the first offending number when not_probabilities
};

inline constexpr double largest_silent_deviation = 1e-6;
inline constexpr double largest_accepted_deviation = 1e-3;

RowJudgement judge_row(std::span<const double> row);

/// Divides by the sum when the judgement is rounded or imprecise.
void normalise_row(std::span<double> row, const RowJudgement& judgement);

}  // namespace pgm
