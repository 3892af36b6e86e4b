#include <learners/fit/fit.hpp>

#include <learners/fit/estimator.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <cmath>
#include <limits>

using namespace pgm;
using namespace pgm::tests;
using learners::fit;

namespace {

constexpr learners::Smoothing as_counted = learners::MaximumLikelihood{};
constexpr double not_known = std::numeric_limits<double>::quiet_NaN();

learners::Fit uniform_prior() {
    learners::Fit options;
    options.continuous = learners::parse_continuous("gaussian");
    options.class_prior = learners::parse_class_prior("uniform");
    return options;
}

}  // namespace

TEST_CASE("Rows count by their weights, whole or not", "[learners]") {
    const Dataset data = digits("ya", {"00", "01", "11", "10"}).with_weights({0.5, 1.5, 2, 0});
    const Classifier smoothed = fit(data, "y", {}),
                     counted = fit(data, "y", {.smoothing = as_counted});
    CHECK_THAT(table_row(smoothed, "y"), Catch::Matchers::Approx<double>({3.0 / 6, 3.0 / 6}));
    CHECK_THAT(table_row(smoothed, "a", 0),
               Catch::Matchers::Approx<double>({3.0 / 8, 5.0 / 8}));  // 1/2 + 1, 3/2 + 1 of 2 + 2
    CHECK_THAT(table_row(counted, "a", 0), Catch::Matchers::Approx<double>({1.0 / 4, 3.0 / 4}));
    CHECK(table_row(counted, "a", 1) == std::vector<double>{0, 1});  // a row of weight 0 is no row
}

TEST_CASE("Empty braces are the default options, beside all that can be fitted", "[learners]") {
    const Dataset data = digits("ya", {"00", "01", "11", "10"});
    CHECK(fit(data, "y", {}) == fit(data, "y", learners::Fit{}));
    CHECK(fit(data, "y", {.structure = "tan"}) ==
          fit(data, "y", learners::Estimator(learners::Fit{.structure = "tan"})));
}

TEST_CASE("Weights that sum to nothing leave no row to learn from", "[learners]") {
    CHECK_THROWS_WITH(fit(digits("ya", {"00", "11", ".1"}).with_weights({0, 0, 1}), "y", {}),
                      "the rows with a class all weigh 0: there is nothing to learn from");
}

TEST_CASE("A class without rows has the probability that smoothing gives it", "[learners]") {
    const Dataset data = digits("ya", {"00", "00", "10", "11"}, 3);
    const Classifier smoothed = fit(data, "y", {});
    CHECK_THAT(table_row(smoothed, "y"),
               Catch::Matchers::Approx<double>({3.0 / 7, 3.0 / 7, 1.0 / 7}));
    CHECK_THAT(table_row(smoothed, "a", 2),
               Catch::Matchers::Approx<double>({1.0 / 3, 1.0 / 3, 1.0 / 3}));
    // a=0:  3/7 3/5 : 3/7 2/5 : 1/7 1/3 = 27 : 18 : 5 of 105ths
    CHECK_THAT(posterior_of(smoothed, digits("a", {"0"}, 3)),
               Catch::Matchers::Approx<double>({27.0 / 50, 18.0 / 50, 5.0 / 50}));
    CHECK_THAT(posterior_of(fit(data, "y", {.smoothing = as_counted}), digits("a", {"0"}, 3)),
               Catch::Matchers::Approx<double>({2.0 / 3, 1.0 / 3, 0}));
}

TEST_CASE(
    "Under a uniform class prior a class without rows has the features of no class, or of all",
    "[learners]") {
    const Dataset data = digits("ya", {"00", "00", "10", "11"}, 3);
    learners::Fit options = uniform_prior();
    options.smoothing = as_counted;
    // a=0:  1 : 1/2 : 1/3, its three states alike
    CHECK_THAT(posterior_of(fit(data, "y", options), digits("a", {"0"}, 3)),
               Catch::Matchers::Approx<double>({6.0 / 11, 3.0 / 11, 2.0 / 11}));
    options.empty_rows = learners::EmptyRow::marginal;  // 1 : 1/2 : 3/4
    CHECK_THAT(posterior_of(fit(data, "y", options), digits("a", {"0"}, 3)),
               Catch::Matchers::Approx<double>({4.0 / 9, 2.0 / 9, 3.0 / 9}));
    options.empty_rows = learners::EmptyRow::error;
    CHECK_THROWS_WITH(fit(data, "y", options),
                      Catch::StartsWith("no row of the data has y=2, so P(a | y=2) is unknown"));
}

TEST_CASE("A class without rows has the Gaussian of the whole column", "[learners]") {
    const Dataset data({discrete_column(Variable("y", {"0", "1", "2"}),
                                        std::vector<std::string_view>{"0", "0", "1", "1"}),
                        continuous_column("x", {-3, -1, 1, 3})});
    learners::Fit options = uniform_prior();
    options.continuous = learners::parse_continuous("gaussian:mle");
    const Classifier classifier = fit(data, "y", options);
    // Of all four: mean 0, variance 5. Of the classes: means -2 and 2, variance 1. At x=2 the
    // densities are to each other as e^-8 : 1 : e^(-2/5) / sqrt 5.
    const double first = std::exp(-8.0), last = std::exp(-0.4) / std::sqrt(5.0),
                 sum = first + 1 + last;
    const std::vector<double> posterior =
        posterior_of(classifier, Dataset({continuous_column("x", {2})}));
    CHECK_THAT(posterior, Catch::Matchers::Approx<double>({first / sum, 1 / sum, last / sum})
                              .epsilon(1e-6));  // the variance has a floor's worth more
}

TEST_CASE("The variance of a Gaussian counts two rows as spread as the whole column",
          "[learners]") {
    const Dataset data({discrete_column(Variable("y", {"0", "1"}),
                                        std::vector<std::string_view>{"0", "0", "1", "1"}),
                        continuous_column("x", {-3, -1, 3, 3})});
    // The column has the mean 1/2 and the variance 27/4, the classes 1 and 0.
    const auto variance = [&](const char* words, std::size_t row) {
        learners::Fit options;
        options.continuous = learners::parse_continuous(words);
        const BayesianNetwork network = fit(data, "y", options).model().network();
        return std::get<LinearGaussianCpd>(network.cpd(network.id("x"))).row(row).variance;
    };
    CHECK(variance("gaussian", 0) == Approx((2 * 1 + 2 * 6.75) / 4));
    CHECK(variance("gaussian", 1) == Approx((2 * 0 + 2 * 6.75) / 4));
    CHECK(variance("gaussian:prior=6", 0) == Approx((2 * 1 + 6 * 6.75) / 8));
    CHECK(variance("gaussian:mle", 0) == Approx(1));
    CHECK(variance("gaussian:mle", 1) == Approx(6.75e-9));
    CHECK(variance("gaussian:unbiased,prior=2", 0) == Approx((2 * 2 + 2 * 6.75) / 4));
}

TEST_CASE("A classifier of the first version has no pseudo-counts when it is updated",
          "[learners]") {
    const Dataset data({discrete_column(Variable("y", {"0", "1"}),
                                        std::vector<std::string_view>{"0", "0", "1", "1"}),
                        continuous_column("x", {-3, -1, 1, 3})});
    NetworkClassifierParts parts =
        fit(data, "y",
            {.continuous = learners::parse_continuous("gaussian"), .keep_statistics = true})
            .networks()
            ->parts();
    CHECK(parts.provenance.version == 2);
    parts.provenance.version = 1;
    CHECK(learners::update(NetworkClassifier(parts), data).provenance().choices.continuous ==
          "gaussian:mle");
    parts.provenance.version = 2;
    CHECK(learners::update(NetworkClassifier(parts), data).provenance().choices.continuous ==
          "gaussian");
}

TEST_CASE("One row is enough", "[learners]") {
    const Dataset data = digits("ya", {"00"});
    for (const char* structure : {"nb", "tan", "fan", "kdb:1", "joint", "chow-liu"}) {
        INFO(structure);
        // 2/3 2/3 : 1/3 1/2
        CHECK_THAT(posterior_of(fit(data, "y", {.structure = structure}), digits("a", {"0"})),
                   Catch::Matchers::Approx<double>({8.0 / 11, 3.0 / 11}));
    }
    // P(y, a) = 2/5, 1/5
    CHECK_THAT(posterior_of(fit(data, "y", {.structure = "aode"}), digits("a", {"0"})),
               Catch::Matchers::Approx<double>({2.0 / 3, 1.0 / 3}));
    CHECK(posterior_of(fit(data, "y", {.smoothing = as_counted}), digits("a", {"0"})) ==
          std::vector<double>{1, 0});
}

TEST_CASE("A value that no row of the only class has leaves no class possible without smoothing",
          "[learners]") {
    const Classifier classifier = fit(digits("ya", {"00"}), "y", {.smoothing = as_counted});
    const Predictions predictions = predict(classifier, digits("a", {"1"}));
    CHECK(predictions.status[0] == RowStatus::no_density);
    CHECK(posterior_of(classifier, digits("a", {"1"})) == std::vector<double>{0, 0});
}

TEST_CASE("A column with one state changes no posterior", "[learners]") {
    const Dataset data = digits("ya", {"00", "00", "01", "10", "11", "11"});
    const Dataset more =
        data.with_column(text_column("c", std::vector<std::string_view>(6, "same")));
    for (const char* structure : {"nb", "tan", "fan", "kdb:1", "joint", "chow-liu"}) {
        INFO(structure);
        const Dataset row = digits("a", {"0"});
        // P(a=0 | y) = 3/5 and 2/5
        CHECK_THAT(posterior_of(fit(more, "y", {.structure = structure}), row),
                   Catch::Matchers::Approx<double>({3.0 / 5, 2.0 / 5}));
        const Dataset full =
            row.with_column(text_column("c", std::vector<std::string_view>(1, "same")));
        CHECK_THAT(posterior_of(fit(more, "y", {.structure = structure}), full),
                   Catch::Matchers::Approx<double>({3.0 / 5, 2.0 / 5}));
    }
}

TEST_CASE("A column of which every cell is missing says nothing, whatever is observed of it later",
          "[learners]") {
    const Dataset data = digits("yab", {"00.", "00.", "01.", "10.", "11.", "11."});
    for (const char* structure : {"nb", "tan", "fan", "kdb:1", "chow-liu"}) {
        INFO(structure);
        const Classifier classifier = fit(data, "y", {.structure = structure});
        for (const std::string_view row : {"00", "01", "0."})
            CHECK_THAT(posterior_of(classifier, digits("ab", {row})),
                       Catch::Matchers::Approx<double>({3.0 / 5, 2.0 / 5}));
    }
    const Dataset number =
        data.without_column(data.id("b"))
            .with_column(continuous_column("b", std::vector<double>(6, not_known)));
    CHECK_THAT(
        posterior_of(fit(number, "y", {.continuous = learners::parse_continuous("gaussian")}),
                     digits("a", {"0"}).with_column(continuous_column("b", {7}))),
        Catch::Matchers::Approx<double>({3.0 / 5, 2.0 / 5}));
}

TEST_CASE("Missing values are left out of the tables they would be in, and of no other",
          "[learners]") {
    // a is known in three rows of y=0 and one of y=1; b everywhere.
    const Classifier classifier =
        fit(digits("yab", {"000", "000", "011", "0.1", "111", "1.0"}), "y", {});
    CHECK_THAT(table_row(classifier, "y"), Catch::Matchers::Approx<double>({5.0 / 8, 3.0 / 8}));
    CHECK_THAT(table_row(classifier, "a", 0), Catch::Matchers::Approx<double>({3.0 / 5, 2.0 / 5}));
    CHECK_THAT(table_row(classifier, "a", 1), Catch::Matchers::Approx<double>({1.0 / 3, 2.0 / 3}));
    CHECK_THAT(table_row(classifier, "b", 0), Catch::Matchers::Approx<double>({3.0 / 6, 3.0 / 6}));
}

TEST_CASE("A class or column that differs in letter case is told with the one that was meant") {
    const Dataset people = digits("aY", {"00", "01", "10", "11"});
    CHECK_THROWS_WITH(fit(people, "y"), Catch::Contains("did you mean 'Y'?"));
    const Classifier fitted = fit(people, "Y", {.keep_statistics = true});
    CHECK_THROWS_WITH(learners::update(fitted, digits("AY", {"00"})),
                      Catch::Contains("did you mean 'A'?"));
    CHECK_THROWS_WITH(learners::update(fitted, digits("ay", {"00"})),
                      Catch::Contains("did you mean 'y'?"));
}
