#include <io/archive/archive.hpp>
#include <pgm/core/detail/normal.hpp>
#include <pgm/inference/detail/continuous/continuous_evidence.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>

#include <algorithm>
#include <catch2/catch.hpp>
#include <cmath>
#include <sstream>

using namespace pgm;
using namespace pgm::detail;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

/// What a new distribution of a continuous variable has to keep: one line per type in networks().
struct Candidate {
    const char* name;
    /// "d" with two states and "c", standard normal, which x may depend on; "x" has the
    /// distribution in question.
    BayesianNetwork network;
    bool can_be_saved = true;
};

const Scope one_parent({VariableId(0)}, {2});

BayesianNetwork around(Cpd cpd) {
    NetworkBuilder builder;
    builder.add_variable(Variable("d", {"a", "b"}));
    builder.add_variable(Variable("c"));
    builder.add_variable(Variable("x"));
    builder.set_cpd(TableCpd(Scope({VariableId(0)}, {2}), std::vector<double>{0.25, 0.75}));
    builder.set_cpd(LinearGaussianCpd(VariableId(1), Scope(), {}, {{0, {}, 1}}));
    builder.set_cpd(std::move(cpd));
    return builder.build();
}

double logistic_log_density(std::size_t row, std::span<const double>, double x) {
    const double scale = row == 0 ? 1 : 0.5, z = -std::abs(x / scale);
    return z - std::log(scale) - 2 * std::log1p(std::exp(z));
}

double logistic_sample(std::size_t row, std::span<const double>, Rng& rng) {
    const double p = rng.uniform() + 0x1p-54;
    return (row == 0 ? 1 : 0.5) * std::log(p / (1 - p));
}

std::vector<Candidate> candidates() {
    using Kernel = KernelDensityCpd::Kernel;
    const VariableId c(1), x(2);
    std::vector<Candidate> list;
    list.push_back(
        {"Gaussian", around(LinearGaussianCpd(x, one_parent, {}, {{1, {}, 0.5}, {-2, {}, 3}}))});
    list.push_back({"linear Gaussian", around(LinearGaussianCpd(
                                           x, one_parent, {c}, {{1, {2}, 0.5}, {-2, {-0.5}, 3}}))});
    list.push_back({"Gaussian kernels",
                    around(KernelDensityCpd(x, one_parent, Kernel::gaussian,
                                            {{{1, 2, 4}, {}, 0.5}, {{-3, 3}, {1, 3}, 1}}))});
    list.push_back(
        {"tophat kernels", around(KernelDensityCpd(x, one_parent, Kernel::tophat,
                                                   {{{1, 2, 4}, {}, 0.5}, {{-3, 3}, {1, 3}, 1}}))});
    list.push_back({"function",
                    around(FunctionCpd(x, one_parent, {}, logistic_log_density, logistic_sample)),
                    false});
    return list;
}

std::vector<double> parents_at(const Cpd& cpd, double c) {
    return std::vector<double>(continuous_parents(cpd).size(), c);
}

/// The integral of the density by the midpoint rule.
double probability_between(const Cpd& cpd, std::size_t row, double c, double low, double high) {
    constexpr int steps = 20'000;
    double sum = 0;
    for (int i = 0; i < steps; ++i)
        sum += std::exp(
            log_density(cpd, row, parents_at(cpd, c), low + (high - low) * (i + 0.5) / steps));
    return sum * (high - low) / steps;
}

}  // namespace

TEST_CASE("CPD contract: every density integrates to 1", "[contract][cpd]") {
    for (const Candidate& candidate : candidates()) {
        INFO(candidate.name);
        const Cpd& cpd = candidate.network.cpd(VariableId(2));
        for (std::size_t row = 0; row < 2; ++row)
            CHECK_THAT(probability_between(cpd, row, 0.7, -50, 50), WithinAbs(1, 2e-3));
    }
}

TEST_CASE("CPD contract: samples fall where the density says, within five standard errors",
          "[contract][cpd]") {
    constexpr std::size_t count = 20'000;
    for (const Candidate& candidate : candidates()) {
        INFO(candidate.name);
        const Cpd& cpd = candidate.network.cpd(VariableId(2));
        for (std::size_t row = 0; row < 2; ++row) {
            Rng rng(11);
            std::vector<double> samples(count);
            for (double& sample : samples)
                sample = pgm::sample(cpd, row, parents_at(cpd, 0.7), rng);
            for (double low = -4; low < 5; low += 1.1) {
                const double p = probability_between(cpd, row, 0.7, low, low + 1.1);
                const auto inside = std::count_if(samples.begin(), samples.end(), [&](double x) {
                    return x >= low && x < low + 1.1;
                });
                CHECK_THAT(static_cast<double>(inside) / count,
                           WithinAbs(p, 5 * std::sqrt(p * (1 - p) / count) + 1e-4));
            }
        }
    }
}

TEST_CASE("CPD contract: what the engine reduces it to is the log density, in every row of a block",
          "[contract][cpd]") {
    const std::vector<double> c{0.5, -1, 2}, x{1.2, -2.5, 3.9};
    for (const Candidate& candidate : candidates()) {
        INFO(candidate.name);
        const BayesianNetwork& network = candidate.network;
        const std::vector<Role> roles{Role::free, Role::intervened, Role::observed};
        const ContinuousEvidence densities(network, roles);
        REQUIRE(densities.factors() == 1);
        REQUIRE(densities.scope(0) == one_parent);
        const std::vector<const double*> values{nullptr, c.data(), x.data()};
        std::vector<double> logs(2 * 3, 0.0);
        ContinuousEvidence::Scratch scratch;
        const MeasuredBlock block{.rows = 3, .values = values, .roles = roles, .states = {}};
        densities.add_log_densities(0, block, logs.data(), 3, scratch);
        for (std::size_t row = 0; row < 2; ++row) {
            for (std::size_t r = 0; r < 3; ++r) {
                const double expected =
                    log_density(network.cpd(VariableId(2)), row,
                                parents_at(network.cpd(VariableId(2)), c[r]), x[r]);
                if (std::isinf(expected)) {
                    CHECK(logs[row * 3 + r] == expected);
                } else {
                    CHECK_THAT(logs[row * 3 + r], WithinRel(expected, 1e-14));
                }
            }
        }
    }
}

TEST_CASE("CPD contract: the posterior of a discrete parent is Bayes' rule with the densities",
          "[contract][cpd]") {
    for (const Candidate& candidate : candidates()) {
        INFO(candidate.name);
        const BayesianNetwork& network = candidate.network;
        const Cpd& cpd = network.cpd(VariableId(2));
        const double a = 0.25 * std::exp(log_density(cpd, 0, parents_at(cpd, 0.3), 1.4)),
                     b = 0.75 * std::exp(log_density(cpd, 1, parents_at(cpd, 0.3), 1.4));
        const Posterior posterior = InferenceEngine(network).marginals(
            Evidence{}.observe(network, "c", 0.3).observe(network, "x", 1.4));
        if (a + b == 0) {
            CHECK(posterior.impossible());
            continue;
        }
        CHECK_THAT(posterior[0][0], WithinAbs(a / (a + b), 1e-14));
        CHECK_THAT(posterior.log_evidence(),
                   WithinAbs(std::log(a + b) + normal_log_density(0.3, 0, 1), 1e-13));
    }
}

TEST_CASE("CPD contract: written and read back it is equal, bit for bit", "[contract][cpd]") {
    for (const Candidate& candidate : candidates()) {
        INFO(candidate.name);
        std::ostringstream out;
        if (candidate.can_be_saved) {
            io::write_archive(candidate.network, out);
            CHECK(io::read_archive(out.str()).network == candidate.network);
        } else {
            CHECK_THROWS_WITH(io::write_archive(candidate.network, out),
                              "a distribution that is a function cannot be saved (fit a linear "
                              "Gaussian or a kernel density to it, or discretise the variable)");
        }
    }
}

TEST_CASE("CPD contract: the joint density is the product, and a copy is equal",
          "[contract][cpd]") {
    for (const Candidate& candidate : candidates()) {
        INFO(candidate.name);
        const BayesianNetwork& network = candidate.network;
        CHECK(NetworkBuilder(network).build() == network);
        const std::vector<StateId> states{StateId(1), StateId(0), StateId(0)};
        const std::vector<double> values{0, 0.3, -2.1};
        const double expected = std::log(0.75) + normal_log_density(0.3, 0, 1) +
                                log_density(network.cpd(VariableId(2)), 1,
                                            parents_at(network.cpd(VariableId(2)), 0.3), -2.1);
        CHECK_THAT(log_density(network, states, values), WithinAbs(expected, 1e-14));
        CHECK_THROWS_WITH(
            log_probability(network, states),
            "the network has continuous variables (ask for log_density(), with their values)");
    }
}
