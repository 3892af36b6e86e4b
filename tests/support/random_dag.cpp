#include <tests/support/random_dag.hpp>

#include <algorithm>
#include <numeric>

namespace pgm::tests {

std::vector<std::size_t> random_permutation(Rng& rng, std::size_t size) {
    std::vector<std::size_t> order(size);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = size; i > 1; --i) std::swap(order[i - 1], order[rng.below(i)]);
    return order;
}

Dag random_dag(Rng& rng, std::size_t size, double arc_probability) {
    const std::vector<std::size_t> order = random_permutation(rng, size);
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i < size; ++i)
        for (std::size_t j = i + 1; j < size; ++j)
            if (rng.uniform() < arc_probability)
                arcs.push_back({VariableId(order[i]), VariableId(order[j])});
    std::vector<Arc> shuffled;
    for (const std::size_t i : random_permutation(rng, arcs.size())) shuffled.push_back(arcs[i]);
    return Dag(size, shuffled);
}

std::vector<VariableId> random_subset(Rng& rng, std::size_t size, double probability) {
    std::vector<VariableId> subset;
    for (std::size_t v = 0; v < size; ++v)
        if (rng.uniform() < probability) subset.emplace_back(v);
    return subset;
}

}  // namespace pgm::tests
