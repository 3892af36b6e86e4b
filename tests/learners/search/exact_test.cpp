#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/order_path.hpp>
#include <pgm/core/error.hpp>
#include <tests/learners/search/structure_scores.hpp>

#include <catch2/catch.hpp>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

double best_path_score(const DecomposableScore& score, const Constraints& constraints) {
    const AllowedArcs allowed(score.variables(), constraints);
    learners::detail::SearchWatch watch({});
    const auto sets = learners::detail::ParentSets::find(score, allowed, watch, {});
    const auto path = learners::detail::best_order_path(
        *sets, -std::numeric_limits<double>::infinity(), std::size_t{1} << 30, watch);
    CHECK(allowed.obeyed_by(path.dag.value()));
    return total(score, *path.dag);
}

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
        CHECK(best_path_score(first, {}) == Approx(best_of_first).margin(1e-12));
        CHECK(best_path_score(second, {}) == Approx(best_of_second).margin(1e-12));
    }
}

TEST_CASE("Exact search: the two ways agree under constraints", "[learners][search]") {
    Rng rng(8);
    for (int trial = 0; trial < 25; ++trial) {
        const std::size_t size = 2 + rng.below(9);
        const RandomScore score(rng(), size, 0.2);
        const Constraints constraints = random_constraints(rng, size);
        CHECK(exact_search(score, constraints).score ==
              Approx(best_path_score(score, constraints)).margin(1e-11));
    }
}

TEST_CASE("Exact search: beyond 25 variables by few parents", "[learners][search]") {
    // Only neighbours in a row gain by an arc, one way 2 and the other way a half: a row of arcs
    // is best.
    class RowScore final : public DecomposableScore {
    public:
        std::size_t variables() const override { return 30; }
        double family(VariableId child, std::span<const VariableId> parents) const override {
            double sum = 0;
            for (const VariableId parent : parents) {
                const bool before = parent.value + 1 == child.value;
                sum += before ? 2 : parent.value == child.value + 1 ? 0.5 : -1;
            }
            return sum;
        }
    };
    const LearnedStructure best = exact_search(RowScore(), {.max_parents = 2});
    CHECK(best.score == 29 * 2);
    CHECK(best.dag.arc_count() == 29);
}

TEST_CASE("Exact search: too many families are refused before they are scored",
          "[learners][search]") {
    const RandomScore thirty(1, 30), seventy(1, 70), twenty(1, 20);
    CHECK_THROWS_WITH(exact_search(thirty),
                      Catch::Contains("over 30 variables") && Catch::Contains("16106127360"));
    CHECK_THROWS_WITH(exact_search(seventy, {.max_parents = 2}),
                      Catch::Contains("at most 64 variables, not 70"));
    CHECK_THROWS_AS(exact_search(twenty, {}, {}, {.max_bytes = 1 << 20}), TooLargeError);
}
