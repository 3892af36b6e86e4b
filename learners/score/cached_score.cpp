#include <learners/score/decomposable_score.hpp>

#include <algorithm>
#include <cstdint>

namespace pgm::learners {

bool CachedScore::AdditionScores::has_block(VariableId added) const {
    const std::size_t block = added.index() / block_size;
    return block < blocks_.size() && blocks_[block] != nullptr;
}

const double* CachedScore::AdditionScores::find(VariableId added) const {
    if (!has_block(added)) return nullptr;
    const ScoreBlock& block = *blocks_[added.index() / block_size];
    const std::size_t place = added.index() % block_size;
    return block.known[place] ? &block.scores[place] : nullptr;
}

void CachedScore::AdditionScores::set(VariableId added, double score) {
    const std::size_t number = added.index() / block_size, place = added.index() % block_size;
    if (number >= blocks_.size()) blocks_.resize(number + 1);
    std::unique_ptr<ScoreBlock>& block = blocks_[number];
    if (!block) block = std::make_unique<ScoreBlock>();
    block->known.set(place);
    block->scores[place] = score;
}

std::size_t CachedScore::AdditionScores::size() const {
    std::size_t sum = 0;
    for (const std::unique_ptr<ScoreBlock>& block : blocks_)
        if (block) sum += block->known.count();
    return sum;
}

std::size_t CachedScore::Hash::operator()(std::span<const VariableId> parents) const {
    // FNV-1a over the numbers.
    std::uint64_t hash = 0xcbf29ce484222325;
    for (const VariableId parent : parents) hash = (hash ^ parent.index()) * 0x100000001b3;
    return static_cast<std::size_t>(hash ^ hash >> 32);
}

bool CachedScore::Equal::operator()(std::span<const VariableId> a,
                                    std::span<const VariableId> b) const {
    return std::ranges::equal(a, b);
}

CachedScore::CachedScore(const DecomposableScore& score, std::size_t most_families)
    : score_(score),
      most_blocks_(most_families / block_size / std::max<std::size_t>(score.variables(), 1)),
      by_child_(score.variables()) {}

std::optional<double> CachedScore::find(const Families& families,
                                        std::span<const VariableId> parents) {
    if (parents.empty()) return families.without_parents;
    for (const VariableId added : parents) {
        Parents others(parents.begin(), parents.end());
        std::erase(others, added);
        const auto found = families.additions.find(others);
        if (found == families.additions.end()) continue;
        if (const double* const score = found->second.find(added)) return *score;
    }
    return std::nullopt;
}

double CachedScore::family(VariableId child, std::span<const VariableId> parents) const {
    Families& families = by_child_[child.index()];
    {
        const std::lock_guard lock(families.mutex);
        if (const std::optional<double> known = find(families, parents)) return *known;
    }
    const double score = score_.family(child, parents);
    const std::lock_guard lock(families.mutex);
    if (parents.empty()) {
        families.without_parents = score;
    } else {
        remember(families, parents.first(parents.size() - 1), parents.last(1), {&score, 1});
    }
    return score;
}

void CachedScore::additions(VariableId child, std::span<const VariableId> parents,
                            std::span<const VariableId> candidates,
                            std::span<double> scores) const {
    Families& families = by_child_[child.index()];
    std::vector<VariableId> unknown;
    std::vector<std::size_t> places;  // of the unknown ones
    {
        const std::lock_guard lock(families.mutex);
        const auto known = families.additions.find(parents);
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            const double* const score =
                known == families.additions.end() ? nullptr : known->second.find(candidates[i]);
            if (score != nullptr) {
                scores[i] = *score;
            } else {
                unknown.push_back(candidates[i]);
                places.push_back(i);
            }
        }
    }
    if (unknown.empty()) return;
    std::vector<double> found(unknown.size());
    score_.additions(child, parents, unknown, found);
    for (std::size_t i = 0; i < unknown.size(); ++i) scores[places[i]] = found[i];
    const std::lock_guard lock(families.mutex);
    remember(families, parents, unknown, found);
}

void CachedScore::remember(Families& families, std::span<const VariableId> parents,
                           std::span<const VariableId> added,
                           std::span<const double> scores) const {
    auto known = families.additions.find(parents);
    for (std::size_t i = 0; i < added.size(); ++i) {
        const bool is_there = known != families.additions.end();
        const bool needs_block = !is_there || !known->second.has_block(added[i]);
        if (needs_block && families.blocks == most_blocks_) continue;
        if (!is_there)
            known = families.additions.try_emplace(Parents(parents.begin(), parents.end())).first;
        families.blocks += needs_block ? 1 : 0;
        known->second.set(added[i], scores[i]);
    }
}

std::size_t CachedScore::size() const {
    std::size_t sum = 0;
    for (Families& families : by_child_) {
        const std::lock_guard lock(families.mutex);
        sum += families.without_parents ? 1 : 0;
        for (const auto& [parents, scores] : families.additions) sum += scores.size();
    }
    return sum;
}

}  // namespace pgm::learners
