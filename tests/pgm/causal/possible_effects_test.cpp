#include <pgm/causal/possible_effects.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/random_network.hpp>
#include <tests/support/all_dags.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <map>
#include <set>

using namespace pgm;
using namespace pgm::tests;

namespace {

using Ids = std::vector<VariableId>;

Ids sorted_parents(const Dag& dag, VariableId variable) {
    Ids parents = dag.parents(variable);
    std::ranges::sort(parents);
    return parents;
}

}  // namespace

TEST_CASE("Possible parents are those of the members of the class") {
    std::vector<Dag> dags = all_dags(4);
    std::map<std::pair<std::vector<Arc>, std::vector<Edge>>, std::vector<const Dag*>> classes;
    for (const Dag& dag : dags) {
        const Cpdag graph = cpdag(dag);
        classes[{graph.compelled, graph.reversible}].push_back(&dag);
    }
    for (const auto& [key, members] : classes)
        for (std::size_t v = 0; v < 4; ++v) {
            const VariableId variable(v);
            std::set<Ids> expected;
            for (const Dag* dag : members) expected.insert(sorted_parents(*dag, variable));
            const std::vector<Ids> found = possible_parents(cpdag(*members.front()), variable);
            CHECK(std::set<Ids>(found.begin(), found.end()) == expected);
            CHECK(found.size() == expected.size());
        }
}

TEST_CASE("The effect in the true graph is among the possible ones") {
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
        RandomNetworkOptions options;
        options.variables = 5;
        const BayesianNetwork network = random_network(options, seed);
        const InferenceEngine engine(network);
        const VariableId x(seed % 5), y((seed + 1 + seed / 5 % 4) % 5);
        const Posterior truth =
            engine.marginals(std::span(&y, 1), Evidence{}.intervene(x, StateId(1)));
        bool is_there = false;
        for (const EffectAnalysis& effect : possible_effects(cpdag(network.dag()), {x, y})) {
            const PartialTable rows = interventional_distribution(effect, engine);
            CHECK(*rows.cells[2] + *rows.cells[3] == Approx(1));
            const bool is_true = effect.adjusted_for == sorted_parents(network.dag(), x);
            if (is_true) CHECK(rows.cells[3].value() == Approx(truth[0][1]).margin(1e-12));
            is_there = is_there || is_true;
        }
        CHECK(is_there);
    }
}

TEST_CASE("A cause with too many open arcs is refused") {
    std::vector<Arc> arcs;
    for (std::size_t v = 1; v < 5; ++v) arcs.push_back({VariableId(0), VariableId(v)});
    const Cpdag star = cpdag(Dag(5, arcs));
    CHECK_THROWS_AS(possible_parents(star, VariableId(0), 3), TooLargeError);
    CHECK(possible_parents(star, VariableId(0), 4).size() == 5);
    CHECK_THROWS_AS(possible_parents(star, VariableId(9)), ArgumentError);
}
