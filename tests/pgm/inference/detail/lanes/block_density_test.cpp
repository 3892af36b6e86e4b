#include <tests/support/catch.hpp>

#include <cmath>
#include <deque>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

using namespace pgm;
using namespace pgm::detail;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr double not_measured = std::numeric_limits<double>::quiet_NaN();

LinearGaussianCpd normals(VariableId child, std::vector<VariableId> parents,
                          std::vector<std::size_t> states, Rng& rng, double spread = 1) {
    std::vector<LinearGaussianCpd::Row> rows;
    const Scope scope(parents, states);
    for (std::size_t row = 0; row < scope.cells(); ++row)
        rows.push_back({spread * rng.uniform(), {}, 0.1 + rng.uniform()});
    return LinearGaussianCpd(child, scope, {}, rows);
}

/// A class of three states, a discrete feature, and continuous ones: given the class, given class
/// and feature, a kernel density given the class, and one that depends on another.
BayesianNetwork mixed() {
    Rng rng(5);
    NetworkBuilder net;
    const VariableId cls = net.add_variable(Variable("class", {"a", "b", "c"}));
    const VariableId feature = net.add_variable(Variable("feature", {"0", "1"}));
    const VariableId x = net.add_variable(Variable("x"));
    const VariableId y = net.add_variable(Variable("y"));
    const VariableId z = net.add_variable(Variable("z"));
    const VariableId w = net.add_variable(Variable("w"));
    net.set_cpd(TableCpd(Scope({cls}, {3}), std::vector<double>{0.2, 0.3, 0.5}));
    net.set_cpd(
        TableCpd(Scope({cls, feature}, {3, 2}), std::vector<double>{0.1, 0.9, 0.5, 0.5, 0.8, 0.2}));
    net.set_cpd(normals(x, {cls}, {3}, rng));
    net.set_cpd(normals(y, {cls, feature}, {3, 2}, rng));
    using Kernels = KernelDensityCpd::Row;
    net.set_cpd(KernelDensityCpd(
        z, Scope({cls}, {3}), KernelDensityCpd::Kernel::tophat,
        std::vector<Kernels>{{{0.1, 0.4}, {}, 0.3}, {{0.5}, {}, 0.3}, {{0.9, 1.0}, {}, 0.3}}));
    net.set_cpd(LinearGaussianCpd(w, Scope({cls}, {3}), {x},
                                  {{0.1, {0.5}, 0.2}, {0.3, {-0.5}, 0.3}, {0, {0.1}, 0.4}}));
    return net.build();
}

/// Each row of the batch against a question of its own.
void compare(const InferenceEngine& engine, VariableId target, const EvidenceColumns& rows) {
    const BatchPosterior batch = engine.marginals(target, rows, {.log_probabilities = true});
    const BatchPosterior all = engine.marginals(rows);
    for (std::size_t row = 0; row < rows.rows; ++row) {
        INFO("row " << row);
        const auto r = static_cast<Eigen::Index>(row);
        const Evidence evidence = evidence_of_row(rows, row);
        const Posterior single = engine.marginals(evidence);
        REQUIRE((batch.log_evidence[row] == -infinity) == single.impossible());
        REQUIRE((all.log_evidence[row] == -infinity) == single.impossible());
        if (single.impossible()) continue;
        CHECK_THAT(batch.log_evidence[row], WithinAbs(single.log_evidence(), 1e-12));
        CHECK_THAT(all.log_evidence[row], WithinAbs(single.log_evidence(), 1e-12));
        for (std::size_t k = 0; k < single.marginal(target).size(); ++k) {
            const auto c = static_cast<Eigen::Index>(k);
            CHECK_THAT(batch.probabilities(r, c), WithinAbs(single.marginal(target)[k], 1e-13));
            const double joint =
                engine.log_evidence(Evidence(evidence).observe(target, StateId(k)));
            if (joint == -infinity)
                CHECK(batch.log_probabilities(r, c) == -infinity);
            else
                CHECK_THAT(batch.log_probabilities(r, c) + batch.log_evidence[row],
                           WithinAbs(joint, 1e-12));
        }
        for (std::size_t v = 0; v < single.size(); ++v) {
            for (std::size_t k = 0; k < single[v].size(); ++k) {
                CHECK_THAT(all.probabilities(r, static_cast<Eigen::Index>(all.offsets[v] + k)),
                           WithinAbs(single[v][k], 1e-13));
            }
        }
    }
}

std::vector<double> random_values(Rng& rng, std::size_t count, double missing) {
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(rng.uniform() < missing ? not_measured : 2 * rng.uniform() - 0.5);
    return values;
}

}  // namespace

TEST_CASE("Batch: measured values and states mix, and any cell may be missing") {
    const BayesianNetwork network = mixed();
    const InferenceEngine engine(network);
    Rng rng(9);
    for (const double missing : {0.0, 0.3}) {
        constexpr std::size_t rows = 45;
        const std::vector<double> x = random_values(rng, rows, missing),
                                  y = random_values(rng, rows, missing),
                                  z = random_values(rng, rows, missing),
                                  w = random_values(rng, rows, missing);
        std::vector<std::uint8_t> feature;
        for (std::size_t i = 0; i < rows; ++i)
            feature.push_back(rng.uniform() < missing ? missing_cell<std::uint8_t>
                                                      : static_cast<std::uint8_t>(rng.below(2)));
        const EvidenceColumn fc{network.id("feature"), feature}, xc{network.id("x"), x},
            yc{network.id("y"), y}, zc{network.id("z"), z}, wc{network.id("w"), w};
        compare(engine, network.id("class"), {rows, {fc, xc, yc, zc, wc}});
        compare(engine, network.id("class"), {rows, {xc, yc}});
        compare(engine, network.id("class"), {rows, {fc, zc, yc}});
        compare(engine, network.id("feature"), {rows, {wc, xc, yc}});
        compare(engine, network.id("feature"),
                {rows, {wc}});  // its parent is not measured: every row by itself
    }
}

TEST_CASE("Batch: a thousand Gaussian features neither underflow nor lose the winner") {
    Rng rng(3);
    NetworkBuilder net;
    constexpr std::size_t features = 1000, rows = 9;
    const VariableId cls = net.add_variable(Variable("class", {"a", "b"}));
    net.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.4, 0.6}));
    std::deque<std::vector<double>> values;
    EvidenceColumns columns{rows, {}};
    for (std::size_t f = 0; f < features; ++f) {
        const VariableId variable = net.add_variable(Variable("x" + std::to_string(f)));
        net.set_cpd(normals(variable, {cls}, {2}, rng, 20));
        columns.columns.push_back({variable, values.emplace_back(random_values(rng, rows, 0))});
    }
    const BayesianNetwork network = net.build();
    const BatchPosterior batch =
        InferenceEngine(network).marginals(cls, columns, {.log_probabilities = true});
    for (std::size_t row = 0; row < rows; ++row) {
        for (std::size_t k = 0; k < 2; ++k) {
            double expected = std::log(k == 0 ? 0.4 : 0.6);
            for (const EvidenceColumn& column : columns.columns) {
                expected += log_density(network.cpd(column.variable), k, {},
                                        std::get<std::span<const double>>(column.cells)[row]);
            }
            const double log_probability = batch.log_probabilities(static_cast<Eigen::Index>(row),
                                                                   static_cast<Eigen::Index>(k));
            CHECK_THAT(log_probability + batch.log_evidence[row], WithinRel(expected, 1e-12));
        }
    }
}

TEST_CASE("Batch: an infinite value names its variable and its row") {
    const BayesianNetwork network = mixed();
    const std::vector<double> x{0, infinity};
    CHECK_THROWS_WITH(
        InferenceEngine(network).marginals(network.id("class"), {2, {{network.id("x"), x}}}),
        "an infinite value of 'x' in row 1 (a cell that was not observed is NaN)");
    CHECK_THROWS_WITH(
        InferenceEngine(network).marginals(network.id("x"), {}),
        "variable 'x' is continuous: only discrete variables have a posterior distribution here");
}
