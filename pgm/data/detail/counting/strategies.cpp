#include <pgm/data/detail/counting/strategies.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <numeric>
#include <string>

namespace pgm::detail {
namespace {

/// A table of more cells than a few per row is counted by sorting, unless it is small.
constexpr std::size_t cells_per_row = 4;
constexpr std::size_t largest_table = std::size_t{1} << 28;
/// The predicted time of counting a row by its cell, in the unit of BitColumns::cost().
constexpr double cost_of_cell = 2.5;

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

ColumnPointers columns_with_bits(const Dataset& data, std::size_t most_states) {
    ColumnPointers columns;
    for (const Column& column : data.columns()) {
        const bool has_bits = std::holds_alternative<Codes8>(column.cells) &&
                              column.variable.cardinality() <= most_states;
        columns.push_back(has_bits ? &column : nullptr);
    }
    return columns;
}

}  // namespace

bool FamilyStrategies::can_count(const Dataset& data) {
    double sum = 0;
    return std::ranges::all_of(data.weights(), [&](double weight) {
        sum += weight;
        return weight == std::floor(weight) && sum < largest_weight;
    });
}

FamilyStrategies::FamilyStrategies(const Dataset& data, std::size_t most_bit_states,
                                   std::size_t threads)
    : data_(data),
      weights_(whole_weights(data)),
      rows_{0, data.rows(), weights_},
      with_bits_(columns_with_bits(data, most_bit_states)),
      bits_(with_bits_, rows_, threads),
      rows_suit_(RowBits::suits(with_bits_, rows_)) {}

std::uint64_t FamilyStrategies::weight() const {
    return weights_.empty() ? rows_.rows
                            : std::accumulate(weights_.begin(), weights_.end(), std::uint64_t{0});
}

std::optional<std::size_t> FamilyStrategies::cells_of(std::span<const ColumnId> members) const {
    std::optional<std::size_t> cells = 1;
    for (const ColumnId member : members)
        if (cells) cells = checked_mul(*cells, states(member));
    return cells;
}

ColumnPointers FamilyStrategies::columns(std::span<const ColumnId> members) const {
    ColumnPointers columns;
    for (const ColumnId member : members) columns.push_back(&data_.column(member));
    return columns;
}

void FamilyStrategies::count_additions(std::span<const ColumnId> members,
                                       std::span<const ColumnId> candidates,
                                       const Take& take) const {
    const Growing family{members, candidates, take, cells_of(members)};
    const auto has_bits = [&](ColumnId id) { return bits_.has(id); };
    const bool have_bits = std::ranges::all_of(members, has_bits);
    const std::size_t most_cells =
        std::clamp(cells_per_row * rows_.rows, FamilyRuns::always_complete, largest_table);
    std::vector<std::size_t> by_bits, by_cells, with_bits;
    double cost = 0;  // of those with bits, where rows of bits may count them
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const ColumnId candidate = candidates[i];
        const auto cells =
            family.cells ? checked_mul(*family.cells, states(candidate)) : std::nullopt;
        if (!cells || *cells > most_cells) {
            const std::size_t of_child = states(members.empty() ? candidate : members.back());
            const SortedCounts sorted(sorted_cells(members, candidate), of_child);
            take(i, FamilyRuns(sorted.counts, sorted.ends));
            continue;
        }
        const bool by_ones = have_bits && has_bits(candidate) && bits_.pays(*cells);
        (by_ones ? by_bits : by_cells).push_back(i);
        if (!rows_suit_ || !has_bits(candidate)) continue;
        with_bits.push_back(i);
        cost += by_ones ? bits_.cost(*family.cells, candidate)
                        : cost_of_cell * static_cast<double>(rows_.rows);
    }
    if (count_by_rows(family, with_bits, cost)) {
        by_bits.clear();
        std::erase_if(by_cells, [&](std::size_t i) { return has_bits(candidates[i]); });
    }
    count_by_bits(family, by_bits);
    if (by_cells.empty()) return;
    weights_.empty() && rows_.rows <= std::numeric_limits<std::uint32_t>::max()
        ? count_by_cells<std::uint32_t>(family, by_cells, {})
        : count_by_cells<std::uint64_t>(family, by_cells, weights_);
}

std::vector<Addition> FamilyStrategies::additions(const Growing& family,
                                                  std::span<const std::size_t> chosen) const {
    std::vector<Addition> additions;
    additions.reserve(chosen.size());
    for (const std::size_t i : chosen) {
        const ColumnId candidate = family.candidates[i];
        AddedAxis axis{.candidate_states = states(candidate)};
        if (!family.members.empty()) {
            axis.states = states(family.members.back());
            for (const ColumnId parent : family.members.first(family.members.size() - 1))
                (parent < candidate ? axis.high : axis.low) *= states(parent);
        }
        additions.push_back({candidate, axis});
    }
    return additions;
}

TakeCounts FamilyStrategies::taker(const Growing& family,
                                   std::span<const std::size_t> chosen) const {
    return [this, &family, chosen](std::size_t i, std::span<const std::uint64_t> counts) {
        const ColumnId child =
            family.members.empty() ? family.candidates[chosen[i]] : family.members.back();
        family.take(chosen[i], FamilyRuns(counts, states(child)));
    };
}

/// Makes them once they would have saved what making them takes; null before. Most tables are never
/// asked for enough.
const RowBits* FamilyStrategies::row_bits(double saving) const {
    const double saved = saved_.fetch_add(saving) + saving;
    if (saved < RowBits::cost_to_make(rows_.rows, data_.columns().size())) return nullptr;
    return &row_bits_.get([&] { return RowBits(with_bits_, rows_.rows); });
}

/// Unless another strategy is expected to be faster, or this one cannot count the family.
bool FamilyStrategies::count_by_rows(const Growing& family, std::span<const std::size_t> chosen,
                                     double cost_of_others) const {
    if (!rows_suit_ || !family.cells || *family.cells > RowBits::most_cells) return false;
    const double saving = cost_of_others - RowBits::cost(rows_.rows, *family.cells, chosen.size());
    const RowBits* const bits = saving > 0 ? row_bits(saving) : nullptr;
    if (bits == nullptr) return false;
    SortedRows rows;
    rows.sort(base_cells(family), *family.cells);
    if (!RowBits::can_count(rows)) return false;
    bits->count_additions(rows, *family.cells, additions(family, chosen), taker(family, chosen));
    return true;
}

/// The counts of so many candidates are in memory at the same time.
void FamilyStrategies::count_by_bits(const Growing& family,
                                     std::span<const std::size_t> chosen) const {
    constexpr std::size_t candidates_at_a_time = 1024;
    for (std::size_t first = 0; first < chosen.size(); first += candidates_at_a_time) {
        const auto some =
            chosen.subspan(first, std::min(candidates_at_a_time, chosen.size() - first));
        bits_.count_additions(family.members, additions(family, some), taker(family, some));
    }
}

/// The cell of each row in the table of the members.
std::vector<std::uint32_t> FamilyStrategies::base_cells(const Growing& family) const {
    return row_cells(columns(family.members), 0, rows_.rows, *family.cells);
}

template <class Sum>
void FamilyStrategies::count_by_cells(const Growing& family, std::span<const std::size_t> chosen,
                                      std::span<const Sum> weights) const {
    const std::vector<std::uint32_t> base = base_cells(family);
    const std::vector<Addition> added = additions(family, chosen);
    const TakeCounts take = taker(family, chosen);
    std::vector<std::uint64_t> counts;
    for (std::size_t i = 0; i < added.size(); ++i) {
        CellTable<Sum> table(added[i].axis);
        table.add(base, data_.column(added[i].candidate), 0, weights);
        table.copy_to(counts);
        take(i, counts);
    }
}

std::vector<Keyed> FamilyStrategies::sorted_cells(std::span<const ColumnId> members,
                                                  ColumnId added) const {
    std::vector<ColumnId> all(members.begin(), members.end());
    const auto parents_end = members.empty() ? all.end() : all.end() - 1;
    all.insert(std::upper_bound(all.begin(), parents_end, added), added);
    return count_by_sorting(rows_, columns(all));
}

/// Sorted by the pair first, then by what is given, since the sort is stable: so neither number
/// need leave room for the other.
std::vector<std::uint64_t> FamilyStrategies::configurations(std::span<const ColumnId> given) const {
    return row_keys(columns(given), 0, rows_.rows);
}

void FamilyStrategies::count_pairs(ColumnId a, ColumnId b,
                                   std::span<const std::uint64_t> configurations,
                                   const TakePairs& take) const {
    const std::vector<std::uint64_t> pairs = row_keys(columns(std::array{b, a}), 0, rows_.rows);
    std::vector<Keyed> rows = sorted_rows(pairs);
    for (Keyed& row : rows) row.key = configurations[row.value];
    std::erase_if(rows, [](const Keyed& row) { return row.key == no_cell<std::uint64_t>; });
    sort_by_key(rows);
    std::vector<FamilyCounts::CountedCell> cells;
    for_each_run(rows, [&](std::span<const Keyed> run) {
        cells.clear();
        for (const Keyed& row : run) {
            const std::uint64_t cell = pairs[row.value];
            if (cells.empty() || cells.back().cell != cell) cells.push_back({cell, {}});
            cells.back().weight += WeightSum::of_count(weights_.empty() ? 1 : weights_[row.value]);
        }
        std::erase_if(cells, [](const auto& cell) { return cell.weight.is_zero(); });
        take(cells);
    });
}

}  // namespace pgm::detail
