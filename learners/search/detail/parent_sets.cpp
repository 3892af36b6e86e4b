#include <learners/search/detail/parent_sets.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace pgm::learners::detail {
namespace {

constexpr std::size_t too_many = std::numeric_limits<std::size_t>::max();

std::size_t sum_of_binomials(std::size_t n, std::size_t most) {
    double all = 0, binomial = 1;
    for (std::size_t k = 0; k <= std::min(n, most); ++k) {
        all += binomial;
        binomial *= static_cast<double>(n - k) / static_cast<double>(k + 1);
    }
    return all < 1e18 ? static_cast<std::size_t>(std::llround(all)) : too_many;
}

VariableSet possible_parents(std::size_t variables, const AllowedArcs& allowed, std::size_t v) {
    VariableSet set = 0;
    for (std::size_t u = 0; u < variables; ++u)
        if (allowed.allowed(VariableId(u), VariableId(v))) set |= set_of(u);
    return set;
}

/// The sets of one size that one variable may have as parents, each with its own score and the best
/// one of its subsets and itself; ascending by set.
struct SizeLevel {
    struct LevelSet {
        VariableSet set;
        double score;
        double best;
    };
    std::vector<LevelSet> entries;

    double best_of(VariableSet set) const {
        const auto found = std::ranges::lower_bound(entries, set, {}, &LevelSet::set);
        return found->best;
    }
};

SizeLevel next_level(const DecomposableScore& score, std::size_t v, VariableSet possible,
                     const SizeLevel& level) {
    SizeLevel next;
    std::vector<double> scores;
    for (const SizeLevel::LevelSet& entry : level.entries) {
        const std::vector<VariableId> candidates =
            variables_of(possible & ~(std::bit_ceil(entry.set + 1) - 1));
        if (candidates.empty()) continue;
        scores.resize(candidates.size());
        score.additions(VariableId(v), variables_of(entry.set), candidates, scores);
        for (std::size_t i = 0; i < candidates.size(); ++i)
            next.entries.push_back(
                {entry.set | set_of(candidates[i].index()), scores[i], scores[i]});
    }
    std::ranges::sort(next.entries, {}, &SizeLevel::LevelSet::set);
    for (SizeLevel::LevelSet& entry : next.entries)
        for (VariableSet rest = entry.set; rest != 0; rest &= rest - 1)
            entry.best = std::max(entry.best, level.best_of(entry.set & ~(rest & (0 - rest))));
    return next;
}

}  // namespace

std::size_t ParentSets::families(std::size_t variables, const AllowedArcs& allowed) {
    std::size_t all = 0;
    for (std::size_t v = 0; v < variables; ++v) {
        const auto candidates =
            static_cast<std::size_t>(std::popcount(possible_parents(variables, allowed, v)));
        const auto sum = checked_add(all, sum_of_binomials(candidates, allowed.max_parents()));
        if (!sum) return too_many;
        all = *sum;
    }
    return all;
}

std::optional<ParentSets> ParentSets::find(const DecomposableScore& score,
                                           const AllowedArcs& allowed, SearchWatch& watch,
                                           const SearchProgress& progress) {
    const std::size_t variables = score.variables();
    std::vector<VariableSet> required(variables, 0);
    for (const Arc& arc : allowed.required_arcs())
        required[arc.child.index()] |= set_of(arc.parent.index());
    ParentSets found;
    found.sets_.resize(variables);
    std::vector<SizeLevel> levels(variables);
    for (std::size_t size = 0; size < variables && size <= allowed.max_parents(); ++size) {
        const auto take_level = [&](std::size_t v) {
            if (size == 0) {
                const double alone = score.family(VariableId(v), {});
                levels[v].entries = {{0, alone, alone}};
            } else {
                levels[v] =
                    next_level(score, v, possible_parents(variables, allowed, v), levels[v]);
            }
            for (SizeLevel::LevelSet& entry : levels[v].entries) {
                const bool has_required = (entry.set & required[v]) == required[v];
                if (!has_required) entry.best = -infinity;
                // Only a set that beats all its subsets is its own best.
                if (has_required && std::isfinite(entry.score) && entry.best == entry.score)
                    found.sets_[v].push_back({entry.set, entry.score});
            }
        };
        if (watch.for_each(variables, take_level, [&](std::size_t) { return progress; }) <
            variables)
            return std::nullopt;
    }
    for (std::vector<ScoredSet>& sets : found.sets_)
        std::ranges::stable_sort(sets, std::ranges::greater(), &ScoredSet::score);
    return found;
}

const ScoredSet* ParentSets::best(std::size_t v, VariableSet among) const {
    const auto found = std::ranges::find_if(
        sets_[v], [&](const ScoredSet& scored) { return (scored.set & ~among) == 0; });
    return found == sets_[v].end() ? nullptr : &*found;
}

}  // namespace pgm::learners::detail
