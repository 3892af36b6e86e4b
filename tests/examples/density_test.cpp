#include <examples/classifiers.hpp>
#include <learners/estimate/bandwidth.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/model/cpd/kernel_density_cpd.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using Catch::Matchers::WithinRel;

namespace {

/// p(x | class=a), three of seven points being of class a.
double density_of_a(const InferenceEngine& engine, const std::string& x) {
    return score(engine, "class=a, x=" + x) / (3.0 / 7);
}

}  // namespace

// The sums of exp(-((x - x_i) / 0.5)^2 / 2) / sqrt(2 pi) over the points 1, 2, 4, divided by 3/2.
TEST_CASE("Density: Gaussian kernels on three points", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::density_gaussian());
    CHECK_THAT(density_of_a(engine, "0"), WithinRel(0.036083197825972003, 1e-12));
    CHECK_THAT(density_of_a(engine, "1.5"), WithinRel(0.3226286238385343, 1e-12));
    CHECK_THAT(density_of_a(engine, "4"), WithinRel(0.2660507444687203, 1e-12));
    const Expectation expected[] = {{"P(class=a | x=5)", 0.49938110716543116}};
    check_answers(engine, expected, 1e-12);
}

TEST_CASE("Density: where the density underflows its logarithm decides", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::density_gaussian());
    const BayesianNetwork& network = engine.network();
    const double log_density = engine.log_evidence(parse_evidence(network, "class=a, x=100")) -
                               engine.log_evidence(parse_evidence(network, "class=a"));
    CHECK_THAT(log_density, WithinRel(-18433.324403641313, 1e-12));
    CHECK(most_probable(engine, "argmax(class | x=100)") == "class=b");
}

TEST_CASE("Density: boxes hold their edges", "[examples]") {
    const InferenceEngine engine = examples::engine_of(examples::density_box());
    CHECK_THAT(density_of_a(engine, "0.5"), WithinRel(1.0 / 3, 1e-13));
    CHECK_THAT(density_of_a(engine, "1.5"), WithinRel(2.0 / 3, 1e-13));
    CHECK_THAT(density_of_a(engine, "4.5"), WithinRel(1.0 / 3, 1e-13));
    CHECK(density_of_a(engine, "3") == 0);
}

TEST_CASE("Density: no class is assigned where no class has a density", "[examples]") {
    const Predictions predictions =
        predict(examples::density_box(), Dataset({continuous_column("x", {3, 1.5})}));
    CHECK(predictions.status[0] == RowStatus::no_density);
    CHECK(predictions.status[1] == RowStatus::ok);
    CHECK(decide(predictions)[0].undecided());
    CHECK(decide(predictions)[1].action == 0);
}

TEST_CASE("Density: the bandwidth of the rule for normal data", "[examples]") {
    CHECK_THAT(learners::normal_reference_bandwidth(1, 1), WithinRel(1.0592238410488122, 1e-14));
    CHECK_THAT(learners::normal_reference_bandwidth(2, 100), WithinRel(0.8433692126854998, 1e-14));
    const InferenceEngine engine = examples::engine_of(examples::density_rule());
    const auto& density =
        std::get<KernelDensityCpd>(engine.network().cpd(engine.network().id("x")));
    CHECK_THAT(density.row(0).bandwidth, WithinRel(1.0604892231197678, 1e-14));
    CHECK_THAT(density.row(1).bandwidth, WithinRel(1.2692458538215263, 1e-14));
    CHECK_THAT(density_of_a(engine, "1.5"), WithinRel(0.23219960505553375, 1e-12));
    const Expectation expected[] = {{"P(class=a | x=5)", 0.4342253385206694}};
    check_answers(engine, expected, 1e-12);
}
