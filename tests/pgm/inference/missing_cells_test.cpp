#include <pgm/inference/missing_cells.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

constexpr std::uint8_t unknown_state = missing_cell<std::uint8_t>;
const double unknown_number = std::nan("");

BayesianNetwork sprinkled_lawn() {
    NetworkBuilder net = NetworkBuilder::parse(
        "Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{no|yes} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net.build();
}

/// A -> X -> Y, A -> Y: X is N(2 a, 1), Y is N(x + a, 0.25).
BayesianNetwork state_and_numbers() {
    using Row = LinearGaussianCpd::Row;
    NetworkBuilder net;
    const VariableId a = net.add_variable(Variable("A", {"0", "1"})),
                     x = net.add_variable(Variable("X")), y = net.add_variable(Variable("Y"));
    net.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.25, 0.75}));
    net.set_cpd(LinearGaussianCpd(x, Scope({a}, {2}), {}, {Row{0, {}, 1}, Row{2, {}, 1}}));
    net.set_cpd(LinearGaussianCpd(y, Scope({a}, {2}), {x}, {Row{0, {1}, 0.25}, Row{1, {1}, 0.25}}));
    return net.build();
}

const std::vector<std::uint32_t>& states_of(const DrawnCells& drawn) {
    return std::get<std::vector<std::uint32_t>>(drawn.values);
}

const std::vector<double>& numbers_of(const DrawnCells& drawn) {
    return std::get<std::vector<double>>(drawn.values);
}

double mean_of(const std::vector<double>& numbers) {
    return std::accumulate(numbers.begin(), numbers.end(), 0.0) /
           static_cast<double>(numbers.size());
}

double covariance_of(const std::vector<double>& a, const std::vector<double>& b) {
    double sum = 0;
    for (std::size_t i = 0; i < a.size(); ++i) sum += (a[i] - mean_of(a)) * (b[i] - mean_of(b));
    return sum / static_cast<double>(a.size());
}

}  // namespace

TEST_CASE("Missing values: each has its posterior given all known cells of its row") {
    const BayesianNetwork network = sprinkled_lawn();
    const InferenceEngine engine(network);
    const std::vector<std::uint8_t> wet{1, unknown_state, 1, 0},
        rain{unknown_state, unknown_state, 0, 1}, cloudy{1, unknown_state, unknown_state, 0};
    const EvidenceColumns rows{
        4, {{network.id("Wet"), wet}, {network.id("Rain"), rain}, {network.id("Cloudy"), cloudy}}};
    const auto marginals = missing_marginals(engine, rows);
    REQUIRE(marginals.size() == 3);
    CHECK(marginals[0].rows == std::vector<std::uint32_t>{1});
    CHECK(marginals[1].rows == std::vector<std::uint32_t>{0, 1});
    CHECK(marginals[2].rows == std::vector<std::uint32_t>{1, 2});
    for (const MissingMarginals& of_variable : marginals) {
        const auto& batch = std::get<BatchPosterior>(of_variable.posterior);
        for (std::size_t i = 0; i < of_variable.rows.size(); ++i) {
            const Posterior expected = engine.marginals(evidence_of_row(rows, of_variable.rows[i]));
            for (std::size_t k = 0; k < 2; ++k)
                CHECK_THAT(
                    batch.probabilities(static_cast<Eigen::Index>(i), static_cast<Eigen::Index>(k)),
                    WithinAbs(expected.marginal(of_variable.variable)[k], 1e-13));
        }
    }
}

TEST_CASE("Missing values: those of a row are drawn together from their joint posterior") {
    const BayesianNetwork network = sprinkled_lawn();
    const InferenceEngine engine(network);
    constexpr std::size_t count = 40000;
    const std::vector<std::uint8_t> wet(count, 1), unknown(count, unknown_state);
    const EvidenceColumns rows{count,
                               {{network.id("Rain"), unknown},
                                {network.id("Wet"), wet},
                                {network.id("Sprinkler"), unknown}}};
    const auto drawn = draw_missing_cells(engine, rows, {.seed = 3});
    REQUIRE(drawn.size() == 2);
    CHECK(drawn[0].rows.size() == count);
    double both[2][2] = {};
    for (std::size_t i = 0; i < count; ++i) ++both[states_of(drawn[0])[i]][states_of(drawn[1])[i]];
    const JointPosterior joint =
        engine.joint(std::vector{network.id("Rain"), network.id("Sprinkler")},
                     Evidence{}.observe(network, "Wet", "yes"));
    for (std::size_t r = 0; r < 2; ++r)
        for (std::size_t s = 0; s < 2; ++s) {
            const double p = joint.table.values()[2 * r + s];
            const double error = std::sqrt(p * (1 - p) / count);
            CHECK_THAT(both[r][s] / count, WithinAbs(p, 5 * error));
        }
}

TEST_CASE("Missing values: a seed, not the order of the rows or threads, decides the draws") {
    const BayesianNetwork network = sprinkled_lawn();
    const InferenceEngine engine(network);
    constexpr std::size_t count = 400;
    std::vector<std::uint8_t> wet, rain(count, unknown_state);
    for (std::size_t i = 0; i < count; ++i)
        wet.push_back(i % 3 == 2 ? unknown_state : static_cast<std::uint8_t>(i % 3));
    std::vector<std::uint16_t> wet_backwards, rain_backwards(count, missing_cell<std::uint16_t>);
    for (std::size_t i = count; i-- > 0;)
        wet_backwards.push_back(wet[i] == unknown_state ? missing_cell<std::uint16_t> : wet[i]);
    const EvidenceColumns rows{count, {{network.id("Wet"), wet}, {network.id("Rain"), rain}}};
    const EvidenceColumns backwards{
        count, {{network.id("Rain"), rain_backwards}, {network.id("Wet"), wet_backwards}}};
    const auto drawn = draw_missing_cells(engine, rows, {.seed = 5});
    CHECK(states_of(drawn[1]) ==
          states_of(draw_missing_cells(engine, rows, {.seed = 5, .threads = 4})[1]));
    CHECK(states_of(drawn[1]) != states_of(draw_missing_cells(engine, rows, {.seed = 6})[1]));
    // Rows with the same cells may change places, so the completed rows are the same as a set.
    const auto completed = [](const auto& cells, const std::vector<std::uint32_t>& lacking,
                              const std::vector<std::uint32_t>& of_wet,
                              const std::vector<std::uint32_t>& of_rain) {
        std::vector<std::pair<std::uint32_t, std::uint32_t>> all;
        for (std::size_t i = 0; i < cells.size(); ++i) {
            const auto place = std::ranges::find(lacking, i);
            all.emplace_back(place == lacking.end()
                                 ? cells[i]
                                 : 2 + of_wet[static_cast<std::size_t>(place - lacking.begin())],
                             of_rain[i]);
        }
        std::ranges::sort(all);
        return all;
    };
    const auto other = draw_missing_cells(engine, backwards, {.seed = 5});
    CHECK(completed(wet, drawn[0].rows, states_of(drawn[0]), states_of(drawn[1])) ==
          completed(wet_backwards, other[1].rows, states_of(other[1]), states_of(other[0])));
}

TEST_CASE("Missing values: numbers are drawn together with the states they depend on") {
    const BayesianNetwork network = state_and_numbers();
    const InferenceEngine engine(network);
    constexpr std::size_t count = 40000;
    const std::vector<double> unknown(count, unknown_number);
    const auto check = [](const DrawnCells& drawn_x, const DrawnCells& drawn_y) {
        const std::vector<double>&x = numbers_of(drawn_x), &y = numbers_of(drawn_y);
        // E(A) = 0.75, E(X) = 1.5, E(Y) = 2.25, Var(X) = 1 + 4 * 3/16, Cov(X, Y) = Var(X) + 2 *
        // 3/16, Var(Y) = Var(X) + 3/16 + 2 * 2 * 3/16 + 0.25.
        CHECK_THAT(mean_of(x), WithinAbs(1.5, 0.04));
        CHECK_THAT(mean_of(y), WithinAbs(2.25, 0.05));
        CHECK_THAT(covariance_of(x, x), WithinAbs(1.75, 0.06));
        CHECK_THAT(covariance_of(x, y), WithinAbs(2.125, 0.08));
        CHECK_THAT(covariance_of(y, y), WithinAbs(2.9375, 0.1));
    };
    const EvidenceColumns numbers{count, {{network.id("X"), unknown}, {network.id("Y"), unknown}}};
    const auto drawn = draw_missing_cells(engine, numbers, {.seed = 1});
    REQUIRE(drawn.size() == 2);  // A has no column and is drawn for its own part only
    check(drawn[0], drawn[1]);
    const std::vector<std::uint8_t> no_state(count, unknown_state);
    const EvidenceColumns all{
        count,
        {{network.id("X"), unknown}, {network.id("A"), no_state}, {network.id("Y"), unknown}}};
    const auto together = draw_missing_cells(engine, all, {.seed = 2});
    REQUIRE(together.size() == 3);
    check(together[0], together[2]);
    std::vector<double> a(states_of(together[1]).begin(), states_of(together[1]).end());
    CHECK_THAT(mean_of(a), WithinAbs(0.75, 0.011));
    CHECK_THAT(covariance_of(a, numbers_of(together[0])), WithinAbs(0.375, 0.025));
}

TEST_CASE("Missing values: known numbers are evidence for missing states and numbers") {
    const BayesianNetwork network = state_and_numbers();
    const InferenceEngine engine(network);
    const std::vector<std::uint8_t> a{unknown_state, 1};
    const std::vector<double> x{0.5, unknown_number}, y{unknown_number, 4};
    const EvidenceColumns rows{2,
                               {{network.id("A"), a}, {network.id("X"), x}, {network.id("Y"), y}}};
    const auto marginals = missing_marginals(engine, rows);
    REQUIRE(marginals.size() == 3);
    // P(A=1 | x) by Bayes' theorem, the densities being exp(-x^2 / 2) and exp(-(x - 2)^2 / 2).
    const double of_0 = 0.25 * std::exp(-0.125), of_1 = 0.75 * std::exp(-1.125);
    CHECK_THAT(std::get<BatchPosterior>(marginals[0].posterior).probabilities(0, 1),
               WithinAbs(of_1 / (of_0 + of_1), 1e-12));
    // X given A=1 and Y=4: precision 1 + 4, mean (2 + 4 * 3) / 5.
    const auto& of_x = std::get<ContinuousBatchPosterior>(marginals[1].posterior);
    CHECK_THAT(of_x.means[0], WithinAbs(2.8, 1e-12));
    CHECK_THAT(of_x.sds[0], WithinAbs(std::sqrt(0.2), 1e-12));
}

TEST_CASE("Missing values: sweeps of Gibbs sampling keep the joint posterior") {
    const BayesianNetwork network = sprinkled_lawn();
    const InferenceEngine engine(network);
    constexpr std::size_t count = 20000;
    const std::vector<std::uint8_t> wet(count, 1), unknown(count, unknown_state);
    const EvidenceColumns rows{count,
                               {{network.id("Rain"), unknown},
                                {network.id("Wet"), wet},
                                {network.id("Cloudy"), unknown},
                                {network.id("Sprinkler"), unknown}}};
    std::vector<std::vector<std::uint8_t>> now(3, std::vector<std::uint8_t>(count, 1));
    for (std::uint64_t sweep = 0; sweep < 30; ++sweep) {
        EvidenceColumns completed = rows;
        completed.columns[0].cells = std::span<const std::uint8_t>(now[0]);
        completed.columns[2].cells = std::span<const std::uint8_t>(now[1]);
        completed.columns[3].cells = std::span<const std::uint8_t>(now[2]);
        const auto drawn = resample_missing_cells(engine, rows, completed, {.seed = sweep});
        for (std::size_t i = 0; i < 3; ++i) std::ranges::copy(states_of(drawn[i]), now[i].begin());
    }
    double rainy = 0, cloudy_and_rainy = 0;
    for (std::size_t i = 0; i < count; ++i) {
        rainy += now[0][i];
        cloudy_and_rainy += now[0][i] * now[1][i];
    }
    const Evidence evidence = Evidence{}.observe(network, "Wet", "yes");
    const double p = engine.marginals(evidence).marginal(network.id("Rain"))[1];
    CHECK_THAT(rainy / count, WithinAbs(p, 5 * std::sqrt(p * (1 - p) / count)));
    const double q = engine.joint(std::vector{network.id("Rain"), network.id("Cloudy")}, evidence)
                         .table.values()[3];
    CHECK_THAT(cloudy_and_rainy / count, WithinAbs(q, 5 * std::sqrt(q * (1 - q) / count)));
}

TEST_CASE("Missing values: an impossible row has no draws, bad columns are refused") {
    const BayesianNetwork network = sprinkled_lawn();
    const InferenceEngine engine(network);
    // Wet with neither rain nor sprinkler.
    const std::vector<std::uint8_t> wet{1, 1}, rain{0, 1}, sprinkler{0, 0},
        cloudy{unknown_state, unknown_state};
    const EvidenceColumns rows{2,
                               {{network.id("Wet"), wet},
                                {network.id("Rain"), rain},
                                {network.id("Sprinkler"), sprinkler},
                                {network.id("Cloudy"), cloudy}}};
    const auto drawn = draw_missing_cells(engine, rows);
    REQUIRE(drawn.size() == 1);
    CHECK(states_of(drawn[0])[0] == missing_cell<std::uint32_t>);
    CHECK(states_of(drawn[0])[1] < 2);
    CHECK(draw_missing_cells(engine, {}).empty());
    CHECK_THROWS_AS(resample_missing_cells(engine, rows, {}), ArgumentError);
    const StopToken stop([] { return true; });
    CHECK_THROWS_AS(draw_missing_cells(engine, rows, {.stop = stop}), Stopped);
}

TEST_CASE("Missing values: the most probable state and the mean") {
    const BayesianNetwork network = state_and_numbers();
    const std::vector<std::uint8_t> a{unknown_state, unknown_state, 1};
    const std::vector<double> x{-1, 3, unknown_number};
    const auto found = missing_marginals(InferenceEngine(network),
                                         {3, {{network.id("A"), a}, {network.id("X"), x}}});
    REQUIRE(found.size() == 2);
    // The odds of A=1 are 3 exp(2 x - 2): 3 exp(-4) and 3 exp(4).
    CHECK(states_of(most_probable_cells(found[0])) == std::vector<std::uint32_t>{0, 1});
    const DrawnCells numbers = most_probable_cells(found[1]);
    CHECK(numbers.rows == std::vector<std::uint32_t>{2});
    CHECK_THAT(numbers_of(numbers).front(), WithinAbs(2, 1e-12));
}
