#include <examples/classifiers.hpp>
#include <pgm/classify/decision.hpp>
#include <pgm/classify/measure/bayes_error.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/examples/expectation.hpp>
#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

LossMatrix two_by_two(double a, double b, double c, double d) {
    LossMatrix matrix{{"C1", "C2"}, {"C1", "C2"}, Eigen::MatrixXd(2, 2)};
    matrix.loss << a, b, c, d;
    return matrix;
}

void check_risks(std::span<const double> posterior, const LossMatrix& matrix,
                 const std::vector<double>& risks, const std::string& decision) {
    const std::vector<double> found = conditional_risks(posterior, matrix);
    REQUIRE(found.size() == risks.size());
    for (std::size_t i = 0; i < risks.size(); ++i) CHECK_THAT(found[i], WithinAbs(risks[i], 1e-15));
    CHECK(matrix.actions[decide(posterior, matrix).action.value()] == decision);
}

}  // namespace

TEST_CASE("Loss: the decision of least risk need not be the most probable class", "[examples]") {
    const double posterior[] = {0.2, 0.8};
    check_risks(posterior, two_by_two(0, 10, 1, 0), {8, 0.2}, "C2");
    check_risks(posterior, two_by_two(0, 1, 10, 0), {0.8, 2}, "C1");
    CHECK_THAT(decide(posterior).risk, WithinAbs(0.2, 1e-15));
}

TEST_CASE("Loss: with a loss of one per mistake the risks are 1 - P, and rejecting may cost less",
          "[examples]") {
    const double posterior[] = {0.5, 0.3, 0.2};
    const LossMatrix zero_one = zero_one_loss({"C1", "C2", "C3"});
    check_risks(posterior, zero_one, {0.5, 0.7, 0.8}, "C1");
    check_risks(posterior, with_reject(zero_one, 0.4), {0.5, 0.7, 0.8, 0.4}, "reject");
}

// By P(Diabetes, Smoke, HeartDisease): 1/15 2/15 1/30 1/15 with the disease, 5/14 1/7 1/7 2/35
// without; the sum of the smaller ones, and of min(10 a, b).
TEST_CASE("Loss: the Bayes error and the least expected loss of the heart patients", "[examples]") {
    const InferenceEngine heart = examples::engine_of(examples::heart_naive_bayes());
    const VariableId features[] = {heart.network().id("Diabetes"), heart.network().id("Smoke")};
    const VariableId disease = heart.network().id("HeartDisease");
    CHECK_THAT(bayes_error(heart, disease, features).risk, WithinAbs(61.0 / 210, 1e-15));
    LossMatrix missing_is_worse = two_by_two(0, 10, 1, 0);
    missing_is_worse.classes = heart.network().variable(disease).states();
    CHECK_THAT(bayes_risk(heart, disease, features, missing_is_worse).risk,
               WithinAbs(7.0 / 10, 1e-15));
}

// Three actions, of which one is no class: 73/100 are sent home, and the others cost 4 each.
TEST_CASE("Loss: the least expected loss is minus the utility of one decision", "[examples]") {
    const BayesianNetwork patient =
        NetworkBuilder::parse(
            "H{healthy|ill} -> T{negative|unclear|positive}; H: 0.9 0.1;"
            "T | H=healthy: 0.8 0.15 0.05; T | H=ill: 0.1 0.3 0.6")
            .build();
    const InfluenceDiagram diagram(
        NetworkBuilder::parse(
            "H{healthy|ill} -> T{negative|unclear|positive} -> act{home|treat|refer, decision};"
            "act, H -> gain{utility}; gain: 0 -100 -10 0 -4 -4; H: 0.9 0.1;"
            "T | H=healthy: 0.8 0.15 0.05; T | H=ill: 0.1 0.3 0.6")
            .build());
    LossMatrix matrix{{"home", "treat", "refer"}, {"healthy", "ill"}, Eigen::MatrixXd(3, 2)};
    matrix.loss << 0, 100, 10, 0, 4, 4;
    const VariableId seen[] = {patient.id("T")};
    const double risk = bayes_risk(InferenceEngine(patient), patient.id("H"), seen, matrix).risk;
    const DecisionSolution best = decide(diagram);
    CHECK_THAT(risk, WithinAbs(52.0 / 25, 1e-14));
    CHECK_THAT(best.maximum_expected_utility, WithinAbs(-52.0 / 25, 1e-14));
    CHECK(best_alternatives(diagram.network(), best.decisions[0]) == "home, refer, refer");
}
