#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <cmath>
#include <string>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// Regimes R0 -> R1 -> ..., each with a step of X: X_t = X_{t-1} + N(step of R_t, variance of R_t).
BayesianNetwork regime_network(std::size_t length) {
    NetworkBuilder net;
    std::vector<VariableId> r, x;
    for (std::size_t t = 0; t < length; ++t) {
        r.push_back(net.add_variable(Variable("R" + std::to_string(t), {"calm", "wild"})));
        x.push_back(net.add_variable(Variable("X" + std::to_string(t))));
        if (t == 0)
            net.set_cpd(TableCpd(Scope({r[0]}, {2}), std::vector<double>{0.9, 0.1}));
        else
            net.set_cpd(TableCpd(Scope({r[t - 1], r[t]}, {2, 2}),
                                 std::vector<double>{0.95, 0.05, 0.4, 0.6}));
        const std::vector<double> slopes(t == 0 ? 0 : 1, 0.9);
        net.set_cpd(LinearGaussianCpd(
            x[t], Scope({r[t]}, {2}),
            t == 0 ? std::vector<VariableId>() : std::vector<VariableId>{x[t - 1]},
            {{1, slopes, 0.5}, {-2, slopes, 4}}));
    }
    return net.build();
}

ContinuousMoments moments_with(const BayesianNetwork& network, std::size_t most_components,
                               std::span<const VariableId> targets, const Evidence& evidence) {
    return InferenceEngine(network, {.max_mixture_components = most_components})
        .moments(targets, evidence);
}

void check_equal_moments(const ContinuousMoments& a, const ContinuousMoments& b) {
    CHECK_THAT(a.log_evidence, WithinAbs(b.log_evidence, 1e-12));
    for (std::size_t i = 0; i < a.means.size(); ++i) {
        const double sd = std::sqrt(b.covariance(i, i));
        CHECK_THAT(a.means[i], WithinAbs(b.means[i], 1e-12 * (sd + std::abs(b.means[i]))));
        for (std::size_t j = 0; j < a.means.size(); ++j)
            CHECK_THAT(a.covariance(i, j),
                       WithinAbs(b.covariance(i, j), 1e-11 * sd * std::sqrt(b.covariance(j, j))));
    }
}

}  // namespace

TEST_CASE("Moment recursion: means and covariances are those of the listed components",
          "[continuous]") {
    const BayesianNetwork network = regime_network(8);
    const VariableId targets[] = {network.id("X7"), network.id("X3")};
    Evidence evidence;
    for (int findings = 0; findings < 3; ++findings) {
        check_equal_moments(moments_with(network, 4, targets, evidence),
                            moments_with(network, 1 << 20, targets, evidence));
        if (findings == 0) evidence.observe(network, "R4", "wild");
        if (findings == 1) evidence.observe(network.id("X0"), 3.5);
    }
}

TEST_CASE("Moment recursion: a chain of a hundred regimes has moments and no list",
          "[continuous]") {
    const BayesianNetwork network = regime_network(100);
    const InferenceEngine engine(network);
    const VariableId last = network.id("X99");
    CHECK_THROWS_AS(engine.density(last), TooLargeError);
    const ContinuousMoments found = engine.moments(std::span(&last, 1));
    // E(X_t) = 0.9 E(X_t-1) + 1 - 3 P(R_t = wild), P(R_t = wild) = 0.05 + 0.55 P(R_t-1 = wild).
    double mean = 0, wild = 0.1;
    for (int t = 0; t < 100; ++t) {
        if (t > 0) wild = 0.05 + 0.55 * wild;
        mean = 0.9 * mean + 1 - 3 * wild;
    }
    CHECK_THAT(found.means[0], WithinAbs(mean, 1e-12));
    CHECK(found.covariance(0, 0) > 0);
}

TEST_CASE("Moment recursion: random networks of discrete and continuous variables",
          "[continuous]") {
    std::size_t checked = 0;
    for (std::uint64_t seed = 0; seed < 60; ++seed) {
        Rng rng(seed);
        const BayesianNetwork network = random_hybrid(rng);
        std::vector<VariableId> targets;
        for (std::size_t v = 0; v < network.size(); ++v)
            if (is_continuous(network.cpds()[v]) && is_linear_gaussian(network.cpds()[v]))
                targets.emplace_back(v);
        if (targets.empty()) continue;
        Evidence evidence;
        for (std::size_t v = 0; v < network.size(); ++v)
            if (network.variables()[v].is_discrete() && rng.below(4) == 0)
                evidence.observe(VariableId(v), StateId(0));
        INFO("seed " << seed);
        const ContinuousMoments all = moments_with(network, 1 << 20, targets, evidence);
        if (all.status == PosteriorStatus::impossible) continue;
        check_equal_moments(moments_with(network, 1, targets, evidence), all);
        ++checked;
    }
    CHECK(checked > 30);
}
