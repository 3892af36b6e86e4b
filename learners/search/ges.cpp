#include <learners/search/score_search.hpp>

#include <learners/search/detail/equivalence_search.hpp>
#include <learners/search/detail/structure_score.hpp>

namespace pgm::learners {

LearnedStructure greedy_equivalence_search(const DecomposableScore& score,
                                           const Constraints& constraints,
                                           const SearchControl& control, const Ges&) {
    detail::require_space_for_pairs(score.variables());
    const AllowedArcs allowed(score.variables(), constraints);
    detail::SearchWatch watch(control);
    const Dag start(score.variables(), allowed.required_arcs());
    detail::require_finite_score(score, start);
    detail::EquivalenceSearch search(score, allowed, watch, start);
    // A score that differs within a class might let the phases undo each other for ever.
    for (double before = search.score();; before = search.score()) {
        search.forward();
        if (!search.backward() || !(search.score() > before)) break;
    }
    return {.dag = search.dag(),
            .score = search.score(),
            .partial = watch.stopped(),
            .iterations = search.steps()};
}

}  // namespace pgm::learners
