// The kernels of joint tables, compiled once per instruction set (simd/detail/dispatch.hpp).

#include <pgm/core/simd/detail/pack.hpp>
#include <pgm/inference/detail/joint/joint_fold.hpp>

namespace pgm::detail {
namespace {

using namespace simd;

/// The rows that agree with what is observed, and then, axis by axis from the outermost, the sum of
/// all rows of each state and the rows of its states added up: about two additions a row. A row is
/// a pack. Multiplications and sums of numbers that are not negative: every result is right to a
/// few units in the last place.
class FoldRun {
public:
    [[gnu::always_inline]] explicit FoldRun(const JointFold& fold)
        : fold_(fold), rows_(fold.table), count_(1) {}  // per state of the innermost axis

    template <bool Marginals>
    [[gnu::always_inline]] double run(double* sums) {
        enter_findings();
        const Pack weight = load<Pack>(fold_.weight);
        double* sum = sums;
        for (std::uint32_t axis = 0; axis < fold_.axis_count; ++axis) {
            if (fold_.observed[axis] == JointFold::not_observed)
                fold_axis<Marginals>(fold_.axes[axis].states, weight, sum);
            if constexpr (Marginals) sum += fold_.axes[axis].states;
        }
        const Pack total = row(rows_, 0) * weight;
        if constexpr (Marginals) {
            for (std::uint32_t state = 0; state < fold_.lane_states; ++state)
                *sum++ = reduce_lanes<false>(total * row(fold_.lanes_of_state, state));
        }
        return reduce_lanes<false>(total);
    }

    /// In each lane the largest cell and where it was first, then the largest of the lanes; and the
    /// sum of all cells.
    [[gnu::always_inline]] JointMaximum maximise() {
        enter_findings();
        const Pack weight = load<Pack>(fold_.weight);
        Pack largest = row(rows_, 0) * weight, where{}, sum = largest;
        for (std::uint32_t i = 1; i < count_; ++i) {
            const Pack cells = row(rows_, i) * weight;
            sum = sum + cells;
            where = where_larger(cells, largest, broadcast<Pack>(i), where);
            largest = reduce<true>(cells, largest);
        }
        double value[pack_doubles], first[pack_doubles];
        store(value, largest);
        store(first, where);
        JointMaximum best{value[0], static_cast<std::uint32_t>(first[0]), 0,
                          reduce_lanes<false>(sum)};
        for (std::uint32_t lane = 1; lane < pack_doubles; ++lane) {
            const auto at = static_cast<std::uint32_t>(first[lane]);
            const bool is_better =
                (value[lane] > best.value) | ((value[lane] == best.value) & (at < best.row));
            best.value = is_better ? value[lane] : best.value;
            best.row = is_better ? at : best.row;
            best.lane = is_better ? lane : best.lane;
        }
        return best;
    }

private:
    [[gnu::always_inline]] static Pack row(const double* rows, std::uint32_t number) {
        return load<Pack>(rows + std::size_t{number} * pack_doubles);
    }

    /// Enters findings from the innermost axis outwards: `count_` rows belong to each state of the
    /// axis.
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
        const double* from = rows_ + std::size_t{observed} * count_ * pack_doubles;
        double* to = work_;
        for (std::uint32_t i = 0; i < before; ++i) {
            for (std::uint32_t k = 0; k < count_; ++k, to += pack_doubles) store(to, row(from, k));
            from += std::size_t{states} * count_ * pack_doubles;
        }
        rows_ = work_;
    }

    [[gnu::always_inline]] void multiply_states(std::uint32_t states, std::uint32_t before,
                                                const double* likelihood) {
        const double* from = rows_;
        double* to = work_;
        for (std::uint32_t i = 0; i < before; ++i) {
            for (std::uint32_t state = 0; state < states; ++state) {
                const Pack factor = broadcast<Pack>(likelihood[state]);
                for (std::uint32_t k = 0; k < count_; ++k) {
                    store(to, load<Pack>(from) * factor);
                    from += pack_doubles, to += pack_doubles;
                }
            }
        }
        rows_ = work_;
    }

    /// The outermost axis of what is left of the table, away.
    template <bool Marginals>
    [[gnu::always_inline]] void fold_axis(std::uint32_t states, Pack weight, double* sum) {
        const std::uint32_t inner = states == 2 ? count_ / 2 : count_ / states;
        const double* const from = rows_;
        Pack first{}, second{};
        for (std::uint32_t k = 0; k < inner; ++k) {
            const Pack one = row(from, k), other = row(from, inner + k);
            first = first + one;
            second = second + other;
            store(work_ + std::size_t{k} * pack_doubles, one + other);
        }
        if constexpr (Marginals) {
            sum[0] = reduce_lanes<false>(first * weight);
            sum[1] = reduce_lanes<false>(second * weight);
        }
        for (std::uint32_t state = 2; state < states; ++state) {
            Pack next{};
            for (std::uint32_t k = 0; k < inner; ++k) {
                const Pack cells = row(from, state * inner + k);
                next = next + cells;
                store(work_ + std::size_t{k} * pack_doubles, row(work_, k) + cells);
            }
            if constexpr (Marginals) sum[state] = reduce_lanes<false>(next * weight);
        }
        rows_ = work_;
        count_ = inner;
    }

    const JointFold& fold_;
    const double* rows_;   ///< the table, then what is left of it
    std::uint32_t count_;  ///< how many
    alignas(64) double work_[std::size_t{JointFold::most_rows} * pack_doubles];
};

double fold(const JointFold& fold, double* sums) {
    return sums ? FoldRun(fold).run<true>(sums) : FoldRun(fold).run<false>(nullptr);
}

JointMaximum maximise(const JointFold& fold) {
    return FoldRun(fold).maximise();
}

}  // namespace

JointKernels joint_kernels(simd::ThisBuild) {
    return {fold, maximise};
}

}  // namespace pgm::detail
