#pragma once

#include <pgm/data/column.hpp>

#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace pgm::learners::detail {

/// Makes numbers of mean 0, and of length 1 (the sum of weight times square) unless they are all
/// the same; then they become 0. None may be missing. No weights means 1 for each.
void standardise(std::span<double> values, std::span<const double> weights);

/// A continuous column made ready for tests with many others.
struct ReadyNumbers {
    /// One per row, NaN where missing: the numbers, or their ranks. Of a complete column they have
    /// mean 0, and length 1 unless it is constant.
    std::vector<double> values;
    /// The sum of weight times square of a complete column: 1, or 0 of a constant one.
    double square = 0;
    bool is_complete = true;
    /// The rows with a number, from the least to the greatest; of ranks alone.
    std::vector<std::uint32_t> order = {};
};

/// No weights means 1 for each row; weights are above 0.
ReadyNumbers ready_numbers(const Column& column, std::span<const double> weights, bool ranks);

/// The rows of a discrete column, state by state, without states that do not occur.
struct GroupedRows {
    std::vector<std::uint32_t> rows;
    std::vector<std::size_t> ends = {};  ///< of the groups, in `rows`
    bool is_complete = true;
};
GroupedRows grouped_rows(const Column& column);

/// The sums of squares of two columns of numbers about their means, over the rows with both.
struct PairScatter {
    double rows = 0;  ///< their weight
    double first = 0, second = 0, product = 0;
};

/// The sums of squares of numbers in groups.
struct GroupScatter {
    double rows = 0;
    std::size_t groups = 0;
    double between = 0, within = 0;
};

/// The scatters of pairs of complete columns, in their order. The rows are taken a portion at a
/// time, so that pairs of few columns read them from the nearest memory.
using NumberPair = std::pair<const ReadyNumbers*, const ReadyNumbers*>;
std::vector<PairScatter> scatters_of_complete(std::span<const NumberPair> pairs,
                                              std::span<const double> weights);

/// Computes scatters, pair after pair; it has the memory for the numbers of one pair. Sums of
/// squares of numbers that are all the same are exactly 0.
class PairScatters {
public:
    explicit PairScatters(std::span<const double> weights) : weights_(weights) {}

    PairScatter of(const ReadyNumbers& a, const ReadyNumbers& b);
    GroupScatter of(const ReadyNumbers& numbers, const GroupedRows& groups);

private:
    void rank(const ReadyNumbers& numbers, std::vector<double>& ranks) const;
    std::span<const double> sample_weights(std::size_t begin, std::size_t end) const;

    std::span<const double> weights_;
    std::vector<double> a_ = {}, b_ = {}, of_rows_ = {};  ///< the rows that count
    std::vector<bool> counts_ = {};                       ///< by row of the table
    std::vector<double> ranks_of_a_ = {}, ranks_of_b_ = {};
};

}  // namespace pgm::learners::detail
