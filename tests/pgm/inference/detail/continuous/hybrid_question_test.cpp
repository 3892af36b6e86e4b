#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/gaussian.hpp>
#include <tests/support/hybrid_models.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

using namespace pgm;
using namespace pgm::tests;
using Catch::WithinAbs;
using Catch::WithinRel;

namespace {

/// The class, then features that do not depend on each other.
BayesianNetwork naive_bayes(std::vector<double> prior,
                            const std::vector<std::vector<LinearGaussianCpd::Row>>& features) {
    NetworkBuilder builder;
    std::vector<std::string> states;
    for (std::size_t s = 0; s < prior.size(); ++s) states.push_back("c" + std::to_string(s));
    const VariableId cls = builder.add_variable(Variable("class", states));
    builder.set_cpd(TableCpd(Scope({cls}, {prior.size()}), prior));
    for (const std::vector<LinearGaussianCpd::Row>& rows : features) {
        const VariableId id = builder.add_variable(Variable("x" + std::to_string(builder.size())));
        builder.set_cpd(LinearGaussianCpd(id, Scope({cls}, {prior.size()}), {}, rows));
    }
    return builder.build();
}

/// The lecture's two-dimensional example as a complete DAG: y -> x1 -> x2, y -> x2; all covariances
/// of the data are zero.
BayesianNetwork two_dimensions(double v11, double v10, double v21, double v20) {
    NetworkBuilder builder;
    const VariableId y = builder.add_variable(Variable("y", {"1", "0"})),
                     x1 = builder.add_variable(Variable("x1")),
                     x2 = builder.add_variable(Variable("x2"));
    builder.set_cpd(TableCpd(Scope({y}, {2}), std::vector<double>{4.0 / 9, 5.0 / 9}));
    builder.set_cpd(LinearGaussianCpd(x1, Scope({y}, {2}), {}, {{1, {}, v11}, {4, {}, v10}}));
    builder.set_cpd(LinearGaussianCpd(x2, Scope({y}, {2}), {x1}, {{1, {0}, v21}, {5, {0}, v20}}));
    return builder.build();
}

}  // namespace

TEST_CASE("Hybrid engine: the lecture's posterior of a Gaussian class conditional density",
          "[inference][hybrid]") {
    const InferenceEngine engine(diabetes_1d());
    const BayesianNetwork& network = engine.network();
    const Posterior posterior = engine.marginals(Evidence{}.observe(network, "x", 3.5));
    REQUIRE(posterior.size() == 1);
    CHECK_THAT(posterior.marginal(network.id("class"))[0], WithinAbs(0.5975085749612624, 1e-14));
    const double evidence = 0.6 * std::exp(gaussian_log_density(3.5, 2, 2.0 / 3)) +
                            0.4 * std::exp(gaussian_log_density(3.5, 6, 4));
    CHECK_THAT(posterior.log_evidence(), WithinRel(std::log(evidence), 1e-13));
    CHECK(engine.marginals().marginal(network.id("class"))[0] == Approx(0.6));
    CHECK(engine.log_evidence({}) == 0);
    CHECK(engine.log_evidence(Evidence{}.intervene(network, "x", 3.5)) == 0);
    CHECK_THAT(engine.marginals(Evidence{}.intervene(network, "x", 3.5))[0][0],
               WithinAbs(0.6, 1e-15));
}

TEST_CASE("Hybrid engine: the lecture's scores in two dimensions, own and shared covariance",
          "[inference][hybrid]") {
    const auto posterior = [](const InferenceEngine& engine, double x1, double x2) {
        return engine.marginals(
            Evidence{}.observe(engine.network(), "x1", x1).observe(engine.network(), "x2", x2));
    };
    const InferenceEngine own(two_dimensions(1, 0.8, 1, 3.2)),
        shared(two_dimensions(8.0 / 9, 8.0 / 9, 20.0 / 9, 20.0 / 9));
    CHECK_THAT(posterior(own, 2, 2)[0][0], WithinRel(0.959031092780153, 1e-13));
    CHECK_THAT(posterior(own, 3, 2)[0][0], WithinRel(0.4447540040488793, 1e-13));
    CHECK_THAT(posterior(own, 10, -4)[0][0], WithinRel(2.2791231806103924e-08, 1e-12));
    CHECK_THAT(posterior(shared, 2, 2)[0][0], WithinRel(0.963185578632065, 1e-13));
    CHECK_THAT(posterior(shared, 3, 2)[0][0], WithinRel(0.47236729637410085, 1e-13));
    CHECK_THAT(posterior(shared, 10, -4)[0][0], WithinRel(2.410573283231464e-06, 1e-12));
    const double score_1 = -3.648807282625674, score_0 = -6.8019173605572;
    CHECK_THAT(posterior(own, 2, 2).log_evidence(),
               WithinRel(std::log(std::exp(score_1) + std::exp(score_0)), 1e-13));
}

TEST_CASE(
    "Hybrid engine: every question agrees with summing over all assignments and the multivariate "
    "normal density",
    "[inference][hybrid]") {
    Rng rng(2024);
    for (int round = 0; round < 400; ++round) {
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        for (int question = 0; question < 5; ++question) {
            const Evidence evidence = random_hybrid_evidence(network, rng);
            const std::vector<double> expected = brute_force_joint(network, evidence);
            const double total = std::accumulate(expected.begin(), expected.end(), 0.0);
            INFO("round " << round << ", question " << question);
            REQUIRE_THAT(engine.log_evidence(evidence), WithinAbs(std::log(total), 1e-9));

            const Posterior marginals = engine.marginals(evidence);
            const std::vector<VariableId> all(marginals.variables().begin(),
                                              marginals.variables().end());
            const JointPosterior joint = engine.joint(all, evidence);
            REQUIRE(joint.table.size() == expected.size());
            std::vector<std::vector<double>> sums;
            for (const VariableId v : all) sums.emplace_back(network.cardinality(v), 0.0);
            for (std::size_t cell = 0; cell < expected.size(); ++cell) {
                REQUIRE_THAT(joint.table[cell], WithinAbs(expected[cell] / total, 1e-10));
                const std::vector<StateId> states = joint.table.scope().states(cell);
                for (std::size_t i = 0; i < all.size(); ++i)
                    sums[i][states[i].index()] += expected[cell] / total;
            }
            for (std::size_t i = 0; i < all.size(); ++i) {
                for (std::size_t s = 0; s < sums[i].size(); ++s)
                    REQUIRE_THAT(marginals[i][s], WithinAbs(sums[i][s], 1e-10));
            }
            const Explanation best = engine.most_probable_explanation(evidence);
            REQUIRE(best.variables == all);
            REQUIRE_THAT(best.log_probability,
                         WithinAbs(std::log(*std::ranges::max_element(expected)), 1e-9));
            REQUIRE_THAT(std::log(expected[joint.table.scope().cell(best.states)]),
                         WithinAbs(best.log_probability, 1e-9));
        }
    }
}

TEST_CASE("Hybrid engine: ten thousand features neither underflow nor lose the winner",
          "[inference][hybrid]") {
    constexpr std::size_t count = 10'000;
    const std::vector<std::vector<LinearGaussianCpd::Row>> features(
        count, {{0, {}, 1}, {0.1, {}, 1}, {50, {}, 0.01}});
    const InferenceEngine engine(naive_bayes({0.5, 0.25, 0.25}, features));
    Evidence evidence;
    for (std::size_t i = 1; i <= count; ++i) evidence.observe(VariableId(i), i % 2 ? 1.05 : -0.95);
    // All terms are the same two numbers: sum x = 500, so the first two classes differ by 0.1 * 500
    // - 0.005 * 10,000 = 0.
    const Posterior posterior = engine.marginals(evidence);
    const auto probabilities = posterior.marginal(VariableId(0));
    CHECK_THAT(probabilities[0], WithinAbs(2.0 / 3, 1e-9));
    CHECK_THAT(probabilities[1], WithinAbs(1.0 / 3, 1e-9));
    CHECK(probabilities[2] == 0);
    const double per_pair = gaussian_log_density(1.05, 0, 1) + gaussian_log_density(-0.95, 0, 1);
    CHECK_THAT(posterior.log_evidence(), WithinAbs(count / 2 * per_pair + std::log(0.75), 1e-7));
    CHECK(engine.most_probable_explanation(evidence).states.front() == StateId(0));
}

TEST_CASE("Hybrid engine: factors that pull too far apart for doubles still meet",
          "[inference][hybrid]") {
    // P(B | A) is nearly A; x says A = 0 by a factor e^-2000, y says B = 1 by e^-1900.
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("A", {"0", "1"})),
                     b = builder.add_variable(Variable("B", {"0", "1"}));
    const VariableId x = builder.add_variable(Variable("x")),
                     y = builder.add_variable(Variable("y"));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(TableCpd(Scope({a, b}, {2, 2}), std::vector<double>{1, 0, 0, 1}));
    builder.set_cpd(
        LinearGaussianCpd(x, Scope({a}, {2}), {}, {{0, {}, 1}, {std::sqrt(4000.0), {}, 1}}));
    builder.set_cpd(
        LinearGaussianCpd(y, Scope({a, b}, {2, 2}), {},
                          {{std::sqrt(3800.0), {}, 1}, {0, {}, 1}, {0, {}, 1}, {0, {}, 1}}));
    const InferenceEngine engine(builder.build());
    const Posterior posterior = engine.marginals(Evidence{}.observe(x, 0.0).observe(y, 0.0));
    REQUIRE_FALSE(posterior.impossible());
    CHECK_THAT(posterior.marginal(a)[0], WithinAbs(1, 1e-15));
    CHECK_THAT(posterior.log_evidence(),
               WithinAbs(2 * gaussian_log_density(0, 0, 1) + std::log(0.5) - 1900, 1e-9));
}

TEST_CASE("Hybrid engine: densities that are zero everywhere make the evidence impossible",
          "[inference][hybrid]") {
    NetworkBuilder builder;
    const VariableId cls = builder.add_variable(Variable("class", {"a", "b"})),
                     x = builder.add_variable(Variable("x"));
    builder.set_cpd(TableCpd(Scope({cls}, {2}), std::vector<double>{0.5, 0.5}));
    builder.set_cpd(KernelDensityCpd(x, Scope({cls}, {2}), KernelDensityCpd::Kernel::tophat,
                                     {{{1, 2}, {}, 0.5}, {{2, 8}, {}, 0.5}}));
    const InferenceEngine engine(builder.build());
    const Posterior far = engine.marginals(Evidence{}.observe(x, 5.0));
    CHECK(far.impossible());
    CHECK(far.log_evidence() == -infinity);
    CHECK(engine.log_evidence(Evidence{}.observe(x, 5.0)) == -infinity);
    CHECK(engine.joint(std::vector{cls}, Evidence{}.observe(x, 5.0)).status ==
          PosteriorStatus::impossible);
    CHECK(engine.most_probable_explanation(Evidence{}.observe(x, 5.0)).status ==
          PosteriorStatus::impossible);
    CHECK(engine.marginals(Evidence{}.observe(x, 8.0)).marginal(cls)[1] == 1);
    CHECK(engine.marginals(Evidence{}.observe(cls, StateId(0)).observe(x, 8.0)).impossible());
    CHECK(engine.marginals(Evidence{}.observe(x, 2.0)).marginal(cls)[0] == Approx(0.5));
}

TEST_CASE("Hybrid engine: a long chain of hidden Gaussians is integrated out",
          "[inference][hybrid]") {
    // x_0 ~ N(0, 1), x_i = x_{i-1} + N(0, 1): x_100 ~ N(0, 101).
    NetworkBuilder builder;
    for (std::size_t i = 0; i <= 100; ++i) {
        const VariableId id = builder.add_variable(Variable("x" + std::to_string(i)));
        builder.set_cpd(i == 0
                            ? LinearGaussianCpd(id, Scope(), {}, {{0, {}, 1}})
                            : LinearGaussianCpd(id, Scope(), {VariableId(i - 1)}, {{0, {1}, 1}}));
    }
    const InferenceEngine engine(builder.build());
    CHECK_THAT(engine.log_evidence(Evidence{}.observe(VariableId(100), 3.0)),
               WithinRel(gaussian_log_density(3, 0, 101), 1e-13));
    CHECK_THAT(
        engine.log_evidence(Evidence{}.observe(VariableId(100), 3.0).observe(VariableId(40), 1.0)),
        WithinRel(gaussian_log_density(1, 0, 41) + gaussian_log_density(3, 1, 60), 1e-13));
}

TEST_CASE("Hybrid engine: nearly deterministic relations keep their digits",
          "[inference][hybrid]") {
    // Two readings of one hidden quantity, with noise of variance 1e-18: their covariance matrix is
    // singular in doubles.
    NetworkBuilder builder;
    const VariableId u = builder.add_variable(Variable("u")),
                     x = builder.add_variable(Variable("x")),
                     y = builder.add_variable(Variable("y"));
    builder.set_cpd(LinearGaussianCpd(u, Scope(), {}, {{0, {}, 1}}));
    builder.set_cpd(LinearGaussianCpd(x, Scope(), {u}, {{0, {1}, 1e-18}}));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {u}, {{0, {1}, 1e-18}}));
    const InferenceEngine engine(builder.build());
    // Rotated: (x + y)/sqrt 2 ~ N(0, 2 + 1e-18), (x - y)/sqrt 2 ~ N(0, 1e-18); at x = y = 0.5 the
    // second is 0.
    const double expected =
        gaussian_log_density(std::sqrt(0.5), 0, 2) + gaussian_log_density(0, 0, 1e-18);
    CHECK_THAT(engine.log_evidence(Evidence{}.observe(x, 0.5).observe(y, 0.5)),
               WithinRel(expected, 1e-7));
}

TEST_CASE("Hybrid engine: what it cannot answer it says", "[inference][hybrid]") {
    NetworkBuilder builder;
    const VariableId k = builder.add_variable(Variable("k")),
                     g = builder.add_variable(Variable("g"));
    builder.set_cpd(
        KernelDensityCpd(k, Scope(), KernelDensityCpd::Kernel::gaussian, {{{1, 2}, {}, 0.5}}));
    builder.set_cpd(LinearGaussianCpd(g, Scope(), {k}, {{0, {1}, 1}}));
    // g is a mixture of N(1, 1.25) and N(2, 1.25).
    CHECK_THAT(InferenceEngine(builder.build()).log_evidence(Evidence{}.observe(g, 1.0)),
               WithinAbs(std::log(0.5 * std::exp(gaussian_log_density(1, 1, 1.25)) +
                                  0.5 * std::exp(gaussian_log_density(1, 2, 1.25))),
                         1e-14));
    builder.set_cpd(
        KernelDensityCpd(k, Scope(), KernelDensityCpd::Kernel::tophat, {{{1, 2}, {}, 0.5}}));
    const InferenceEngine engine(builder.build());
    CHECK_THAT(engine.log_evidence(Evidence{}.observe(g, 1.0).intervene(k, 1.0)),
               WithinAbs(gaussian_log_density(1, 1, 1), 1e-15));
    CHECK_THROWS_WITH(engine.marginals(std::vector{g}),
                      Catch::Contains("variable 'g' is continuous: only discrete variables have a "
                                      "posterior distribution here"));
    CHECK_THROWS_AS(engine.log_evidence(Evidence{}.observe(g, infinity)), EvidenceError);
    CHECK(engine.marginals().size() == 0);

    NetworkBuilder chain;
    for (std::size_t i = 0; i < 200; ++i) {
        const VariableId id = chain.add_variable(Variable("x" + std::to_string(i)));
        chain.set_cpd(i == 0 ? LinearGaussianCpd(id, Scope(), {}, {{0, {}, 1}})
                             : LinearGaussianCpd(id, Scope(), {VariableId(i - 1)}, {{0, {1}, 1}}));
    }
    const InferenceEngine small(chain.build(), {.max_arena_bytes = 8 * 100 * 100});
    CHECK_THROWS_AS(small.log_evidence(Evidence{}.observe(VariableId(199), 1.0)), TooLargeError);
    CHECK_NOTHROW(small.log_evidence(Evidence{}.observe(VariableId(50), 1.0)));
}

TEST_CASE("Hybrid engine: answers do not depend on what was asked before", "[inference][hybrid]") {
    Rng rng(5);
    for (int round = 0; round < 50; ++round) {
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        Workspace workspace;
        for (int question = 0; question < 10; ++question) {
            const Evidence evidence = random_hybrid_evidence(network, rng);
            const Posterior& used = engine.marginals(evidence, workspace);
            const Posterior fresh = InferenceEngine(network).marginals(evidence);
            REQUIRE(used.log_evidence() == fresh.log_evidence());
            for (std::size_t i = 0; i < used.size(); ++i)
                REQUIRE(std::ranges::equal(used[i], fresh[i]));
        }
    }
}

TEST_CASE(
    "Hybrid engine: a batch answers each row as a question of its own does, missing values and all",
    "[inference][hybrid][batch]") {
    Rng rng(77);
    constexpr std::size_t rows = 40;
    for (int round = 0; round < 60; ++round) {
        const BayesianNetwork network = random_hybrid(rng);
        const InferenceEngine engine(network);
        std::vector<std::vector<std::uint8_t>> codes(network.size(),
                                                     std::vector<std::uint8_t>(rows));
        std::vector<std::vector<double>> values(network.size(), std::vector<double>(rows));
        EvidenceColumns columns{rows, {}};
        for (std::size_t v = 1; v < network.size(); ++v) {
            const bool discrete = network.variables()[v].is_discrete(),
                       may_miss = rng.below(2) == 1;
            for (std::size_t r = 0; r < rows; ++r) {
                const bool missing = may_miss && rng.below(4) == 0;
                codes[v][r] = missing || !discrete ? missing_cell<std::uint8_t>
                                                   : static_cast<std::uint8_t>(rng.below(
                                                         network.variables()[v].cardinality()));
                values[v][r] =
                    missing ? std::numeric_limits<double>::quiet_NaN() : 6 * rng.uniform() - 3;
            }
            if (discrete)
                columns.columns.push_back({VariableId(v), std::span<const std::uint8_t>(codes[v])});
            if (!discrete)
                columns.columns.push_back({VariableId(v), std::span<const double>(values[v])});
        }
        const BatchPosterior batch = engine.marginals(VariableId(0), columns);
        for (std::size_t r = 0; r < rows; ++r) {
            const Posterior single =
                engine.marginals(std::vector{VariableId(0)}, evidence_of_row(columns, r));
            INFO("round " << round << ", row " << r);
            REQUIRE_THAT(batch.log_evidence[r], WithinAbs(single.log_evidence(), 1e-11));
            for (std::size_t s = 0; s < network.cardinality(VariableId(0)); ++s) {
                REQUIRE_THAT(
                    batch.probabilities(static_cast<Eigen::Index>(r), static_cast<Eigen::Index>(s)),
                    WithinAbs(single[0][s], 1e-12));
            }
        }
    }
}
