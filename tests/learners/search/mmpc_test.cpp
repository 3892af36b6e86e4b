#include <learners/search/constraint_search.hpp>

#include <learners/independence/data_test.hpp>
#include <learners/independence/independence_test.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/reference_data.hpp>
#include <tests/support/sampled_data.hpp>
#include <tests/support/vertices.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using namespace pgm::tests::vertices;

namespace {

std::vector<VariableId> neighbours(const Dag& dag, VariableId v) {
    std::vector<VariableId> all = dag.parents(v);
    for (const VariableId child : dag.children(v)) all.push_back(child);
    std::ranges::sort(all);
    return all;
}

/// Each vertex behind the first has one parent among those before it, or none.
Dag random_forest(Rng& rng, std::size_t size) {
    Dag forest(size);
    for (std::size_t v = 1; v < size; ++v)
        if (rng.below(5) > 0) forest.add_arc(VariableId(rng.below(v)), VariableId(v));
    return forest;
}

}  // namespace

TEST_CASE("With a test that knows the truth the candidates of a forest are its neighbours",
          "[learners]") {
    Rng rng(31);
    for (int trial = 0; trial < 60; ++trial) {
        const Dag forest = random_forest(rng, 10);
        const CandidateNeighbours found = max_min_parents_children(DSeparationTest(forest));
        for (std::size_t v = 0; v < 10; ++v)
            CHECK(found.of[v] == neighbours(forest, VariableId(v)));
        CHECK_FALSE(found.partial);
    }
}

TEST_CASE("The candidates of any DAG hold its neighbours, both ways", "[learners]") {
    Rng rng(32);
    std::size_t surplus = 0, all = 0;
    for (int trial = 0; trial < 60; ++trial) {
        const Dag dag = random_dag(rng, 9, 0.25);
        const CandidateNeighbours found =
            max_min_parents_children(DSeparationTest(dag), {}, {}, {.max_conditions = 9});
        for (std::size_t v = 0; v < 9; ++v) {
            const std::vector<VariableId> expected = neighbours(dag, VariableId(v));
            CHECK(std::ranges::includes(found.of[v], expected));
            surplus += found.of[v].size() - expected.size();
            all += found.of[v].size();
            for (const VariableId other : found.of[v])
                CHECK(std::ranges::binary_search(found.of[other.index()], VariableId(v)));
        }
    }
    CHECK(10 * surplus < all);  // the algorithm is known to keep a few too many
}

TEST_CASE("Candidates obey the constraints whatever the tests say", "[learners]") {
    const Dag chain(4, std::vector<Arc>{{a, b}, {b, c}, {c, d}});
    const CandidateNeighbours found = max_min_parents_children(
        DSeparationTest(chain), {.required = {{a, d}}, .forbidden = {{b, c}, {c, b}}});
    CHECK(std::ranges::binary_search(found.of[0], d));
    CHECK(std::ranges::binary_search(found.of[3], a));
    CHECK_FALSE(std::ranges::binary_search(found.of[1], c));
    CHECK_FALSE(std::ranges::binary_search(found.of[2], b));
    const CandidateNeighbours stopped =
        max_min_parents_children(DSeparationTest(chain), {.required = {{a, d}}},
                                 {.proceed = [](const SearchProgress&) { return false; }});
    CHECK(stopped.partial);
    CHECK(stopped.of == std::vector<Ids>{{d}, {}, {}, {a}});
    CHECK_THROWS_AS(max_min_parents_children(DSeparationTest(chain), {}, {}, {.alpha = -1}),
                    ArgumentError);
}

TEST_CASE("Candidates from data of asia are mostly its neighbours, for any number of threads",
          "[learners]") {
    if (!reference_file("networks/bif/asia.bif")) {
        WARN("SKIPPED: asia.bif");
        return;
    }
    const BayesianNetwork asia = reference_network("networks/bif/asia.bif");
    const Dataset data = sampled_data(asia, 20'000, 3);
    const auto test = data_test(data, G2{});
    const CandidateNeighbours found = max_min_parents_children(*test, {}, {.threads = 1});
    CHECK(max_min_parents_children(*test, {}, {.threads = 4}) == found);
    for (std::size_t v = 0; v < asia.size(); ++v)
        for (const VariableId other : found.of[v])
            CHECK((asia.dag().has_arc(VariableId(v), other) ||
                   asia.dag().has_arc(other, VariableId(v))));
}
