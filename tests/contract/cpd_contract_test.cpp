#include <io/format/record/archive.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>

#include <tests/support/catch.hpp>
#include <tests/support/gaussian.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>

using namespace pgm;
using namespace pgm::tests;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

/// What a new distribution of a continuous variable has to keep: one line per kind in candidates().
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
                    around(FunctionCpd(x, one_parent, {}, {logistic_log_density, logistic_sample})),
                    false});
    return list;
}

/// What a new distribution of a discrete variable has to keep: one line per kind in
/// discrete_candidates().
struct DiscreteCandidate {
    const char* name;
    /// "d" with two states, "e" with three, and "x", which has the distribution in question.
    BayesianNetwork network;
};

BayesianNetwork above(Cpd cpd) {
    NetworkBuilder builder;
    builder.add_variable(Variable("d", {"a", "b"}));
    builder.add_variable(Variable("e", {"a", "b", "c"}));
    builder.add_variable(Variable("x", {"low", "mid", "high"}));
    builder.set_cpd(TableCpd(Scope({VariableId(0)}, {2}), std::vector<double>{0.25, 0.75}));
    builder.set_cpd(TableCpd(Scope({VariableId(1)}, {3}), std::vector<double>{0.5, 0.3, 0.2}));
    builder.set_cpd(std::move(cpd));
    return builder.build();
}

std::vector<DiscreteCandidate> discrete_candidates() {
    const VariableId d(0), e(1), x(2);
    std::vector<double> cells;
    for (int row = 0; row < 6; ++row) cells.insert(cells.end(), {0.1 * row, 0.5, 0.5 - 0.1 * row});
    std::vector<NoisyMaxCpd::Link> links;
    links.push_back({e, {{0.2, 0.3, 0.5}, {}, {0, 1, 0}}});
    links.push_back({d, {{}, {0.6, 0.3, 0.1}}});
    std::vector<DiscreteCandidate> list;
    list.push_back({"table", above(TableCpd(Scope({d, e, x}, {2, 3, 3}), cells))});
    list.push_back({"noisy-MAX", above(NoisyMaxCpd(x, links, std::vector<double>{0.9, 0.1, 0}))});
    return list;
}

/// The states of the parents of x in its order, then that of x.
std::vector<StateId> family_at(const Cpd& cpd, std::size_t d, std::size_t e, std::size_t x) {
    std::vector<StateId> family;
    for (const VariableId parent : parents_of(cpd))
        family.emplace_back(parent == VariableId(0) ? d : e);
    family.emplace_back(x);
    return family;
}

double probability(const Cpd& cpd, std::size_t d, std::size_t e, std::size_t x) {
    const std::vector<StateId> family = family_at(cpd, d, e, x);
    return visit_discrete([&](const auto& c) { return std::exp(c.log_probability(family)); }, cpd);
}

template <class Body>
void for_each_row(Body&& body) {
    for (std::size_t d = 0; d < 2; ++d)
        for (std::size_t e = 0; e < 3; ++e) body(d, e);
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
    const double prior[] = {0.25, 0.75};
    for (const Candidate& candidate : candidates()) {
        INFO(candidate.name);
        const Cpd& cpd = candidate.network.cpd(VariableId(2));
        const BatchPosterior found =
            InferenceEngine(candidate.network)
                .marginals(VariableId(0), {3, {{VariableId(1), c}, {VariableId(2), x}}},
                           BatchOptions{.log_probabilities = true});
        for (std::size_t d = 0; d < 2; ++d) {
            for (std::size_t r = 0; r < 3; ++r) {
                const auto row = static_cast<Eigen::Index>(r), state = static_cast<Eigen::Index>(d);
                const double expected = std::log(prior[d]) + gaussian_log_density(c[r], 0, 1) +
                                        log_density(cpd, d, parents_at(cpd, c[r]), x[r]);
                const double log_joint =
                    found.log_probabilities(row, state) + found.log_evidence[r];
                if (std::isinf(expected)) {
                    CHECK(log_joint == expected);
                } else {
                    CHECK_THAT(log_joint, WithinAbs(expected, 1e-13));
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
                   WithinAbs(std::log(a + b) + gaussian_log_density(0.3, 0, 1), 1e-13));
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
            CHECK_THROWS_WITH(
                io::write_archive(candidate.network, out),
                "a distribution that is a function is not made of numbers and cannot be saved "
                "(give the function a name and write a .json file, or fit a linear Gaussian "
                "or a kernel density to it)");
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
        const double expected = std::log(0.75) + gaussian_log_density(0.3, 0, 1) +
                                log_density(network.cpd(VariableId(2)), 1,
                                            parents_at(network.cpd(VariableId(2)), 0.3), -2.1);
        CHECK_THAT(log_density(network, states, values), WithinAbs(expected, 1e-14));
        CHECK_THROWS_WITH(
            log_probability(network, states),
            "the network has continuous variables (ask for log_density(), with their values)");
    }
}

TEST_CASE("CPD contract: every row of a discrete distribution sums to 1, and so it stays",
          "[contract][cpd]") {
    for (const DiscreteCandidate& candidate : discrete_candidates()) {
        INFO(candidate.name);
        const Cpd& cpd = candidate.network.cpd(VariableId(2));
        CHECK_FALSE(is_continuous(cpd));
        CHECK(NetworkBuilder(candidate.network).build() == candidate.network);
        for_each_row([&](std::size_t d, std::size_t e) {
            double sum = 0;
            for (std::size_t x = 0; x < 3; ++x) sum += probability(cpd, d, e, x);
            CHECK_THAT(sum, WithinAbs(1, 1e-14));
        });
    }
}

TEST_CASE("CPD contract: states are drawn as the probabilities say, within five standard errors",
          "[contract][cpd]") {
    constexpr int count = 20'000;
    for (const DiscreteCandidate& candidate : discrete_candidates()) {
        INFO(candidate.name);
        const Cpd& cpd = candidate.network.cpd(VariableId(2));
        for_each_row([&](std::size_t d, std::size_t e) {
            std::vector<StateId> parents = family_at(cpd, d, e, 0);
            parents.pop_back();
            Rng rng(13);
            std::vector<int> seen(3, 0);
            for (int i = 0; i < count; ++i)
                ++seen[visit_discrete([&](const auto& c) { return c.sample(parents, rng); }, cpd)
                           .index()];
            for (std::size_t x = 0; x < 3; ++x) {
                const double p = probability(cpd, d, e, x);
                CHECK_THAT(seen[x] / static_cast<double>(count),
                           WithinAbs(p, 5 * std::sqrt(p * (1 - p) / count)));
            }
        });
    }
}

TEST_CASE("CPD contract: the tables of a discrete distribution are its probabilities",
          "[contract][cpd]") {
    for (const DiscreteCandidate& candidate : discrete_candidates()) {
        INFO(candidate.name);
        const Cpd& cpd = candidate.network.cpd(VariableId(2));
        const TableCpd table = tabulated(candidate.network, VariableId(2));
        for_each_row([&](std::size_t d, std::size_t e) {
            for (std::size_t x = 0; x < 3; ++x)
                CHECK_THAT(table.probability(family_at(cpd, d, e, x)),
                           WithinAbs(probability(cpd, d, e, x), 1e-15));
        });
    }
}

TEST_CASE("CPD contract: the posterior of a parent is Bayes' rule with the probabilities",
          "[contract][cpd]") {
    const double of_d[] = {0.25, 0.75}, of_e[] = {0.5, 0.3, 0.2};
    for (const DiscreteCandidate& candidate : discrete_candidates()) {
        INFO(candidate.name);
        const Cpd& cpd = candidate.network.cpd(VariableId(2));
        for (std::size_t x = 0; x < 3; ++x) {
            double joint[3] = {0, 0, 0}, evidence = 0;
            for_each_row([&](std::size_t d, std::size_t e) {
                const double p = of_d[d] * of_e[e] * probability(cpd, d, e, x);
                joint[e] += p;
                evidence += p;
            });
            const Posterior posterior =
                InferenceEngine(candidate.network)
                    .marginals(Evidence{}.observe(VariableId(2), StateId(x)));
            CHECK_THAT(posterior.log_evidence(), WithinAbs(std::log(evidence), 1e-14));
            for (std::size_t e = 0; e < 3; ++e)
                CHECK_THAT(posterior[1][e], WithinAbs(joint[e] / evidence, 1e-14));
        }
    }
}

TEST_CASE("CPD contract: a discrete distribution is read back equal, bit for bit",
          "[contract][cpd]") {
    for (const DiscreteCandidate& candidate : discrete_candidates()) {
        INFO(candidate.name);
        std::ostringstream out;
        io::write_archive(candidate.network, out);
        CHECK(io::read_archive(out.str()).network == candidate.network);
    }
}
