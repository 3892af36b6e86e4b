#include <tests/support/all_dags.hpp>

#include <utility>

namespace pgm::tests {

std::vector<Dag> all_dags(std::size_t n) {
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
    for (std::size_t v = 1; v < n; ++v)
        for (std::size_t u = 0; u < v; ++u) pairs.emplace_back(u, v);
    std::size_t choices = 1;
    for (std::size_t i = 0; i < pairs.size(); ++i) choices *= 3;
    std::vector<Dag> dags;
    for (std::size_t choice = 0; choice < choices; ++choice) {
        std::vector<Arc> arcs;
        std::size_t rest = choice;
        for (const auto& [u, v] : pairs) {
            if (rest % 3 == 1) arcs.push_back({VariableId(u), VariableId(v)});
            if (rest % 3 == 2) arcs.push_back({VariableId(v), VariableId(u)});
            rest /= 3;
        }
        if (!find_cycle(n, arcs)) dags.emplace_back(n, arcs);
    }
    return dags;
}

}  // namespace pgm::tests
