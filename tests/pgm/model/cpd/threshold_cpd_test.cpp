#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/cpd/threshold_cpd.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/model/sampling.hpp>

#include <tests/support/catch.hpp>

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

/// The same with logistic noise, of scales 1.5 and 2, and y = 2 x + N(1, 4).
BayesianNetwork logistic_network() {
    NetworkBuilder net;
    net.add_variable(Variable("x"));
    net.add_variable(Variable("grade", {"C", "B", "A"}));
    net.add_variable(Variable("pass", {"no", "yes"}));
    const VariableId y = net.add_variable(Variable("y"));
    net.set_cpd(LinearGaussianCpd(exam_score, Scope(), {}, {{10, {}, 9}}));
    net.set_cpd(
        ThresholdCpd(exam_grade, 3, Scope(), {exam_score}, {logistic_row({1}, 1.5, {7, 12})}));
    net.set_cpd(ThresholdCpd(exam_pass, 2, Scope(), {exam_score}, {logistic_row({1}, 2, {8})}));
    net.set_cpd(LinearGaussianCpd(y, Scope(), {exam_score}, {{1, {2}, 4}}));
    return net.build();
}

double logistic(double z) {
    return 1 / (1 + std::exp(-z));
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
    CHECK_THAT(engine.density(exam_score, passed).mean(), WithinAbs(10 + 1.8 * hazard, 1e-12));
    CHECK_THAT(engine.moments(std::span(&exam_score, 1), passed).means[0],
               WithinAbs(10 + 1.8 * hazard, 1e-12));

    Evidence measured;
    measured.observe(exam_score, 9.0);
    CHECK_THAT(engine.marginals(measured).marginal(exam_pass)[1],
               WithinAbs(normal_below(0.25), 1e-14));
    CHECK(engine.marginals(measured).marginal(exam_grade)[1] == 1);

    Evidence best;
    best.observe(exam_grade, StateId(2));
    const ContinuousPosterior above = engine.density(exam_score, best);
    CHECK(above.probability({.up_to = 12}) == 0);
    CHECK_THAT(
        above.cdf(13),
        WithinAbs((normal_below(1) - normal_below(2.0 / 3)) / normal_below(-2.0 / 3), 1e-12));
    CHECK_THAT(above.quantile(0.5), WithinAbs(above.median(), 0));
    CHECK_THAT(above.cdf(above.median()), WithinAbs(0.5, 1e-12));
    CHECK_THAT(above.mode(), WithinAbs(12, 1e-6));
}

TEST_CASE("Threshold: a row with logistic noise is a logistic regression", "[model][threshold]") {
    // P(X = 1 | c) = 1 / (1 + exp(-(a + b c))), a = -1.5, b = 0.5
    const ThresholdCpd cpd(exam_pass, 2, Scope(), {exam_score}, {logistic_row({0.5}, 1, {1.5})});
    for (const double c : {-1000.0, -3.0, 0.0, 3.0, 10.0, 50.0, 1000.0}) {
        const double value[] = {c}, z = -1.5 + 0.5 * c;
        INFO(c);
        CHECK_THAT(std::exp(cpd.log_probability(0, value, StateId(1))),
                   WithinAbs(logistic(z), 2e-15));
        CHECK_THAT(std::exp(cpd.log_probability(0, value, StateId(0))),
                   WithinAbs(logistic(-z), 2e-15));
    }
    const double far[] = {-4000};
    CHECK_THAT(cpd.log_probability(0, far, StateId(1)), WithinAbs(-2001.5, 1e-11));
    CHECK_THAT(noise_of(cpd.row(0)).scale, WithinAbs(1, 1e-15));
    // An interval of 1e-9: its density times its width, to all digits.
    const Noise noise{Noise::Kind::logistic, 1};
    CHECK_THAT(noise.log_probability(0, {2, 2 + 0x1p-30}),
               WithinAbs(std::log(0x1p-30) - 2 - 2 * std::log1p(std::exp(-2)), 1e-9));
    CHECK(noise.log_probability(0, {2, 2}) == -infinity);
}

// The numbers are integrals by the trapezoidal rule in 40 digits.
TEST_CASE("Threshold: the engine answers logistic noise by quadrature, in both directions",
          "[model][threshold]") {
    const InferenceEngine engine(logistic_network());
    const VariableId y(3);
    const Posterior prior = engine.marginals();
    CHECK_THAT(prior.marginal(exam_grade)[0], WithinAbs(0.22479975460333641, 1e-14));
    CHECK_THAT(prior.marginal(exam_grade)[1], WithinAbs(0.46848777587498761, 1e-14));
    CHECK_THAT(prior.marginal(exam_grade)[2], WithinAbs(0.30671246952167598, 1e-14));
    CHECK_THAT(prior.marginal(exam_pass)[1], WithinAbs(0.67073898466038967, 1e-14));

    Evidence best;
    best.observe(exam_grade, StateId(2));
    CHECK_THAT(engine.marginals(best).marginal(exam_pass)[1],
               WithinAbs(0.86667049104799578, 1e-14));
    Evidence measured;
    measured.observe(y, 25.0);
    CHECK_THAT(engine.marginals(measured).marginal(exam_pass)[1],
               WithinAbs(0.86068113008337107, 1e-14));
    measured.observe(exam_score, 9.0);
    CHECK_THAT(engine.marginals(measured).marginal(exam_pass)[1], WithinAbs(logistic(0.5), 1e-14));

    best.observe(exam_pass, StateId(0));
    CHECK_THAT(engine.log_evidence(best), WithinAbs(-3.1967762554375215, 1e-13));
    const ContinuousPosterior x = engine.density(exam_score, best);
    CHECK_THAT(x.mean(), WithinAbs(10.618169614952706, 1e-12));
    CHECK_THAT(x.sd(), WithinAbs(2.1144597991921360, 1e-12));
    CHECK_THAT(x.density(11), WithinAbs(0.19037106199573900, 1e-13));
    CHECK_THAT(x.cdf(11), WithinAbs(0.57045651614934847, 1e-13));
    CHECK_THAT(x.median(), WithinAbs(10.633225222405579, 1e-10));
    CHECK_THAT(x.mode(), WithinAbs(10.677602559395211, 1e-6));
    // y is regressed on x: E y = 1 + 2 E x, var y = 4 + 4 var x.
    const VariableId both[] = {exam_score, y};
    const ContinuousMoments moments = engine.moments(both, best);
    CHECK_THAT(moments.means[1], WithinAbs(1 + 2 * x.mean(), 1e-11));
    CHECK_THAT(moments.covariance(0, 1), WithinAbs(2 * x.variance(), 1e-11));
    CHECK_THAT(moments.covariance(1, 1), WithinAbs(4 + 4 * x.variance(), 1e-11));
    const ContinuousPosterior of_y = engine.density(y, best);
    CHECK_THAT(of_y.sd(), WithinAbs(std::sqrt(4 + 4 * x.variance()), 1e-11));
    CHECK_THAT(of_y.probability({of_y.quantile(0.05), of_y.quantile(0.95)}), WithinAbs(0.9, 1e-10));
}

TEST_CASE("Threshold: any number of noisy states of one variable", "[model][threshold]") {
    // Item responses (Birnbaum 1968): twelve answers to questions of slopes 0.5 to 1.25.
    const auto item_network = [](Noise::Kind noise) {
        NetworkBuilder net;
        const VariableId ability = net.add_variable(Variable("ability"));
        net.set_cpd(LinearGaussianCpd(ability, Scope(), {}, {{0, {}, 1}}));
        for (std::size_t i = 0; i < 12; ++i) {
            const VariableId item =
                net.add_variable(Variable("item" + std::to_string(i), {"wrong", "right"}));
            ThresholdCpd::Row row{{0.5 + 0.25 * static_cast<double>(i % 4)},
                                  1,
                                  {(-22 + 4 * static_cast<double>(i)) / 10}};
            if (noise == Noise::Kind::logistic) row = logistic_row(row.slopes, 1, row.cuts);
            net.set_cpd(ThresholdCpd(item, 2, Scope(), {ability}, {row}));
        }
        return net.build();
    };
    Evidence answers;
    for (std::size_t i = 0; i < 12; ++i) answers.observe(VariableId(i + 1), StateId(i % 3 != 0));
    struct Case {
        Noise::Kind noise;
        double log_evidence, mean, sd;
    };
    for (const Case& one : {Case{Noise::Kind::logistic, -12.223423978227186, 0.73609110320158376,
                                 0.60983043801531088},
                            Case{Noise::Kind::normal, -18.031756146472604, 0.62742184548260261,
                                 0.37120588974097185}}) {
        const InferenceEngine engine(item_network(one.noise));
        CHECK_THAT(engine.log_evidence(answers), WithinAbs(one.log_evidence, 1e-12));
        const ContinuousPosterior posterior = engine.density(VariableId(0), answers);
        CHECK_THAT(posterior.mean(), WithinAbs(one.mean, 1e-12));
        CHECK_THAT(posterior.sd(), WithinAbs(one.sd, 1e-12));
        CHECK_THAT(posterior.cdf(posterior.quantile(0.1)), WithinAbs(0.1, 1e-11));
    }
}

TEST_CASE("Threshold: logistic states of three variables that depend on each other are refused",
          "[model][threshold]") {
    NetworkBuilder three;
    Evidence known;
    std::vector<VariableId> sums;
    for (const char* name : {"a", "b", "c"}) sums.push_back(three.add_variable(Variable(name)));
    for (std::size_t i = 0; i < 3; ++i) {
        three.set_cpd(LinearGaussianCpd(sums[i], Scope(), {sums.begin(), sums.begin() + i},
                                        {{0, std::vector<double>(i, 0.5), 1}}));
        const VariableId state =
            three.add_variable(Variable("state" + std::to_string(i), {"low", "high"}));
        three.set_cpd(ThresholdCpd(state, 2, Scope(), {sums[i]}, {logistic_row({1}, 1, {0})}));
        known.observe(state, StateId(1));
    }
    const InferenceEngine refusing(three.build());
    CHECK_THROWS_AS(refusing.log_evidence(known), TooLargeError);
    CHECK_THROWS_WITH(refusing.log_evidence(known), Catch::Contains("around 'a'"));
    CHECK_NOTHROW(refusing.log_evidence(known.observe(sums[0], 1.0)));
}

TEST_CASE("Threshold: numbers say which noise a row has, and those without are of normal noise",
          "[model][threshold]") {
    const Scope groups({VariableId(5)}, {2});
    const CpdFamily family{exam_grade, 3, {VariableId(5)}, {2}, {exam_score}};
    const ThresholdCpd mixed(exam_grade, 3, groups, {exam_score},
                             {{{1}, 4, {7, 12}}, logistic_row({2}, 1.5, {1, 3})});
    CHECK(mixed.numbers().size() == mixed.stored_numbers());
    CHECK(mixed.numbers()[1] == 0);  // the kind of noise of the first row
    CHECK(ThresholdCpd::from_numbers(family, mixed.numbers()) == mixed);
    const std::vector<double> earlier{1, 4, 7, 12, 2, 0, 1, 3};
    const ThresholdCpd normal(exam_grade, 3, groups, {exam_score},
                              {{{1}, 4, {7, 12}}, {{2}, 0, {1, 3}}});
    CHECK(ThresholdCpd::from_numbers(family, earlier) == normal);
    CHECK(normal.numbers() == earlier);
    CHECK_THROWS_AS(ThresholdCpd::from_numbers(family, std::vector<double>(9, 1.0)), ArgumentError);
    CHECK_THROWS_AS(ThresholdCpd::from_numbers(family, std::vector<double>(10, 2.0)),
                    ArgumentError);
}

TEST_CASE("Threshold: samples with logistic noise have the probabilities of the engine",
          "[model][threshold]") {
    const BayesianNetwork network = logistic_network();
    const ForwardSampler sampler(network);
    Rng rng(11);
    std::vector<StateId> row(network.size());
    std::vector<double> values(network.size());
    const int count = 20'000;
    int passed = 0, best = 0;
    for (int i = 0; i < count; ++i) {
        sampler.sample(rng, row, values);
        passed += row[exam_pass.index()] == StateId(1);
        best += row[exam_grade.index()] == StateId(2);
    }
    const double five_errors = 5 * 0.5 / std::sqrt(count);
    CHECK_THAT(passed / double(count), WithinAbs(0.67073898466038967, five_errors));
    CHECK_THAT(best / double(count), WithinAbs(0.30671246952167598, five_errors));
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
    for (const double scale : {0.0, -1.0, std::nan(""), infinity}) {
        net.set_cpd(
            ThresholdCpd(exam_grade, 3, Scope(), {exam_score}, {logistic_row({1}, scale, {1, 2})}));
        INFO(scale);
        REQUIRE(net.check().size() == 1);
        CHECK_THAT(net.check().front().message, Catch::Contains("the variance of P(grade) is") &&
                                                    Catch::EndsWith("not a positive number"));
    }
}
