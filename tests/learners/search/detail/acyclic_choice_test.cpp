#include <learners/search/detail/acyclic_choice.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/family_table.hpp>
#include <learners/search/score_search.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>

#include <algorithm>
#include <atomic>
#include <limits>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

double best_choice_score(const DecomposableScore& score, const Constraints& constraints) {
    const AllowedArcs allowed(score.variables(), constraints);
    constexpr std::size_t max_bytes = std::size_t{1} << 30;
    learners::detail::SearchWatch watch({});
    const auto sets = learners::detail::ParentSets::find(score, allowed, max_bytes, watch, {});
    const Dag known(score.variables(), constraints.required);
    const auto choice = learners::detail::best_acyclic_choice(sets, known, watch);
    CHECK(allowed.obeyed_by(choice.dag));
    CHECK(choice.bound == Approx(total(score, choice.dag)).margin(1e-9));
    return total(score, choice.dag);
}

/// A score with the tightest bounds there are, by looking at all larger families.
class BoundedScore final : public DecomposableScore {
public:
    explicit BoundedScore(const DecomposableScore& score) : score_(score) {}

    std::size_t variables() const override { return score_.variables(); }
    double family(VariableId child, std::span<const VariableId> parents) const override {
        ++families;
        return score_.family(child, parents);
    }
    void bounded_additions(VariableId child, std::span<const VariableId> parents,
                           std::span<const VariableId> candidates, double worth,
                           std::span<double> scores, std::span<double> bounds) const override {
        for (std::size_t i = 0; i < candidates.size(); ++i) {
            std::vector<VariableId> more(parents.begin(), parents.end());
            more.insert(std::ranges::upper_bound(more, candidates[i]), candidates[i]);
            scores[i] = bounds[i] = -std::numeric_limits<double>::infinity();
            const double bound = best_of_larger(child, more);
            if (!(bound > worth)) continue;
            scores[i] = family(child, more);
            bounds[i] = bound;
        }
    }

    mutable std::atomic<std::size_t> families = 0;

private:
    double best_of_larger(VariableId child, const std::vector<VariableId>& parents) const {
        double best = -std::numeric_limits<double>::infinity();
        for (std::uint64_t set = 0; set < std::uint64_t{1} << variables(); ++set) {
            const bool has_child = (set >> child.index() & 1) != 0;
            const bool is_larger = std::ranges::all_of(
                parents, [&](VariableId parent) { return (set >> parent.index() & 1) != 0; });
            if (has_child || !is_larger) continue;
            best = std::max(best, score_.family(child, learners::detail::variables_of(set)));
        }
        return best;
    }

    const DecomposableScore& score_;
};

}  // namespace

TEST_CASE("Exact search: both ways find the best of all 543 and all 29281 DAGs",
          "[learners][search]") {
    for (const std::size_t size : {std::size_t{4}, std::size_t{5}}) {
        const RandomScore first(size, size, 0.05), second(size + 10, size, 0.3);
        double best_of_first = -1e9, best_of_second = -1e9;
        std::size_t dags = 0;
        for_each_dag(size, [&](const Dag& dag) {
            ++dags;
            best_of_first = std::max(best_of_first, total(first, dag));
            best_of_second = std::max(best_of_second, total(second, dag));
        });
        CHECK(dags == (size == 4 ? 543 : 29281));
        CHECK(exact_search(first).score == Approx(best_of_first).margin(1e-12));
        CHECK(exact_search(second).score == Approx(best_of_second).margin(1e-12));
        CHECK(best_choice_score(first, {}) == Approx(best_of_first).margin(1e-12));
        CHECK(best_choice_score(second, {}) == Approx(best_of_second).margin(1e-12));
    }
}

TEST_CASE("Exact search: the two ways agree under constraints", "[learners][search]") {
    Rng rng(8);
    for (int trial = 0; trial < 25; ++trial) {
        const std::size_t size = 2 + rng.below(9);
        const RandomScore score(rng(), size, 0.2);
        const Constraints constraints = random_constraints(rng, size);
        CHECK(exact_search(score, constraints).score ==
              Approx(best_choice_score(score, constraints)).margin(1e-11));
    }
}

TEST_CASE("Exact search: bounds leave families out and lose nothing", "[learners][search]") {
    Rng rng(21);
    for (int trial = 0; trial < 12; ++trial) {
        const std::size_t size = 2 + rng.below(6);
        const RandomScore score(rng(), size, 0.3);
        const BoundedScore bounded(score);
        const Constraints constraints = random_constraints(rng, size);
        const LearnedStructure best = exact_search(bounded, constraints);
        CHECK(best.score == Approx(exact_search(score, constraints).score).margin(1e-11));
        CHECK(best.bound == best.score);
    }
    const RandomScore score(5, 9, 0.3);
    const BoundedScore bounded(score);
    best_choice_score(bounded, {});
    CHECK(bounded.families < 9 * 256 / 2);
}
