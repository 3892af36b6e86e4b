#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm;
using namespace pgm::tests;

namespace {

std::vector<VariableId> continuous_variables(const BayesianNetwork& network) {
    std::vector<VariableId> found;
    for (std::size_t v = 0; v < network.size(); ++v)
        if (!network.variable(VariableId(v)).is_discrete()) found.emplace_back(v);
    return found;
}

bool has_same_bits(const ContinuousPosterior& a, const ContinuousPosterior& b) {
    if (a.impossible() || b.impossible()) return a.impossible() == b.impossible();
    return a.log_evidence() == b.log_evidence() &&
           std::ranges::equal(a.components(), b.components());
}

bool is_close(double a, double b, double size) {
    return std::abs(a - b) <= 1e-10 * size;
}

/// X -> Y -> Z, and X -> W, which does not matter where it is unknown.
struct Chain {
    VariableId x, y, z, w;
    BayesianNetwork network;

    Chain() {
        NetworkBuilder net;
        x = net.add_variable(Variable("X"));
        y = net.add_variable(Variable("Y"));
        z = net.add_variable(Variable("Z"));
        w = net.add_variable(Variable("W"));
        net.set_cpd(LinearGaussianCpd(x, {}, {}, {{1, {}, 4}}));
        net.set_cpd(LinearGaussianCpd(y, {}, {x}, {{2, {3}, 1}}));
        net.set_cpd(LinearGaussianCpd(z, {}, {y}, {{-1, {0.5}, 9}}));
        net.set_cpd(LinearGaussianCpd(w, {}, {x}, {{0, {-1}, 2}}));
        network = net.build();
    }
};

}  // namespace

TEST_CASE("Linear posteriors: ancestors and descendants of what was measured, by hand",
          "[continuous]") {
    const Chain chain;
    const InferenceEngine engine(chain.network);
    // X ~ N(1, 4), Y = 2 + 3 X + e is N(5, 37): the covariance of both is 12.
    Evidence evidence;
    evidence.observe(chain.y, 8.7);
    const double mean = 1 + 12.0 / 37 * 3.7, variance = 4 - 144.0 / 37;
    Workspace workspace;
    const auto of = [&](VariableId target) { return engine.density(target, evidence, workspace); };
    CHECK(is_close(of(chain.x).mean(), mean, 1));
    CHECK(is_close(of(chain.x).variance(), variance, 1));
    CHECK(is_close(of(chain.w).mean(), -mean, 1));
    CHECK(is_close(of(chain.w).variance(), variance + 2, 1));
    CHECK(is_close(of(chain.z).mean(), -1 + 0.5 * 8.7, 1));
    CHECK(is_close(of(chain.z).variance(), 9, 1));
    CHECK(of(chain.y).mean() == 8.7);
    CHECK(of(chain.y).sd() == 0);
}

TEST_CASE("Linear posteriors: a difference of two that share a large noise keeps its digits",
          "[continuous]") {
    // A = 1e6 noises apart, B and C are A with a noise of 1e-4, D = B - C; Y is A measured.
    NetworkBuilder net;
    const VariableId a = net.add_variable(Variable("A")), b = net.add_variable(Variable("B")),
                     c = net.add_variable(Variable("C")), y = net.add_variable(Variable("Y")),
                     z = net.add_variable(Variable("Z")), d = net.add_variable(Variable("D"));
    net.set_cpd(LinearGaussianCpd(a, {}, {}, {{0, {}, 1e12}}));
    net.set_cpd(LinearGaussianCpd(b, {}, {a}, {{0, {1}, 1e-8}}));
    net.set_cpd(LinearGaussianCpd(c, {}, {a}, {{0, {1}, 1e-8}}));
    net.set_cpd(LinearGaussianCpd(y, {}, {b}, {{0, {1}, 1e12}}));
    net.set_cpd(LinearGaussianCpd(z, {}, {c}, {{0, {1}, 1e12}}));
    net.set_cpd(LinearGaussianCpd(d, {}, {b, c}, {{0, {1, -1}, 0}}));
    const BayesianNetwork network = net.build();
    Evidence evidence;
    evidence.observe(y, 1.0).observe(z, 2.0);
    const InferenceEngine engine(network);
    CHECK(is_close(engine.density(d, evidence).variance() / 2e-8, 1, 1e4));
}

TEST_CASE("Linear posteriors: answers do not depend on what was asked before", "[continuous]") {
    Rng rng(33);
    for (int repeat = 0; repeat < 60; ++repeat) {
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        const std::vector<VariableId> targets = continuous_variables(network);
        if (targets.empty()) continue;
        const Evidence first = random_hybrid_evidence(network, rng),
                       second = random_hybrid_evidence(network, rng);
        Workspace workspace;
        for (int question = 0; question < 20; ++question) {
            const Evidence& evidence = rng.below(3) == 0 ? second : first;
            const VariableId target = targets[rng.below(targets.size())];
            if (rng.below(4) == 0) engine.marginals(second, workspace);
            CHECK(has_same_bits(engine.density(target, evidence, workspace),
                                engine.density(target, evidence)));
        }
    }
}

TEST_CASE("Linear posteriors: other values and states of the same variables", "[continuous]") {
    Rng rng(34);
    for (int repeat = 0; repeat < 40; ++repeat) {
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        const Evidence pattern = random_hybrid_evidence(network, rng);
        Workspace workspace;
        for (int values = 0; values < 5; ++values) {
            Evidence evidence;
            for (const auto& [variable, finding] : pattern) {
                if (std::holds_alternative<ObservedValue>(finding))
                    evidence.observe(variable, rng.uniform() * 4 - 2);
                else if (std::holds_alternative<Observed>(finding))
                    evidence.observe(variable, StateId(static_cast<std::uint32_t>(
                                                   rng.below(network.cardinality(variable)))));
                else
                    evidence.add(variable, finding);
            }
            for (const VariableId target : continuous_variables(network))
                CHECK(has_same_bits(engine.density(target, evidence, workspace),
                                    engine.density(target, evidence)));
        }
    }
}

TEST_CASE("Linear posteriors: the moments are those of joint questions", "[continuous]") {
    Rng rng(35);
    for (int repeat = 0; repeat < 100; ++repeat) {
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        const Evidence evidence = random_hybrid_evidence(network, rng);
        const std::vector<VariableId> targets = continuous_variables(network);
        Workspace workspace;
        for (std::size_t i = 1; i < targets.size(); ++i) {
            const ContinuousMoments both =
                engine.moments(std::vector{targets[i - 1], targets[i]}, evidence);
            const ContinuousPosterior alone = engine.density(targets[i], evidence, workspace);
            REQUIRE(alone.impossible() == (both.status == PosteriorStatus::impossible));
            if (alone.impossible()) continue;
            const double sd = std::sqrt(both.covariance(1, 1));
            CHECK(is_close(alone.mean(), both.means[1], 1 + std::abs(both.means[1])));
            CHECK(is_close(alone.sd(), sd, 1 + sd));
            CHECK(
                is_close(alone.log_evidence(), both.log_evidence, 1 + std::abs(both.log_evidence)));
        }
    }
}

TEST_CASE("Linear posteriors: a value of 0 and one of -0 are different evidence", "[continuous]") {
    const Chain chain;
    const InferenceEngine engine(chain.network);
    Workspace workspace;
    for (const double value : {0.0, -0.0, 0.0}) {
        Evidence evidence;
        evidence.observe(chain.y, value);
        const ContinuousPosterior known = engine.density(chain.y, evidence, workspace);
        CHECK(std::signbit(known.components().front().mean) == std::signbit(value));
    }
}
