#include <learners/search/constraint_search.hpp>

#include <learners/search/detail/search_watch.hpp>
#include <learners/search/detail/structure_score.hpp>
#include <pgm/core/error.hpp>

#include <algorithm>
#include <string>

namespace pgm::learners {
namespace {

/// The constraints, and no arc between variables that are not candidates of each other.
Constraints restricted(Constraints constraints, const CandidateNeighbours& candidates) {
    for (std::size_t a = 0; a < candidates.of.size(); ++a)
        for (std::size_t b = 0; b < candidates.of.size(); ++b)
            if (a != b && !std::ranges::binary_search(candidates.of[a], VariableId(b)))
                constraints.forbidden.push_back({VariableId(a), VariableId(b)});
    return constraints;
}

}  // namespace

LearnedStructure max_min_hill_climbing(const DecomposableScore& score, const IndependenceTest& test,
                                       const Constraints& constraints, const SearchControl& control,
                                       const Mmhc& options) {
    if (score.variables() != test.variables())
        throw ArgumentError("a score of " + std::to_string(score.variables()) +
                                " variables and a test of " + std::to_string(test.variables()),
                            "both must be over the same variables");
    detail::require_space_for_pairs(score.variables());  // before the tests, which take long
    detail::SearchWatch watch(control);
    const CandidateNeighbours candidates =
        max_min_parents_children(test, constraints, watch.rest(), options.candidates);
    LearnedStructure learned =
        tabu_search(score, restricted(constraints, candidates), watch.rest(), options.climbing);
    learned.partial = learned.partial || candidates.partial;
    return learned;
}

}  // namespace pgm::learners
