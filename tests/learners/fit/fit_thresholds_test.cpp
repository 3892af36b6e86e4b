#include <learners/counting/update.hpp>
#include <learners/fit/fit.hpp>
#include <learners/fit/fit_network.hpp>
#include <learners/unobserved/learn_incomplete.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/infarct_rows.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;
using Catch::WithinRel;

namespace {

const ThresholdCpd& threshold(const BayesianNetwork& network, const char* name) {
    return std::get<ThresholdCpd>(network.cpd(network.id(name)));
}

Fit likely(const char* structure) {
    return {.structure = structure, .smoothing = MaximumLikelihood{}};
}

/// 1 / (1 + exp(cut - slopes)) of statsmodels' Logit (threshold_regression_test.cpp).
double risk(double age, double pressure) {
    return 1 / (1 + std::exp(14.061169714905956 - 0.11739740940191315 * age -
                             0.05122967659481388 * pressure));
}

}  // namespace

TEST_CASE("A network with arcs from numbers to states is logistic regression", "[learners]") {
    const FittedNetwork found = fit_network(infarct_data(), likely("age, bp -> infarct"));
    const ThresholdCpd& cpd = threshold(found.network, "infarct");
    CHECK(cpd.row(0).noise == Noise::Kind::logistic);
    CHECK_THAT(cpd.row(0).slopes[0], WithinRel(0.11739740940191315, 1e-6));
    CHECK_THAT(cpd.row(0).slopes[1], WithinRel(0.05122967659481388, 1e-6));
    CHECK_THAT(cpd.row(0).cuts[0], WithinRel(14.061169714905956, 1e-6));
    CHECK(found.network.row_weights(found.network.id("infarct")).size() == 7);
    CHECK(cpd.parameter_count() == 3);
    Fit probit = likely("age, bp -> infarct");
    probit.continuous_parents = Noise::Kind::normal;
    const FittedNetwork normal = fit_network(infarct_data(), probit);
    CHECK_THAT(threshold(normal.network, "infarct").row(0).slopes[0],
               WithinRel(0.07327072135592234, 1e-6));
}

TEST_CASE("A regression has one row for each configuration of discrete parents", "[learners]") {
    const FittedNetwork found = fit_network(
        infarct_data(), likely("age, sex, bp -> infarct; sex -> age; infarct -> severity"));
    const ThresholdCpd& cpd = threshold(found.network, "infarct");
    REQUIRE(cpd.row_count() == 2);
    CHECK_THAT(cpd.row(0).cuts[0], WithinRel(29.720748071591867, 1e-6));
    CHECK_THAT(cpd.row(1).cuts[0], WithinRel(11.183772401775302, 1e-6));
}

TEST_CASE("A classifier whose class has numbers as parents is exact", "[learners]") {
    Fit options = likely("age, bp -> infarct");
    options.continuous_parents = Noise::Kind::logistic;
    const Classifier classifier = fit(infarct_data(), "infarct", options);
    const BayesianNetwork& network = classifier.networks()->model().network();
    CHECK(threshold(network, "infarct").continuous_parents().size() == 2);
    const Predictions predictions = predict(classifier, infarct_data());
    for (std::size_t row = 0; row < infarct_rows.size(); ++row)
        CHECK(predictions.probability(row, "yes") ==
              Approx(risk(infarct_rows[row][0], infarct_rows[row][1])).epsilon(1e-6));
    options.continuous = ContinuousModel{};
    options.continuous_parents.reset();
    CHECK(fit(infarct_data(), "infarct", options).networks()->model() ==
          classifier.networks()->model());
}

TEST_CASE("A regression does not depend on the order of rows, on weights or on threads",
          "[learners]") {
    const char* const structure = "age, bp, sex -> severity";
    const Dataset data = infarct_data();
    std::vector<std::uint32_t> backwards;
    for (std::uint32_t row = 40; row-- > 0;) backwards.push_back(row);
    const BayesianNetwork forward = fit_network(data, {.structure = structure}).network;
    CHECK(fit_network(data.select_rows(backwards), {.structure = structure}).network == forward);
    CHECK(fit_network(data, {.structure = structure, .threads = 3}).network == forward);
    const Dataset heavy(data.columns(), std::vector<double>(40, 2));
    CHECK(fit_network(heavy, {.structure = structure}).network ==
          fit_network(infarct_data(2), {.structure = structure}).network);
}

TEST_CASE("A regression leaves out rows in which a member is missing", "[learners]") {
    const Dataset data = infarct_data();
    std::vector<std::uint32_t> but_two;
    for (std::uint32_t row = 2; row < 40; ++row) but_two.push_back(row);
    RealCells age = std::get<RealCells>(data.column("age").cells);
    std::vector<double> holes(age.begin(), age.end());
    holes[0] = holes[1] = std::numeric_limits<double>::quiet_NaN();
    const Dataset with_holes = data.with_column(continuous_column("age", holes));
    const auto row_of = [](const Dataset& rows) {
        return threshold(fit_network(rows, {.structure = "age -> infarct"}).network, "infarct")
            .row(0);
    };
    CHECK(row_of(with_holes) == row_of(data.select_rows(but_two)));
}

TEST_CASE("What cannot be with a regression is refused", "[learners]") {
    const Dataset data = infarct_data();
    CHECK_THROWS_WITH(
        fit_network(data, {.structure = "age -> infarct", .smoothing = parse_smoothing("backoff")}),
        "back-off shrinks tables to those of fewer parents, and 'infarct' has "
        "continuous parents (smooth by laplace:A or mle, or cut the parents into "
        "intervals)");
    CHECK_THROWS_WITH(
        fit_network(data, {.structure = "age -> infarct", .missing_cells = MissingCells::em}),
        Catch::Contains("expectation maximisation learns tables and Gaussians, and 'infarct' has a "
                        "continuous parent"));
    Fit options{.structure = "age -> infarct",
                .continuous_parents = Noise::Kind::logistic,
                .keep_statistics = true};
    const Classifier updatable = fit(data, "infarct", options);
    CHECK_THROWS_WITH(update(updatable, data),
                      Catch::Contains("a regression does not keep the rows"));
    CHECK_THROWS_WITH(parse_learner("nb", {.continuous_parents = "logistic"}),
                      Catch::Contains("the structure nb gives no discrete variable a continuous "
                                      "parent"));
    CHECK_THROWS_WITH(parse_learner("age -> infarct", {.continuous_parents = "logit"}),
                      Catch::Contains("logistic"));
    options.class_prior = parse_class_prior("uniform");
    CHECK_THROWS_WITH(fit(data, "infarct", options), Catch::Contains("there is no class prior"));
    const StructureLearning search{.continuous_parents = Noise::Kind::logistic};
    std::vector<double> holes(40, 1.0);
    holes[3] = 2;
    holes[0] = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(
        learn_incomplete(data.with_column(continuous_column("age", holes)), search),
        Catch::Contains("missing values cannot be treated by 'draw' (--missing-cells complete)"));
}

TEST_CASE("A search finds the arcs from numbers to states where these may be", "[learners]") {
    const Dataset data = infarct_data(5).select_columns(
        std::vector<ColumnId>{ColumnId(std::size_t{1}), ColumnId(std::size_t{2})});
    const Arc arc{VariableId(std::size_t{0}), VariableId(std::size_t{1})};
    for (const char* algorithm : {"hc", "tabu", "ges", "boss", "exact"}) {
        CAPTURE(algorithm);
        StructureLearning search{.algorithm = parse_search_algorithm(algorithm),
                                 .constraints = {.forbidden = {{arc.child, arc.parent}}}};
        CHECK(learn_structure(data, search).dag.arcs().empty());
        search.continuous_parents = Noise::Kind::logistic;
        CHECK(learn_structure(data, search).dag.arcs() == std::vector<Arc>{arc});
        search.constraints = {.required = {arc}};
        CHECK(learn_structure(data, search).dag.arcs() == std::vector<Arc>{arc});
    }
}
