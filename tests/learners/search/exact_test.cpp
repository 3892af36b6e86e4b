#include <learners/search/score_search.hpp>

#include <learners/score/data_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <tests/learners/search/structure_scores.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/sampled_data.hpp>
#include <tests/support/small_data.hpp>

#include <atomic>
#include <bit>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

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

/// The variables whose bits are set.
std::vector<VariableId> variables_in(std::uint64_t set) {
    std::vector<VariableId> variables;
    for (std::size_t v = 0; v < 64; ++v)
        if ((set >> v & 1) != 0) variables.emplace_back(v);
    return variables;
}

}  // namespace

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
            const std::vector<VariableId> parents = variables_in(set);
            const VariableId added(1);
            double of_family = 0, bound = 0;
            score.bounded_additions(VariableId(0), parents, {&added, 1}, -1e300, {&of_family, 1},
                                    {&bound, 1});
            CHECK((bound == infinity) == !has_bound);
            left_out += bound == -infinity;
            for (std::uint64_t more = 0; more < all; ++more) {
                if ((more & 1) != 0 || (more & (set | 2)) != (set | 2)) continue;
                const auto score_of = [&](std::uint64_t of) {
                    return score.family(VariableId(0), variables_in(of));
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
