#include <pgm/data/detail/counting/shards.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace pgm::detail {

/// A family of few cells has all of them sent; every shard counts such a one in full, however few
/// rows it has. All of a batch are sent at once.
void FamilyShards::count_additions(std::span<const ColumnId> members,
                                   std::span<const ColumnId> candidates,
                                   const FamilyStrategies::Take& take) const {
    const std::optional<std::size_t> cells = of_shard_.cells_of(members);
    const auto child_states = [&](std::size_t i) {
        return of_shard_.states(members.empty() ? candidates[i] : members.back());
    };
    std::vector<std::size_t> small, begins;
    std::vector<ColumnId> small_candidates;
    std::size_t size = 0;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const auto with = cells ? checked_mul(*cells, of_shard_.states(candidates[i])) : cells;
        if (with && *with <= FamilyRuns::always_complete) {
            small.push_back(i);
            small_candidates.push_back(candidates[i]);
            begins.push_back(std::exchange(size, size + *with));
            continue;
        }
        const SortedCounts sorted(joined_cells(members, candidates[i]), child_states(i));
        take(i, FamilyRuns(sorted.counts, sorted.ends));
    }
    if (small.empty()) return;
    std::vector<std::uint64_t> numbers(size);
    of_shard_.count_additions(members, small_candidates,
                              [&](std::size_t i, const FamilyRuns& counts) {
                                  std::ranges::copy(counts.counts(), numbers.data() + begins[i]);
                              });
    add_(numbers);
    begins.push_back(size);
    for (std::size_t i = 0; i < small.size(); ++i)
        take(small[i], FamilyRuns(std::span(numbers).subspan(begins[i], begins[i + 1] - begins[i]),
                                  child_states(small[i])));
}

/// A family of many cells has those sent that have rows, each with its number.
std::vector<Keyed> FamilyShards::joined_cells(std::span<const ColumnId> members,
                                              ColumnId added) const {
    std::vector<std::uint64_t> sent;
    for (const auto& [cell, count] : of_shard_.sorted_cells(members, added))
        sent.insert(sent.end(), {cell, count});
    const std::vector<std::uint64_t> all = join_(sent);
    std::vector<Keyed> cells;
    for (std::size_t i = 0; i + 1 < all.size(); i += 2) cells.push_back({all[i], all[i + 1]});
    sort_by_key(cells);
    add_up(cells);
    return cells;
}

}  // namespace pgm::detail
