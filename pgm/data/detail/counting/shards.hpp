#pragma once

#include <pgm/data/detail/counting/strategies.hpp>

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace pgm::detail {

/// Counting families of a table of which each process has a shard: every one counts its own, and
/// the numbers are exchanged (CountExchange).
class FamilyShards {
public:
    using Add = std::function<void(std::span<std::uint64_t> numbers)>;
    using Join = std::function<std::vector<std::uint64_t>(std::span<const std::uint64_t> numbers)>;

    /// Refers to the strategies.
    FamilyShards(const FamilyStrategies& of_shard, Add add, Join join)
        : of_shard_(of_shard), add_(std::move(add)), join_(std::move(join)) {}

    /// The counts of all shards; see FamilyStrategies.
    void count_additions(std::span<const ColumnId> members, std::span<const ColumnId> candidates,
                         const FamilyStrategies::Take& take) const;

private:
    std::vector<Keyed> joined_cells(std::span<const ColumnId> members, ColumnId added) const;

    const FamilyStrategies& of_shard_;
    Add add_;
    Join join_;
};

}  // namespace pgm::detail
