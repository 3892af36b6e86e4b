#pragma once

// The kernel of joint tables, compiled once per instruction set (joint_fold_*.cpp), hence in an
// unnamed namespace and no function of the standard library: an inline function compiled for
// AVX-512 must never be the copy that the linker keeps for everybody.

#include <pgm/inference/detail/joint/joint_fold.hpp>

namespace pgm::detail::kernels {
namespace {

/// A row of a joint table; the compiler splits it where the machine's registers are shorter.
typedef double JointRow __attribute__((vector_size(64), may_alias));
typedef double Four __attribute__((vector_size(32)));
typedef double Two __attribute__((vector_size(16)));

/// The rows that agree with what is observed, and then, axis by axis from the outermost, the sum of
/// all rows of each state and the rows of its states added up: about two additions a row.
/// Multiplications and sums of numbers that are not negative: every result is right to a few units
/// in the last place.
class FoldRun {
public:
    [[gnu::always_inline]] explicit FoldRun(const JointFold& fold)
        : fold_(fold),
          rows_(reinterpret_cast<const JointRow*>(fold.table)),
          count_(1) {}  // per state of the innermost axis

    template <bool Marginals>
    [[gnu::always_inline]] double run(double* sums) {
        enter_findings();
        const JointRow weight = *reinterpret_cast<const JointRow*>(fold_.weight);
        double* sum = sums;
        for (std::uint32_t axis = 0; axis < fold_.axis_count; ++axis) {
            if (fold_.observed[axis] == JointFold::not_observed)
                fold_axis<Marginals>(fold_.axes[axis].states, weight, sum);
            if constexpr (Marginals) sum += fold_.axes[axis].states;
        }
        const JointRow total = rows_[0] * weight;
        const double evidence = sum_of_lanes(total);
        if constexpr (Marginals) {
            const JointRow* const lanes_of_state =
                reinterpret_cast<const JointRow*>(fold_.lanes_of_state);
            for (std::uint32_t state = 0; state < fold_.lane_states; ++state)
                *sum++ = sum_of_lanes(total * lanes_of_state[state]);
        }
        return evidence;
    }

    /// In each lane the largest cell and where it was first, then the largest of the lanes; and the
    /// sum of all cells.
    [[gnu::always_inline]] JointMaximum maximise() {
        enter_findings();
        const JointRow weight = *reinterpret_cast<const JointRow*>(fold_.weight);
        JointRow largest = rows_[0] * weight, where{}, sum = largest;
        for (std::uint32_t row = 1; row < count_; ++row) {
            const JointRow cells = rows_[row] * weight;
            sum += cells;
            where = cells > largest ? JointRow{} + row : where;
            largest = cells > largest ? cells : largest;
        }
        JointMaximum best{largest[0], static_cast<std::uint32_t>(where[0]), 0, sum_of_lanes(sum)};
        for (std::uint32_t lane = 1; lane < JointFold::lanes; ++lane) {
            const std::uint32_t row = static_cast<std::uint32_t>(where[lane]);
            const bool is_better =
                (largest[lane] > best.value) | ((largest[lane] == best.value) & (row < best.row));
            best.value = is_better ? largest[lane] : best.value;
            best.row = is_better ? row : best.row;
            best.lane = is_better ? lane : best.lane;
        }
        return best;
    }

private:
    /// In one order for every instruction set, so that all give the same bits.
    [[gnu::always_inline]] static double sum_of_lanes(JointRow row) {
        const Four four = __builtin_shufflevector(row, row, 0, 1, 2, 3) +
                          __builtin_shufflevector(row, row, 4, 5, 6, 7);
        const Two two =
            __builtin_shufflevector(four, four, 0, 1) + __builtin_shufflevector(four, four, 2, 3);
        return two[0] + two[1];
    }

    /// From the innermost axis outwards: `count_` rows belong to each state of the axis.
    [[gnu::always_inline]] void enter_findings() {
        for (std::uint32_t axis = fold_.axis_count; axis-- > 0;) {
            const std::uint32_t states = fold_.axes[axis].states, before = fold_.axes[axis].before,
                                observed = fold_.observed[axis];
            if (observed != JointFold::not_observed) {
                keep_state(states, before, observed);
                continue;
            }
            if (fold_.likelihood[axis]) multiply_states(states, before, fold_.likelihood[axis]);
            count_ *= states;
        }
    }

    [[gnu::always_inline]] void keep_state(std::uint32_t states, std::uint32_t before,
                                           std::uint32_t observed) {
        const JointRow* from = rows_ + observed * count_;
        JointRow* to = work_;
        for (std::uint32_t i = 0; i < before; ++i, from += states * count_) {
            for (std::uint32_t row = 0; row < count_; ++row) *to++ = from[row];
        }
        rows_ = work_;
    }

    [[gnu::always_inline]] void multiply_states(std::uint32_t states, std::uint32_t before,
                                                const double* likelihood) {
        const JointRow* from = rows_;
        JointRow* to = work_;
        for (std::uint32_t i = 0; i < before; ++i) {
            for (std::uint32_t state = 0; state < states; ++state) {
                for (std::uint32_t row = 0; row < count_; ++row)
                    *to++ = *from++ * likelihood[state];
            }
        }
        rows_ = work_;
    }

    /// The outermost axis of what is left of the table, away.
    template <bool Marginals>
    [[gnu::always_inline]] void fold_axis(std::uint32_t states, JointRow weight, double* sum) {
        const std::uint32_t inner = states == 2 ? count_ / 2 : count_ / states;
        const JointRow* const from = rows_;
        JointRow first{}, second{};
        for (std::uint32_t row = 0; row < inner; ++row) {
            const JointRow one = from[row], other = from[inner + row];
            first += one;
            second += other;
            work_[row] = one + other;
        }
        if constexpr (Marginals) {
            sum[0] = sum_of_lanes(first * weight);
            sum[1] = sum_of_lanes(second * weight);
        }
        for (std::uint32_t state = 2; state < states; ++state) {
            JointRow next{};
            for (std::uint32_t row = 0; row < inner; ++row) {
                const JointRow cells = from[state * inner + row];
                next += cells;
                work_[row] += cells;
            }
            if constexpr (Marginals) sum[state] = sum_of_lanes(next * weight);
        }
        rows_ = work_;
        count_ = inner;
    }

    const JointFold& fold_;
    const JointRow* rows_;  ///< the table, then what is left of it
    std::uint32_t count_;   ///< how many
    JointRow work_[JointFold::most_rows];
};

}  // namespace
}  // namespace pgm::detail::kernels
