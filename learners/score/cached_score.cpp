#include <learners/score/decomposable_score.hpp>

#include <algorithm>
#include <utility>

namespace pgm::learners {

std::size_t CachedScore::Hash::operator()(const Parents& parents) const {
    // FNV-1a over the numbers.
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const VariableId parent : parents) hash = (hash ^ parent.index()) * 0x100000001b3;
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

CachedScore::CachedScore(const DecomposableScore& score, std::size_t most_families)
    : score_(score),
      most_per_child_(most_families / std::max<std::size_t>(score.variables(), 1)),
      by_child_(score.variables()) {}

double CachedScore::family(VariableId child, std::span<const VariableId> parents) const {
    Families& families = by_child_[child.index()];
    Parents key(parents.begin(), parents.end());
    {
        const std::lock_guard lock(families.mutex);
        if (const auto found = families.scores.find(key); found != families.scores.end())
            return found->second;
    }
    const double score = score_.family(child, parents);
    remember(families, std::move(key), score);
    return score;
}

void CachedScore::additions(VariableId child, std::span<const VariableId> parents,
                            std::span<const VariableId> candidates,
                            std::span<double> scores) const {
    Families& families = by_child_[child.index()];
    std::vector<Parents> keys;
    std::vector<VariableId> unknown;
    std::vector<std::size_t> places;  // of the unknown ones
    {
        const std::lock_guard lock(families.mutex);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            Parents key(parents.begin(), parents.end());
            key.insert(std::ranges::upper_bound(key, candidates[i]), candidates[i]);
            const auto found = families.scores.find(key);
            if (found != families.scores.end()) {
                scores[i] = found->second;
                continue;
            }
            keys.push_back(std::move(key));
            unknown.push_back(candidates[i]);
            places.push_back(i);
        }
    }
    std::vector<double> found(unknown.size());
    score_.additions(child, parents, unknown, found);
    for (std::size_t i = 0; i < unknown.size(); ++i) {
        scores[places[i]] = found[i];
        remember(families, std::move(keys[i]), found[i]);
    }
}

void CachedScore::remember(Families& families, Parents parents, double score) const {
    const std::lock_guard lock(families.mutex);
    if (families.scores.size() < most_per_child_)
        families.scores.emplace(std::move(parents), score);
}

std::size_t CachedScore::size() const {
    std::size_t sum = 0;
    for (Families& families : by_child_) {
        const std::lock_guard lock(families.mutex);
        sum += families.scores.size();
    }
    return sum;
}

}  // namespace pgm::learners
