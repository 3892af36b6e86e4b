#include <pgm/data/family_counter.hpp>

#include <pgm/data/detail/counting/shards.hpp>
#include <pgm/data/detail/counting/strategies.hpp>

#include <utility>
#include <vector>

namespace pgm {
namespace {

std::vector<ColumnId> members_of(ColumnId child, std::span<const ColumnId> parents) {
    std::vector<ColumnId> members(parents.begin(), parents.end());
    members.push_back(child);
    return members;
}

}  // namespace

bool FamilyCounter::can_count(const Dataset& data) {
    return detail::FamilyStrategies::can_count(data);
}

FamilyCounter::FamilyCounter(const Dataset& data, std::size_t threads, CountExchange exchange)
    : data_(data),
      strategies_(std::make_unique<detail::FamilyStrategies>(data, most_bit_states, threads)),
      weight_(strategies_->weight()) {
    if (!exchange) return;
    exchange.add({&weight_, 1});
    shards_ = std::make_unique<detail::FamilyShards>(*strategies_, std::move(exchange.add),
                                                     std::move(exchange.join));
}

FamilyCounter::~FamilyCounter() = default;

void FamilyCounter::count(ColumnId child, std::span<const ColumnId> parents,
                          const Take& take) const {
    std::vector<ColumnId> members;
    if (!parents.empty()) members = members_of(child, parents.first(parents.size() - 1));
    const ColumnId added = parents.empty() ? child : parents.back();
    const TakeAddition take_it = [&](std::size_t, const FamilyRuns& counts) { take(counts); };
    shards_ ? shards_->count_additions(members, {&added, 1}, take_it)
            : strategies_->count_additions(members, {&added, 1}, take_it);
}

void FamilyCounter::count_additions(ColumnId child, std::span<const ColumnId> parents,
                                    std::span<const ColumnId> candidates,
                                    const TakeAddition& take) const {
    const std::vector<ColumnId> members = members_of(child, parents);
    shards_ ? shards_->count_additions(members, candidates, take)
            : strategies_->count_additions(members, candidates, take);
}

std::vector<std::uint64_t> FamilyCounter::configurations(std::span<const ColumnId> given) const {
    return strategies_->configurations(given);
}

void FamilyCounter::count_pairs(ColumnId a, ColumnId b,
                                std::span<const std::uint64_t> configurations,
                                const TakePairs& take) const {
    strategies_->count_pairs(a, b, configurations, take);
}

}  // namespace pgm
