#include <learners/search/detail/wider_family.hpp>

#include <learners/search/detail/structure_score.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::learners::detail {
namespace {

struct BeamSet {
    std::vector<VariableId> parents;
    double score = 0;
};

std::vector<VariableId> with(std::span<const VariableId> parents, VariableId added) {
    std::vector<VariableId> more(parents.begin(), parents.end());
    more.insert(std::ranges::upper_bound(more, added), added);
    return more;
}

/// The best of the families of one parent more, the best first.
std::vector<BeamSet> larger_sets(const DecomposableScore& score, VariableId child,
                                 std::span<const BeamSet> families,
                                 std::span<const VariableId> candidates, double worth,
                                 std::size_t width) {
    std::vector<BeamSet> larger;
    std::vector<double> scores, bounds;
    for (const BeamSet& family : families) {
        std::vector<VariableId> others;
        std::ranges::set_difference(candidates, family.parents, std::back_inserter(others));
        scores.resize(others.size());
        bounds.resize(others.size());
        score.bounded_additions(child, family.parents, others, worth, scores, bounds);
        for (std::size_t i = 0; i < others.size(); ++i)
            if (std::isfinite(scores[i]) && bounds[i] > worth)
                larger.push_back({with(family.parents, others[i]), scores[i]});
    }
    std::ranges::sort(larger, [](const BeamSet& a, const BeamSet& b) {
        return a.score != b.score ? a.score > b.score : a.parents < b.parents;
    });
    const auto repeated = std::ranges::unique(larger, {}, &BeamSet::parents);
    larger.erase(repeated.begin(), repeated.end());
    if (larger.size() > width) larger.resize(width);
    return larger;
}

/// Takes away the parents that do not pay, the worst first.
void shrink(const DecomposableScore& score, VariableId child, std::span<const VariableId> required,
            BeamSet& family) {
    for (bool smaller = true; smaller;) {
        smaller = false;
        const std::vector<VariableId> parents = family.parents;
        for (const VariableId parent : parents) {
            if (std::ranges::find(required, parent) != required.end()) continue;
            std::vector<VariableId> fewer = parents;
            std::erase(fewer, parent);
            const double without = score.family(child, fewer);
            if (!is_better(without, family.score)) continue;
            family = {std::move(fewer), without};
            smaller = true;
        }
    }
}

}  // namespace

std::optional<std::vector<VariableId>> better_parents(const DecomposableScore& score,
                                                      VariableId child,
                                                      std::span<const VariableId> parents,
                                                      std::span<const VariableId> candidates,
                                                      std::span<const VariableId> required,
                                                      const WiderFamily& options) {
    const double known = score.family(child, parents);
    BeamSet best{{parents.begin(), parents.end()}, known};
    std::vector<BeamSet> beam{best};
    for (std::size_t added = 0; added < options.added && !beam.empty(); ++added) {
        beam = larger_sets(score, child, beam, candidates, known, options.width);
        for (BeamSet set : beam) {
            shrink(score, child, required, set);
            if (is_better(set.score, best.score)) best = std::move(set);
        }
    }
    if (best.score == known) return std::nullopt;
    return std::move(best.parents);
}

}  // namespace pgm::learners::detail
