#include <pgm/inference/detail/plan/plan_cache.hpp>

namespace pgm::detail {

std::optional<PlanCache::CachedPlan> PlanCache::find(const Key& key) const {
    const std::lock_guard lock(mutex_);
    const auto found = entries_.find(key);
    if (found == entries_.end()) return std::nullopt;
    return found->second;
}

void PlanCache::add(const Key& key, CachedPlan entry) {
    if (capacity_ == 0) return;
    const std::lock_guard lock(mutex_);
    const auto [place, is_new] = entries_.try_emplace(key, entry);
    if (!is_new) return;  // another thread was faster; its plan is the same
    if (by_age_.size() < capacity_) {
        by_age_.push_back(place);
        return;
    }
    entries_.erase(by_age_[oldest_]);
    by_age_[oldest_] = place;
    oldest_ = (oldest_ + 1) % capacity_;
}

}  // namespace pgm::detail
