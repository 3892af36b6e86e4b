#include <pgm/inference/named_posterior.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

/// P(Rain=yes | Wet=yes) = 0.2 * 0.9 / (0.2 * 0.9 + 0.8 * 0.1) = 9/13
InferenceEngine rain() {
    NetworkBuilder builder = NetworkBuilder::parse("Rain{no|yes} -> Wet{no|yes}");
    builder.cpt("Rain").values({0.8, 0.2});
    builder.cpt("Wet").row("Rain=no", {0.9, 0.1}).row("Rain=yes", {0.1, 0.9});
    return InferenceEngine(builder.build());
}

}  // namespace

TEST_CASE("A posterior is read by the names of variables and states", "[engine]") {
    const InferenceEngine engine = rain();
    const NamedPosterior posterior = posterior_of(engine, "Wet=yes");
    CHECK_THAT(posterior["Rain"]["yes"], WithinAbs(9.0 / 13, 1e-15));
    CHECK_THAT(posterior["Rain"]["no"], WithinAbs(4.0 / 13, 1e-15));
    CHECK(posterior["Wet"]["yes"] == 1);
    CHECK(posterior["Rain"].probabilities().size() == 2);
    CHECK(posterior["Rain"].variable().name() == "Rain");
    CHECK_THAT(posterior.log_evidence(), WithinAbs(std::log(0.26), 1e-15));
    CHECK_THAT(posterior_of(engine)["Wet"]["yes"], WithinAbs(0.26, 1e-15));
    CHECK_THAT(
        posterior_of(engine, Evidence{}.observe(engine.network(), "Wet", "no"))["Rain"]["yes"],
        WithinAbs(0.02 / 0.74, 1e-15));
}

TEST_CASE("Names that a posterior does not know are errors with a suggestion", "[engine]") {
    const InferenceEngine engine = rain();
    const NamedPosterior posterior = posterior_of(engine);
    CHECK_THROWS_WITH(posterior["Rian"], Catch::Contains("did you mean 'Rain'?"));
    CHECK_THROWS_WITH(posterior["Rain"]["yse"], Catch::Contains("did you mean 'yes'?"));
    const VariableId wet[] = {engine.network().id("Wet")};
    const NamedPosterior one(engine.network(), engine.marginals(wet));
    CHECK_THROWS_AS(one["Rain"], ArgumentError);
}
