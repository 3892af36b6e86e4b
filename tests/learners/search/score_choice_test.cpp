#include <learners/search/score_choice.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/random_model.hpp>
#include <tests/support/sampled_data.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <string_view>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinAbs;

TEST_CASE("Choice of a score: held-out rows are predicted with every count 1 larger",
          "[learners][search]") {
    // Of 30 rows of the state 0, 20 are trained on; row 21 has the probability 21 / 22, row 22
    // 22 / 23, ...: the product of ten is 21 / 31.
    const Dataset data = digits("a", std::vector<std::string_view>(30, "0"), 2);
    const ScoreChoice choice = choose_score(data, {}, usual_score_candidates());
    CHECK(choice.held_out_rows == 10);
    REQUIRE(choice.judged.size() == 2);
    for (const JudgedScore& judged : choice.judged)
        CHECK_THAT(judged.held_out_log_likelihood, WithinAbs(std::log(21.0 / 31), 1e-12));
    CHECK(choice.score == Score(BicScore{}));  // of equal ones the first
}

TEST_CASE("Choice of a score: the best predictor, whatever the threads and the other candidates",
          "[learners][search]") {
    Rng rng(12);
    const BayesianNetwork network = random_model(rng, {.min_variables = 8});
    const Dataset data = sampled_data(network, 300, 3);
    // The likelihood alone joins everything, which predicts worst.
    const std::vector<Score> scores = {LogLikelihoodScore{}, BicScore{}, QnmlScore{}};
    const ScoreChoice choice = choose_score(data, {.algorithm = HillClimbing{}}, scores, 5);
    CHECK(choice.score != scores[0]);
    double best = choice.judged[0].held_out_log_likelihood;
    for (const JudgedScore& judged : choice.judged) {
        best = std::max(best, judged.held_out_log_likelihood);
        const ScoreChoice alone = choose_score(data, {.algorithm = HillClimbing{}},
                                               std::vector{judged.score}, 5, {.threads = 3});
        CHECK(alone.judged.front() == judged);
        CHECK(alone.score == judged.score);
    }
    for (const JudgedScore& judged : choice.judged)
        if (judged.score == choice.score) CHECK(judged.held_out_log_likelihood == best);
    CHECK(choose_score(data, {.algorithm = HillClimbing{}}, scores, 6) != choice);
}

TEST_CASE("Choice of a score: small tables, no candidates, continuous columns, a stop",
          "[learners][search]") {
    const Dataset row = digits("ab", {"01"}, 2);
    CHECK(choose_score(row, {}, usual_score_candidates()).held_out_rows == 0);
    CHECK_THROWS_AS(choose_score(row, {}, {}), ArgumentError);
    const Dataset numbers({continuous_column("x", RealCells({1, 2, 4}))});
    CHECK_THROWS_WITH(choose_score(numbers, {}, usual_score_candidates()),
                      Catch::Contains("column 'x' is continuous"));
    const Dataset rows = digits("ab", {"01", "10", "11", "00", "01", "10"}, 2);
    const SearchControl stop{.proceed = [](const SearchProgress&) { return false; }};
    CHECK(choose_score(rows, {}, usual_score_candidates(), 0, stop).partial);
}

TEST_CASE("Choice of a score: held-out rows are the same in whatever order the rows come",
          "[learners][search]") {
    Rng rng(12);
    const BayesianNetwork network = random_model(rng, {.min_variables = 6});
    const Dataset data = sampled_data(network, 500, 3);
    std::vector<std::uint32_t> backwards(data.rows());
    for (std::size_t row = 0; row < backwards.size(); ++row)
        backwards[row] = static_cast<std::uint32_t>(backwards.size() - 1 - row);
    const std::vector<Score> scores = usual_score_candidates();
    const StructureLearning climbing{.algorithm = HillClimbing{}};
    CHECK(choose_score(data.select_rows(backwards), climbing, scores, 5) ==
          choose_score(data, climbing, scores, 5));
    // With rows that are told apart by their weights only.
    const Dataset few = digits("ab", {"01", "11", "00", "00", "01", "11", "10"}, 2);
    const auto chosen = [&](const Dataset& rows) { return choose_score(rows, climbing, scores); };
    CHECK(chosen(few.with_weights({1, 2, 3, 1, 2, 1, 1})) ==
          chosen(few.select_rows({{4, 6, 5, 2, 3, 1, 0}})
                     .with_weights({2, 1, 1, 3, 1, 2, 1})));
}
