#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <numbers>
#include <vector>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

// Expected values are by mpmath with 20 to 30 digits.

namespace {

/// What a density has at a place.
struct At {
    double x, density, cdf, upper;
};

void check(const ContinuousPosterior& posterior, const std::vector<At>& places) {
    for (const auto& [x, density, cdf, upper] : places) {
        INFO(x);
        CHECK_THAT(posterior.density(x), WithinRel(density, 1e-10));
        CHECK_THAT(posterior.log_density(x), WithinAbs(std::log(density), 1e-10));
        CHECK_THAT(posterior.cdf(x), WithinRel(cdf, 1e-10));
        CHECK_THAT(posterior.probability({.above = x}), WithinRel(upper, 1e-10));
        CHECK_THAT(posterior.quantile(cdf), WithinAbs(x, 1e-10));
    }
}

FunctionCpd root(VariableId child, std::function<double(double)> log_density) {
    return FunctionCpd(
        child, Scope(), {},
        {[log_density](std::size_t, std::span<const double>, double x) { return log_density(x); }});
}

double log_exponential(double x) {
    return x < 0 ? -infinity : -x;
}

/// An exponential F, and G = intercept + slope F + N(0, variance).
struct Follower {
    NetworkBuilder builder;
    VariableId f = builder.add_variable(Variable("F")), g = builder.add_variable(Variable("G"));

    Follower(double intercept, double slope, double variance) {
        builder.set_cpd(root(f, log_exponential));
        builder.set_cpd(LinearGaussianCpd(g, Scope(), {f}, {{intercept, {slope}, variance}}));
    }

    ContinuousPosterior posterior(const Evidence& evidence = {}) const {
        return InferenceEngine(NetworkBuilder(builder).build()).density(g, evidence);
    }
};

}  // namespace

TEST_CASE("Density table: the axis of a component has all that a posterior has",
          "[inference][hybrid][axis]") {
    NetworkBuilder builder;
    const VariableId d = builder.add_variable(Variable("D", {"slow", "fast"})),
                     f = builder.add_variable(Variable("F")),
                     y = builder.add_variable(Variable("Y"));
    builder.set_cpd(TableCpd(Scope({d}, {2}), std::vector<double>{0.25, 0.75}));
    builder.set_cpd(FunctionCpd(f, Scope({d}, {2}), {},
                                {[](std::size_t row, std::span<const double>, double t) {
                                    const double rate = row == 0 ? 1 : 3;
                                    return t < 0 ? -infinity : std::log(rate) - rate * t;
                                }}));
    builder.set_cpd(LinearGaussianCpd(y, Scope({d}, {2}), {f}, {{1, {2}, 0.5}, {-1, {1}, 2}}));
    const InferenceEngine engine(builder.build());
    const Evidence evidence = Evidence{}.observe(y, 4.0);
    const ContinuousPosterior waiting = engine.density(f, evidence);
    CHECK(waiting.components().size() == 2);
    check(waiting, {{0.5, 0.07939641509202737, 0.023465286602116145, 0.97653471339788385},
                    {1, 0.63390824254304366, 0.16711619996827482, 0.83288380003172518},
                    {3, 0.00095670764730847063, 0.99957750601268955, 0.00042249398731044788}});
    CHECK_THAT(waiting.mean(), WithinRel(1.3516985925387138, 1e-12));
    CHECK_THAT(waiting.sd(), WithinRel(0.38996333672578951, 1e-12));
    CHECK_THAT(waiting.quantile(0.05), WithinRel(0.70326243137805811, 1e-12));
    CHECK_THAT(waiting.median(), WithinRel(1.3629504950705434, 1e-12));
    CHECK_THAT(waiting.mode(), WithinAbs(1.3732961307460985, 1e-7));
    CHECK_THAT(waiting.central_interval(0.9).up_to, WithinRel(1.9605613115024042, 1e-12));
    CHECK(waiting.density(-1e-9) == 0);
    CHECK(waiting.cdf(0) == 0);
    // The probability of an interval is a question of its own, which uses no table.
    const double beyond =
        std::exp(engine.log_evidence(Evidence(evidence).observe(f, Interval{.above = 3})) -
                 engine.log_evidence(evidence));
    CHECK_THAT(1 - waiting.cdf(3), WithinRel(beyond, 1e-10));
    CHECK_THAT(waiting.probability({.above = 3}), WithinRel(beyond, 1e-12));
    const ContinuousPosterior short_ones =
        engine.density(f, Evidence(evidence).observe(f, Interval{.up_to = 1}));
    CHECK(short_ones.cdf(1) == 1);
    CHECK_THAT(short_ones.cdf(0.5), WithinRel(0.023465286602116145 / 0.16711619996827482, 1e-11));
}

TEST_CASE("Density table: a Gaussian below the axis is the integral over it",
          "[inference][hybrid][axis]") {
    const ContinuousPosterior sum = Follower(0, 1, 1).posterior();
    check(sum, {{-4, 2.5803552183350365e-5, 5.8676896497695565e-6, 0.99999413231035023},
                {0.25, 0.29099528056854781, 0.30771104511437591, 0.69228895488562409},
                {10, 7.4851829887700591e-5, 0.9999251481701123, 7.4851829887700591e-5}});
    CHECK_THAT(sum.mean(), WithinRel(1.0, 1e-12));
    CHECK_THAT(sum.sd(), WithinRel(std::numbers::sqrt2, 1e-12));
    CHECK_THAT(sum.quantile(0.95), WithinRel(3.4941663855992844, 1e-12));
    CHECK_THAT(sum.mode(), WithinAbs(0.69736915928842726, 1e-7));
    // It may be turned around, and have another unit.
    const ContinuousPosterior turned = Follower(7, -1e6, 1e12).posterior();
    CHECK_THAT(turned.quantile(0.05), WithinRel(7 - 1e6 * 3.4941663855992844, 1e-12));
    CHECK_THAT(turned.cdf(7 - 1e6 * 0.25), WithinRel(0.69228895488562409, 1e-11));

    Follower known(0, 1, 1);
    const VariableId y = known.builder.add_variable(Variable("Y")),
                     z = known.builder.add_variable(Variable("Z"));
    known.builder.set_cpd(LinearGaussianCpd(y, Scope(), {known.g}, {{0, {1}, 1}}));
    known.builder.set_cpd(LinearGaussianCpd(z, Scope(), {known.g, known.f}, {{0, {2, -1}, 4}}));
    const ContinuousPosterior posterior =
        known.posterior(Evidence{}.observe(y, 3.0).observe(z, 1.0));
    check(posterior, {{0.5, 0.083156584128993833, 0.0236400967363296, 0.9763599032636704},
                      {2, 0.50616321683617554, 0.53823728025583699, 0.46176271974416301}});
    CHECK_THAT(posterior.mean(), WithinRel(1.955644848039298, 1e-12));
    CHECK_THAT(posterior.sd(), WithinRel(0.77803332405340082, 1e-12));
}

TEST_CASE("Density table: a Gaussian that adds little or nothing to the axis",
          "[inference][hybrid][axis]") {
    const ContinuousPosterior image = Follower(1, -2, 0).posterior();
    for (const double x : {-20.0, -1.0, 0.75}) {
        CHECK_THAT(image.cdf(x), WithinRel(std::exp((x - 1) / 2), 1e-12));
        CHECK_THAT(image.density(x), WithinRel(std::exp((x - 1) / 2) / 2, 1e-12));
    }
    CHECK(image.cdf(1) == 1);
    const ContinuousPosterior independent = Follower(1, 0, 4).posterior();
    REQUIRE(independent.components().size() == 1);
    CHECK(independent.components()[0] == DensityComponent{1, 1, 2});

    NetworkBuilder builder;
    const VariableId k = builder.add_variable(Variable("K")),
                     g = builder.add_variable(Variable("G"));
    builder.set_cpd(
        KernelDensityCpd(k, Scope(), KernelDensityCpd::Kernel::tophat, {{{1, 2}, {}, 0.5}}));
    builder.set_cpd(LinearGaussianCpd(g, Scope(), {k}, {{0, {1}, 1e-6}}));
    const ContinuousPosterior edges = InferenceEngine(builder.build()).density(g, Evidence{});
    check(edges, {{0.499, 0.079327626965728526, 4.1657735293843149e-5, 0.99995834226470616},
                  {1, 0.5, 0.25, 0.75},
                  {2.5005, 0.15426876936299345, 0.99990110172129935, 9.8898278700653015e-5}});
}

TEST_CASE("Density table: a Gaussian of which intervals are known beside the axis is refused",
          "[inference][hybrid][axis]") {
    Follower model(0, 1, 1);
    const VariableId y = model.builder.add_variable(Variable("Y"));
    model.builder.set_cpd(LinearGaussianCpd(y, Scope(), {model.g}, {{0, {1}, 1}}));
    CHECK_THROWS_WITH(
        model.posterior(Evidence{}.observe(y, Interval{1, 2})),
        Catch::Contains("the distribution of 'G' is not known: 'F' is integrated out by "
                        "quadrature") &&
            Catch::Contains("give a value for 'F'"));
}

TEST_CASE("Density table: a normal variable of whose relatives intervals are known",
          "[inference][continuous]") {
    NetworkBuilder builder;
    const VariableId x = builder.add_variable(Variable("X")),
                     y = builder.add_variable(Variable("Y")),
                     z = builder.add_variable(Variable("Z"));
    builder.set_cpd(LinearGaussianCpd(x, Scope(), {}, {{1, {}, 2}}));
    builder.set_cpd(LinearGaussianCpd(y, Scope(), {x}, {{0, {1}, 1}}));
    builder.set_cpd(LinearGaussianCpd(z, Scope(), {x}, {{0, {0.5}, 0.25}}));
    const Evidence evidence =
        Evidence{}.observe(y, Interval{2, 3}).observe(z, Interval{.above = 1.5});
    const ContinuousPosterior apart =
        InferenceEngine(NetworkBuilder(builder).build()).density(x, evidence);
    check(apart, {{-1, 1.2741920537992848e-7, 1.4556676582704464e-8, 0.99999998544332342},
                  {2, 0.3499034375387377, 0.15376251714135635, 0.84623748285864365},
                  {6, 2.1083228740916937e-5, 0.99999648106143686, 3.5189385631448418e-6}});
    CHECK_THAT(apart.mean(), WithinRel(2.7041407681192887, 1e-12));
    CHECK_THAT(apart.sd(), WithinRel(0.69181389050223336, 1e-12));
    CHECK_THAT(apart.quantile(0.05), WithinRel(1.5787925157975499, 1e-12));
    CHECK_THAT(apart.median(), WithinRel(2.6970118761745494, 1e-12));
    CHECK_THAT(apart.mode(), WithinAbs(2.6831319201583425, 1e-7));
}

TEST_CASE("Density table: the part of a tophat in an interval is a tophat",
          "[inference][continuous]") {
    NetworkBuilder builder;
    const VariableId k = builder.add_variable(Variable("K"));
    builder.set_cpd(
        KernelDensityCpd(k, Scope(), KernelDensityCpd::Kernel::tophat, {{{0, 5}, {}, 1}}));
    const InferenceEngine engine(builder.build());
    const Evidence evidence = Evidence{}.observe(k, Interval{0.5, 4.5});
    const ContinuousPosterior part = engine.density(k, evidence);
    // (0.5, 1] and (4, 4.5]
    CHECK_THAT(part.mean(), WithinRel(2.5, 1e-14));
    CHECK_THAT(part.cdf(0.75), WithinRel(0.25, 1e-14));
    CHECK_THAT(part.density(4.25), WithinRel(1.0, 1e-14));
    CHECK(part.density(1.01) == 0);
    const ContinuousMoments moments = engine.moments(std::vector{k}, evidence);
    CHECK_THAT(moments.means[0], WithinRel(2.5, 1e-14));
    CHECK_THAT(moments.covariances[0], WithinRel(1.75 * 1.75 + 0.25 / 12, 1e-14));
}
