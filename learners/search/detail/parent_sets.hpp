#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/family_table.hpp>
#include <learners/search/detail/search_watch.hpp>

#include <cstddef>
#include <optional>
#include <vector>

namespace pgm::learners::detail {

struct ScoredSet {
    VariableSet set = 0;
    double score = 0;
};

/// Per variable the sets of parents worth considering: those that score more than all of their
/// subsets. The best first.
class ParentSets {
public:
    /// How many families have to be scored; the largest number there is when there are more.
    static std::size_t families(std::size_t variables, const AllowedArcs& allowed);

    /// Scores them. Null when stopped.
    static std::optional<ParentSets> find(const DecomposableScore& score,
                                          const AllowedArcs& allowed, SearchWatch& watch,
                                          const SearchProgress& progress);

    std::size_t variables() const { return sets_.size(); }
    /// The best parents among these variables; null when there are none.
    const ScoredSet* best(std::size_t v, VariableSet among) const;

private:
    std::vector<std::vector<ScoredSet>> sets_;
};

}  // namespace pgm::learners::detail
