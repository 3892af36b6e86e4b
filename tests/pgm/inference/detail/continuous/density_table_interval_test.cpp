#include <pgm/core/detail/normal.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

TEST_CASE("Density table: a variable in an interval ends where that does, also far out and narrow",
          "[inference][continuous]") {
    for (const Interval interval :
         {Interval{3, infinity}, Interval{-1, 2}, Interval{40, 41}, Interval{1000, infinity},
          Interval{1, 1 + 1e-9}, Interval{-infinity, -1e6}}) {
        INFO(interval.above << " " << interval.up_to);
        NetworkBuilder builder;
        const VariableId x = builder.add_variable(Variable("X"));
        builder.set_cpd(LinearGaussianCpd(x, Scope(), {}, {{0, {}, 1}}));
        const ContinuousPosterior part =
            InferenceEngine(builder.build()).density(x, Evidence{}.observe(x, interval));
        CHECK(part.cdf(interval.above) == 0);
        CHECK_THAT(part.cdf(interval.up_to), WithinRel(1.0, 1e-15));
        const double whole = detail::log_normal_probability(interval);
        for (const double p : {1e-6, 0.05, 0.5, 0.975}) {
            const double at = part.quantile(p);
            CHECK((at > interval.above && at < interval.up_to));
            const double cdf =
                std::exp(detail::log_normal_probability({interval.above, at}) - whole);
            const double rounding = 2e-16 * std::abs(at) * part.density(at);  // of the quantile
            CHECK_THAT(cdf, WithinAbs(p, 1e-10 * p + 4 * rounding));
        }
    }
}
