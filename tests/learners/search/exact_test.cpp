#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <learners/search/detail/acyclic_choice.hpp>
#include <learners/search/detail/family_table.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/sampled_data.hpp>
#include <tests/support/small_data.hpp>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cmath>
#include <limits>
#include <string>
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

Dataset rows_of_random_network(std::uint64_t seed, std::size_t variables, std::size_t rows) {
    Rng rng(seed);
    const RandomModelOptions options{.min_variables = variables,
                                     .max_variables = variables,
                                     .max_assignments = std::size_t{1} << 30};
    return sampled_data(random_model(rng, options), rows, seed);
}

/// All configurations of four bits, their parity, and a copy of it that is wrong in every eighth
/// row: the bits determine the parity together only.
Dataset parity_rows() {
    std::vector<std::string> rows;
    for (std::size_t i = 0; i < 512; ++i) {
        std::string row;
        for (std::size_t bit = 0; bit < 4; ++bit) row += (i >> bit & 1) != 0 ? '1' : '0';
        const bool parity = (std::popcount(i & 15) & 1) != 0;
        row += parity ? '1' : '0';
        row += parity != (i % 128 < 16) ? '1' : '0';
        rows.push_back(std::move(row));
    }
    const std::vector<std::string_view> views(rows.begin(), rows.end());
    return digits("abcdpq", views);
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

TEST_CASE("Exact search: every score of tables bounds the families with more parents",
          "[learners][search]") {
    const Dataset data = rows_of_random_network(3, 6, 40);
    std::size_t left_out = 0;
    for (const Score& kind : {Score(LogLikelihoodScore{}), Score(AicScore{}), Score(BicScore{}),
                              Score(K2Score{}), Score(BdeuScore{1}), Score(BdeuScore{20}),
                              Score(BdsScore{}), Score(FnmlScore{}), Score(QnmlScore{})}) {
        const DataScore score(data, kind);
        const bool has_bound = !std::holds_alternative<QnmlScore>(kind);
        const auto all = std::uint64_t{1} << data.columns().size();
        for (std::uint64_t set = 0; set < all; ++set) {
            if ((set & 3) != 0) continue;  // child 0, added parent 1
            const std::vector<VariableId> parents = learners::detail::variables_of(set);
            const VariableId added(1);
            double of_family = 0, bound = 0;
            score.bounded_additions(VariableId(0), parents, {&added, 1}, -1e300, {&of_family, 1},
                                    {&bound, 1});
            CHECK((bound == infinity) == !has_bound);
            left_out += bound == -infinity;
            for (std::uint64_t more = 0; more < all; ++more) {
                if ((more & 1) != 0 || (more & (set | 2)) != (set | 2)) continue;
                const auto score_of = [&](std::uint64_t of) {
                    return score.family(VariableId(0), learners::detail::variables_of(of));
                };
                if (bound == -infinity) {
                    CHECK(score_of(more) <= score_of(more & ~std::uint64_t{2}));
                    continue;
                }
                if (more == (set | 2)) CHECK(score_of(more) == of_family);
                CHECK(score_of(more) <= bound);
            }
        }
    }
    CHECK(left_out > 0);
}

TEST_CASE("Exact search: parents that pay together only", "[learners][search]") {
    const Dataset data = parity_rows();
    const DataScore score(data, BicScore{});
    const LearnedStructure best = exact_search(score);
    CHECK_FALSE(best.partial);
    CHECK(best.bound == best.score);
    const std::vector<Arc> arcs = {{VariableId(0), VariableId(4)},
                                   {VariableId(1), VariableId(4)},
                                   {VariableId(2), VariableId(4)},
                                   {VariableId(3), VariableId(4)},
                                   {VariableId(4), VariableId(5)}};
    CHECK(best.score == Approx(total(score, Dag(6, arcs))).epsilon(1e-12));
}

TEST_CASE("Exact search: a search that is stopped states what is left", "[learners][search]") {
    const Dataset data = rows_of_random_network(5, 12, 300);
    const DataScore score(data, BicScore{});
    const LearnedStructure best = exact_search(score);
    REQUIRE(best.bound == best.score);
    for (const std::size_t most : {1, 30, 400, 3000}) {
        std::atomic<std::size_t> asked = 0;
        SearchControl control;
        control.stop = StopToken([&] { return ++asked > most; });
        const LearnedStructure stopped = exact_search(score, {}, control);
        CHECK(stopped.score <= best.score + 1e-9);
        if (stopped.bound) CHECK(*stopped.bound >= best.score - 1e-9);
        if (!stopped.partial) CHECK(stopped.bound == stopped.score);
    }
}

TEST_CASE("Exact search: too many families are refused before they are scored",
          "[learners][search]") {
    const RandomScore thirty(1, 30), twenty(1, 20);
    CHECK_THROWS_WITH(exact_search(thirty),
                      Catch::Contains("over 30 variables") && Catch::Contains("16106127360"));
    CHECK_THROWS_AS(exact_search(twenty, {}, {}, {.max_bytes = 1 << 20}), TooLargeError);
}
