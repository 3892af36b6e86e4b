#include <learners/search/constraint_search.hpp>

#include <learners/independence/data_test.hpp>
#include <learners/score/data_score.hpp>
#include <learners/search/score_search.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/sampled_data.hpp>

#include <algorithm>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

/// The score of plain hill climbing among the candidates.
double climbed_among(const CandidateNeighbours& candidates, const DataScore& score) {
    Constraints constraints;
    for (std::size_t a = 0; a < candidates.of.size(); ++a)
        for (std::size_t b = 0; b < candidates.of.size(); ++b)
            if (a != b && !std::ranges::binary_search(candidates.of[a], VariableId(b)))
                constraints.forbidden.push_back({VariableId(a), VariableId(b)});
    return hill_climbing(score, constraints).score;
}

}  // namespace

TEST_CASE("Max-min hill climbing joins candidates only and scores what it found", "[learners]") {
    Rng rng(41);
    for (int trial = 0; trial < 10; ++trial) {
        const BayesianNetwork network = random_model(rng, {.min_variables = 6});
        const Dataset data = sampled_data(network, 1500, 60 + trial);
        const auto test = data_test(data, G2{});
        const DataScore score(data, BicScore{});
        const LearnedStructure learned = max_min_hill_climbing(score, *test);
        const CandidateNeighbours candidates = max_min_parents_children(*test);
        for (const auto& [parent, child] : learned.dag.arcs())
            CHECK(std::ranges::binary_search(candidates.of[parent.index()], child));
        CHECK(learned.score == Approx(total(score, learned.dag)).epsilon(1e-12));
        CHECK_FALSE(learned.partial);
        CHECK(max_min_hill_climbing(score, *test, {}, {.threads = 3}) == learned);
        CHECK(learned.score >= climbed_among(candidates, score) - 1e-9 * std::abs(learned.score));
        CHECK(learned.score <= exact_search(score).score + 1e-9 * std::abs(learned.score));
    }
}

TEST_CASE("Max-min hill climbing obeys constraints and stops when told", "[learners]") {
    Rng rng(42);
    const BayesianNetwork network = random_model(rng, {.min_variables = 7});
    const Dataset data = sampled_data(network, 800, 4);
    const auto test = data_test(data, G2{});
    const DataScore score(data, BicScore{});
    const Constraints constraints{.required = {{VariableId(0), VariableId(5)}},
                                  .forbidden = {{VariableId(1), VariableId(2)}},
                                  .max_parents = 2};
    const AllowedArcs allowed(network.size(), constraints);
    CHECK(allowed.obeyed_by(max_min_hill_climbing(score, *test, constraints).dag));
    const LearnedStructure stopped = max_min_hill_climbing(
        score, *test, constraints, {.proceed = [](const SearchProgress&) { return false; }});
    CHECK(stopped.partial);
    CHECK(allowed.obeyed_by(stopped.dag));
    const Dataset fewer = data.without_column(ColumnId(0));
    const auto other = data_test(fewer, G2{});
    CHECK_THROWS_AS(max_min_hill_climbing(score, *other), ArgumentError);
}
