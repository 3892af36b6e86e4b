#include <pgm/causal/adjustment.hpp>

#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/causal_graphs.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::tests;

namespace {

using Ids = std::vector<VariableId>;

/// Pearl's definition of 1995.
bool is_front_door_set(const Dag& dag, VariableId x, VariableId y, const Ids& set) {
    std::vector<Arc> arcs = dag.arcs();
    std::erase_if(arcs, [&](const Arc& arc) { return std::ranges::count(set, arc.parent) > 0; });
    const Ids below = descendants(Dag(dag.size(), arcs), x);
    // What the arcs out of the set do not carry is a directed path around it.
    if (std::ranges::count(below, y) > 0) return false;
    return d_separation(without_arcs_from(dag, Ids{x}), Ids{x}, set, {}).separated &&
           d_separation(without_arcs_from(dag, set), set, Ids{y}, Ids{x}).separated;
}

std::vector<Ids> front_doors(const std::string& structure) {
    const CausalModel model = causal_model(structure);
    return front_door_sets(model.graph, model.id("X"), model.id("Y")).sets;
}

}  // namespace

TEST_CASE("Front-door sets carry the whole effect") {
    const std::string confounded = "U{2, hidden} -> X, Y; ";
    CHECK(front_doors(confounded + "X -> Z -> Y") == std::vector<Ids>{{VariableId(3)}});
    CHECK(front_doors(confounded + "X -> A -> B -> Y") ==
          std::vector<Ids>{{VariableId(3)}, {VariableId(4)}});
    CHECK(front_doors(confounded + "X -> A, B -> Y") ==
          std::vector<Ids>{{VariableId(3), VariableId(4)}});
    CHECK(front_doors(confounded + "X -> Z -> Y <- X").empty());
    CHECK(front_doors(confounded + "X -> Z -> Y; U -> Z").empty());
}

TEST_CASE("A variable beside the causal paths may be needed to block a back door") {
    CHECK(front_doors("U{2, hidden} -> X, Y; X -> Z -> Y <- W -> Z") ==
          std::vector<Ids>{{VariableId(3), VariableId(4)}});
}

TEST_CASE("Front-door sets are the minimal ones of the definition") {
    std::size_t found = 0;
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const CausalModel model = random_causal_model(seed);
        const CausalGraph& graph = model.graph;
        for (const VariableId x : graph.observed())
            for (const VariableId y : graph.observed()) {
                if (x == y) continue;
                Ids others(graph.observed().begin(), graph.observed().end());
                std::erase_if(others, [&](VariableId v) { return v == x || v == y; });
                std::vector<Ids> expected;
                for (const Ids& set : subsets_of(others)) {
                    if (!is_front_door_set(graph.dag(), x, y, set)) continue;
                    if (std::ranges::none_of(subsets_of(set), [&](const Ids& part) {
                            return part.size() < set.size() &&
                                   is_front_door_set(graph.dag(), x, y, part);
                        }))
                        expected.push_back(set);
                }
                VariableSets listed = front_door_sets(graph, x, y);
                std::ranges::sort(listed.sets);
                std::ranges::sort(expected);
                INFO(seed << ": " << x.index() << " on " << y.index());
                CHECK(listed.complete);
                CHECK(listed.sets == expected);
                for (const Ids& set : expected) found += set.size() > 1 ? 1 : 0;
            }
    }
    CHECK(found > 20);
}
