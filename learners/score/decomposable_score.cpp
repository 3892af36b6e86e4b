#include <learners/score/decomposable_score.hpp>

#include <pgm/core/numbers.hpp>

#include <algorithm>
#include <vector>

namespace pgm::learners {

void DecomposableScore::additions(VariableId child, std::span<const VariableId> parents,
                                  std::span<const VariableId> candidates,
                                  std::span<double> scores) const {
    std::vector<VariableId> more;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        more.assign(parents.begin(), parents.end());
        more.insert(std::ranges::upper_bound(more, candidates[i]), candidates[i]);
        scores[i] = family(child, more);
    }
}

void DecomposableScore::bounded_additions(VariableId child, std::span<const VariableId> parents,
                                          std::span<const VariableId> candidates, double,
                                          std::span<double> scores,
                                          std::span<double> bounds) const {
    additions(child, parents, candidates, scores);
    std::ranges::fill(bounds, infinity);
}

}  // namespace pgm::learners
