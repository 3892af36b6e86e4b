#include <learners/search/detail/grow_shrink_tree.hpp>

#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::learners::detail;
using namespace pgm::tests;

namespace {

using Ids = std::vector<VariableId>;

Ids enlarged(Ids parents, VariableId one) {
    parents.insert(std::ranges::upper_bound(parents, one), one);
    return parents;
}

Ids reduced(Ids parents, VariableId one) {
    std::erase(parents, one);
    return parents;
}

/// Growing and shrinking as they are defined.
Ids selected_by_definition(const DecomposableScore& score, VariableId child,
                           const Ids& candidates) {
    Ids parents;
    const auto improve = [&](const Ids& changes, const auto& changed) {
        for (;;) {
            Ids best = parents;
            for (const VariableId one : changes) {
                const Ids next = changed(parents, one);
                if (score.family(child, next) > score.family(child, best)) best = next;
            }
            if (best == parents) return;
            parents = best;
        }
    };
    improve(candidates, [](const Ids& now, VariableId one) {
        return std::ranges::binary_search(now, one) ? now : enlarged(now, one);
    });
    improve(candidates, [](const Ids& now, VariableId one) { return reduced(now, one); });
    return parents;
}

}  // namespace

TEST_CASE("GrowShrinkTree: it selects what growing and shrinking select",
          "[learners][search][property]") {
    Rng rng(1);
    for (int trial = 0; trial < 30; ++trial) {
        const std::size_t size = 2 + rng.below(10);
        const RandomScore score(rng(), size, 0.2 * rng.uniform());
        const AllowedArcs allowed(size, {});
        const VariableId child(rng.below(size));
        GrowShrinkTree tree(score, allowed, child);
        for (int walk = 0; walk < 40; ++walk) {
            Ids candidates = reduced(random_subset(rng, size, rng.uniform()), child);
            std::vector<std::uint64_t> bits(words_for(size), 0);
            for (const VariableId v : candidates) add_member(bits, v.index());
            const Ids expected = selected_by_definition(score, child, candidates);
            CHECK(tree.parents(bits) == expected);
            CHECK(tree.score(bits) == score.family(child, expected));
        }
    }
}
