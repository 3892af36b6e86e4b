#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::tests;
using Catch::Contains;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;
using Row = LinearGaussianCpd::Row;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Rows of findings with the memory that they are in.
struct FindingTable {
    std::vector<std::vector<std::uint8_t>> codes;
    std::vector<std::vector<double>> values;
    EvidenceColumns columns;
};

/// Rows drawn from a network. Of all but the target some cells are missing.
FindingTable random_rows(const BayesianNetwork& network, VariableId target, std::size_t rows,
                         double missing_share, Rng& rng) {
    FindingTable table{std::vector<std::vector<std::uint8_t>>(network.size()),
                       std::vector<std::vector<double>>(network.size()),
                       {rows, {}}};
    const ForwardSampler sampler(network);
    std::vector<StateId> states(network.size());
    std::vector<double> values(network.size());
    for (std::size_t row = 0; row < rows; ++row) {
        sampler.sample(rng, states, values);
        for (std::size_t v = 0; v < network.size(); ++v) {
            const bool is_missing = VariableId(v) == target || rng.uniform() < missing_share;
            if (network.variable(VariableId(v)).is_discrete())
                table.codes[v].push_back(is_missing ? missing_cell<std::uint8_t>
                                                    : static_cast<std::uint8_t>(states[v].index()));
            else
                table.values[v].push_back(is_missing ? no_number : values[v]);
        }
    }
    for (std::size_t v = 0; v < network.size(); ++v) {
        if (network.variable(VariableId(v)).is_discrete())
            table.columns.columns.push_back({VariableId(v), table.codes[v]});
        else
            table.columns.columns.push_back({VariableId(v), table.values[v]});
    }
    return table;
}

/// Every row is answered as if it were asked by itself.
void check_rows(const InferenceEngine& engine, VariableId target, const EvidenceColumns& columns) {
    const std::vector<double> truth(columns.rows, 0.75);
    const ContinuousBatchPosterior batch =
        engine.densities(target, columns, {.interval = 0.8, .truth = truth});
    for (std::size_t row = 0; row < columns.rows; ++row) {
        INFO("row " << row);
        const ContinuousPosterior alone = engine.density(target, evidence_of_row(columns, row));
        REQUIRE((batch.status[row] == PosteriorStatus::impossible) == alone.impossible());
        if (alone.impossible()) continue;
        const double size = alone.sd() + std::abs(alone.mean()) + 1e-3;
        CHECK_THAT(batch.means[row], WithinAbs(alone.mean(), 1e-9 * size));
        CHECK_THAT(batch.sds[row], WithinAbs(alone.sd(), 1e-9 * size));
        const Interval interval = alone.central_interval(0.8);
        CHECK_THAT(batch.lows[row], WithinAbs(interval.above, 1e-8 * size));
        CHECK_THAT(batch.highs[row], WithinAbs(interval.up_to, 1e-8 * size));
        CHECK_THAT(batch.crps[row], WithinAbs(alone.crps(0.75), 1e-8 * size));
        const double log_density = alone.log_density(0.75);
        if (std::isinf(log_density))
            CHECK(batch.log_densities[row] == log_density);
        else
            CHECK_THAT(batch.log_densities[row],
                       WithinAbs(log_density, 1e-8 * (1 + std::abs(log_density))));
    }
}

/// Forty linear Gaussians, each with some of the six before it as parents; two have no noise.
BayesianNetwork random_gaussians(Rng& rng) {
    NetworkBuilder net;
    constexpr std::size_t variables = 40;
    for (std::size_t v = 0; v < variables; ++v) net.add_variable(Variable("x" + std::to_string(v)));
    for (std::size_t v = 0; v < variables; ++v) {
        std::vector<VariableId> parents;
        for (std::size_t p = v < 6 ? 0 : v - 6; p < v; ++p)
            if (rng.uniform() < 0.3) parents.emplace_back(p);
        Row row{rng.uniform(), {}, v % 20 == 19 && !parents.empty() ? 0 : 0.1 + rng.uniform()};
        for (std::size_t i = 0; i < parents.size(); ++i)
            row.slopes.push_back(2 * rng.uniform() - 1);
        net.set_cpd(LinearGaussianCpd(VariableId(v), {}, parents, {row}));
    }
    return net.build();
}

/// Rows drawn from the network, in the order given, of which those of one pattern know the same
/// variables: never the two without noise, so every row is possible.
std::vector<std::vector<double>> patterned_rows(const BayesianNetwork& network,
                                                const std::vector<std::size_t>& order,
                                                std::size_t patterns) {
    std::vector<std::vector<double>> cells(network.size());
    const ForwardSampler sampler(network);
    std::vector<StateId> states(network.size());
    std::vector<double> values(network.size());
    for (const std::size_t row : order) {
        Rng rng(row);
        sampler.sample(rng, states, values);
        for (std::size_t v = 0; v < network.size(); ++v) {
            const bool is_known = v % 20 != 19 && (v + row % patterns) % 3 == 0;
            cells[v].push_back(is_known ? values[v] : no_number);
        }
    }
    return cells;
}

EvidenceColumns columns_of(const std::vector<std::vector<double>>& cells) {
    EvidenceColumns columns{cells.front().size(), {}};
    for (std::size_t v = 0; v < cells.size(); ++v)
        columns.columns.push_back({VariableId(v), cells[v]});
    return columns;
}

/// x ~ N(2.5, 1.25), y | x ~ N(0.5 + 1.4 x, 0.05): least squares on the rows (1, 2), (2, 3), (3,
/// 5), (4, 6), whose sums of squares and products about the means are 5, 7 and 10.
BayesianNetwork fitted_line() {
    NetworkBuilder net;
    const VariableId x = net.add_variable(Variable("x")), y = net.add_variable(Variable("y"));
    net.set_cpd(LinearGaussianCpd(x, {}, {}, {Row{2.5, {}, 1.25}}));
    net.set_cpd(LinearGaussianCpd(y, {}, {x}, {Row{0.5, {1.4}, 0.05}}));
    return net.build();
}

}  // namespace

TEST_CASE("Continuous batch: rows of random hybrid networks are answered as if asked alone") {
    for (std::uint64_t seed = 1; seed <= 60; ++seed) {
        INFO("seed " << seed);
        Rng rng(seed);
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        for (std::size_t v = 0; v < network.size(); ++v) {
            const VariableId target(v);
            if (network.variable(target).is_discrete()) continue;
            INFO(network.variable(target).name());
            for (const double share : {0.0, 0.3, 1.0})
                check_rows(engine, target, random_rows(network, target, 12, share, rng).columns);
        }
    }
}

TEST_CASE("Continuous batch: a regression and its inverse are those of least squares") {
    const BayesianNetwork network = fitted_line();
    const InferenceEngine engine(network);
    const VariableId x = network.id("x"), y = network.id("y");
    const std::vector<double> xs{10, no_number};
    const ContinuousBatchPosterior forward = engine.densities(y, {2, {{x, xs}}}, {});
    CHECK_THAT(forward.means[0], WithinRel(14.5, 1e-15));
    CHECK_THAT(forward.sds[0], WithinRel(std::sqrt(0.05), 1e-15));
    // Without x, the mean and the standard deviation of y in the four rows.
    CHECK_THAT(forward.means[1], WithinRel(4.0, 1e-15));
    CHECK_THAT(forward.sds[1], WithinRel(std::sqrt(2.5), 1e-15));
    // x on y: slope 7 / 10, residual sum of squares 5 - 7^2 / 10.
    const std::vector<double> ys{3};
    const ContinuousBatchPosterior inverse = engine.densities(x, {1, {{y, ys}}}, {});
    CHECK_THAT(inverse.means[0], WithinRel(1.8, 1e-14));
    CHECK_THAT(inverse.sds[0], WithinRel(std::sqrt(0.025), 1e-14));
    // 1.6448536 standard deviations leave 5 % on each side.
    CHECK_THAT(inverse.highs[0], WithinRel(1.8 + 1.6448536269514722 * std::sqrt(0.025), 1e-14));
    CHECK_THAT(inverse.lows[0], WithinRel(1.8 - 1.6448536269514722 * std::sqrt(0.025), 1e-14));
}

TEST_CASE("Continuous batch: a row that knows the target has it as a point mass") {
    const BayesianNetwork network = fitted_line();
    const std::vector<double> ys{3, no_number}, truth{4, no_number};
    const ContinuousBatchPosterior batch = InferenceEngine(network).densities(
        network.id("y"), {2, {{network.id("y"), ys}}}, {.truth = truth});
    CHECK(batch.means[0] == 3);
    CHECK(batch.sds[0] == 0);
    CHECK(batch.lows[0] == 3);
    CHECK(batch.crps[0] == 1);
    CHECK(batch.log_densities[0] == -infinity);
    CHECK(batch.log_densities[1] == 0);
}

TEST_CASE("Continuous batch: impossible rows have a status and zeros") {
    // D is never c; y lies on a line in state a and not in state b; z = 2 x.
    NetworkBuilder net;
    const VariableId d = net.add_variable(Variable("D", {"a", "b", "c"})),
                     x = net.add_variable(Variable("x")), y = net.add_variable(Variable("y")),
                     z = net.add_variable(Variable("z"));
    net.set_cpd(TableCpd(Scope({d}, {3}), std::vector<double>{0.5, 0.5, 0}));
    net.set_cpd(LinearGaussianCpd(x, {}, {}, {Row{0, {}, 1}}));
    net.set_cpd(LinearGaussianCpd(y, Scope({d}, {3}), {x},
                                  {Row{1, {1}, 0}, Row{0, {1}, 1}, Row{0, {0}, 1}}));
    net.set_cpd(LinearGaussianCpd(z, {}, {x}, {Row{0, {2}, 0}}));
    const BayesianNetwork network = net.build();
    const InferenceEngine engine(network);
    const std::vector<std::uint8_t> ds{2, 0, 1, missing_cell<std::uint8_t>};
    const std::vector<double> xs{1, 1, no_number, no_number}, zs{2, 3, 4, 5};
    const EvidenceColumns columns{4, {{d, ds}, {x, xs}, {z, zs}}};
    const ContinuousBatchPosterior batch = engine.densities(y, columns, {});
    using enum PosteriorStatus;
    CHECK(batch.status == std::vector{impossible, impossible, ok, ok});
    CHECK(batch.means == std::vector{0.0, 0.0, batch.means[2], batch.means[3]});
    CHECK_THAT(batch.means[2], WithinRel(2.0, 1e-14));
    CHECK_THAT(batch.sds[2], WithinRel(1.0, 1e-14));
    CHECK_THAT(batch.means[3], WithinRel(3.0, 1e-14));  // 3.5 in a, 2.5 in b
    check_rows(engine, y, columns);
}

TEST_CASE(
    "Continuous batch: several unknown parents are weighed together, and too many row by row") {
    for (const std::size_t parents : {3, 9}) {
        NetworkBuilder net;
        Rng rng(parents);
        std::vector<VariableId> discrete;
        std::vector<std::size_t> cardinalities(parents, 2);
        for (std::size_t i = 0; i < parents; ++i)
            discrete.push_back(net.add_variable(Variable("D" + std::to_string(i), {"no", "yes"})));
        const VariableId y = net.add_variable(Variable("y")), x = net.add_variable(Variable("x"));
        for (const VariableId parent : discrete)
            net.set_cpd(TableCpd(Scope({parent}, {2}), std::vector<double>{0.3, 0.7}));
        std::vector<Row> rows;
        for (std::size_t cell = 0; cell < std::size_t{1} << parents; ++cell)
            rows.push_back({4 * rng.uniform(), {}, 0.1 + rng.uniform()});
        net.set_cpd(LinearGaussianCpd(y, Scope(discrete, cardinalities), {}, rows));
        net.set_cpd(LinearGaussianCpd(x, {}, {y}, {Row{0, {1}, 1}}));
        const BayesianNetwork network = net.build();
        check_rows(InferenceEngine(network), y, random_rows(network, y, 8, 0.5, rng).columns);
    }
}

TEST_CASE("Continuous batch: a mixture of networks is answered row by row") {
    NetworkBuilder other(fitted_line());
    other.set_cpd(LinearGaussianCpd(VariableId(1), {}, {VariableId(0)}, {Row{3, {-1}, 1}}));
    const Model model({{fitted_line(), 0.5}, {other.build(), 0.5}});
    const std::vector<double> xs{1, no_number, 4};
    check_rows(InferenceEngine(model), VariableId(1), {3, {{VariableId(0), xs}}});
}

TEST_CASE("Continuous batch: the number of threads changes no bit") {
    Rng rng(5);
    BayesianNetwork network = random_hybrid(rng);
    while (!network.find("G1")) network = random_hybrid(rng);
    const VariableId target = network.id("G1");
    const FindingTable table = random_rows(network, target, 3000, 0.2, rng);
    const std::vector<double> truth(3000, 1.0);
    const InferenceEngine engine(network);
    const ContinuousBatchPosterior one =
        engine.densities(target, table.columns, {.threads = 1, .truth = truth});
    const ContinuousBatchPosterior four =
        engine.densities(target, table.columns, {.threads = 4, .truth = truth});
    CHECK(one.status == four.status);
    CHECK(one.means == four.means);
    CHECK(one.sds == four.sds);
    CHECK(one.lows == four.lows);
    CHECK(one.highs == four.highs);
    CHECK(one.log_densities == four.log_densities);
    CHECK(one.crps == four.crps);
}

TEST_CASE(
    "Continuous batch: targets, threads and neighbours of a row change no bit of its answers") {
    constexpr std::size_t rows = 700, patterns = 3;
    for (std::uint64_t seed = 1; seed <= 5; ++seed) {
        INFO("seed " << seed);
        Rng rng(seed);
        const BayesianNetwork network = random_gaussians(rng);
        const InferenceEngine engine(network);
        std::vector<VariableId> targets;
        for (std::size_t v = network.size(); v-- > 0;) targets.emplace_back(v);
        // Rows of a pattern are apart from each other, then side by side.
        std::vector<std::size_t> apart(rows), together;
        for (std::size_t i = 0; i < rows; ++i) apart[i] = i;
        for (std::size_t pattern = 0; pattern < patterns; ++pattern)
            for (std::size_t i = rows; i-- > 0;)
                if (i % patterns == pattern) together.push_back(i);
        const auto cells = patterned_rows(network, apart, patterns),
                   other_cells = patterned_rows(network, together, patterns);
        const EvidenceColumns columns = columns_of(cells), other_columns = columns_of(other_cells);
        const auto all = engine.densities(targets, columns),
                   in_threads = engine.densities(targets, columns, {.threads = 4}),
                   in_order = engine.densities(targets, other_columns, {.threads = 2});
        for (std::size_t t = 0; t < targets.size(); ++t) {
            INFO(network.variable(targets[t]).name());
            const ContinuousBatchPosterior alone = engine.densities(targets[t], columns);
            CHECK(all[t].means == alone.means);
            CHECK(all[t].highs == alone.highs);
            CHECK(all[t].means == in_threads[t].means);
            CHECK(all[t].sds == in_threads[t].sds);
            std::vector<double> means(rows), sds(rows);
            for (std::size_t i = 0; i < rows; ++i) {
                means[together[i]] = in_order[t].means[i];
                sds[together[i]] = in_order[t].sds[i];
            }
            CHECK(all[t].means == means);
            CHECK(all[t].sds == sds);
            for (std::size_t row = t % 7; row < rows; row += 89) {
                const ContinuousPosterior single =
                    engine.density(targets[t], evidence_of_row(columns, row));
                const double size = single.sd() + std::abs(single.mean());
                CHECK_THAT(all[t].means[row], WithinAbs(single.mean(), 1e-12 * size));
                CHECK_THAT(all[t].sds[row], WithinAbs(single.sd(), 1e-12 * size));
            }
        }
    }
}

TEST_CASE("Continuous batch: what is no question is refused") {
    const BayesianNetwork network = diabetes_1d();
    const InferenceEngine engine(network);
    CHECK_THROWS_WITH(engine.densities(VariableId(0), {}, {}),
                      Contains("is discrete: it has probabilities, not a density"));
    CHECK_THROWS_WITH(engine.densities(VariableId(1), {}, {.interval = 1}),
                      "an interval needs a probability between 0 and 1, not 1");
    const std::vector<double> truth(2, 0);
    CHECK_THROWS_WITH(engine.densities(VariableId(1), {3, {}}, {.truth = truth}),
                      "there are 2 true values of 3 rows");
    const BayesianNetwork line = fitted_line();
    const std::vector<VariableId> both{VariableId(0), VariableId(1)};
    CHECK_THROWS_WITH(InferenceEngine(line).densities(both, {2, {}}, {.truth = truth}),
                      "true values are those of one variable, not of 2");
    CHECK(InferenceEngine(line).densities(std::vector<VariableId>{}, {2, {}}).empty());
}
