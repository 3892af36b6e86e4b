#include <learners/search/detail/grow_shrink_tree.hpp>

#include <learners/search/detail/structure_score.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::learners::detail {

GrowShrinkTree::GrowShrinkTree(const DecomposableScore& score, const AllowedArcs& allowed,
                               VariableId child)
    : score_(score), allowed_(allowed), child_(child) {
    for (const Arc& arc : allowed.required_arcs())
        if (arc.child == child) required_.push_back(arc.parent);
    nodes_.push_back({.score = score.family(child, required_)});
}

std::vector<VariableId> GrowShrinkTree::parents(BitRow candidates) {
    const std::uint32_t node = shrunk_node(candidates);
    const AddedSet* const added = best_added(candidates);
    if (added != nullptr && added->score > nodes_[node].shrunk_score) return added->parents;
    std::vector<VariableId> parents = parents_at(node);
    for (const VariableId removed : nodes_[node].removed) std::erase(parents, removed);
    return parents;
}

void GrowShrinkTree::add(std::vector<VariableId> parents) {
    const double score = score_.family(child_, parents);
    const auto place =
        std::ranges::upper_bound(added_, score, std::ranges::greater(), &AddedSet::score);
    added_.insert(place, {std::move(parents), score});
}

const GrowShrinkTree::AddedSet* GrowShrinkTree::best_added(BitRow candidates) const {
    const auto found = std::ranges::find_if(added_, [&](const AddedSet& set) {
        return std::ranges::all_of(
            set.parents, [&](VariableId parent) { return contains(candidates, parent.index()); });
    });
    return found == added_.end() ? nullptr : &*found;
}

std::uint32_t GrowShrinkTree::shrunk_node(BitRow candidates) {
    std::uint32_t at = 0;
    for (;;) {
        if (!nodes_[at].grown) grow(at);
        const std::vector<Branch>& branches = nodes_[at].branches;
        const auto next = std::ranges::find_if(
            branches, [&](const Branch& branch) { return contains(candidates, branch.variable); });
        if (next == branches.end()) break;
        at = next->node ? *next->node
                        : node_below(at, static_cast<std::uint32_t>(next - branches.begin()));
    }
    if (!nodes_[at].shrunk) shrink(at);
    return at;
}

std::uint32_t GrowShrinkTree::node_below(std::uint32_t node, std::uint32_t branch) {
    const auto below = static_cast<std::uint32_t>(nodes_.size());
    const double score = nodes_[node].branches[branch].score;
    nodes_[node].branches[branch].node = below;
    nodes_.push_back({.above = node, .branch = branch, .score = score});
    return below;
}

std::vector<VariableId> GrowShrinkTree::parents_at(std::uint32_t node) const {
    std::vector<VariableId> parents = required_;
    for (std::uint32_t at = node; nodes_[at].above; at = *nodes_[at].above)
        parents.emplace_back(nodes_[*nodes_[at].above].branches[nodes_[at].branch].variable);
    std::ranges::sort(parents);
    return parents;
}

std::vector<std::uint64_t> GrowShrinkTree::settled_at(std::uint32_t node) const {
    std::vector<std::uint64_t> settled(words_for(score_.variables()), 0);
    for (const VariableId parent : required_) add_member(settled, parent.index());
    for (std::uint32_t at = node; nodes_[at].above; at = *nodes_[at].above) {
        const std::vector<Branch>& branches = nodes_[*nodes_[at].above].branches;
        for (std::uint32_t i = 0; i <= nodes_[at].branch; ++i)
            add_member(settled, branches[i].variable);
    }
    return settled;
}

void GrowShrinkTree::grow(std::uint32_t node) {
    nodes_[node].grown = true;
    const std::vector<VariableId> parents = parents_at(node);
    if (parents.size() >= allowed_.max_parents()) return;
    const std::vector<std::uint64_t> settled = settled_at(node);
    std::vector<VariableId> candidates;
    for (std::size_t v = 0; v < score_.variables(); ++v)
        if (!contains(settled, v) && allowed_.allowed(VariableId(v), child_))
            candidates.emplace_back(v);
    std::vector<double> scores(candidates.size());
    score_.additions(child_, parents, candidates, scores);
    std::vector<Branch> branches;
    for (std::size_t i = 0; i < candidates.size(); ++i)
        if (is_better(scores[i], nodes_[node].score))
            branches.push_back({.variable = candidates[i].value, .score = scores[i]});
    std::ranges::stable_sort(branches, std::ranges::greater(), &Branch::score);
    nodes_[node].branches = std::move(branches);
}

void GrowShrinkTree::shrink(std::uint32_t node) {
    std::vector<VariableId> parents = parents_at(node), fewer;
    double score = nodes_[node].score;
    for (;;) {
        std::optional<VariableId> worst;
        double best = score;
        for (const VariableId parent : parents) {
            if (std::ranges::binary_search(required_, parent)) continue;
            fewer = parents;
            std::erase(fewer, parent);
            const double without = score_.family(child_, fewer);
            if (!is_better(without, best)) continue;
            best = without;
            worst = parent;
        }
        if (!worst) break;
        score = best;
        std::erase(parents, *worst);
        nodes_[node].removed.push_back(*worst);
    }
    nodes_[node].shrunk_score = score;
    nodes_[node].shrunk = true;
}

}  // namespace pgm::learners::detail
