#include <learners/score/data_score.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/infarct_rows.hpp>
#include <tests/support/random_dag.hpp>
#include <tests/support/small_data.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <numeric>
#include <optional>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

const std::vector<Score> table_scores = {
    LogLikelihoodScore{}, AicScore{},  BicScore{},  K2Score{},
    BdeuScore{},          BdsScore{5}, FnmlScore{}, QnmlScore{}};

VariableId id(std::size_t i) {
    return VariableId(i);
}

Dag graph(std::size_t size, const std::vector<Arc>& arcs) {
    return Dag(size, arcs);
}

/// Columns of 2, 3, 4, 2, 3, 4, ... states that depend on one another.
Dataset dependent_columns(Rng& rng, std::size_t count, std::size_t rows) {
    std::vector<std::vector<std::optional<StateId>>> cells(
        count, std::vector<std::optional<StateId>>(rows));
    const auto states = [](std::size_t i) { return 2 + i % 3; };
    for (std::size_t row = 0; row < rows; ++row) {
        std::size_t last = 0;
        for (std::size_t i = 0; i < count; ++i) {
            last = (rng.below(3) == 0 ? rng.below(states(i)) : last) % states(i);
            cells[i][row] = StateId(last);
        }
    }
    std::vector<Column> columns;
    for (std::size_t i = 0; i < count; ++i) {
        std::vector<std::string> names;
        for (std::size_t s = 0; s < states(i); ++s) names.push_back(std::to_string(s));
        columns.push_back(discrete_column(Variable("v" + std::to_string(i), names), cells[i]));
    }
    return Dataset(std::move(columns));
}

std::vector<VariableId> with(std::vector<VariableId> parents, VariableId candidate) {
    parents.insert(std::ranges::upper_bound(parents, candidate), candidate);
    return parents;
}

}  // namespace

TEST_CASE("DataScore: K2 of the ten cases of Cooper and Herskovits (1992)") {
    // Table 1 of their paper, 1 for present; P(structure 1, data) : P(structure 2, data) is given
    // as 2.23e-9 : 2.23e-10 times the same prior.
    const Dataset data =
        digits("abc", {"100", "111", "001", "111", "000", "011", "111", "000", "111", "000"});
    const DataScore k2(data, K2Score{});
    const Dag chain = graph(3, {{id(0), id(1)}, {id(1), id(2)}}),
              fork = graph(3, {{id(0), id(1)}, {id(0), id(2)}});
    CHECK_THAT(std::exp(total(k2, chain)), WithinRel(2.23e-9, 2e-3));
    CHECK_THAT(std::exp(total(k2, fork)), WithinRel(2.23e-10, 2e-3));
}

TEST_CASE("DataScore: scores of a few rows, worked out by hand") {
    // b given a: of three rows with a = 0 two have b = 0; the row with a = 1 has b = 1.
    const Dataset data = digits("ab", {"00", "00", "01", "11"});
    const auto family = [&](const Score& score) {
        const std::vector<VariableId> parents = {id(0)};
        return DataScore(data, score).family(id(1), parents);
    };
    const double likelihood = std::log(4.0 / 27);
    CHECK_THAT(family(LogLikelihoodScore{}), WithinRel(likelihood, 1e-14));
    CHECK_THAT(family(AicScore{}), WithinRel(likelihood - 2, 1e-14));
    CHECK_THAT(family(BicScore{}), WithinRel(likelihood - std::log(4.0), 1e-14));
    // 1!/4! 2! 1! and 1!/2! 0! 1!
    CHECK_THAT(family(K2Score{}), WithinRel(std::log(2.0 / 24 / 2), 1e-14));
    // A prior of 1 in each cell is that of K2, and of 1/2 in each that of Jeffreys.
    CHECK_THAT(family(BdeuScore{4}), WithinRel(std::log(2.0 / 24 / 2), 1e-14));
    CHECK_THAT(family(BdeuScore{2}), WithinRel(std::log(0.5 * 1.5 * 0.5 / 6 * 0.5), 1e-14));
    CHECK_THAT(family(BdsScore{2}), WithinRel(family(BdeuScore{2}), 1e-14));
    // C(2, 3) = 26/9, C(2, 1) = 2, C(2, 4) = 103/32; C(4, 4) = C(3, 4) + 2 C(2, 4) with C(3, 4) =
    // C(2, 4) + 4.
    CHECK_THAT(family(FnmlScore{}), WithinRel(likelihood - std::log(26.0 / 9 * 2), 1e-14));
    CHECK_THAT(family(QnmlScore{}),
               WithinRel(likelihood - std::log(3 * 103.0 / 32 + 4) + std::log(103.0 / 32), 1e-14));
}

TEST_CASE("DataScore: BDs spreads its prior over the configurations that occur") {
    // a is never 1, so the only configuration has the whole prior.
    const Dataset data = digits("ab", {"00", "01", "01"});
    const std::vector<VariableId> parents = {id(0)};
    CHECK_THAT(DataScore(data, BdsScore{4}).family(id(1), parents),
               WithinRel(DataScore(data, BdeuScore{8}).family(id(1), parents), 1e-14));
}

TEST_CASE("DataScore: equivalent structures score the same, a collider does not") {
    Rng rng(1);
    const Dataset data = dependent_columns(rng, 3, 500);
    const Dag chain = graph(3, {{id(0), id(1)}, {id(1), id(2)}}),
              back = graph(3, {{id(2), id(1)}, {id(1), id(0)}}),
              fork = graph(3, {{id(1), id(0)}, {id(1), id(2)}}),
              collider = graph(3, {{id(0), id(1)}, {id(2), id(1)}});
    for (const Score& score : std::vector<Score>{LogLikelihoodScore{}, AicScore{}, BicScore{},
                                                 BdeuScore{1}, BdeuScore{10}, QnmlScore{}}) {
        INFO(format(score));
        const DataScore of_data(data, score);
        const double expected = total(of_data, chain);
        CHECK_THAT(total(of_data, back), WithinRel(expected, 1e-10));
        CHECK_THAT(total(of_data, fork), WithinRel(expected, 1e-10));
        CHECK(std::abs(total(of_data, collider) - expected) > 1e-3);
    }
}

TEST_CASE("DataScore: complete graphs of any order score the same") {
    Rng rng(2);
    const Dataset data = dependent_columns(rng, 5, 300);
    for (const Score& score : std::vector<Score>{BicScore{}, BdeuScore{3}, QnmlScore{}}) {
        const DataScore of_data(data, score);
        std::vector<double> totals;
        for (int order = 0; order < 5; ++order) {
            const std::vector<std::size_t> vertices = random_permutation(rng, 5);
            std::vector<Arc> arcs;
            for (std::size_t i = 0; i < 5; ++i)
                for (std::size_t j = 0; j < i; ++j)
                    arcs.push_back({id(vertices[j]), id(vertices[i])});
            totals.push_back(total(of_data, graph(5, arcs)));
        }
        for (const double other : totals) CHECK_THAT(other, WithinRel(totals.front(), 1e-10));
    }
}

TEST_CASE("DataScore: additions have the bits of the families") {
    Rng rng(3);
    // Families of a few cells, of thousands and of more than a million.
    const Dataset data = dependent_columns(rng, 14, 400);
    for (const Score& score : table_scores) {
        INFO(format(score));
        const DataScore of_data(data, score, {.threads = 2});
        for (const std::size_t size : {0, 1, 2, 4, 7, 12}) {
            std::vector<std::size_t> order = random_permutation(rng, 14);
            std::vector<VariableId> parents, candidates;
            for (std::size_t i = 1; i <= size; ++i) parents.push_back(id(order[i]));
            for (std::size_t i = size + 1; i < 14; ++i) candidates.push_back(id(order[i]));
            std::ranges::sort(parents);
            std::vector<double> scores(candidates.size());
            of_data.additions(id(order[0]), parents, candidates, scores);
            for (std::size_t i = 0; i < candidates.size(); ++i)
                CHECK(scores[i] == of_data.family(id(order[0]), with(parents, candidates[i])));
        }
    }
}

TEST_CASE("DataScore: rows in any order, or once with their number as weight, give the same bits") {
    Rng rng(4);
    const Dataset data = dependent_columns(rng, 6, 200);
    std::vector<std::uint32_t> twice(400);
    for (std::uint32_t i = 0; i < 400; ++i) twice[i] = (i * 7) % 200;  // each row twice, mixed
    const Dataset mixed = data.select_rows(twice),
                  weighted = data.with_weights(std::vector<double>(200, 2.0));
    const Dag dag = random_dag(rng, 6, 0.6);
    for (const Score& score : table_scores) {
        INFO(format(score));
        const double expected = total(DataScore(mixed, score), dag);
        CHECK(total(DataScore(weighted, score), dag) == expected);
        CHECK(total(DataScore(weighted, score, {.threads = 2}), dag) == expected);
    }
}

TEST_CASE("DataScore: a row with a missing member does not count for this family") {
    const Dataset holes = digits("ab", {"00", "0.", "01", ".1", "11"}),
                  whole = digits("ab", {"00", "01", "11"});
    const std::vector<VariableId> parents = {id(0)};
    CHECK(DataScore(holes, K2Score{}).family(id(1), parents) ==
          DataScore(whole, K2Score{}).family(id(1), parents));
    CHECK_THAT(DataScore(holes, BicScore{}).family(id(1), parents),
               WithinRel(2 * std::log(0.5) - std::log(5.0), 1e-14));
    const Dataset nothing = digits("ab", {"..", ".."});
    CHECK(DataScore(nothing, LogLikelihoodScore{}).family(id(1), parents) == 0);
}

TEST_CASE("DataScore: tables past the limits score minus infinity at once") {
    std::vector<std::string> names(30'000);
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::to_string(i);
    std::vector<std::optional<StateId>> cells(1000);
    for (std::size_t i = 0; i < cells.size(); ++i) cells[i] = StateId(i * 29);
    const Dataset data({discrete_column(Variable("a", names), cells),
                        discrete_column(Variable("b", names), cells),
                        discrete_column(Variable("c", {"0", "1"}),
                                        std::vector<std::optional<StateId>>(1000, StateId(1)))});
    for (const Score& score : table_scores) {
        INFO(format(score));
        const DataScore of_data(data, score);
        const std::vector<VariableId> candidates = {id(1), id(2)};
        std::vector<double> scores(2);
        of_data.additions(id(0), {}, candidates, scores);
        CHECK(scores[0] == -infinity);
        CHECK(std::isfinite(scores[1]));
        CHECK(of_data.family(id(0), std::vector{id(1)}) == -infinity);
        CHECK(of_data.family(id(0), std::vector{id(2)}) == scores[1]);
    }
    DataScoreOptions small;
    small.limits.max_table_cells = 59'999;
    CHECK(DataScore(data, BicScore{}, small).family(id(0), std::vector{id(2)}) == -infinity);
}

TEST_CASE("DataScore: a hundred thousand columns are prepared and one child scored in a moment") {
    std::vector<Column> columns;
    const std::vector<std::string_view> cells = {"0", "1", "1", "0"};
    for (std::size_t i = 0; i < 100'000; ++i)
        columns.push_back(discrete_column(Variable(std::to_string(i), {"0", "1"}), cells));
    const Dataset data(std::move(columns));
    const DataScore score(data);
    std::vector<VariableId> candidates;
    for (std::size_t i = 1; i < 100'000; ++i) candidates.push_back(id(i));
    std::vector<double> scores(candidates.size());
    score.additions(id(0), {}, candidates, scores);
    CHECK(std::ranges::all_of(scores, [&](double s) { return s == scores.front(); }));
    CHECK_THAT(scores.front(), WithinRel(-std::log(4.0), 1e-14));
}

TEST_CASE("DataScore: what cannot be scored is refused with the column's name") {
    const Dataset table = digits("ab", {"00", "11"});
    const Dataset numbers({continuous_column("x", RealCells{1, 2, 4})});
    const DataScoreOptions logistic{.continuous_parents = Noise::Kind::logistic};
    const Dataset constant({continuous_column("x", RealCells{3, 3, 3})});
    CHECK_THROWS_WITH(DataScore(numbers, BgeScore{}, logistic),
                      Catch::Contains("bge has no marginal likelihood for states"));
    CHECK_THROWS_WITH(DataScore(numbers, K2Score{}), Catch::Contains("column 'x' is continuous"));
    CHECK_THROWS_WITH(DataScore(constant), Catch::Contains("'x' has the same value in every row"));
    const Dataset no_rows = table.select_rows({}), nothing;
    CHECK_THROWS_AS(DataScore(no_rows), ArgumentError);
    CHECK_THROWS_AS(DataScore(nothing), ArgumentError);
    const Dataset halves = table.with_weights({0.5, 1});
    CHECK_THROWS_AS(DataScore(halves), ArgumentError);
}

// Continuous columns.

TEST_CASE("DataScore: a Gaussian alone and a regression, by their closed forms") {
    // y = 2 x + residuals 1, -2, 1 that are orthogonal to x and to the constant.
    const Dataset data({continuous_column("x", RealCells{-1, 0, 1}),
                        continuous_column("y", RealCells{-1, -2, 3})});
    const double constant = std::log(2 * std::numbers::pi) + 1;
    const DataScore score(data, LogLikelihoodScore{});
    CHECK_THAT(score.family(id(0), {}), WithinRel(-1.5 * (constant + std::log(2.0 / 3)), 1e-14));
    CHECK_THAT(score.family(id(1), std::vector{id(0)}),
               WithinRel(-1.5 * (constant + std::log(2.0)), 1e-14));
    CHECK_THAT(score.with(BicScore{}).family(id(1), std::vector{id(0)}),
               WithinRel(-1.5 * (constant + std::log(2.0)) - 1.5 * std::log(3.0), 1e-14));
    CHECK(score.free_parameters(id(1), std::vector{id(0)}) == 3);
}

TEST_CASE("DataScore: a small residual far from zero keeps its digits") {
    // The numbers are exact: 2^30 and a spread of 1, residuals 1, -2, 1 times 2^-10.
    const Dataset data({continuous_column("x", RealCells{0x1p30 - 1, 0x1p30, 0x1p30 + 1}),
                        continuous_column("y", RealCells{0x1p30 - 1 + 0x1p-10, 0x1p30 - 0x1p-9,
                                                         0x1p30 + 1 + 0x1p-10})});
    const double expected = -1.5 * (std::log(2 * std::numbers::pi * 0x1p-19) + 1);
    CHECK_THAT(DataScore(data, LogLikelihoodScore{}).family(id(1), std::vector{id(0)}),
               WithinRel(expected, 1e-14));
}

TEST_CASE("DataScore: linear Gaussians for each configuration of discrete parents") {
    const Dataset data({discrete_column(Variable("d", {"0", "1", "2"}),
                                        std::vector<std::string_view>{"0", "0", "1", "1"}),
                        continuous_column("x", RealCells{1, 3, 10, 16})});
    const double constant = std::log(2 * std::numbers::pi) + 1;
    const DataScore score(data, LogLikelihoodScore{});
    const double expected = -(constant + std::log(1.0)) - (constant + std::log(9.0));
    CHECK_THAT(score.family(id(1), std::vector{id(0)}), WithinRel(expected, 1e-14));
    CHECK_THAT(score.with(AicScore{}).family(id(1), std::vector{id(0)}),
               WithinRel(expected - 6, 1e-14));
    CHECK(score.family(id(0), std::vector{id(1)}) == -infinity);
    std::vector<double> scores(1);
    score.additions(id(0), {}, std::vector{id(1)}, scores);
    CHECK(scores[0] == -infinity);
}

TEST_CASE("DataScore: an exact linear function of its parents has a likelihood without bound") {
    const Dataset data(
        {continuous_column("x", RealCells{1, 2, 4}), continuous_column("y", RealCells{2, 4, 8})});
    CHECK(DataScore(data).family(id(1), std::vector{id(0)}) == -infinity);
}

TEST_CASE("DataScore: Gaussian scores are the same bits in any order of rows, with holes or not") {
    Rng rng(5);
    RealCells x(50), y(50);
    for (std::size_t i = 0; i < 50; ++i) {
        x[i] = rng.uniform() * 1e6;
        y[i] = x[i] + rng.uniform();
    }
    const Dataset data({continuous_column("x", x), continuous_column("y", y)});
    std::vector<std::uint32_t> reversed(50);
    std::iota(reversed.rbegin(), reversed.rend(), 0u);
    const Dataset other = data.select_rows(reversed);
    RealCells with_hole = x;
    with_hole[7] = std::numeric_limits<double>::quiet_NaN();
    std::vector<std::uint32_t> without(50);
    std::iota(without.begin(), without.end(), 0u);
    without.erase(without.begin() + 7);
    const Dataset holes({continuous_column("x", with_hole), continuous_column("y", y)}),
        whole = data.select_rows(without);
    for (const Score& score : std::vector<Score>{LogLikelihoodScore{}, BgeScore{}}) {
        const std::vector<VariableId> parents = {id(0)};
        CHECK(DataScore(data, score).family(id(1), parents) ==
              DataScore(other, score).family(id(1), parents));
        CHECK(DataScore(holes, score).family(id(1), parents) ==
              DataScore(whole, score).family(id(1), parents));
    }
}

TEST_CASE("DataScore: bic with another penalty and extended BIC, by their definitions") {
    Rng rng(2);
    const Dataset data = dependent_columns(rng, 9, 200);
    const DataScore likelihood(data, LogLikelihoodScore{});
    const std::vector<VariableId> parents = {id(1), id(4), id(7)};
    const double l = likelihood.family(id(0), parents),
                 k = likelihood.free_parameters(id(0), parents);
    const double half_log_n = std::log(200.0) / 2;
    CHECK_THAT(likelihood.with(BicScore{2}).family(id(0), parents),
               WithinRel(l - 2 * k * half_log_n, 1e-13));
    CHECK(likelihood.with(BicScore{0}).family(id(0), parents) == l);
    // Three of the eight others can be chosen in 56 ways.
    CHECK_THAT(likelihood.with(ExtendedBicScore{0.5}).family(id(0), parents),
               WithinRel(l - k * half_log_n - 0.5 * std::log(56.0), 1e-13));
    std::vector<double> scores(1);
    likelihood.with(ExtendedBicScore{})
        .additions(id(0), std::vector{id(1), id(4)}, std::vector{id(7)}, scores);
    CHECK_THAT(scores[0], WithinRel(l - k * half_log_n - std::log(56.0), 1e-13));
    const Dataset numbers({continuous_column("x", RealCells{1, 2, 4}),
                           continuous_column("y", RealCells{1, 3, 4}),
                           continuous_column("z", RealCells{2, 3, 4})});
    const DataScore bic(numbers, BicScore{});
    CHECK_THAT(bic.with(ExtendedBicScore{}).family(id(0), std::vector{id(1)}),
               WithinRel(bic.family(id(0), std::vector{id(1)}) - std::log(2.0), 1e-13));
}

TEST_CASE("DataScore: regressions of states on numbers, by the likelihoods of statsmodels") {
    const Dataset data = infarct_data();
    const VariableId age = id(0), bp = id(1), infarct = id(2), sex = id(4);
    const DataScore without(data, BicScore{});
    CHECK(without.family(infarct, {{age}}) == -infinity);
    const DataScore bic(data, BicScore{}, {.continuous_parents = Noise::Kind::logistic});
    const double half = std::log(40.0) / 2;
    CHECK_THAT(bic.family(infarct, {{age, bp}}), WithinRel(-23.48879963544885 - 3 * half, 1e-10));
    CHECK_THAT(bic.family(infarct, {{age, bp, sex}}),
               WithinRel(-6.707573079388855 - 14.184852952536751 - 6 * half, 1e-10));
    CHECK(bic.free_parameters(infarct, {{age, bp, sex}}) == 6);
    CHECK_THAT(bic.with(AicScore{}).family(infarct, {{age, bp}}),
               WithinRel(-23.48879963544885 - 3, 1e-10));
    CHECK_THAT(bic.with(LogLikelihoodScore{}).family(infarct, {{age, bp}}),
               WithinRel(-23.48879963544885, 1e-10));
    const DataScore probit(data, LogLikelihoodScore{}, {.continuous_parents = Noise::Kind::normal});
    CHECK_THAT(probit.family(infarct, {{age, bp}}), WithinRel(-23.480125382723408, 1e-10));
    const std::vector<VariableId> candidates = {age, bp, sex};
    std::vector<double> added(3), bounds(3);
    bic.additions(infarct, {}, candidates, added);
    for (std::size_t i = 0; i < 3; ++i) CHECK(added[i] == bic.family(infarct, {{candidates[i]}}));
    bic.bounded_additions(infarct, {}, candidates, -infinity, added, bounds);
    CHECK(added[0] == bic.family(infarct, {{age}}));
    CHECK(bounds[0] == infinity);
    // What separates the states has the likelihood 1 in the limit.
    const Dataset separated(
        {continuous_column("x", {1, 2, 3, 4}),
         text_column("y", std::array<std::string_view, 4>{"a", "a", "b", "b"})});
    CHECK_THAT(
        DataScore(separated, LogLikelihoodScore{}, {.continuous_parents = Noise::Kind::logistic})
            .family(id(1), {{id(0)}}),
        WithinAbs(0, 1e-8));
}
