#include <pgm/data/detail/exact/number_moments.hpp>

#include <pgm/data/detail/exact/exact_terms.hpp>

#include <algorithm>
#include <cmath>

namespace pgm::detail {
namespace {

/// A column's cells of one block stay in the nearest cache while they are collected configuration
/// by configuration.
constexpr std::size_t cached_rows = 4096;
/// Shorter runs are added one by one.
constexpr std::size_t shortest_run = 16;

void add_squares(const kernels::SquareSums& s, int bound, ExactSum& numbers, ExactSum& squares) {
    constexpr WideInteger step = WideInteger{1} << 24;
    add_scaled(numbers, (s.h * step + s.m) * step + s.l, bound - 71);
    add_scaled(squares, (s.hh * step + 2 * s.hm) * step + (2 * s.hl + s.mm), 2 * bound - 94);
    add_scaled(squares, 2 * s.ml * step + s.ll, 2 * bound - 142);
}

}  // namespace

NumberMoments::NumberMoments(const NumberGroup& group, std::span<const double> weights)
    : group_(&group), weights_(weights), sums_(group.numbers.size() * group.configurations) {}

void NumberMoments::add_rows(std::size_t first, std::size_t rows) {
    for (const std::size_t end = first + rows; first < end; first += cached_rows) {
        sorted_.sort(group_->discrete, {}, group_->configurations, first,
                     std::min(cached_rows, end - first));
        for (std::size_t number = 0; number < group_->numbers.size(); ++number) {
            const double* const cells = group_->numbers[number]->data() + first;
            ahead_ = cells_after(number, first, end);
            for (const SortedRows::Run& run : sorted_.runs()) {
                NumberSums& sums = sums_[number * group_->configurations + run.configuration];
                if (!weights_.empty()) {
                    add_weighted_run(cells, run.rows, weights_.data() + first, sums);
                    continue;
                }
                for (std::size_t done = 0; done < run.rows.size(); done += kernels::longest_run)
                    add_run(cells,
                            run.rows.subspan(
                                done, std::min(kernels::longest_run, run.rows.size() - done)),
                            sums);
            }
        }
    }
}

/// The cells that are read after those of this column's block: the next column's, or the first
/// one's in the next block if that is as long.
const double* NumberMoments::cells_after(std::size_t number, std::size_t first,
                                         std::size_t end) const {
    const bool is_last = number + 1 == group_->numbers.size();
    const std::size_t row = is_last && first + 2 * cached_rows <= end ? first + cached_rows : first;
    return group_->numbers[is_last ? 0 : number + 1]->data() + row;
}

void NumberMoments::add_run(const double* cells, std::span<const std::uint32_t> rows,
                            NumberSums& sums) {
    for (std::size_t i = 0; i < rows.size(); ++i) values_[i] = cells[rows[i]];
    add_values(rows.size(), sums);
    ahead_ += rows.size();
}

/// Fills up with zeros; the bound of the numbers.
int NumberMoments::fill_up(std::size_t count) {
    const std::size_t padded = (count + kernels::lanes - 1) / kernels::lanes * kernels::lanes;
    std::fill(values_.begin() + static_cast<std::ptrdiff_t>(count),
              values_.begin() + static_cast<std::ptrdiff_t>(padded), 0.0);
    return std::max(exact_kernels().bound_of(values_.data(), padded),
                    -kernels::largest_square_bound);
}

/// Adds the first `count` of the collected values.
void NumberMoments::add_values(std::size_t count, NumberSums& sums) {
    int bound = fill_up(count);
    if (bound == kernels::bound_of_nan) {
        const auto end =
            std::remove_if(values_.begin(), values_.begin() + static_cast<std::ptrdiff_t>(count),
                           [](double x) { return std::isnan(x); });
        count = static_cast<std::size_t>(end - values_.begin());
        bound = fill_up(count);
    }
    sums.weight += WeightSum::of_count(count);
    while (count >= shortest_run) {
        const std::size_t left = add_some_values(count, bound, sums);
        if (left == count) break;
        count = left;
        bound = fill_up(count);
    }
    for (std::size_t i = 0; i < count; ++i) {
        sums.numbers.add(values_[i]);
        sums.squares.add_product(values_[i], values_[i]);
    }
}

/// Adds those that are not too small beside the others, and moves the others to the front; how many
/// those are.
std::size_t NumberMoments::add_some_values(std::size_t count, int bound, NumberSums& sums) {
    const auto padded = [](std::size_t n) {
        return (n + kernels::lanes - 1) / kernels::lanes * kernels::lanes;
    };
    kernels::SquareSums squares;
    std::size_t left = 0;
    if (bound > kernels::largest_square_bound ||
        !exact_kernels().sum_squares(values_.data(), padded(count), bound, ahead_, squares)) {
        bound = std::min(bound, kernels::largest_square_bound);
        const std::size_t kept =
            exact_kernels().keep_exact(values_.data(), count, bound, rest_.data());
        left = count - kept;
        fill_up(kept);
        exact_kernels().sum_squares(values_.data(), padded(kept), bound, ahead_, squares);
        std::copy_n(rest_.begin(), left, values_.begin());
    }
    add_squares(squares, bound, sums.numbers, sums.squares);
    return left;
}

void NumberMoments::add_weighted_run(const double* cells, std::span<const std::uint32_t> rows,
                                     const double* weights, NumberSums& sums) {
    for (const std::uint32_t row : rows) {
        if (std::isnan(cells[row])) continue;
        const WeightSum weight = WeightSum::of(weights[row]);
        sums.weight += weight;
        add_weighted(sums.numbers, weight, cells[row], 1);
        add_weighted(sums.squares, weight, cells[row], cells[row]);
    }
}

void NumberMoments::merge(const NumberMoments& other) {
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        sums_[i].weight += other.sums_[i].weight;
        sums_[i].numbers += other.sums_[i].numbers;
        sums_[i].squares += other.sums_[i].squares;
    }
}

void NumberMoments::store_in(std::span<FamilyMoments> families) const {
    for (std::size_t i = 0; i < sums_.size(); ++i) {
        const ExactSum sums[] = {sums_[i].numbers, sums_[i].squares};
        families[group_->families[i / group_->configurations]].add(i % group_->configurations,
                                                                   sums_[i].weight, sums);
    }
}

}  // namespace pgm::detail
