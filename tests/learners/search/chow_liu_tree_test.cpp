#include <learners/search/score_search.hpp>

#include <learners/fit/fit.hpp>
#include <learners/score/data_score.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

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

TEST_CASE("Chow-Liu: the tree of a classifier and the tree of a search are equally likely",
          "[learners][search]") {
    Rng rng(7);
    for (int trial = 0; trial < 20; ++trial) {
        std::vector<std::string> rows(60);
        for (std::string& row : rows) {
            row = {rng.below(2) == 1 ? '1' : '0'};
            // Every column copies one of those before it, often.
            for (int column = 1; column < 6; ++column) {
                const char copied = row[rng.below(row.size())],
                           drawn = rng.below(2) == 1 ? '1' : '0';
                row += rng.below(3) == 0 ? drawn : copied;
            }
        }
        const Dataset data = digits("yabcde", {rows.begin(), rows.end()});
        const DataScore score(data, LogLikelihoodScore{});
        const Classifier tree = fit(data, "y", {.structure = "chow-liu"});
        const BayesianNetwork& network = tree.model().network();
        std::vector<Arc> arcs;
        for (const Arc& arc : network.dag().arcs())
            arcs.push_back({VariableId(data.id(network.variable(arc.parent).name()).index()),
                            VariableId(data.id(network.variable(arc.child).name()).index())});
        CHECK(total(score, Dag(6, arcs)) == Approx(chow_liu_tree(score).score).epsilon(1e-12));
    }
}
