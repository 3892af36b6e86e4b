#include <learners/independence/detail/permutation_test.hpp>

#include <learners/estimate/detail/log_gamma.hpp>

#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

namespace pgm::learners::detail {
namespace {

/// Half a megabyte: a larger table takes longer to read than the function to compute.
constexpr std::uint64_t most_tabulated = std::uint64_t{1} << 16;

/// Sums of the same counts in another order differ by rounding.
constexpr double rounding = 1e-10;

double log_factorial_of(std::uint64_t n) {
    return log_gamma(static_cast<double>(n) + 1);
}

}  // namespace

double n_log_n(std::uint64_t n) {
    return n > 1 ? static_cast<double>(n) * std::log(static_cast<double>(n)) : 0;
}

LogFactorials::LogFactorials(std::uint64_t largest) {
    for (std::uint64_t n = 0; n <= std::min(largest, most_tabulated); ++n)
        values_.push_back(log_factorial_of(n));
}

double LogFactorials::operator()(std::uint64_t n) const {
    return n < values_.size() ? values_[n] : log_factorial_of(n);
}

std::uint64_t draw_hypergeometric(std::uint64_t all, std::uint64_t marked, std::uint64_t draws,
                                  const LogFactorials& log_factorial, Rng& rng) {
    const std::uint64_t unmarked = all - marked;
    const std::uint64_t least = draws > unmarked ? draws - unmarked : 0,
                        most = std::min(marked, draws);
    if (least == most) return least;
    const auto real = [](std::uint64_t n) { return static_cast<double>(n); };
    const auto mode = std::clamp(
        static_cast<std::uint64_t>((real(draws) + 1) * (real(marked) + 1) / (real(all) + 2)), least,
        most);
    const double at_mode =
        std::exp(log_factorial(marked) - log_factorial(mode) - log_factorial(marked - mode) +
                 log_factorial(unmarked) - log_factorial(draws - mode) -
                 log_factorial(unmarked - (draws - mode)) - log_factorial(all) +
                 log_factorial(draws) + log_factorial(all - draws));
    // P(x + 1) / P(x) = (marked - x) (draws - x) / ((x + 1) (unmarked - draws + x + 1))
    const auto above = [&](std::uint64_t x) { return real(marked - x) * real(draws - x); };
    const auto below = [&](std::uint64_t x) {
        return real(x + 1) * real(unmarked + x + 1 - draws);
    };
    std::uint64_t low = mode, high = mode;
    double p_low = at_mode, p_high = at_mode, left = rng.uniform() - at_mode;
    while (left >= 0 && (low > least || high < most)) {
        if (high < most) {
            p_high *= above(high) / below(high);
            ++high;
            left -= p_high;
            if (left < 0) return high;
        }
        if (low > least) {
            --low;
            p_low *= below(low) / above(low);
            left -= p_low;
            if (left < 0) return low;
        }
    }
    return mode;  // what rounding left over is the mode's
}

void PermutationTest::add(std::vector<std::uint64_t> of_a, std::vector<std::uint64_t> of_b) {
    std::ranges::sort(of_a, std::greater());
    std::ranges::sort(of_b, std::greater());
    if (of_b < of_a) of_a.swap(of_b);
    strata_.push_back({std::move(of_a), std::move(of_b)});
}

double PermutationTest::p(double observed, std::size_t permutations, std::uint64_t seed) {
    std::ranges::sort(strata_);
    Rng rng(seed);
    const double bar = observed - rounding * std::abs(observed);
    std::size_t as_large = 0;
    for (std::size_t drawn = 1; drawn <= permutations; ++drawn) {
        if (random_sum(rng) >= bar) ++as_large;
        if (as_large == enough) return static_cast<double>(enough) / static_cast<double>(drawn);
    }
    return static_cast<double>(as_large + 1) / static_cast<double>(permutations + 1);
}

/// The sum of n ln n over the cells of one random table per stratum.
double PermutationTest::random_sum(Rng& rng) {
    double sum = 0;
    for (const auto& [rows, columns] : strata_) {
        left_ = rows;
        std::uint64_t all = std::accumulate(rows.begin(), rows.end(), std::uint64_t{0});
        for (std::size_t column = 0; column + 1 < columns.size(); ++column)
            sum += random_column(all, columns[column], rng);
        for (const std::uint64_t count : left_) sum += n_log_n(count);
    }
    return sum;
}

/// Draws the cells of a column and takes them away from what is left.
double PermutationTest::random_column(std::uint64_t& all, std::uint64_t draws, Rng& rng) {
    double sum = 0;
    std::uint64_t others = all;
    all -= draws;
    for (std::uint64_t& row : left_) {
        const std::uint64_t cell = draw_hypergeometric(others, row, draws, log_factorial_, rng);
        others -= row;
        draws -= cell;
        row -= cell;
        sum += n_log_n(cell);
    }
    return sum;
}

}  // namespace pgm::learners::detail
