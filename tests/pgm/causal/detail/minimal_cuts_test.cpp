#include <pgm/causal/detail/minimal_cuts.hpp>

#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/causal_graphs.hpp>
#include <tests/support/random_dag.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::tests;

namespace {

using Ids = std::vector<VariableId>;

bool separates(const NeighbourLists& graph, VariableId source, VariableId target, const Ids& cut) {
    Ids reached{source};
    for (std::size_t i = 0; i < reached.size(); ++i)
        for (const VariableId next : graph[reached[i].index()])
            if (std::ranges::count(cut, next) + std::ranges::count(reached, next) == 0)
                reached.push_back(next);
    return std::ranges::count(reached, target) == 0;
}

}  // namespace

TEST_CASE("Minimal cuts are those found by trying all sets") {
    Rng rng(5);
    const VariableId source(0), target(1);
    for (int i = 0; i < 300; ++i) {
        NeighbourLists graph(8);
        for (const auto& [a, b] : random_dag(rng, 8, 0.35).arcs()) {
            graph[a.index()].push_back(b);
            graph[b.index()].push_back(a);
        }
        Ids removable = random_subset(rng, 8, 0.8);
        std::erase_if(removable, [](VariableId v) { return v.index() < 2; });
        std::vector<Ids> expected;
        for (const Ids& set : subsets_of(removable)) {
            if (!separates(graph, source, target, set)) continue;
            if (std::ranges::none_of(set, [&](VariableId member) {
                    Ids part = set;
                    std::erase(part, member);
                    return separates(graph, source, target, part);
                }))
                expected.push_back(set);
        }
        MinimalCuts found = minimal_cuts(graph, source, target, removable, 1000);
        CHECK(found.complete);
        std::ranges::sort(found.cuts);
        std::ranges::sort(expected);
        CHECK(found.cuts == expected);
    }
}
