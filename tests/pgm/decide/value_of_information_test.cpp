#include <pgm/decide/value_of_information.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/example_diagrams.hpp>

#include <cmath>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// A treatment for who is ill: a test that is right in 9 of 10 cases, one that says nothing.
BayesianNetwork patient() {
    NetworkBuilder builder = NetworkBuilder::parse(
        "Ill{no|yes} -> Good{no|yes}; Ill -> Poor{no|yes}; Other{a|b|c};"
        "Ill: 0.8 0.2; Good | Ill=no: 0.9 0.1; Good | Ill=yes: 0.1 0.9;"
        "Poor: 0.5 0.5; Other: 0.2 0.3 0.5");
    return std::move(builder).build();
}

/// Treating a healthy person costs 1, not treating an ill one 3.
LossMatrix losses() {
    LossMatrix loss{.actions = {"wait", "treat"}, .classes = {"no", "yes"}, .loss = {}};
    loss.loss.resize(2, 2);
    loss.loss << 0, 3, 1, 0;
    return loss;
}

}  // namespace

TEST_CASE("Value of information: seeing the oil first is worth 32.5", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const BayesianNetwork& network = oil.network();
    const VariableId content = network.id("Oil");
    // Drill where it pays: 0.3 * 50 + 0.2 * 200 = 55, without a test, beside 22.5.
    CHECK_THAT(value_of_information(oil, std::span(&content, 1), network.id("Test")),
               WithinAbs(32.5, 1e-12));
    CHECK_THAT(value_of_information(oil, std::span(&content, 1), network.id("Drill")),
               WithinAbs(32.5, 1e-12));
    const std::vector<InformationValue> all = values_of_information(oil);
    REQUIRE(all.size() == 2);
    CHECK(all[0].before == network.id("Test"));
    CHECK(all[1].before == network.id("Drill"));
    CHECK(all[1].of == content);
    CHECK(values_of_information(oil, network.id("Drill")).size() == 1);
}

TEST_CASE("Value of information: what depends on a decision cannot be seen before it", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const VariableId seismic = oil.network().id("Seismic"), test = oil.network().id("Test"),
                     pay = oil.network().id("Pay"), content = oil.network().id("Oil");
    CHECK_THROWS_AS(value_of_information(oil, std::span(&seismic, 1), test), ArgumentError);
    CHECK_THROWS_AS(value_of_information(oil, std::span(&pay, 1), test), ArgumentError);
    CHECK_THROWS_AS(value_of_information(oil, std::span(&content, 1), content), ArgumentError);
    Evidence impossible;
    impossible.observe(oil.network(), "Test", "not").observe(oil.network(), "Seismic", "open");
    CHECK_THROWS_AS(values_of_information(oil, std::nullopt, impossible), ImpossibleEvidenceError);
}

TEST_CASE("Value of information: a test is worth what its accuracy is", "[decide]") {
    const InfluenceDiagram oil = oil_wildcatter();
    const VariableId content = oil.network().id("Oil"), drill = oil.network().id("Drill");
    const auto worth = [&](double accuracy) {
        const InfluenceDiagram with = with_test(oil, content, accuracy);
        const VariableId test = with.network().id("test of Oil");
        return value_of_information(with, std::span(&test, 1), drill);
    };
    CHECK_THAT(worth(1), WithinAbs(32.5, 1e-12));
    CHECK(worth(1.0 / 3) == 0);
    CHECK(worth(0.9) < 32.5);
    CHECK(worth(0.9) > worth(0.7));
    CHECK_THROWS_AS(with_test(oil, content, 1.5), ArgumentError);
    CHECK_THROWS_AS(with_test(oil, drill, 0.9), ArgumentError);
}

TEST_CASE("Values of features: the loss that a test saves, in fractions", "[decide]") {
    const BayesianNetwork network = patient();
    const InferenceEngine engine(network);
    const FeatureValues values = values_of_features(engine, network.id("Ill"), losses());
    // Waiting costs 0.2 * 3, treating 0.8 * 1.
    CHECK_THAT(values.expected_loss, WithinAbs(0.6, 1e-12));
    REQUIRE(values.features.size() == 3);
    CHECK(values.features[0].feature == network.id("Good"));
    // Negative: wait, 0.02 * 3; positive: treat, 0.08 * 1.
    CHECK_THAT(values.features[0].value, WithinAbs(0.6 - 0.06 - 0.08, 1e-12));
    const double positive = 0.26, negative = 0.74;
    const double information =
        0.72 * std::log(0.72 / (0.8 * negative)) + 0.02 * std::log(0.02 / (0.2 * negative)) +
        0.08 * std::log(0.08 / (0.8 * positive)) + 0.18 * std::log(0.18 / (0.2 * positive));
    CHECK_THAT(values.features[0].mutual_information, WithinAbs(information, 1e-12));
    for (std::size_t i = 1; i < 3; ++i) {
        CHECK(values.features[i].value == 0);
        CHECK_THAT(values.features[i].mutual_information, WithinAbs(0, 1e-12));
    }
}

TEST_CASE("Values of features: a class that is observed, or other classes, are refused",
          "[decide]") {
    const BayesianNetwork network = patient();
    const InferenceEngine engine(network);
    const VariableId ill = network.id("Ill");
    Evidence seen;
    seen.observe(network, "Ill", "yes");
    CHECK_THROWS_AS(values_of_features(engine, ill, losses(), seen), ArgumentError);
    CHECK_THROWS_AS(values_of_features(engine, network.id("Other"), losses()), ArgumentError);
    Evidence positive;
    positive.observe(network, "Good", "yes");
    CHECK(values_of_features(engine, ill, losses(), positive).features.size() == 2);
}
