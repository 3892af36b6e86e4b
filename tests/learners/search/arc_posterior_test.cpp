#include <learners/search/arc_confidence.hpp>

#include <learners/score/data_score.hpp>
#include <pgm/core/error.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

/// In how many orders all arcs point forward.
double orders_of(const Dag& dag) {
    std::vector<std::size_t> order(dag.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    double count = 0;
    do {
        const auto place = [&](VariableId v) { return std::ranges::find(order, v.index()); };
        count += std::ranges::all_of(
            dag.arcs(), [&](const Arc& arc) { return place(arc.parent) < place(arc.child); });
    } while (std::ranges::next_permutation(order).found);
    return count;
}

}  // namespace

TEST_CASE("Posterior of arcs: it is the sum over all DAGs, weighted by their orders",
          "[learners][search]") {
    Rng rng(1);
    for (const std::size_t size : {1u, 2u, 3u, 4u}) {
        for (int trial = 0; trial < 4; ++trial) {
            const RandomScore score(rng(), size);
            const Constraints constraints =
                trial == 0 ? Constraints{} : random_constraints(rng, size);
            const AllowedArcs allowed(size, constraints);
            std::vector<double> sums(size * size, 0.0);
            double all = 0;
            for_each_dag(size, [&](const Dag& dag) {
                if (!allowed.obeyed_by(dag)) return;
                const double weight = orders_of(dag) * std::exp(total(score, dag));
                all += weight;
                for (const Arc& arc : dag.arcs())
                    sums[arc.parent.index() * size + arc.child.index()] += weight;
            });
            const ArcConfidence posterior = arc_posterior(score, constraints).value();
            for (std::size_t a = 0; a < size; ++a)
                for (std::size_t b = 0; b < size; ++b)
                    CHECK(posterior.arc(VariableId(a), VariableId(b)) ==
                          Approx(sums[a * size + b] / all).margin(1e-12));
        }
    }
}

TEST_CASE("Posterior of arcs: enormous differences of scores neither overflow nor vanish",
          "[learners][search]") {
    class Extreme final : public DecomposableScore {
    public:
        std::size_t variables() const override { return 4; }
        double family(VariableId child, std::span<const VariableId> parents) const override {
            const bool right = child.value == 1 && parents.size() == 1 && parents[0].value == 0;
            return right ? -1e6 : -2e6 - 1e5 * static_cast<double>(parents.size());
        }
    };
    const ArcConfidence posterior = arc_posterior(Extreme()).value();
    CHECK(posterior.arc(VariableId(std::size_t{0}), VariableId(std::size_t{1})) == Approx(1));
    CHECK(posterior.arc(VariableId(std::size_t{2}), VariableId(std::size_t{3})) == 0);
}

TEST_CASE("Posterior of arcs: the memory is predicted, and stopping gives nothing",
          "[learners][search]") {
    const RandomScore large(1, 40), medium(1, 12);
    CHECK_THROWS_AS(arc_posterior(large), TooLargeError);
    CHECK_THROWS_AS(arc_posterior(medium, {}, {}, 1000), TooLargeError);
    CHECK_FALSE(
        arc_posterior(medium, {}, {.proceed = [](const auto&) { return false; }}).has_value());
    CHECK(arc_posterior(medium, {}, {.threads = 1}) == arc_posterior(medium, {}, {.threads = 4}));
}
