#include <learners/independence/detail/row_permutations.hpp>

#include <learners/independence/detail/permutation_test.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>
#include <vector>

namespace pgm::learners::detail {
namespace {

/// The numbers of the rows that have both, one for each row that a weight stands for; a state is
/// its number.
std::pair<std::vector<double>, std::vector<double>> rows_with_both(
    const Column& a, const Column& b, std::span<const double> weights) {
    const auto cell = [](const Column& column, std::size_t row) {
        return column.is_discrete() ? static_cast<double>(column.state(row)->index())
                                    : column.value(row);
    };
    std::pair<std::vector<double>, std::vector<double>> both;
    for (std::size_t row = 0; row < a.rows(); ++row) {
        if (a.is_missing(row) || b.is_missing(row)) continue;
        const auto times = weights.empty() ? 1 : static_cast<std::size_t>(weights[row]);
        both.first.insert(both.first.end(), times, cell(a, row));
        both.second.insert(both.second.end(), times, cell(b, row));
    }
    return both;
}

/// Equal numbers share the mean of their ranks.
std::vector<double> ranks_of(const std::vector<double>& numbers) {
    std::vector<double> ranks;
    for (const double one : numbers) {
        const auto less = std::ranges::count_if(numbers, [&](double x) { return x < one; });
        const auto equal = std::ranges::count(numbers, one);
        ranks.push_back(static_cast<double>(less) + static_cast<double>(equal + 1) / 2);
    }
    return ranks;
}

void take_off_mean(std::vector<double>& numbers) {
    const double mean =
        std::accumulate(numbers.begin(), numbers.end(), 0.0) / static_cast<double>(numbers.size());
    for (double& number : numbers) number -= mean;
}

/// What r, or F, grows with while rows are permuted.
class PermutedStatistic {
public:
    /// The first numbers are states of so many groups, or numbers beside the others.
    PermutedStatistic(std::vector<double> beside, std::size_t groups)
        : beside_(std::move(beside)), sums_(groups), counts_(groups) {
        if (groups == 0) take_off_mean(beside_);
        for (const double state : beside_)
            if (groups > 0) counts_[static_cast<std::size_t>(state)] += 1;
    }

    double of(const std::vector<double>& numbers) {
        if (sums_.empty())
            return std::abs(
                std::inner_product(numbers.begin(), numbers.end(), beside_.begin(), 0.0));
        std::ranges::fill(sums_, 0.0);
        for (std::size_t i = 0; i < numbers.size(); ++i)
            sums_[static_cast<std::size_t>(beside_[i])] += numbers[i];
        double between = 0;
        for (std::size_t i = 0; i < sums_.size(); ++i)
            if (counts_[i] > 0) between += sums_[i] * sums_[i] / counts_[i];
        return between;
    }

private:
    std::vector<double> beside_, sums_, counts_;
};

/// n!, or more than `most`.
std::size_t permutations_of(std::size_t n, std::size_t most) {
    std::size_t product = 1;
    for (std::size_t i = 2; i <= n && product <= most; ++i) product *= i;
    return product;
}

}  // namespace

double RowPermutations::p(const Column& a, const Column& b, std::span<const double> weights) const {
    if (b.is_discrete()) return p(b, a, weights);
    auto [beside, numbers] = rows_with_both(a, b, weights);
    if (ranks) numbers = ranks_of(numbers);
    if (ranks && !a.is_discrete()) beside = ranks_of(beside);
    take_off_mean(numbers);
    PermutedStatistic statistic(std::move(beside), a.is_discrete() ? a.variable.cardinality() : 0);
    constexpr double rounding = 1e-12;
    const double observed = statistic.of(numbers) * (1 - rounding);
    std::vector<std::size_t> order(numbers.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::vector<double> permuted = numbers;
    std::size_t as_far = 0;
    const std::size_t all = permutations_of(numbers.size(), permutations);
    if (all <= permutations) {
        do {
            for (std::size_t i = 0; i < order.size(); ++i) permuted[i] = numbers[order[i]];
            as_far += statistic.of(permuted) >= observed ? 1 : 0;
        } while (std::ranges::next_permutation(order).found);
        return static_cast<double>(as_far) / static_cast<double>(all);
    }
    Rng rng(seed);
    for (std::size_t drawn = 1; drawn <= permutations; ++drawn) {
        for (std::size_t i = permuted.size(); i > 1; --i)
            std::swap(permuted[i - 1], permuted[rng.below(i)]);
        as_far += statistic.of(permuted) >= observed ? 1 : 0;
        if (as_far == PermutationTest::enough)
            return static_cast<double>(as_far) / static_cast<double>(drawn);
    }
    return static_cast<double>(1 + as_far) / static_cast<double>(1 + permutations);
}

}  // namespace pgm::learners::detail
