#include <pgm/data/family_counter.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <pgm/data/detail/cell_counting.hpp>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

namespace pgm {
namespace {

/// A table of more cells than this and than a few per row is counted by sorting.
constexpr std::size_t small_table = std::size_t{1} << 16;
constexpr std::size_t cells_per_row = 4;

/// Doubles hold all whole numbers below.
constexpr double largest_weight = 0x1p53;

std::vector<std::uint64_t> whole_weights(const Dataset& data) {
    std::vector<std::uint64_t> weights;
    weights.reserve(data.weights().size());
    double sum = 0;
    for (const double weight : data.weights()) {
        if (weight != std::floor(weight))
            throw ArgumentError("counting needs weights that are whole numbers, row " +
                                std::to_string(weights.size() + 1) + " weighs " + to_text(weight));
        sum += weight;
        if (sum >= largest_weight)
            throw ArgumentError("the weights of the rows add up to 2^53 or more");
        weights.push_back(static_cast<std::uint64_t>(weight));
    }
    return weights;
}

}  // namespace

struct FamilyCounter::Columns {
    std::vector<std::uint64_t> weights;
    std::uint64_t total = 0;
};

FamilyCounter::FamilyCounter(const Dataset& data, std::size_t) : data_(data) {
    auto columns = std::make_unique<Columns>();
    columns->weights = whole_weights(data);
    columns->total = data.rows();
    if (!columns->weights.empty()) {
        columns->total = 0;
        for (const std::uint64_t weight : columns->weights) columns->total += weight;
    }
    columns_ = std::move(columns);
}

FamilyCounter::~FamilyCounter() = default;

std::uint64_t FamilyCounter::weight() const {
    return columns_->total;
}

void FamilyCounter::count(ColumnId child, std::span<const ColumnId> parents,
                          const std::function<void(const FamilyRuns&)>& take) const {
    const detail::CountedRows rows{data_.rows(), columns_->weights};
    std::vector<const Column*> members;
    for (const ColumnId parent : parents) members.push_back(&data_.column(parent));
    members.push_back(&data_.column(child));
    const detail::SortedCounts sorted = detail::count_by_sorting(rows, members);
    take(FamilyRuns(sorted.counts, sorted.ends));
}

void FamilyCounter::count_additions(
    ColumnId child, std::span<const ColumnId> parents, std::span<const ColumnId> candidates,
    const std::function<void(std::size_t, const FamilyRuns&)>& take) const {
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        std::vector<ColumnId> more(parents.begin(), parents.end());
        more.insert(std::ranges::upper_bound(more, candidates[i]), candidates[i]);
        count(child, more, [&](const FamilyRuns& runs) { take(i, runs); });
    }
}

}  // namespace pgm
