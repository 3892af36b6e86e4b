#include <learners/search/score_search.hpp>

#include <learners/search/detail/local_search.hpp>

namespace pgm::learners {

LearnedStructure hill_climbing(const DecomposableScore& score, const Constraints& constraints,
                               const SearchControl& control, const HillClimbing& options) {
    return detail::local_search(score, AllowedArcs(score.variables(), constraints), control,
                                {.restarts = options.restarts,
                                 .perturbations = options.perturbations,
                                 .seed = options.seed});
}

}  // namespace pgm::learners
