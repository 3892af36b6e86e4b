#include <pgm/classify/ensemble_engine.hpp>

#include <pgm/core/error.hpp>
#include <pgm/inference/conflict.hpp>
#include <pgm/model/network_builder.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

/// P(class=a) = 0.4, and P(x in each interval | class) row by row; P(y=u | class) = 0.5, 0.2.
NetworkClassifier naive(std::vector<double> cuts, std::vector<double> x_given_class) {
    Discretisation discretisation;
    discretisation.add("x", {cuts});
    const Variable cls("class", {"a", "b"}), y("y", {"u", "v"});
    NetworkBuilder builder;
    const VariableId c = builder.add_variable(cls),
                     x = builder.add_variable(discretisation.find("x")->variable("x")),
                     of_y = builder.add_variable(y);
    builder.set_cpd(TableCpd(Scope({c}, {2}), std::vector{0.4, 0.6}));
    builder.set_cpd(TableCpd(Scope({c, x}, {2, cuts.size() + 1}), x_given_class));
    builder.set_cpd(TableCpd(Scope({c, of_y}, {2, 2}), std::vector{0.5, 0.5, 0.2, 0.8}));
    return NetworkClassifier({.model = builder.build(),
                              .schema = {cls, Variable("x"), y},
                              .discretisation = std::move(discretisation)});
}

Ensemble pool(NetworkClassifier first, NetworkClassifier second) {
    return Ensemble({{std::move(first), 0.25}, {std::move(second), 0.75}});
}

/// Two classifiers that cut x at 0, and at -1 and 1.
Ensemble differently_cut() {
    return pool(naive({0}, {0.5, 0.5, 0.25, 0.75}), naive({-1, 1}, {0.2, 0.3, 0.5, 0.6, 0.3, 0.1}));
}

double probability(const Classifier& classifier, std::string_view query) {
    return answer(classifier, query).probability();
}

}  // namespace

TEST_CASE(
    "EnsembleEngine: the class given values is the weighted mean of what the classifiers say") {
    const Ensemble ensemble = differently_cut();
    // x = 0.5: 0.4 * 0.5 against 0.6 * 0.75 is 4/13; 0.4 * 0.3 against 0.6 * 0.3 is 2/5.
    CHECK_THAT(probability(ensemble, "P(class=a | x=0.5)"),
               WithinAbs(0.25 * 4 / 13 + 0.75 * 0.4, 1e-15));
    CHECK_THAT(probability(ensemble, "P(class!=a | x=0.5)"),
               WithinAbs(1 - (0.25 * 4 / 13 + 0.75 * 0.4), 1e-15));
    // y = u as well: 0.1 against 0.09 is 10/19; 0.06 against 0.036 is 5/8.
    CHECK_THAT(probability(ensemble, "P(class=a | x=0.5, y=u)"),
               WithinAbs(0.25 * 10 / 19 + 0.75 * 5 / 8, 1e-15));
    CHECK_THAT(probability(ensemble, "P(class=a or class=b | y=v)"), WithinAbs(1, 1e-15));
    CHECK_THAT(probability(ensemble, "P(class=a)"), WithinAbs(0.4, 1e-15));
    const Answer distribution = answer(ensemble, "P(class | x=1)");
    // 0.4 * 0.5 against 0.6 * 0.1 is 10/13.
    CHECK_THAT(distribution.distribution()[0], WithinAbs(0.25 * 4 / 13 + 0.75 * 10 / 13, 1e-15));
    CHECK(answer(ensemble, "argmax(class | x=1)").explanation().states ==
          std::vector<StateId>{StateId(0)});
}

TEST_CASE("EnsembleEngine: it says of the class what the classifier predicts for the row") {
    const Ensemble ensemble = differently_cut();
    const Dataset rows(
        {continuous_column("x", {-3, -1, -0.5, 0, 0.25, 1, 8}),
         discrete_column(Variable("y", {"u", "v"}),
                         std::vector<std::string_view>{"u", "v", "u", "v", "u", "v", "u"})});
    const Predictions predictions = predict(ensemble, rows);
    const EnsembleEngine engine(ensemble);
    Workspace workspace;
    for (std::size_t row = 0; row < rows.rows(); ++row) {
        Evidence evidence;
        evidence.observe(engine.network().id("x"),
                         std::get<RealCells>(rows.column("x").cells)[row]);
        evidence.observe(engine.network().id("y"), *rows.column("y").state(row));
        const Posterior& posterior =
            engine.marginals(std::vector{engine.class_variable()}, evidence, workspace);
        CHECK(posterior.log_evidence() == predictions.log_evidence[row]);
        CHECK_THAT(posterior[0][0], WithinAbs(predictions.probability(row)[0], 1e-15));
    }
}

TEST_CASE("The heaviest classifier of an ensemble answers what is no prediction") {
    const Ensemble ensemble = differently_cut();
    CHECK(&ensemble.heaviest() == &ensemble.classifiers()[1]);
    const Classifier heaviest = ensemble.heaviest().classifier;
    CHECK(Classifier(ensemble).model() == heaviest.model());
    for (const char* const query :
         {"P(y=u)", "P(x='>=1' | class=a)", "P(class=a | do(y=u))", "P(class=a | y=u or class=a)",
          "P(class=a | x='>=1')", "P(class=a | y=[0.5, 1])"})
        CHECK(probability(ensemble, query) == probability(heaviest, query));
    CHECK(answer(ensemble, "argmax(*)").explanation().states ==
          answer(heaviest, "argmax(*)").explanation().states);
    CHECK_THROWS_WITH(answer(ensemble, "P(z)"), Contains("no variable 'z'"));
}

TEST_CASE("The heaviest classifier has all features where any has") {
    const Variable cls("class", {"a", "b"}), x("x");
    NetworkBuilder builder;
    builder.set_cpd(TableCpd(Scope({builder.add_variable(cls)}, {2}), std::vector{0.4, 0.6}));
    const NetworkClassifier prior(
        {.model = builder.build(), .schema = {cls, x, Variable("y", {"u", "v"})}});
    const Ensemble ensemble = pool(naive({0}, {0.5, 0.5, 0.25, 0.75}), prior);
    CHECK(&ensemble.heaviest() == &ensemble.classifiers()[0]);
    CHECK(probability(ensemble, "P(y=u)") == Approx(0.4 * 0.5 + 0.6 * 0.2).epsilon(1e-15));
}

TEST_CASE("EnsembleEngine: what is no prediction is refused") {
    const EnsembleEngine engine(differently_cut());
    const VariableId y = engine.network().id("y");
    for (const char* const query :
         {"P(y)", "argmax(*)", "P(class | do(y=u))", "P(class=a | y=[1, 0])", "P(class | class=a)",
          "P(class=a or y=u)", "P(class | x='<0')", "P(class"})
        CHECK_FALSE(engine.prediction(query));
    CHECK(engine.prediction("P(class | x=0, y!=u)"));
    Workspace workspace;
    const std::vector soft = {0.5, 1.0};
    CHECK_THROWS_WITH(engine.marginals(std::vector{engine.class_variable()},
                                       Evidence().likelihood(y, soft), workspace),
                      Contains("say only what the class is"));
    CHECK_THROWS_WITH(engine.marginals(std::vector{y}, {}, workspace),
                      Contains("Classifier::engine() asks the networks of the heaviest"));
}

TEST_CASE("EnsembleEngine: findings that no classifier gives a density are impossible") {
    const Ensemble ensemble = pool(naive({0}, {1, 0, 1, 0}), naive({-1, 1}, {1, 0, 0, 1, 0, 0}));
    CHECK(answer(ensemble, "P(class | x=5)").impossible());
    const EnsembleEngine engine(ensemble);
    Workspace workspace;
    const Evidence evidence = Evidence().observe(engine.network().id("x"), 5.0);
    CHECK(engine.marginals({}, evidence, workspace).impossible());
    CHECK(minimal_conflict(engine, evidence) == evidence);
    CHECK(minimal_conflict(engine, parse_query(engine.network(), "P(class | x=5, y=u)").given) ==
          parse_query(engine.network(), "P(class | x=5)").given);
}
