#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

// Expected values are by mpmath with 40 digits.

namespace {

double log_normal(double x, double mean, double variance) {
    return -(x - mean) * (x - mean) / (2 * variance) -
           0.5 * std::log(2 * std::numbers::pi * variance);
}

double log_cauchy(double x, double place, double scale) {
    const double z = (x - place) / scale;
    return -std::log(std::numbers::pi * scale) - std::log1p(z * z);
}

FunctionCpd root_of(VariableId child, std::function<double(double)> log_density) {
    return FunctionCpd(
        child, Scope(), {},
        {[log_density](std::size_t, std::span<const double>, double x) { return log_density(x); }});
}

double log_uniform(double x, double low, double high) {
    return x >= low && x <= high ? -std::log(high - low) : -infinity;
}

/// An axis F of a given density with children F + N(0, variance).
struct Measured {
    VariableId f, y, z;
    BayesianNetwork network;

    Measured(const std::function<double(double)>& log_density, double variance)
        : Measured(log_density, variance, NetworkBuilder()) {}

private:
    Measured(const std::function<double(double)>& log_density, double variance,
             NetworkBuilder builder)
        : f(builder.add_variable(Variable("F"))),
          y(builder.add_variable(Variable("Y"))),
          z(builder.add_variable(Variable("Z"))),
          network([&] {
              builder.set_cpd(root_of(f, log_density));
              builder.set_cpd(LinearGaussianCpd(y, Scope(), {f}, {{0, {1}, variance}}));
              builder.set_cpd(LinearGaussianCpd(z, Scope(), {f}, {{0, {1}, variance}}));
              return builder.build();
          }()) {}
};

/// Waiting times, of rate 1 or 3, and a measurement of them.
struct Waiting {
    NetworkBuilder builder;
    VariableId d = builder.add_variable(Variable("D", {"slow", "fast"})),
               f = builder.add_variable(Variable("F")), y = builder.add_variable(Variable("Y"));

    Waiting() {
        builder.set_cpd(TableCpd(Scope({d}, {2}), std::vector<double>{0.25, 0.75}));
        builder.set_cpd(FunctionCpd(f, Scope({d}, {2}), {},
                                    {[](std::size_t row, std::span<const double>, double t) {
                                        const double rate = row == 0 ? 1 : 3;
                                        return t < 0 ? -infinity : std::log(rate) - rate * t;
                                    }}));
        builder.set_cpd(LinearGaussianCpd(y, Scope({d}, {2}), {f}, {{1, {2}, 0.5}, {-1, {1}, 2}}));
    }
};

}  // namespace

TEST_CASE("Axis: a function with discrete parents is integrated out over what was measured of it",
          "[inference][hybrid][axis]") {
    const Waiting model;
    const BayesianNetwork network = NetworkBuilder(model.builder).build();
    const InferenceEngine engine(network);
    const Posterior high = engine.marginals(std::vector{model.d}, Evidence{}.observe(model.y, 4.0));
    CHECK_THAT(high.log_evidence(), WithinRel(-3.4729380684867265, 1e-13));
    CHECK_THAT(high[0][0], WithinRel(0.956902488686854516, 1e-12));
    const Posterior low = engine.marginals(std::vector{model.d}, Evidence{}.observe(model.y, -3.0));
    CHECK_THAT(low.log_evidence(), WithinRel(-2.8699952604015395, 1e-13));
    CHECK_THAT(low[0][0], WithinRel(1.60450834194015778e-8, 1e-11));
}

TEST_CASE("Axis: heavy tails, jumps, narrow likelihoods and many modes are integrated",
          "[inference][hybrid][axis]") {
    const auto cauchy = [](double x) { return log_cauchy(x, 2, 0.5); };
    const Measured narrow(cauchy, 1e-12);
    CHECK_THAT(InferenceEngine(narrow.network).log_evidence(Evidence{}.observe(narrow.y, 100.0)),
               WithinRel(-11.0078380542321845, 1e-11));
    const Measured two(cauchy, 1);
    CHECK_THAT(InferenceEngine(two.network)
                   .log_evidence(Evidence{}.observe(two.y, 3.0).observe(two.z, 10.0)),
               WithinRel(-18.2947878938516899, 1e-13));
    const Measured uniform([](double x) { return log_uniform(x, 23, 30); }, 0.01);
    CHECK_THAT(InferenceEngine(uniform.network).log_evidence(Evidence{}.observe(uniform.y, 29.95)),
               WithinRel(-2.3148565643439697, 1e-13));
}

TEST_CASE("Axis: the measured child may be a function of it", "[inference][hybrid][axis]") {
    NetworkBuilder builder;
    const VariableId f = builder.add_variable(Variable("F")),
                     y = builder.add_variable(Variable("Y"));
    builder.set_cpd(root_of(f, [](double x) {
        const double a = std::log(0.3) + log_normal(x, -5, 0.01),
                     b = std::log(0.7) + log_normal(x, 40, 4);
        return std::max(a, b) + std::log1p(std::exp(-std::abs(a - b)));
    }));
    builder.set_cpd(FunctionCpd(y, Scope(), {f},
                                {[](std::size_t, std::span<const double> parents, double value) {
                                    return log_normal(value, parents[0] * parents[0] / 100, 1);
                                }}));
    const BayesianNetwork square = NetworkBuilder(builder).build();
    CHECK_THAT(InferenceEngine(square).log_evidence(Evidence{}.observe(y, 16.0)),
               WithinRel(-1.91000128501831726, 1e-13));

    builder.set_cpd(LinearGaussianCpd(f, Scope(), {}, {{1, {}, 4}}));
    builder.set_cpd(FunctionCpd(y, Scope(), {f},
                                {[](std::size_t, std::span<const double> parents, double value) {
                                    return log_normal(value, std::exp(parents[0] / 2), 1);
                                }}));
    const BayesianNetwork exponential = builder.build();
    CHECK_THAT(InferenceEngine(exponential).log_evidence(Evidence{}.observe(y, 3.0)),
               WithinRel(-2.03990571575111105, 1e-13));
}

TEST_CASE("Axis: unmeasured Gaussians and thresholds may depend on it",
          "[inference][hybrid][axis]") {
    NetworkBuilder builder;
    const VariableId f = builder.add_variable(Variable("F")),
                     g = builder.add_variable(Variable("G")),
                     y = builder.add_variable(Variable("Y")),
                     z = builder.add_variable(Variable("Z")),
                     s = builder.add_variable(Variable("S", {"no", "yes"}));
    builder.set_cpd(root_of(f, [](double x) { return x < 0 ? -infinity : -x; }));
    builder.set_cpd(LinearGaussianCpd(g, Scope(), {f}, {{0, {1}, 1}}));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {g}, {{0, {1}, 1}}));
    builder.set_cpd(LinearGaussianCpd(z, Scope(), {g, f}, {{0, {2, -1}, 4}}));
    builder.set_cpd(ThresholdCpd(s, 2, Scope(), {f}, {logistic_row({1}, 0.5, {2})}));
    const InferenceEngine engine(builder.build());
    CHECK_THAT(engine.log_evidence(Evidence{}.observe(y, 3.0).observe(z, 1.0)),
               WithinRel(-4.4222596339364193, 1e-13));
    CHECK_THAT(engine.marginals(std::vector{s})[0][1], WithinRel(0.194379134789396868, 1e-13));
    CHECK_THAT(engine.log_evidence(Evidence{}.observe(f, Interval{1, 2})),
               WithinRel(std::log(std::exp(-1.0) - std::exp(-2.0)), 1e-13));
}

TEST_CASE("Axis: kernel densities of tophats may have measured children",
          "[inference][hybrid][axis]") {
    NetworkBuilder builder;
    const VariableId k = builder.add_variable(Variable("K")),
                     g = builder.add_variable(Variable("G"));
    builder.set_cpd(
        KernelDensityCpd(k, Scope(), KernelDensityCpd::Kernel::tophat, {{{1, 2}, {}, 0.5}}));
    builder.set_cpd(LinearGaussianCpd(g, Scope(), {k}, {{0, {1}, 1}}));
    const InferenceEngine engine(builder.build());
    CHECK_THAT(engine.log_evidence(Evidence{}.observe(g, 1.0)),
               WithinRel(-1.1637025459758448, 1e-13));
}

TEST_CASE("Axis: what is no density is refused by name", "[inference][hybrid][axis]") {
    const auto ask = [](const std::function<double(double)>& log_density) {
        const Measured model(log_density, 1);
        return InferenceEngine(model.network).log_evidence(Evidence{}.observe(model.y, 1.0));
    };
    const double nan = std::numeric_limits<double>::quiet_NaN();
    const std::string zero =
        "'F' was not measured, so it is integrated out, and its density is "
        "zero, infinite or no number wherever it was looked at";
    CHECK_THROWS_WITH(ask([&](double) { return nan; }), Catch::Contains(zero));
    CHECK_THROWS_WITH(ask([](double) { return infinity; }), Catch::Contains(zero));
    CHECK_THROWS_WITH(ask([](double) { return -infinity; }), Catch::Contains(zero));
    CHECK_THROWS_WITH(ask([](double) { return 0.0; }), Catch::Contains("has no end"));
    CHECK_THROWS_WITH(ask([](double x) { return x <= 1 ? -infinity : -std::log(x); }),
                      Catch::Contains("has no end"));
    CHECK_THROWS_WITH(ask([](double x) { return log_normal(x, 0, 1) - std::log(2.0); }),
                      Catch::Contains("integrates to 0.5 where it was found, not to 1"));
    CHECK_THROWS_WITH(ask([](double x) { return log_uniform(x, 1e6 + 0.25, 1e6 + 0.75); }),
                      Catch::Contains("subtract a constant from the variable"));
    CHECK_THROWS_WITH(
        ask([](double x) {
            return x <= 0 || x >= 1
                       ? -infinity
                       : -0.5 * (std::log(x) + std::log1p(-x)) - std::log(std::numbers::pi);
        }),
        Catch::Contains("1e-10 is needed (give a value for the variable, or make it discrete)"));
    CHECK_THROWS_AS(ask([](double) -> double { throw std::domain_error("no"); }),
                    std::domain_error);
}

TEST_CASE("Axis: two of them, one below something unknown and a child without noise are refused",
          "[inference][hybrid][axis]") {
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("A")),
                     b = builder.add_variable(Variable("B")),
                     y = builder.add_variable(Variable("Y"));
    const auto log_density = [](double x) { return log_normal(x, 0, 1); };
    builder.set_cpd(root_of(a, log_density));
    builder.set_cpd(root_of(b, log_density));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {a, b}, {{0, {1, 1}, 1}}));
    const InferenceEngine two(NetworkBuilder(builder).build());
    CHECK_THROWS_WITH(two.log_evidence(Evidence{}.observe(y, 1.0)),
                      Catch::Contains("'A' and 'B', which were not measured") &&
                          Catch::Contains("give a value for one of them, or make it discrete"));
    CHECK_THAT(two.log_evidence(Evidence{}.observe(y, 1.0).observe(b, 0.0)),
               WithinRel(log_normal(1, 0, 2) + log_normal(0, 0, 1), 1e-13));

    builder.set_cpd(LinearGaussianCpd(a, Scope(), {}, {{0, {}, 1}}));
    builder.set_cpd(
        FunctionCpd(b, Scope(), {a}, {[](std::size_t, std::span<const double> parents, double x) {
                        return log_normal(x, parents[0], 1);
                    }}));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {b}, {{0, {1}, 1}}));
    const InferenceEngine below(NetworkBuilder(builder).build());
    CHECK_THROWS_WITH(below.log_evidence(Evidence{}.observe(y, 1.0)),
                      Catch::Contains("depends on 'A', which was not measured either"));
    CHECK_THAT(below.log_evidence(Evidence{}.observe(y, 1.0).observe(a, 2.0)),
               WithinRel(log_normal(1, 2, 2) + log_normal(2, 0, 1), 1e-13));

    builder.set_cpd(root_of(b, log_density));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {b}, {{0, {1}, 0}}));
    CHECK_THROWS_WITH(InferenceEngine(builder.build()).log_evidence(Evidence{}.observe(y, 1.0)),
                      Catch::Contains("'Y' has no variance, so 'B'"));
}

TEST_CASE("Axis: means and covariances of it and of what depends on it",
          "[inference][hybrid][axis]") {
    const Waiting waiting;
    const InferenceEngine times(NetworkBuilder(waiting.builder).build());
    const ContinuousMoments time =
        times.moments(std::vector{waiting.f}, Evidence{}.observe(waiting.y, 4.0));
    CHECK_THAT(time.means[0], WithinRel(1.35169859253871378, 1e-12));
    CHECK_THAT(std::sqrt(time.covariances[0]), WithinRel(0.389963336725789509, 1e-12));
    const ContinuousMoments unmeasured = times.moments(std::vector{waiting.f}, Evidence{});
    CHECK_THAT(unmeasured.means[0], WithinRel(0.5, 1e-12));

    const Measured two([](double x) { return log_cauchy(x, 2, 0.5); }, 1);
    const ContinuousMoments place =
        InferenceEngine(two.network)
            .moments(std::vector{two.f}, Evidence{}.observe(two.y, 3.0).observe(two.z, 10.0));
    CHECK_THAT(place.means[0], WithinRel(6.26163956411558579, 1e-12));
    CHECK_THAT(std::sqrt(place.covariances[0]), WithinRel(0.728526402248428205, 1e-12));
    CHECK_THROWS_WITH(
        InferenceEngine(two.network).moments(std::vector{two.f}, Evidence{}),
        Catch::Contains("the density of 'F' falls off too slowly for a standard deviation"));
    CHECK_THROWS_WITH(InferenceEngine(two.network).density(two.f, Evidence{}),
                      Catch::Contains("'F'"));

    NetworkBuilder builder;
    const VariableId f = builder.add_variable(Variable("F")),
                     g = builder.add_variable(Variable("G")),
                     y = builder.add_variable(Variable("Y")),
                     z = builder.add_variable(Variable("Z"));
    builder.set_cpd(root_of(f, [](double x) { return x < 0 ? -infinity : -x; }));
    builder.set_cpd(LinearGaussianCpd(g, Scope(), {f}, {{0, {1}, 1}}));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {g}, {{0, {1}, 1}}));
    builder.set_cpd(LinearGaussianCpd(z, Scope(), {g, f}, {{0, {2, -1}, 4}}));
    const ContinuousMoments both =
        InferenceEngine(builder.build())
            .moments(std::vector{f, g}, Evidence{}.observe(y, 3.0).observe(z, 1.0));
    CHECK_THAT(both.means[0], WithinRel(1.57795636274526274, 1e-12));
    CHECK_THAT(both.covariance(0, 0), WithinRel(1.08801008001700354, 1e-12));
    CHECK_THAT(both.means[1], WithinRel(1.95564484803929804, 1e-12));
    CHECK_THAT(both.covariance(1, 1), WithinRel(0.605335853337584218, 1e-12));
    CHECK_THAT(both.covariance(0, 1), WithinRel(0.544005040008501769, 1e-12));
}
