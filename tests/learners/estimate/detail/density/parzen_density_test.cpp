#include <learners/fit/fit.hpp>
#include <pgm/classify/predictions.hpp>
#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>
#include <limits>
#include <numbers>

using namespace pgm;
using namespace pgm::learners;
using Words = std::vector<std::string_view>;

namespace {

/// Two clusters per class, crosswise: each feature alone tells nothing about the class.
Dataset crosswise() {
    return Dataset({discrete_column(Variable("label", {"same", "other"}),
                                    Words{"same", "same", "other", "other"}),
                    continuous_column("x", {0, 2, 0, 2}), continuous_column("y", {0, 2, 2, 0})});
}

Fit parzen(const char* continuous) {
    Fit options;
    options.structure = "parzen";
    options.continuous = parse_continuous(continuous);
    return options;
}

double bump(double z) {
    return std::exp(-z * z / 2) / std::sqrt(2 * std::numbers::pi);
}

constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

}  // namespace

TEST_CASE("Parzen: the density of a class is the mean of its points' bumps", "[learners]") {
    const Classifier classifier = fit(crosswise(), "label", parzen("kde:h=1"));
    const Dataset data(
        {continuous_column("x", {0, 0.5, 2, unknown}), continuous_column("y", {0, 1.5, 0, 1})});
    const Predictions predictions = predict(classifier, data);
    const auto same = [](double x, double y) {
        return (bump(x) * bump(y) + bump(x - 2) * bump(y - 2)) / 2;
    };
    const auto other = [](double x, double y) {
        return (bump(x) * bump(y - 2) + bump(x - 2) * bump(y)) / 2;
    };
    for (const auto& [row, x, y] : {std::tuple{0, 0.0, 0.0}, {1, 0.5, 1.5}, {2, 2.0, 0.0}}) {
        const double total = same(x, y) + other(x, y);
        CHECK(predictions.probabilities(row, 0) == Approx(same(x, y) / total).epsilon(1e-14));
        CHECK(predictions.log_evidence[static_cast<std::size_t>(row)] ==
              Approx(std::log(total / 2)).epsilon(1e-14));
    }
    // Without x the classes have the same density of y.
    CHECK(predictions.probabilities(3, 0) == Approx(0.5).epsilon(1e-14));
}

TEST_CASE("Parzen: flat kernels leave rows that lie near no point without a decision",
          "[learners]") {
    const Classifier classifier = fit(crosswise(), "label", parzen("kde:tophat,h=0.5"));
    const Dataset data(
        {continuous_column("x", {0.25, 1, 2.5}), continuous_column("y", {-0.5, 1, 0.5})});
    const Predictions predictions = predict(classifier, data);
    CHECK(predictions.probabilities(0, 0) == 1);
    CHECK(predictions.status[1] == RowStatus::no_density);
    CHECK(predictions.probabilities(2, 1) == 1);
}

TEST_CASE("Parzen: the bandwidth is that of a Gaussian in as many dimensions", "[learners]") {
    // Two features, n = 2 and sigma = 1 in each class: (4/4)^(1/6) * 1 * 2^(-1/6).
    const Classifier classifier = fit(crosswise(), "label", parzen("kde"));
    const BayesianNetwork& network = classifier.model().network();
    const auto& density = std::get<LinearGaussianCpd>(network.cpd(network.id("x")));
    CHECK(density.row(0).variance == Approx(std::pow(2.0, -1.0 / 3)).epsilon(1e-14));
}

TEST_CASE("Parzen: weights, missing values and classes without rows", "[learners]") {
    const Dataset data(
        {discrete_column(Variable("label", {"a", "b", "never"}), Words{"a", "a", "a", "b"}),
         continuous_column("x", {1, 1, 3, unknown}),
         discrete_column(Variable("point", {"p", "q"}), Words{"p", "q", "p", "q"})});
    const Classifier classifier = fit(data, "label", parzen("kde:h=1"));
    const BayesianNetwork& network = classifier.model().network();
    const VariableId hidden = network.id("point'");  // a column has its name already
    CHECK(network.cardinality(hidden) == 2);  // equal rows are one point, the row without x is none
    const auto& table = std::get<TableCpd>(network.cpd(hidden));
    CHECK(table.table().values()[0] == 2.0 / 3);
    CHECK(table.table().values()[1] == 1.0 / 3);
    CHECK(table.table().values()[2] == 0.5);  // b and never have no points
    CHECK(table.table().values()[5] == 0.5);
}

TEST_CASE("Parzen: what it cannot do is said", "[learners]") {
    CHECK_THROWS_WITH(fit(crosswise(), "label", parzen("kde:cv")),
                      "parzen does not choose its bandwidth by cross-validation (choose kde, or "
                      "give it one (kde:h=0.1))");
    const Dataset never_together({discrete_column(Variable("label", {"a", "b"}), Words{"a", "b"}),
                                  continuous_column("x", {1, unknown}),
                                  continuous_column("y", {unknown, 1})});
    CHECK_THROWS_WITH(fit(never_together, "label", parzen("kde:h=1")),
                      "no row has a class and a value of every continuous feature, which parzen "
                      "needs of its points");
    Fit options = parzen("kde:h=1");
    options.keep_statistics = true;
    const Classifier classifier = fit(crosswise(), "label", options);
    CHECK_THROWS_AS(update(classifier, crosswise()), ArgumentError);
}
