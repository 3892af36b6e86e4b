#include <pgm/classify/predictions.hpp>

#include <pgm/classify/measure/scored_predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using Catch::Matchers::WithinAbs;

namespace {

using Names = std::vector<std::string_view>;

/// Y -> A (two states), Y -> X (Gaussian), and a continuous Age cut at 40 under Y.
Classifier classifier() {
    const Variable age = CutPoints{{40}}.variable("Age");
    NetworkBuilder named;
    named.variable("Y", {"no", "yes"}).variable("A", {"a", "b"}).variable("Age", age.states());
    named.arc("Y", "A").arc("Y", "Age");
    named.cpt("Y").values({0.6, 0.4});
    named.cpt("A").row("Y=no", {0.75, 0.25}).row("Y=yes", {0.5, 0.5});
    named.cpt("Age").values({0.9, 0.1, 0.2, 0.8});
    named.add_variable(Variable("X"));
    named.set_cpd(LinearGaussianCpd(VariableId{3u}, Scope({VariableId{0u}}, {2}), {},
                                    {{0, {}, 1}, {2, {}, 1}}));
    Discretisation cuts;
    cuts.add("Age", CutPoints{{40}});
    return NetworkClassifier({.model = named.build(),
                              .schema = {Variable("Y", {"no", "yes"}), Variable("A", {"a", "b"}),
                                         Variable("Age"), Variable("X")},
                              .discretisation = cuts});
}

constexpr double none = std::numeric_limits<double>::quiet_NaN();

/// P(yes) from the two joint probabilities.
double share(double no, double yes) {
    return yes / (no + yes);
}

}  // namespace

TEST_CASE("Every row is evidence: states, numbers, cut numbers, and missing values that drop out") {
    const Dataset data({continuous_column("X", {1, none, 1.5, none}),
                        continuous_column("Age", {50, 30, none, none}),
                        discrete_column(Variable("A", {"b", "a"}), Names{"b", "", "a", ""})});
    const Predictions predictions = predict(classifier(), data);
    CHECK(predictions.classes == std::vector<std::string>{"no", "yes"});
    CHECK_THAT(predictions.probabilities(0, 1),
               WithinAbs(share(0.6 * 0.25 * 0.1, 0.4 * 0.5 * 0.8), 1e-14));  // X = 1 is half way
    CHECK_THAT(predictions.probabilities(1, 1), WithinAbs(share(0.6 * 0.9, 0.4 * 0.2), 1e-14));
    CHECK_THAT(predictions.probabilities(2, 1),
               WithinAbs(share(0.6 * 0.75, 0.4 * 0.5 * std::exp(1.0)),
                         1e-14));  // density ratio e^(2x - 2)
    CHECK_THAT(predictions.probabilities(3, 1), WithinAbs(0.4, 1e-15));
    CHECK_THAT(predictions.log_evidence[1], WithinAbs(std::log(0.62), 1e-14));
    CHECK_THAT(predictions.log_probabilities(1, 0), WithinAbs(std::log(0.54 / 0.62), 1e-14));
    CHECK_THAT(discriminants(predictions)(1, 0), WithinAbs(std::log(0.54), 1e-14));
}

TEST_CASE("A column that comes cut already is taken as it is") {
    const Dataset cut(
        {discrete_column(CutPoints{{40}}.variable("Age"),
                         std::vector<std::optional<StateId>>{StateId{0u}, StateId{1u}})});
    const Predictions predictions = predict(classifier(), cut);
    CHECK_THAT(predictions.probabilities(0, 1), WithinAbs(share(0.54, 0.08), 1e-14));
    CHECK_THAT(predictions.probabilities(1, 1), WithinAbs(share(0.06, 0.32), 1e-14));
    CHECK(predictions.report.absent == std::vector<std::string>{"A", "X"});
}

TEST_CASE("Log probabilities go on where probabilities end") {
    const Predictions predictions =
        predict(classifier(), Dataset({continuous_column("X", {-1000})}));
    CHECK(predictions.probabilities(0, 1) == 0);
    CHECK_THAT(predictions.log_probabilities(0, 1), WithinAbs(std::log(0.4 / 0.6) - 2002, 1e-9));
    CHECK(predictions.status[0] == RowStatus::ok);
}

TEST_CASE("Data without any of the features are refused, and other columns are told") {
    CHECK_THROWS_WITH(predict(classifier(), Dataset({continuous_column("c1", {1})})),
                      "the data have none of the classifier's features (it expects columns called "
                      "'A' and the like; is there a header line?)");
    const Dataset data({continuous_column("X", {1}), continuous_column("id", {7}),
                        discrete_column(Variable("Y", {"yes"}), Names{"yes"})});
    CHECK(predict(classifier(), data).report.ignored == std::vector<std::string>{"id"});
}

TEST_CASE("A row in which every class has density zero has a status and no decision") {
    NetworkBuilder net = NetworkBuilder::parse("Y{no|yes} -> A{a|b|c}");
    net.cpt("Y").values({0.6, 0.4});
    net.cpt("A").values({1, 0, 0, 0, 1, 0});
    const Classifier sure = NetworkClassifier(
        {.model = net.build(),
         .schema = {Variable("Y", {"no", "yes"}), Variable("A", {"a", "b", "c"})}});
    const Dataset data({discrete_column(Variable("A", {"a", "b", "c"}), Names{"c", "b"}),
                        discrete_column(Variable("Y", {"no", "yes"}), Names{"no", "yes"})});
    const Predictions predictions = predict(sure, data);
    CHECK(predictions.status == std::vector{RowStatus::no_density, RowStatus::ok});
    CHECK(predictions.probabilities.row(0).sum() == 0);
    CHECK(std::isinf(predictions.log_probabilities(0, 0)));
    CHECK(decide(predictions)[0].undecided());
    CHECK(decide(predictions)[1].action == 1u);
    const ScoredPredictions scored = score_predictions(predictions, sure.class_variable(), data);
    CHECK(scored.predicted == std::vector{ScoredPredictions::undecided, 1u});
    CHECK(scored.log_truth[1] == 0);
}

TEST_CASE("ScoredPredictions leave out rows without a class and keep weights") {
    const Dataset data({continuous_column("X", {0, 1, 5}),
                        discrete_column(Variable("Y", {"yes", "no"}), Names{"no", "", "yes"})},
                       {1, 2, 3});
    const Classifier fitted = classifier();
    const ScoredPredictions scored =
        score_predictions(predict(fitted, data), fitted.class_variable(), data);
    CHECK(scored.truth == std::vector{0u, 1u});
    CHECK(scored.predicted == std::vector{0u, 1u});
    CHECK(scored.weights == std::vector<double>{1, 3});
    const Dataset unknown({continuous_column("X", {0}),
                           discrete_column(Variable("Y", {"perhaps"}), Names{"perhaps"})});
    CHECK_THROWS_AS(score_predictions(predict(fitted, unknown), fitted.class_variable(), unknown),
                    EvidenceError);
}

TEST_CASE("Predictions that are done with hand their probabilities on") {
    const Classifier fitted = classifier();
    const auto class_column = [](Names names) {
        return discrete_column(Variable("Y", {"yes", "no"}), names);
    };
    const Dataset whole({continuous_column("X", {0, 1, 5}), class_column({"no", "yes", "yes"})});
    Predictions predictions = predict(fitted, whole);
    const ScoredPredictions copied = score_predictions(predictions, fitted.class_variable(), whole);
    const double* const numbers = predictions.probabilities.data();
    CHECK(copied.probability(0).data() != numbers);
    const ScoredPredictions taken =
        score_predictions(std::move(predictions), fitted.class_variable(), whole);
    CHECK(taken == copied);
    CHECK(taken.probability(0).data() == numbers);

    const Dataset part = whole.with_column(class_column({"no", "", "yes"}));
    predictions = predict(fitted, part);
    const ScoredPredictions some = score_predictions(predictions, fitted.class_variable(), part);
    CHECK(score_predictions(std::move(predictions), fitted.class_variable(), part) == some);
    CHECK(some.rows() == 2);
    CHECK(some.probability(1)[0] == taken.probability(2)[0]);
}

TEST_CASE("The number of threads does not change a bit of the predictions") {
    std::vector<double> x, age;
    for (int i = 0; i < 3000; ++i) {
        x.push_back(i % 7 == 0 ? none : 0.01 * i - 10);
        age.push_back(i % 5 == 0 ? none : i % 90);
    }
    const Dataset data({continuous_column("X", x), continuous_column("Age", age)});
    const Predictions one = predict(classifier(), data, {.threads = 1}),
                      three = predict(classifier(), data, {.threads = 3});
    CHECK(one.probabilities == three.probabilities);
    CHECK(one.log_probabilities == three.log_probabilities);
}

TEST_CASE("Predictions and decisions go by name", "[classify]") {
    Predictions predictions{.classes = {"no", "yes"}, .probabilities = RowsByStates(1, 2)};
    predictions.probabilities << 0.25, 0.75;
    predictions.status = {RowStatus::ok};
    CHECK(predictions.probability(0, "yes") == 0.75);
    CHECK_THROWS_WITH(predictions.probability(0, "yse"), Catch::Contains("did you mean 'yes'?"));
    CHECK_THROWS_AS(predictions.probability(1, "yes"), ArgumentError);
    CHECK(decide(predictions)[0].name == "yes");
    LossMatrix loss{.actions = {"wait", "treat"}, .classes = predictions.classes};
    loss.loss.resize(2, 2);
    loss.loss << 0, 1, 10, 0;
    CHECK(decide(predictions, loss)[0].name == "wait");
    predictions.probabilities.setZero();
    CHECK(decide(predictions)[0].name.empty());
}

namespace {

/// Rows of two values in turn, some without an X.
Dataset many_rows(std::size_t rows) {
    std::vector<double> x(rows), age(rows);
    for (std::size_t row = 0; row < rows; ++row) {
        x[row] = row % 7 == 0 ? none : 0.25 * static_cast<double>(row % 11);
        age[row] = 30 + static_cast<double>(row % 20);
    }
    return Dataset({continuous_column("X", x), continuous_column("Age", age)});
}

}  // namespace

TEST_CASE("Predictions that are stopped are those of the first rows") {
    const Dataset data = many_rows(10'000);
    const Predictor predictor(classifier());
    const Predictions all = predictor.predict(data);
    const Predictions nothing = predictor.predict(data, {.stop = StopToken([] { return true; })});
    CHECK(nothing.rows() == 0);
    CHECK(nothing.probabilities.rows() == 0);
    CHECK(nothing.classes == all.classes);
    std::vector<std::size_t> told;
    bool wish = false;
    const Predictions some = predictor.predict(data, {.progress =
                                                          [&](std::size_t done, std::size_t rows) {
                                                              CHECK(rows == 10'000);
                                                              told.push_back(done);
                                                              wish = told.size() == 2;
                                                          },
                                                      .stop = StopToken([&] { return wish; })});
    REQUIRE(told.size() == 2);
    REQUIRE(some.rows() == told.back());
    CHECK(some.rows() < 10'000);
    CHECK(some.log_evidence.size() == some.rows());
    const auto rows = static_cast<Eigen::Index>(some.rows());
    CHECK((some.probabilities - all.probabilities.topRows(rows)).cwiseAbs().maxCoeff() < 1e-13);
    CHECK(some.report.absent == all.report.absent);
}

TEST_CASE("Predictions of all rows are the same with progress and a wish that is never said") {
    const Dataset data = many_rows(9'000);
    const Predictor predictor(classifier());
    const Predictions all = predictor.predict(data);
    std::size_t last = 0;
    const Predictions watched =
        predictor.predict(data, {.progress = [&](std::size_t done, std::size_t) { last = done; },
                                 .stop = StopToken([] { return false; })});
    CHECK(last == 9'000);
    CHECK((watched.log_probabilities - all.log_probabilities).cwiseAbs().maxCoeff() < 1e-12);
    CHECK(watched.status == all.status);
    CHECK(watched.report == all.report);
}
