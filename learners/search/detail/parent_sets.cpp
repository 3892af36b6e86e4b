#include <learners/search/detail/parent_sets.hpp>

#include <learners/search/detail/bit_matrix.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>
#include <utility>

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

std::vector<VariableId> optional_parents(const AllowedArcs& allowed, std::size_t variables,
                                         VariableId child) {
    std::vector<VariableId> possible;
    for (std::size_t u = 0; u < variables; ++u) {
        const VariableId parent(u);
        if (allowed.allowed(parent, child) && !allowed.required(parent, child))
            possible.push_back(parent);
    }
    return possible;
}

/// Scored sets of variables, the best first, by whose bits subsets are found.
class RankedSets {
public:
    explicit RankedSets(std::size_t variables) : words_(words_for(variables)) {}

    std::size_t size() const { return scores_.size(); }
    double score(std::size_t i) const { return scores_[i]; }
    BitRow set(std::size_t i) const { return {bits_.data() + i * words_, words_}; }
    std::size_t bytes() const { return bits_.size() * sizeof(std::uint64_t) + 8 * size(); }

    /// The best score of a subset of these variables; minus infinity where there is none.
    double best_subset(BitRow of) const {
        for (std::size_t i = 0; i < size(); ++i)
            if (is_subset(set(i), of)) return scores_[i];
        return -infinity;
    }

    void insert(BitRow set, double score) {
        const auto at = std::ranges::upper_bound(scores_, score, std::ranges::greater());
        const auto place = at - scores_.begin();
        scores_.insert(at, score);
        bits_.insert(bits_.begin() + place * static_cast<std::ptrdiff_t>(words_), set.begin(),
                     set.end());
    }

private:
    static bool is_subset(BitRow set, BitRow of) {
        for (std::size_t w = 0; w < set.size(); ++w)
            if ((set[w] & ~of[w]) != 0) return false;
        return true;
    }

    std::size_t words_;
    std::vector<double> scores_;
    std::vector<std::uint64_t> bits_;
};

/// Branch and bound over the parents of one variable. The candidates of a set are tried from the
/// least to the best, and each may be joined by those before it. So all subsets of a set have been
/// looked at before the set, and those that leave out the best candidates have few to join them.
class ParentSearch {
public:
    ParentSearch(const DecomposableScore& score, const AllowedArcs& allowed, VariableId child,
                 std::size_t max_bytes, const StopToken& stop)
        : score_(score),
          child_(child),
          max_parents_(allowed.max_parents()),
          max_bytes_(max_bytes),
          stop_(stop),
          sets_(score.variables()),
          bits_(words_for(score.variables()), 0),
          candidates_(optional_parents(allowed, score.variables(), child)) {
        for (const Arc& arc : allowed.required_arcs())
            if (arc.child == child) add(arc.parent);
    }

    /// Returns false when stopped.
    bool run() {
        keep(score_.family(child_, parents_));
        return expand(candidates_);
    }

    /// An upper bound of the scores of all families, also of those that were not looked at when it
    /// was stopped.
    double bound() const { return std::max(best(), open_bound_); }
    double best() const { return sets_.size() > 0 ? sets_.score(0) : -infinity; }

    std::vector<ScoredParents> found() const {
        std::vector<ScoredParents> found;
        for (std::size_t i = 0; i < sets_.size(); ++i)
            found.push_back({members_of(sets_.set(i)), sets_.score(i)});
        return found;
    }

private:
    struct AddedParent {
        VariableId parent;
        double score, bound;
    };

    void add(VariableId parent) {
        parents_.insert(std::ranges::upper_bound(parents_, parent), parent);
        add_member(bits_, parent.index());
    }
    void remove(VariableId parent) {
        std::erase(parents_, parent);
        remove_member(bits_, parent.index());
    }

    /// Keeps the parents of the moment if they are better than their subsets.
    double keep(double score) {
        const double best = sets_.best_subset(bits_);
        if (!(score > best) || !std::isfinite(score)) return best;
        if (sets_.bytes() > max_bytes_)
            throw TooLargeError("exact search keeps more than " + std::to_string(sets_.size()) +
                                    " sets of parents of a variable, which is past its memory "
                                    "limit",
                                {}, "allow fewer parents (max parents 3), or search with boss");
        sets_.insert(bits_, score);
        return score;
    }

    std::vector<AddedParent> additions(std::span<const VariableId> candidates) const {
        std::vector<double> scores(candidates.size()), bounds(candidates.size());
        score_.bounded_additions(child_, parents_, candidates, sets_.best_subset(bits_), scores,
                                 bounds);
        std::vector<AddedParent> all;
        for (std::size_t i = 0; i < candidates.size(); ++i)
            all.push_back({candidates[i], scores[i], bounds[i]});
        std::ranges::stable_sort(all, {}, &AddedParent::score);
        return all;
    }

    /// Looks at all sets of the parents of the moment and some of the candidates.
    bool expand(std::span<const VariableId> candidates) {
        if (candidates.empty() || parents_.size() >= max_parents_) return true;
        const std::vector<AddedParent> all = additions(candidates);
        std::vector<VariableId> joining;  // whatever comes before may join
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (all[i].bound == -infinity) continue;  // with others, too
            add(all[i].parent);
            const double best = keep(all[i].score);
            const bool done = !(all[i].bound > best) || (!stop_.requested() && expand(joining));
            remove(all[i].parent);
            if (!done) {
                for (; i < all.size(); ++i) open_bound_ = std::max(open_bound_, all[i].bound);
                return false;
            }
            joining.push_back(all[i].parent);
        }
        return true;
    }

    const DecomposableScore& score_;
    VariableId child_;
    std::size_t max_parents_;
    std::size_t max_bytes_;
    const StopToken& stop_;
    RankedSets sets_;
    std::vector<VariableId> parents_;  ///< of the moment
    std::vector<std::uint64_t> bits_;  ///< likewise
    std::vector<VariableId> candidates_;
    double open_bound_ = -infinity;
};

}  // namespace

std::size_t ParentSets::families(std::size_t variables, const AllowedArcs& allowed) {
    std::size_t all = 0;
    for (std::size_t v = 0; v < variables; ++v) {
        const std::size_t candidates = optional_parents(allowed, variables, VariableId(v)).size();
        const auto sum = checked_add(all, sum_of_binomials(candidates, allowed.max_parents()));
        if (!sum) return too_many;
        all = *sum;
    }
    return all;
}

ParentSets ParentSets::find(const DecomposableScore& score, const AllowedArcs& allowed,
                            std::size_t max_bytes, SearchWatch& watch,
                            const SearchProgress& progress) {
    const std::size_t variables = score.variables();
    ParentSets found;
    found.sets_.resize(variables);
    found.bounds_.assign(variables, infinity);
    std::vector<std::uint8_t> complete(variables, false);
    const auto find_parents = [&](std::size_t v) {
        ParentSearch search(score, allowed, VariableId(v), max_bytes / variables, watch.token());
        complete[v] = search.run();
        found.bounds_[v] = search.bound();
        found.sets_[v] = search.found();
    };
    const auto progress_at = [&](std::size_t done) {
        SearchProgress here = progress;
        here.fraction = static_cast<double>(done) / static_cast<double>(variables);
        return here;
    };
    watch.for_each(variables, find_parents, progress_at);
    found.is_complete_ = std::ranges::all_of(complete, [](std::uint8_t all) { return all; });
    return found;
}

}  // namespace pgm::learners::detail
