#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/cpd/threshold_cpd.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

const VariableId exam_score(0), exam_grade(1), exam_pass(2);

/// x ~ N(10, 9); grade cuts it at 7 and 12 without noise, pass is a probit of it.
BayesianNetwork exam_network() {
    NetworkBuilder net;
    net.add_variable(Variable("x"));
    net.add_variable(Variable("grade", {"C", "B", "A"}));
    net.add_variable(Variable("pass", {"no", "yes"}));
    net.set_cpd(LinearGaussianCpd(exam_score, Scope(), {}, {{10, {}, 9}}));
    net.set_cpd(ThresholdCpd(exam_grade, 3, Scope(), {exam_score}, {{{1}, 0, {7, 12}}}));
    net.set_cpd(ThresholdCpd(exam_pass, 2, Scope(), {exam_score}, {{{1}, 16, {8}}}));
    return net.build();
}

double normal_below(double z) {
    return 0.5 * std::erfc(-z / std::sqrt(2.0));
}

}  // namespace

TEST_CASE("Threshold: probabilities are intervals of a normal distribution", "[model][threshold]") {
    const ThresholdCpd cpd(exam_pass, 2, Scope(), {exam_score}, {{{1}, 16, {8}}});
    const double value[] = {10};
    CHECK_THAT(std::exp(cpd.log_probability(0, value, StateId(1))),
               WithinAbs(normal_below(0.5), 1e-15));
    const ThresholdCpd sharp(exam_grade, 3, Scope(), {exam_score}, {{{1}, 0, {7, 12}}});
    const double bound[] = {7};
    CHECK(sharp.log_probability(0, bound, StateId(0)) == 0);  // up to the cut
    CHECK(sharp.log_probability(0, bound, StateId(1)) == -infinity);
    CHECK(ThresholdCpd::from_numbers({exam_grade, 3, {}, {}, {exam_score}}, sharp.numbers()) ==
          sharp);
    CHECK(sharp.parameter_count() == 3);
}

TEST_CASE("Threshold: the engine answers exactly, in both directions", "[model][threshold]") {
    const BayesianNetwork network = exam_network();
    const InferenceEngine engine(network);
    const Posterior prior = engine.marginals();
    CHECK_THAT(prior.marginal(exam_grade)[0], WithinAbs(normal_below(-1), 1e-14));
    CHECK_THAT(prior.marginal(exam_grade)[2], WithinAbs(normal_below(-2.0 / 3), 1e-14));
    // x + noise ~ N(10, 25)
    CHECK_THAT(prior.marginal(exam_pass)[1], WithinAbs(normal_below(0.4), 1e-14));

    Evidence passed;
    passed.observe(exam_pass, StateId(1));
    CHECK_THAT(engine.log_evidence(passed), WithinAbs(std::log(normal_below(0.4)), 1e-13));
    // E(x | x + noise > 8) = 10 + 9/5 normal_below(0.4) / Phi(0.4)
    const double hazard =
        std::exp(-0.08) / std::sqrt(2 * 3.14159265358979323846) / normal_below(0.4);
    CHECK_THAT(engine.continuous_marginal(exam_score, passed).mean(),
               WithinAbs(10 + 1.8 * hazard, 1e-12));
    CHECK_THAT(engine.moments(std::span(&exam_score, 1), passed).means[0],
               WithinAbs(10 + 1.8 * hazard, 1e-12));

    Evidence measured;
    measured.observe(exam_score, 9.0);
    CHECK_THAT(engine.marginals(measured).marginal(exam_pass)[1],
               WithinAbs(normal_below(0.25), 1e-14));
    CHECK(engine.marginals(measured).marginal(exam_grade)[1] == 1);

    Evidence best;
    best.observe(exam_grade, StateId(2));
    const ContinuousPosterior above = engine.continuous_marginal(exam_score, best);
    CHECK(above.probability({.up_to = 12}) == 0);
    CHECK_THAT(
        above.cdf(13),
        WithinAbs((normal_below(1) - normal_below(2.0 / 3)) / normal_below(-2.0 / 3), 1e-12));
    CHECK_THAT(above.quantile(0.5), WithinAbs(above.median(), 0));
    CHECK_THAT(above.cdf(above.median()), WithinAbs(0.5, 1e-12));
    CHECK_THAT(above.mode(), WithinAbs(12, 1e-6));
}

TEST_CASE("Threshold: samples have the probabilities of the engine", "[model][threshold]") {
    const BayesianNetwork network = exam_network();
    const ForwardSampler sampler(network);
    Rng rng(7);
    std::vector<StateId> row(network.size());
    std::vector<double> values(network.size());
    const int count = 20'000;
    int passed = 0, best = 0;
    for (int i = 0; i < count; ++i) {
        sampler.sample(rng, row, values);
        passed += row[exam_pass.index()] == StateId(1);
        best += row[exam_grade.index()] == StateId(2);
        CHECK((row[exam_grade.index()] == StateId(2)) == (values[exam_score.index()] > 12));
    }
    const double five_errors = 5 * 0.5 / std::sqrt(count);
    CHECK_THAT(passed / double(count), WithinAbs(normal_below(0.4), five_errors));
    CHECK_THAT(best / double(count), WithinAbs(normal_below(-2.0 / 3), five_errors));
}

TEST_CASE("Threshold: shapes and numbers that are wrong are refused", "[model][threshold]") {
    CHECK_THROWS_AS(ThresholdCpd(exam_grade, 3, Scope(), {}, {{{}, 0, {1, 2}}}), ArgumentError);
    CHECK_THROWS_AS(ThresholdCpd(exam_grade, 3, Scope(), {exam_score}, {{{1}, 0, {1}}}),
                    ArgumentError);
    CHECK_THROWS_AS(ThresholdCpd(exam_grade, 3, Scope(), {exam_score}, {{{1, 2}, 0, {1, 2}}}),
                    ArgumentError);
    NetworkBuilder net;
    net.add_variable(Variable("x"));
    net.add_variable(Variable("grade", {"C", "B", "A"}));
    net.set_cpd(LinearGaussianCpd(exam_score, Scope(), {}, {{0, {}, 1}}));
    net.set_cpd(ThresholdCpd(exam_grade, 3, Scope(), {exam_score}, {{{1}, -1, {2, 1}}}));
    const std::vector<Problem> problems = net.check();
    REQUIRE(problems.size() == 2);
    CHECK(problems[0].message == "the variance of P(grade) is -1, not a positive number or 0");
    CHECK(problems[1].message ==
          "the cut of P(grade) is 1, not a finite number at or above the cut before it");
    net.set_cpd(ThresholdCpd(exam_grade, 2, Scope(), {exam_score}, {{{1}, 0, {0}}}));
    CHECK(net.check().front().message == "'grade' has 3 states, but its distribution 2");
}
