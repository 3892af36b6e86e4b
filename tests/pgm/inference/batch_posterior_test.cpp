#include <pgm/inference/batch_posterior.hpp>

#include <catch2/catch.hpp>
#include <cmath>
#include <deque>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/judgement.hpp>
#include <tests/support/random_model.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

constexpr std::uint8_t missing = missing_cell<std::uint8_t>;
constexpr double infinity = std::numeric_limits<double>::infinity();

/// Russell and Norvig's lawn.
BayesianNetwork lawn() {
    NetworkBuilder net = NetworkBuilder::parse("Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{no|yes} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Rain", "Sprinkler"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});
    return net.build();
}

}  // namespace

TEST_CASE("Batch: the wet lawn has its textbook answers, row by row") {
    const BayesianNetwork network = lawn();
    const InferenceEngine engine(network);
    // Wet lawn; nothing known; wet with neither rain nor sprinkler, which cannot be.
    const std::vector<std::uint8_t> wet{1, missing, 1}, rain{missing, missing, 0}, sprinkler{missing, missing, 0};
    const EvidenceColumns rows{3, {{network.id("Wet"), wet}, {network.id("Rain"), rain}, {network.id("Sprinkler"), sprinkler}}};
    const BatchPosterior batch = engine.posteriors(network.id("Cloudy"), rows, {.log_joint = true});
    // P(wet) = 0.6471, P(cloudy, wet) = 0.5 (0.8 (0.9 0.9 + 0.1 0.99) + 0.2 0.1 0.9) = 0.3726.
    CHECK_THAT(batch.probabilities(0, 1), WithinAbs(0.3726 / 0.6471, 1e-15));
    CHECK_THAT(batch.log_evidence[0], WithinAbs(std::log(0.6471), 1e-14));
    CHECK_THAT(batch.log_joint(0, 1), WithinAbs(std::log(0.3726), 1e-14));
    CHECK(batch.probabilities(1, 0) == 0.5);
    CHECK(batch.log_evidence[1] == 0);
    CHECK_THAT(batch.log_joint(1, 1), WithinAbs(std::log(0.5), 1e-15));
    CHECK(batch.log_evidence[2] == -infinity);
    CHECK(batch.probabilities.row(2).isZero(0));
    CHECK(batch.log_joint(2, 0) == -infinity);
}

TEST_CASE("Batch: no rows, no columns") {
    const BayesianNetwork network = lawn();
    const InferenceEngine engine(network);
    const BatchPosterior none = engine.posteriors(network.id("Rain"), {});
    CHECK(none.probabilities.rows() == 0);
    CHECK(none.probabilities.cols() == 2);
    CHECK(none.log_evidence.empty());
    const BatchPosterior unknown = engine.posteriors(network.id("Rain"), {3, {}});
    CHECK(unknown.probabilities.rows() == 3);
    CHECK_THAT(unknown.probabilities(2, 1), WithinAbs(0.5, 1e-15));
    CHECK(unknown.log_evidence == std::vector<double>(3, 0.0));
}

TEST_CASE("Batch: a target that is observed has a point mass") {
    const BayesianNetwork network = lawn();
    const InferenceEngine engine(network);
    const std::vector<std::uint8_t> rain{1, missing, 0};
    const BatchPosterior batch = engine.posteriors(network.id("Rain"), {3, {{network.id("Rain"), rain}}}, {.log_joint = true});
    CHECK(batch.probabilities(0, 1) == 1);
    CHECK(batch.probabilities(0, 0) == 0);
    CHECK_THAT(batch.log_joint(0, 1), WithinAbs(std::log(0.5), 1e-15));
    CHECK(batch.log_joint(0, 0) == -infinity);
    CHECK_THAT(batch.log_evidence[2], WithinAbs(std::log(0.5), 1e-15));
}

TEST_CASE("Batch: a target that does not exist is refused") {
    CHECK_THROWS_WITH(InferenceEngine(lawn()).posteriors(VariableId(4), {}), "the network has no variable number 4");
}
