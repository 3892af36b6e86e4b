#include <pgm/graph/ancestry.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/vertices.hpp>

using namespace pgm;
using namespace pgm::tests::vertices;

namespace {

/// a -> b -> c <- d, e alone
Dag small() {
    return Dag(5, std::vector<Arc>{{a, b}, {b, c}, {d, c}});
}

}  // namespace

TEST_CASE("A vertex is not its own ancestor, but a member of a set may be another member's") {
    CHECK(ancestors(small(), c) == Ids{a, b, d});
    CHECK(ancestors(small(), a).empty());
    CHECK(ancestors(small(), Ids{b, c}) == Ids{a, b, d});
    CHECK(descendants(small(), a) == Ids{b, c});
    CHECK(descendants(small(), Ids{a, d, e}) == Ids{b, c});
    CHECK(descendants(small(), Ids{}).empty());
}

TEST_CASE("An ancestral set holds its members") {
    CHECK(ancestral_set(small(), Ids{b, e}) == Ids{a, b, e});
    CHECK(ancestral_set(small(), Ids{}).empty());
}

TEST_CASE("One vertex is an ancestor of another exactly when that one is its descendant") {
    Rng rng(2);
    for (int trial = 0; trial < 50; ++trial) {
        const Dag dag = tests::random_dag(rng, 8, 0.25);
        for (std::size_t u = 0; u < 8; ++u) {
            for (std::size_t v = 0; v < 8; ++v) {
                const Ids up = ancestors(dag, VariableId(v));
                const Ids down = descendants(dag, VariableId(u));
                CHECK(std::count(up.begin(), up.end(), VariableId(u)) ==
                      std::count(down.begin(), down.end(), VariableId(v)));
            }
        }
    }
}

TEST_CASE("Ancestors along 100,000 arcs are found") {
    constexpr std::size_t n = 100'000;
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i + 1 < n; ++i) arcs.push_back({VariableId(i), VariableId(i + 1)});
    CHECK(ancestors(Dag(n, arcs), VariableId(n - 1)).size() == n - 1);
}

TEST_CASE("Ancestry of a vertex that does not exist is refused") {
    CHECK_THROWS_AS(ancestors(small(), VariableId(5)), ArgumentError);
}

TEST_CASE("The vertices within some steps are reached along arcs in either direction") {
    // 0 -> 1 -> 2 <- 3, 4
    Dag dag(5);
    for (const auto& [parent, child] : {std::pair{0, 1}, {1, 2}, {3, 2}})
        dag.add_arc(VariableId(static_cast<std::size_t>(parent)),
                    VariableId(static_cast<std::size_t>(child)));
    const std::vector<VariableId> from = {VariableId(0)};
    CHECK(within_steps(dag, from, 0) == from);
    CHECK(within_steps(dag, from, 2) ==
          std::vector<VariableId>{VariableId(0), VariableId(1), VariableId(2)});
    CHECK(within_steps(dag, from, 9).size() == 4);
    CHECK(within_steps(dag, {}, 3).empty());
}
