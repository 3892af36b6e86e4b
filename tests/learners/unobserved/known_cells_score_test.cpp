#include <learners/unobserved/known_cells_score.hpp>

#include <learners/score/data_score.hpp>
#include <pgm/core/random.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <optional>

using namespace pgm;
using namespace pgm::learners;
using Catch::Matchers::WithinAbs;

namespace {

Column zeros_and_ones(const char* name, const std::vector<std::optional<StateId>>& states) {
    return discrete_column(Variable(name, {"0", "1"}), states);
}

constexpr std::optional<StateId> unknown_bit;

const std::vector<Score> usual{LogLikelihoodScore{}, BicScore{}, K2Score{}, BdeuScore{}};

Dag arc_between_two() {
    Dag dag(2);
    dag.add_arc(VariableId(0), VariableId(1));
    return dag;
}

}  // namespace

TEST_CASE("Score of known cells: that of DataScore where no cell is missing") {
    const StateId zero(0), one(1);
    const Dataset data({zeros_and_ones("a", {zero, one, one, zero, one}),
                        zeros_and_ones("b", {zero, one, one, one, zero})});
    const std::vector<double> scores = known_cells_scores(data, arc_between_two(), usual);
    for (std::size_t i = 0; i < usual.size(); ++i)
        CHECK(scores[i] == total(DataScore(data, usual[i]), arc_between_two()));
}

TEST_CASE("Score of known cells: the likelihood of what is known, by hand") {
    const StateId zero(0), one(1);
    // a is known in five rows, three of them 1; b in four, one of them 1.
    const Dataset data({zeros_and_ones("a", {zero, one, one, zero, one, unknown_bit}),
                        zeros_and_ones("b", {zero, zero, unknown_bit, unknown_bit, one, zero})});
    const double of_a = 3 * std::log(0.6) + 2 * std::log(0.4);
    const double of_b = 3 * std::log(0.75) + std::log(0.25);
    const std::vector<double> scores = known_cells_scores(data, Dag(2), usual);
    CHECK_THAT(scores[0], WithinAbs(of_a + of_b, 1e-6));
    CHECK_THAT(scores[1], WithinAbs(of_a + of_b - 2 * std::log(6.0) / 2, 1e-6));
}

TEST_CASE("Score of known cells: holes do not pay for arcs") {
    Rng rng(3);
    std::vector<std::optional<StateId>> a, b;
    for (int row = 0; row < 1000; ++row) {
        const StateId of_a(static_cast<std::size_t>(rng.below(2))),
            of_b(static_cast<std::size_t>(rng.below(2)));
        a.push_back(rng.uniform() < 0.3 ? unknown_bit : std::optional(of_a));
        b.push_back(of_b);
    }
    const Dataset data({zeros_and_ones("a", a), zeros_and_ones("b", b)});
    const std::vector<double> apart = known_cells_scores(data, Dag(2), usual),
                              joined = known_cells_scores(data, arc_between_two(), usual);
    CHECK(joined[0] >= apart[0] - 1e-6);
    CHECK(joined[0] - apart[0] < 5);
    for (std::size_t i = 1; i < usual.size(); ++i) CHECK(joined[i] < apart[i]);
    CHECK(known_cells_scores(data, Dag(2), usual) == apart);
}
