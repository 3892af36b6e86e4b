#pragma once

#include <learners/score/decomposable_score.hpp>
#include <learners/search/constraints.hpp>
#include <learners/search/detail/search_watch.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The parents of a family, ascending, and its score.
struct ScoredParents {
    std::vector<VariableId> parents;
    double score = 0;
};

/// Per variable the sets of parents worth considering: those that obey the constraints and score
/// more than all of their subsets that do (Teyssier and Koller 2005). The best first.
///
/// They are found by branch and bound (de Campos and Ji 2011): a set is not made larger where the
/// bound of the score (DecomposableScore::bounded_additions) is no better than a subset that is
/// there. With scores that have no bounds, all sets are looked at.
class ParentSets {
public:
    /// How many families a score without bounds has to be asked for; the largest number there is
    /// when there are more.
    static std::size_t families(std::size_t variables, const AllowedArcs& allowed);

    /// Throws TooLargeError when they would take more than `max_bytes`.
    static ParentSets find(const DecomposableScore& score, const AllowedArcs& allowed,
                           std::size_t max_bytes, SearchWatch& watch,
                           const SearchProgress& progress);

    std::size_t variables() const { return sets_.size(); }
    std::span<const ScoredParents> of(std::size_t v) const { return sets_[v]; }
    /// False when stopped. Then sets are missing that may be better.
    bool is_complete() const { return is_complete_; }
    /// An upper bound of the score of every family of a variable, also of those that are missing.
    double bound(std::size_t v) const { return bounds_[v]; }

private:
    std::vector<std::vector<ScoredParents>> sets_;
    std::vector<double> bounds_;
    bool is_complete_ = false;
};

}  // namespace pgm::learners::detail
