#include <cmath>
#include <pgm/core/numbers.hpp>
#include <pgm/core/random.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/continuous/discretised_model.hpp>
#include <pgm/inference/detail/lanes/block_list.hpp>
#include <pgm/inference/detail/lanes/block_plan.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/instruction_sets.hpp>

using namespace pgm;
using namespace pgm::detail;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

constexpr std::uint32_t classes = 3;
constexpr double prior[classes] = {0.5, 0.3, 0.2};

/// A class and a measured variable, whose densities the tests put into the block by hand.
BayesianNetwork class_and_number() {
    NetworkBuilder net;
    const VariableId cls = net.add_variable(Variable("class", {"a", "b", "c"}));
    const VariableId x = net.add_variable(Variable("x"));
    net.set_cpd(TableCpd(Scope({cls}, {classes}), std::vector<double>(prior, prior + classes)));
    net.set_cpd(
        LinearGaussianCpd(x, Scope({cls}, {classes}), {}, {{0, {}, 1}, {1, {}, 1}, {2, {}, 1}}));
    return net.build();
}

/// Logarithms of densities of one row: of any size, near each other or not, some of them -inf.
std::vector<double> random_logs(Rng& rng) {
    const double size = std::pow(10.0, 300 * rng.uniform() - 2);
    const double spread = rng.below(2) == 0 ? 3 : size * rng.uniform();
    std::vector<double> logs;
    for (std::uint32_t k = 0; k < classes; ++k)
        logs.push_back(rng.below(9) == 0 ? -infinity : -size - spread * rng.uniform());
    return logs;
}

/// The answer by its definition, in long doubles and relative to the largest.
struct Expected {
    double probabilities[classes] = {}, log_probabilities[classes], log_evidence = -infinity;

    explicit Expected(const double (&logs)[classes]) {
        long double largest = -infinity, sum = 0;
        for (const double log : logs) largest = std::max<long double>(largest, log);
        for (std::uint32_t k = 0; k < classes; ++k) log_probabilities[k] = -infinity;
        if (largest == -infinity) return;
        for (std::uint32_t k = 0; k < classes; ++k) sum += prior[k] * std::exp(logs[k] - largest);
        log_evidence = static_cast<double>(largest + std::log(sum));
        for (std::uint32_t k = 0; k < classes; ++k) {
            probabilities[k] = static_cast<double>(prior[k] * std::exp(logs[k] - largest) / sum);
            log_probabilities[k] = static_cast<double>(
                std::log(static_cast<long double>(prior[k])) + (logs[k] - largest) - std::log(sum));
        }
    }
};

bool near(double actual, double expected, double tolerance) {
    return actual == expected || std::abs(actual - expected) <= tolerance;
}

}  // namespace

TEST_CASE("Blocks: every build normalises densities from e^-1e300 to 1 relative to the largest") {
    const BayesianNetwork network = class_and_number();
    DiscretisedModel skeleton(
        network, discrete_variables(network), std::vector<Role>(2, Role::observed), {},
        EngineOptions{.max_arena_bytes = std::size_t{1} << 30, .cached_plans = 16});
    constexpr std::uint32_t rows = 64;
    const std::vector<double> x(rows, 0.0);
    const EvidenceColumns columns{rows, {{VariableId(1), x}}};
    const VariableId target(0);
    const BlockDensitySource source{.evidence = &skeleton.densities(),
                                    .first_slot = network.size()};
    const std::vector<char> incomplete(1, 0);
    const auto plan = BlockPlanner(network, skeleton.planner(), source, Task::joint,
                                   std::span(&target, 1), columns, incomplete)
                          .for_all_rows();
    REQUIRE(plan);
    REQUIRE(plan->program.densities.size() == 1);
    Rng rng(17);
    std::size_t wrong = 0;
    for (int repeat = 0; repeat < 100; ++repeat) {
        std::vector<double> filled(std::size_t{plan->list.cells} * rows);
        std::vector<Expected> expected;
        for (std::uint32_t row = 0; row < rows; ++row) {
            const std::vector<double> random = random_logs(rng);
            const double logs[classes] = {random[0], random[1], random[2]};
            expected.emplace_back(logs);
            for (std::uint32_t k = 0; k < classes; ++k)
                filled[std::size_t{plan->program.densities[0].out + k} * rows + row] = logs[k];
        }
        for (const BlockKernels& build :
             builds_of([](auto instruction_set) { return block_kernels(instruction_set); })) {
            std::vector<double> arena = filled;
            const BlockMemory memory{
                .rows = rows, .used = rows, .arena = arena.data(), .needs_log_probabilities = true};
            build.run(plan->list, memory);
            const auto result = [&](std::uint32_t cell, std::uint32_t row) {
                return arena[std::size_t{cell} * rows + row];
            };
            for (std::uint32_t row = 0; row < rows; ++row) {
                const Expected& e = expected[row];
                wrong += !near(result(plan->list.log_evidence, row), e.log_evidence,
                               2e-15 * (1 + std::abs(e.log_evidence)));
                for (std::uint32_t k = 0; k < classes; ++k) {
                    wrong +=
                        !near(result(plan->list.probabilities + k, row), e.probabilities[k], 1e-15);
                    const double log = e.log_probabilities[k];
                    wrong += !near(result(plan->list.log_probabilities + k, row), log,
                                   2e-15 * (1 + std::abs(log)));
                }
            }
        }
    }
    CHECK(wrong == 0);
}

TEST_CASE(
    "Batch: a value 1e9 standard deviations from both classes belongs to the nearer one, and says "
    "how improbable it is") {
    NetworkBuilder net;
    const VariableId cls = net.add_variable(Variable("class", {"a", "b"}));
    const VariableId x = net.add_variable(Variable("x"));
    net.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.75, 0.25}));
    net.set_cpd(LinearGaussianCpd(x, Scope({cls}, {2}), {}, {{1, {}, 2.5e-10}, {2, {}, 2.5e-10}}));
    const InferenceEngine engine(net.build());
    // The last one is as far from one as from the other.
    const std::vector<double> values{9999, 60000, 99999, -60000, 1e100, -1e140, 1.5};
    const std::vector<double> of_second{
        1, 1, 1, 0, 0.25, 0.25, 0.25};  // at 1e100 both distances are the same double
    const BatchPosterior batch =
        engine.marginals(cls, {values.size(), {{x, values}}}, {.log_probabilities = true});
    for (std::size_t row = 0; row < values.size(); ++row) {
        INFO("x = " << values[row]);
        const auto r = static_cast<Eigen::Index>(row);
        const Posterior single = engine.marginals(Evidence().observe(x, values[row]));
        CHECK_THAT(batch.probabilities(r, 1), WithinAbs(of_second[row], 1e-14));
        CHECK_THAT(single[0][1], WithinAbs(of_second[row], 1e-14));
        const double distance = std::min(std::abs(values[row] - 1), std::abs(values[row] - 2));
        const double expected = -0.5 * distance * distance / 2.5e-10;
        CHECK_THAT(batch.log_evidence[row], WithinRel(expected, 1e-7));
        CHECK_THAT(single.log_evidence(), WithinRel(batch.log_evidence[row], 1e-15));
        if (of_second[row] == 0.25)
            CHECK_THAT(batch.log_probabilities(r, 0), WithinAbs(std::log(0.75), 1e-14));
    }
}

TEST_CASE(
    "Batch: densities of two tables that differ by e^1e20 and more are weighed against each other "
    "as those of one") {
    // x depends on the class and d, y on the class: two tables over the class once d is known.
    NetworkBuilder net;
    const VariableId cls = net.add_variable(Variable("class", {"a", "b"}));
    const VariableId d = net.add_variable(Variable("d", {"u", "v"}));
    const VariableId x = net.add_variable(Variable("x")), y = net.add_variable(Variable("y"));
    net.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.75, 0.25}));
    net.set_cpd(TableCpd(Scope({cls, d}, {2, 2}), std::vector<double>{0.5, 0.5, 0.5, 0.5}));
    constexpr double variance = 0x1p-32;
    net.set_cpd(LinearGaussianCpd(
        x, Scope({cls, d}, {2, 2}), {},
        {{1, {}, variance}, {1, {}, variance}, {2, {}, variance}, {2, {}, variance}}));
    net.set_cpd(
        LinearGaussianCpd(y, Scope({cls}, {2}), {}, {{1, {}, variance}, {2, {}, variance}}));
    const InferenceEngine engine(net.build());
    // log p(x | b) - log p(x | a) = (2 x - 3) / (2 variance), likewise y: b has it where x + y > 3,
    // the prior decides where x + y = 3.
    const std::vector<double> xs{1000000, 1000000, 1000000, 1e9, 1000000, 0x1p40, 3};
    const std::vector<double> ys{-300000, -1300000, -999997, -999999997, -999996, 3 - 0x1p40, 0};
    const std::vector<double> of_second{1, 0, 0.25, 0.25, 1, 0.25, 0.25};
    const std::vector<std::uint8_t> known(xs.size(), 0);
    const EvidenceColumns with_d{xs.size(), {{d, known}, {x, xs}, {y, ys}}},
        without_d{xs.size(), {{x, xs}, {y, ys}}};
    const BatchPosterior batch = engine.marginals(cls, with_d),
                         summed = engine.marginals(cls, without_d);
    for (std::size_t row = 0; row < xs.size(); ++row) {
        INFO("x = " << xs[row] << ", y = " << ys[row]);
        const auto r = static_cast<Eigen::Index>(row);
        CHECK_THAT(batch.probabilities(r, 1), WithinAbs(of_second[row], 1e-13));
        CHECK_THAT(summed.probabilities(r, 1), WithinAbs(of_second[row], 1e-13));
        const Evidence measured = Evidence().observe(x, xs[row]).observe(y, ys[row]);
        CHECK_THAT(engine.marginals(measured).marginal(cls)[1], WithinAbs(of_second[row], 1e-13));
        CHECK_THAT(engine.marginals(Evidence(measured).observe(d, StateId(0u))).marginal(cls)[1],
                   WithinAbs(of_second[row], 1e-13));
        if (of_second[row] != 0.25)
            CHECK(engine.most_probable_explanation(measured).states[0] ==
                  StateId(of_second[row] == 1 ? 1u : 0u));
    }
}

TEST_CASE("Densities: distances of 1e200 are scaled before they are squared") {
    NetworkBuilder net;
    const VariableId cls = net.add_variable(Variable("class", {"a", "b"}));
    const VariableId x = net.add_variable(Variable("x"));
    net.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.5, 0.5}));
    net.set_cpd(LinearGaussianCpd(x, Scope({cls}, {2}), {}, {{0, {}, 1e308}, {1e154, {}, 1e308}}));
    const InferenceEngine engine(net.build());
    // z = 1e46 from a's mean: -z^2 / 2.
    CHECK_THAT(engine.log_evidence(Evidence().observe(x, 1e200)), WithinRel(-0.5e92, 1e-12));
    const std::vector<double> values{1e200};
    CHECK_THAT(engine.marginals(cls, {1, {{x, values}}}).log_evidence[0],
               WithinRel(-0.5e92, 1e-12));
    CHECK_THAT(log_density(engine.network().cpd(x), 0, {}, 1e200), WithinRel(-0.5e92, 1e-12));
}

TEST_CASE("Batch: a state that only a density of e^-5e303 leaves possible is certain") {
    NetworkBuilder net;
    const VariableId cls = net.add_variable(Variable("class", {"a", "b"}));
    const VariableId d = net.add_variable(Variable("d", {"u", "v"}));
    const VariableId x = net.add_variable(Variable("x"));
    net.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.75, 0.25}));
    net.set_cpd(TableCpd(Scope({cls, d}, {2, 2}), std::vector<double>{1, 0, 0.5, 0.5}));
    net.set_cpd(LinearGaussianCpd(x, Scope({cls}, {2}), {}, {{1e147, {}, 1e-10}, {0, {}, 1e-10}}));
    const InferenceEngine engine(net.build());
    const std::vector<double> values{1e147, 1e147};
    const std::vector<std::uint8_t> states{1, 0};
    const EvidenceColumns rows{2, {{d, states}, {x, values}}};
    const BatchPosterior batch = engine.marginals(cls, rows, {.log_probabilities = true});
    CHECK(batch.probabilities(0, 1) == 1);
    CHECK(batch.log_probabilities(0, 0) == -infinity);
    CHECK_THAT(batch.log_evidence[0], WithinRel(-5e303, 1e-14));
    CHECK(batch.probabilities(1, 0) == 1);
    CHECK_THAT(batch.log_probabilities(1, 1), WithinRel(-5e303, 1e-14));
    CHECK(engine.marginals(evidence_of_row(rows, 0)).marginal(cls)[1] == 1);
}
