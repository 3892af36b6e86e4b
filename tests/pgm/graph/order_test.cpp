#include <pgm/graph/ancestry.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/random_dag.hpp>

using namespace pgm;

namespace {

using Ids = std::vector<VariableId>;

/// By definition: again and again the smallest vertex not yet listed whose parents all are.
Ids smallest_ready_first(const Dag& dag) {
    Ids order;
    const auto listed = [&](VariableId v) {
        return std::find(order.begin(), order.end(), v) != order.end();
    };
    while (order.size() < dag.size()) {
        for (std::size_t v = 0; v < dag.size(); ++v) {
            const Ids parents = dag.parents(VariableId(v));
            if (listed(VariableId(v)) || !std::all_of(parents.begin(), parents.end(), listed))
                continue;
            order.emplace_back(v);
            break;
        }
    }
    return order;
}

}  // namespace

TEST_CASE("A graph declared parents first is listed as declared") {
    const Dag dag(4,
                  std::vector<Arc>{{VariableId(1), VariableId(3)}, {VariableId(0), VariableId(2)}});
    CHECK(topological_order(dag) ==
          Ids{VariableId(0), VariableId(1), VariableId(2), VariableId(3)});
    CHECK(topological_order(Dag()).empty());
}

TEST_CASE("A topological order takes the smallest vertex whose parents are listed") {
    Rng rng(1);
    for (int trial = 0; trial < 200; ++trial) {
        const Dag dag = tests::random_dag(rng, 1 + rng.below(9), 0.3);
        CHECK(topological_order(dag) == smallest_ready_first(dag));
    }
}

TEST_CASE("A backwards chain of 100,000 vertices is put in order") {
    constexpr std::size_t n = 100'000;
    std::vector<Arc> arcs;
    for (std::size_t i = 0; i + 1 < n; ++i) arcs.push_back({VariableId(i + 1), VariableId(i)});
    const Ids order = topological_order(Dag(n, arcs));
    REQUIRE(order.size() == n);
    CHECK(order.front() == VariableId(n - 1));
    CHECK(order.back() == VariableId(0));
}
