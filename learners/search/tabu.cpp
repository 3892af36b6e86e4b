#include <learners/search/score_search.hpp>

#include <learners/search/detail/local_search.hpp>

namespace pgm::learners {

LearnedStructure tabu_search(const DecomposableScore& score, const Constraints& constraints,
                             const SearchControl& control, const Tabu& options) {
    return detail::local_search(score, AllowedArcs(score.variables(), constraints), control,
                                {.tabu_length = options.length,
                                 .escapes = options.escapes,
                                 .restarts = options.restarts,
                                 .perturbations = options.perturbations,
                                 .seed = options.seed});
}

}  // namespace pgm::learners
