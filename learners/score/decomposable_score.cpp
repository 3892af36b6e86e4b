#include <learners/score/decomposable_score.hpp>

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

}  // namespace pgm::learners
