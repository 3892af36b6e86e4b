#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/engine.hpp>
#include <pgm/inference/named_posterior.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

using namespace pgm;
using namespace pgm::learners;
using Catch::Matchers::WithinAbs;
using Words = std::vector<std::string_view>;

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

/// Of `outer` two distant pairs, of `inner` one pair between them.
Dataset rings(const char* name = "x") {
    return Dataset({discrete_column(Variable("label", {"inner", "outer"}),
                                    Words{"outer", "outer", "outer", "outer", "inner", "inner"}),
                    continuous_column(name, {0, 2, 100, 104, 49, 51})});
}

Fit mixture(const char* continuous, const char* structure = "nb") {
    Fit options;
    options.structure = structure;
    options.continuous = parse_continuous(continuous);
    return options;
}

double normal(double x, double mean, double variance) {
    return std::exp(-(x - mean) * (x - mean) / (2 * variance)) /
           std::sqrt(2 * std::numbers::pi * variance);
}

}  // namespace

TEST_CASE("Mixture: the density of a class is the weighted sum of its Gaussians", "[learners]") {
    const Classifier classifier = fit(rings(), "label", mixture("mixture:2,mle"));
    // Single points have no variance, which is raised to a share of that of the column.
    const double floor = 1e-9 * 10216 / 6;
    const auto outer = [](double x) { return (normal(x, 1, 1) + normal(x, 102, 4)) / 2; };
    const auto inner = [&](double x) { return (normal(x, 49, floor) + normal(x, 51, floor)) / 2; };
    const Dataset data({continuous_column("x", {0, 2, 105, 98, no_number})});
    const Predictions predictions = predict(classifier, data);
    for (std::size_t row = 0; row < 4; ++row) {
        const double x = std::get<RealCells>(data.column("x").cells)[row];
        const double joint_outer = 5.0 / 8 * outer(x), joint_inner = 3.0 / 8 * inner(x);
        CHECK_THAT(predictions.probability(row, "outer"),
                   WithinAbs(joint_outer / (joint_outer + joint_inner), 1e-6));
    }
    CHECK_THAT(predictions.probability(4, "outer"), WithinAbs(5.0 / 8, 1e-12));
}

TEST_CASE("Mixture: the component that a value comes from can be asked for", "[learners]") {
    const Classifier classifier = fit(rings(), "label", mixture("mixture:2"));
    const BayesianNetwork& network = classifier.model().network();
    REQUIRE(network.find("x_component"));
    const VariableId component = *network.find("x_component");
    CHECK(network.variable(component).states() == std::vector<std::string>{"1", "2"});
    const InferenceEngine engine = classifier.engine();
    CHECK(posterior_of(engine, "x=1, label=outer")["x_component"]["1"] > 0.99);
    CHECK(posterior_of(engine, "x=103, label=outer")["x_component"]["2"] > 0.99);
}

TEST_CASE("Mixture: where one component is enough there is no hidden variable", "[learners]") {
    const Classifier one = fit(rings(), "label", mixture("mixture:1")),
                     gaussian = fit(rings(), "label", mixture("gaussian"));
    REQUIRE(one.model().network().size() == 2);
    const auto row = [](const Classifier& classifier, std::size_t i) {
        const BayesianNetwork& network = classifier.model().network();
        return std::get<LinearGaussianCpd>(network.cpd(network.id("x"))).row(i);
    };
    for (const std::size_t i : {0u, 1u}) {
        CHECK_THAT(row(one, i).intercept, WithinAbs(row(gaussian, i).intercept, 1e-12));
        CHECK_THAT(row(one, i).variance, WithinAbs(row(gaussian, i).variance, 1e-9));
    }
}

TEST_CASE("Mixture: the hidden variable takes no name that a column has", "[learners]") {
    const Dataset data = rings().with_column(continuous_column("x_component", {1, 2, 3, 4, 5, 6}));
    const Classifier classifier = fit(data, "label", mixture("mixture:2"));
    const BayesianNetwork& network = classifier.model().network();
    CHECK(network.find("x_component'"));
    CHECK(network.find("x_component_component"));
    CHECK(network.size() == 5);
}

TEST_CASE("Mixture: a structure may give a feature other discrete parents", "[learners]") {
    const Dataset data = rings().with_column(discrete_column(
        Variable("side", {"left", "right"}), Words{"left", "left", "right", "right", "left", ""}));
    const Classifier classifier =
        fit(data, "label", mixture("mixture:2", "label -> x <- side; label -> side"));
    const BayesianNetwork& network = classifier.model().network();
    CHECK(parents_of(network.cpd(network.id("x"))).size() == 3);
    CHECK(predict(classifier, data).probability(2, "outer") > 0.5);
    CHECK_THROWS_WITH(fit(data.with_column(continuous_column("z", {1, 2, 3, 4, 5, 6})), "label",
                          mixture("mixture", "label -> x <- z; label -> z")),
                      Catch::Contains("the density of 'x' cannot have the continuous parent 'z'"));
}

TEST_CASE("Mixture: what a mixture cannot do is said", "[learners]") {
    Fit updatable = mixture("mixture");
    updatable.keep_statistics = true;
    const Classifier classifier = fit(rings(), "label", updatable);
    CHECK_THROWS_WITH(update(classifier, rings()),
                      Catch::Contains("does not keep the values that it was fitted to"));
    CHECK_THROWS_WITH(fit(rings(), "label", mixture("mixture", "parzen")),
                      Catch::Contains("parzen has a kernel for every row"));
    CHECK_THROWS_WITH(fit(rings(), "label", mixture("kde:sj", "parzen")),
                      Catch::Contains("the bandwidth sj is that of a single feature"));
    const Dataset constant({discrete_column(Variable("label", {"a"}), Words{"a", "a"}),
                            continuous_column("x", {3, 3})});
    CHECK_THROWS_WITH(fit(constant, "label", mixture("mixture:2,floor=0")),
                      Catch::Contains("all values of 'x' with label=a are equal"));
    CHECK(fit(constant, "label", mixture("mixture")).model().network().size() == 2);
}
