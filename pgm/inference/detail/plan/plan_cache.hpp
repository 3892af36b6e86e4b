#pragma once

#include <pgm/inference/detail/plan/plan.hpp>

#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// Plans by what they were compiled for. Bounded: the plan that was added first goes first. Safe to
/// use from many threads; what is cached never changes an answer, only the time it takes.
class PlanCache {
public:
    using Key = std::vector<std::uint64_t>;

    /// A null plan is an entry too: "for this observed set, a plan per evidence is cheaper". For
    /// many rows there is a graph instead of a plan, or none where each row is better asked alone.
    struct CachedPlan {
        std::shared_ptr<const Plan> plan;
        std::shared_ptr<const ContractionGraph> graph = nullptr;
    };

    explicit PlanCache(std::size_t capacity) : capacity_(capacity) {}

    std::optional<CachedPlan> find(const Key& key) const;
    void add(const Key& key, CachedPlan entry);

private:
    std::size_t capacity_;
    mutable std::mutex mutex_;
    std::map<Key, CachedPlan> entries_;
    std::vector<std::map<Key, CachedPlan>::iterator> by_age_;  ///< a ring, oldest at oldest_
    std::size_t oldest_ = 0;
};

}  // namespace pgm::detail
