#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <tests/learners/search/structure_scores.hpp>

#include <catch2/catch.hpp>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

TEST_CASE("Chow-Liu: no forest has a better score", "[learners][search]") {
    Rng rng(1);
    for (int trial = 0; trial < 40; ++trial) {
        const std::size_t size = 1 + rng.below(4) + (trial % 10 == 0 ? 1 : 0);
        const RandomScore score(rng(), size, trial % 3 == 0 ? 0.5 : 0.0);
        Constraints constraints = trial % 2 == 0 ? Constraints{} : random_constraints(rng, size);
        const Dag required(size, constraints.required);
        for (std::size_t v = 0; v < size; ++v)
            if (required.in_degree(VariableId(v)) > 1) constraints.required.clear();
        Constraints of_forests = constraints;
        of_forests.max_parents = 1;
        const AllowedArcs forests(size, of_forests);
        double best = -std::numeric_limits<double>::infinity();
        for_each_dag(size, [&](const Dag& dag) {
            if (forests.obeyed_by(dag)) best = std::max(best, total(score, dag));
        });
        INFO("trial " << trial << ", " << size << " variables");
        CHECK(chow_liu_tree(score, constraints).score == Approx(best).margin(1e-12));
    }
}
