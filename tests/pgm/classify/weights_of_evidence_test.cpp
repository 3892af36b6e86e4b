#include <pgm/classify/weights_of_evidence.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

using Names = std::vector<std::string_view>;

/// Y -> A (two states) and Y -> X (Gaussians of variance 1 about 0 and 2).
Classifier naive(double temperature = 1) {
    NetworkBuilder named;
    named.variable("Y", {"no", "yes"}).variable("A", {"a", "b"});
    named.arc("Y", "A");
    named.cpt("Y").values({0.6, 0.4});
    named.cpt("A").row("Y=no", {0.75, 0.25}).row("Y=yes", {0.5, 0.5});
    named.add_variable(Variable("X"));
    named.set_cpd(LinearGaussianCpd(VariableId{2u}, Scope({VariableId{0u}}, {2}), {},
                                    {{0, {}, 1}, {2, {}, 1}}));
    return NetworkClassifier(
        {.model = named.build(),
         .schema = {Variable("Y", {"no", "yes"}), Variable("A", {"a", "b"}), Variable("X")},
         .temperature = Temperature(temperature)});
}

/// Y is the exclusive or of A and B, but for one row in ten.
Classifier exclusive_or() {
    NetworkBuilder named;
    named.variable("Y", {"no", "yes"}).variable("A", {"a", "b"}).variable("B", {"a", "b"});
    named.arc("A", "Y").arc("B", "Y");
    named.cpt("A").values({0.5, 0.5});
    named.cpt("B").values({0.5, 0.5});
    named.cpt("Y")
        .row("A=a, B=a", {0.9, 0.1})
        .row("A=a, B=b", {0.1, 0.9})
        .row("A=b, B=a", {0.1, 0.9})
        .row("A=b, B=b", {0.9, 0.1});
    return NetworkClassifier({.model = named.build(),
                              .schema = {Variable("Y", {"no", "yes"}), Variable("A", {"a", "b"}),
                                         Variable("B", {"a", "b"})}});
}

WeightsOfEvidence explained(const Classifier& classifier, const Dataset& data,
                            const PredictOptions& options = {}) {
    const Predictor predictor(classifier);
    return weights_of_evidence(predictor, data, decide(predictor.predict(data, options)), options);
}

constexpr double unknown_number = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE(
    "Weights of a naive Bayes are logarithms of likelihood ratios, and add up to the log odds") {
    const Dataset data({discrete_column(Variable("A", {"a", "b"}), Names{"b", "a", "", ""}),
                        continuous_column("X", {1.5, unknown_number, -1, unknown_number})});
    const WeightsOfEvidence weights = explained(naive(), data);
    REQUIRE(weights.rows.size() == 4);
    // yes: prior 0.4/0.6, A=b 0.5/0.25, density ratio e^(2x - 2) = e.
    const RowWeights& both = *weights.rows[0];
    CHECK(both.class_index == 1);
    CHECK_THAT(both.prior, WithinAbs(std::log(0.4 / 0.6), 1e-14));
    REQUIRE(both.cells.size() == 2);
    CHECK(both.cells[0].feature == 0);
    CHECK_THAT(both.cells[0].weight, WithinAbs(std::log(2.0), 1e-14));
    CHECK_THAT(both.cells[1].weight, WithinAbs(1, 1e-14));
    CHECK_THAT(both.log_odds, WithinAbs(std::log(0.4 / 0.6 * 2) + 1, 1e-14));
    CHECK(both.interaction == 0);
    // no: A=a 0.75/0.5; X is unknown.
    const RowWeights& first = *weights.rows[1];
    CHECK(first.class_index == 0);
    REQUIRE(first.cells.size() == 1);
    CHECK_THAT(first.cells[0].weight, WithinAbs(std::log(1.5), 1e-14));
    REQUIRE(weights.rows[2]->cells.size() == 1);
    CHECK(weights.rows[2]->cells[0].feature == 1);
    CHECK_THAT(weights.rows[2]->cells[0].weight, WithinAbs(4, 1e-13));
    CHECK(weights.rows[3]->cells.empty());
    CHECK(weights.rows[3]->interaction == 0);
}

TEST_CASE("Cells that only tell together have a negative interaction") {
    const Dataset data({discrete_column(Variable("A", {"a", "b"}), Names{"a"}),
                        discrete_column(Variable("B", {"a", "b"}), Names{"b"})});
    const RowWeights row = *explained(exclusive_or(), data).rows[0];
    // Each cell alone leaves the odds at 1: without either of them nothing is known.
    CHECK_THAT(row.prior, WithinAbs(0, 1e-14));
    CHECK_THAT(row.log_odds, WithinAbs(std::log(9.0), 1e-13));
    CHECK_THAT(row.cells[0].weight, WithinAbs(std::log(9.0), 1e-13));
    CHECK_THAT(row.cells[1].weight, WithinAbs(std::log(9.0), 1e-13));
    CHECK_THAT(*row.interaction, WithinAbs(-std::log(9.0), 1e-13));
}

TEST_CASE(
    "A temperature divides the weights of two classes, and a stack is explained as it predicts") {
    const Dataset data(
        {discrete_column(Variable("A", {"a", "b"}), Names{"b"}), continuous_column("X", {1.5})});
    const RowWeights mild = *explained(naive(2), data).rows[0];
    CHECK_THAT(mild.cells[0].weight, WithinAbs(std::log(2.0) / 2, 1e-14));
    CHECK_THAT(mild.cells[1].weight, WithinAbs(0.5, 1e-14));

    const Classifier base = naive();
    const Classifier stack = Ensemble({{*naive(1).networks(), 0.25}, {*naive(2).networks(), 0.75}});
    const RowWeights row = *explained(stack, data).rows[0];
    const auto pooled = [](double log_odds) {
        const auto share = [](double odds) { return 1 / (1 + std::exp(-odds)); };
        const double p = 0.25 * share(log_odds) + 0.75 * share(log_odds / 2);
        return std::log(p / (1 - p));
    };
    const double prior = std::log(0.4 / 0.6), a = std::log(2.0), x = 1;
    CHECK_THAT(row.prior, WithinAbs(pooled(prior), 1e-13));
    CHECK_THAT(row.log_odds, WithinAbs(pooled(prior + a + x), 1e-13));
    CHECK_THAT(row.cells[0].weight, WithinAbs(pooled(prior + a + x) - pooled(prior + x), 1e-13));
    CHECK_THAT(row.cells[1].weight, WithinAbs(pooled(prior + a + x) - pooled(prior + a), 1e-13));
}

TEST_CASE("Log odds go on where probabilities end") {
    const RowWeights row = *explained(naive(), Dataset({continuous_column("X", {1000})})).rows[0];
    CHECK_THAT(row.cells[0].weight, WithinAbs(1998, 1e-9));
    CHECK(row.interaction == 0);
}

TEST_CASE(
    "What rules out all other classes has an infinite weight, and is dispensable where others do") {
    NetworkBuilder named;
    named.variable("Y", {"no", "yes"}).variable("A", {"a", "b"}).variable("B", {"a", "b"});
    named.arc("Y", "A").arc("Y", "B");
    named.cpt("Y").values({0.5, 0.5});
    for (const char* feature : {"A", "B"})
        named.cpt(feature).row("Y=no", {1, 0}).row("Y=yes", {0.5, 0.5});
    const Classifier classifier =
        NetworkClassifier({.model = named.build(),
                           .schema = {Variable("Y", {"no", "yes"}), Variable("A", {"a", "b"}),
                                      Variable("B", {"a", "b"})}});
    const Dataset data({discrete_column(Variable("A", {"a", "b"}), Names{"b", "b"}),
                        discrete_column(Variable("B", {"a", "b"}), Names{"a", "b"})});
    const WeightsOfEvidence weights = explained(classifier, data);
    constexpr double infinity = std::numeric_limits<double>::infinity();
    CHECK(weights.rows[0]->log_odds == infinity);
    CHECK(weights.rows[0]->cells == std::vector<CellWeight>{{0, infinity}, {1, 0}});
    CHECK_FALSE(weights.rows[0]->interaction);
    CHECK(weights.rows[1]->cells == std::vector<CellWeight>{{0, 0}, {1, 0}});
}

TEST_CASE("The class that is explained is the one decided on; no decision has no explanation") {
    const Classifier classifier = naive();
    const Predictor predictor(classifier);
    const Dataset data({discrete_column(Variable("A", {"a", "b"}), Names{"b", "b", "b"})});
    const std::vector<Decision> decisions{
        {.action = 0, .name = "no"}, {.action = 2, .name = "reject"}, {}};
    const WeightsOfEvidence weights = weights_of_evidence(predictor, data, decisions);
    CHECK(weights.rows[0]->class_index == 0);
    CHECK_THAT(weights.rows[0]->cells[0].weight, WithinAbs(-std::log(2.0), 1e-14));
    CHECK(weights.rows[1]->class_index == 1);  // 0.4 * 0.5 > 0.6 * 0.25
    CHECK_FALSE(weights.rows[2]);
    CHECK_THROWS_WITH(weights_of_evidence(predictor, data, std::vector<Decision>(2)),
                      Catch::Contains("2 decisions about 3 rows"));
}

TEST_CASE("A value that is unseen counts as unknown, and no rows have no weights") {
    const Dataset data(
        {discrete_column(Variable("A", {"a", "c"}), Names{"c"}), continuous_column("X", {1})});
    CHECK(explained(naive(), data).rows[0]->cells.size() == 1);
    CHECK(explained(naive(), Dataset({continuous_column("X", RealCells{})})).rows.empty());
}
