#include <pgm/classify/measure/comparison.hpp>

#include <pgm/classify/measure/detail/shared_ranks.hpp>
#include <pgm/core/error.hpp>

#include <boost/math/special_functions/erf.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace pgm {
namespace {

constexpr std::size_t most_summed_up = 60;

/// P(R+ <= the smaller of the two sums) if every sign is equally likely. Ranks are multiples of a
/// half, so that twice their sums are whole numbers: `ways[s]` is the share of all signs that give
/// the sum s.
double exact_tail(std::span<const double> ranks, double smaller) {
    const auto twice = [](double rank) { return static_cast<std::size_t>(std::lround(2 * rank)); };
    std::size_t largest = 0;
    for (const double rank : ranks) largest += twice(rank);
    std::vector<double> ways(largest + 1, 0.0);
    ways.front() = 1;
    std::size_t reached = 0;
    for (const double rank : ranks) {
        const std::size_t step = twice(rank);
        reached += step;
        for (std::size_t sum = reached + 1; sum-- > 0;)
            ways[sum] = (ways[sum] + (sum >= step ? ways[sum - step] : 0.0)) / 2;
    }
    double tail = 0;
    for (std::size_t sum = 0; sum <= twice(smaller); ++sum) tail += ways[sum];
    return tail;
}

/// The tail for many differences: R+ is about normal, with half the sum of the ranks as its mean
/// and a quarter of the sum of their squares as its variance.
double normal_tail(std::span<const double> ranks, double smaller) {
    double sum = 0, squares = 0;
    for (const double rank : ranks) {
        sum += rank;
        squares += rank * rank;
    }
    const double z = (smaller - sum / 2) / std::sqrt(squares / 4);
    return boost::math::erfc(-z / std::sqrt(2.0)) / 2;
}

}  // namespace

SignedRanks signed_ranks(std::span<const double> first, std::span<const double> second) {
    if (first.size() != second.size())
        throw ArgumentError("signed ranks of " + std::to_string(first.size()) + " measures with " +
                            std::to_string(second.size()));
    std::vector<double> differences, sizes;
    for (std::size_t i = 0; i < first.size(); ++i) {
        const double difference = first[i] - second[i];
        if (!std::isfinite(difference))
            throw ArgumentError("signed ranks of a measure that is not a finite number");
        if (std::abs(difference) <= detail::equal_measures) continue;
        differences.push_back(difference);
        sizes.push_back(std::abs(difference));
    }
    SignedRanks result{.pairs = differences.size()};
    if (differences.empty()) return result;
    const std::vector<double> ranks = detail::shared_ranks(sizes);
    for (std::size_t i = 0; i < ranks.size(); ++i)
        (differences[i] > 0 ? result.positive : result.negative) += ranks[i];
    const double smaller = std::min(result.positive, result.negative);
    const double tail =
        ranks.size() <= most_summed_up ? exact_tail(ranks, smaller) : normal_tail(ranks, smaller);
    result.p_value = std::min(1.0, 2 * tail);
    return result;
}

}  // namespace pgm
