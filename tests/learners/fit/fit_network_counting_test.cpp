#include <learners/fit/fit_network.hpp>
#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>

#include <limits>

using namespace pgm;
using namespace pgm::tests;
using namespace pgm::learners;

namespace {

Fit smoothed_by(const Smoothing& smoothing) {
    Fit options{.structure = "a -> b"};
    options.smoothing = smoothing;
    return options;
}

}  // namespace

TEST_CASE("A network by counting has available-case counts", "[learners]") {
    const FittedNetwork found =
        fit_network(digits("ab", {"00", "00", "01", "1.", ".1"}), smoothed_by(Laplace{1}));
    CHECK_THAT(table_row(found.network, "a"),
               Catch::Matchers::Approx(std::vector<double>{4.0 / 6, 2.0 / 6}));
    CHECK_THAT(table_row(found.network, "b", 0),
               Catch::Matchers::Approx(std::vector<double>{3.0 / 5, 2.0 / 5}));
    CHECK_THAT(table_row(found.network, "b", 1),
               Catch::Matchers::Approx(std::vector<double>{0.5, 0.5}));
    CHECK(found.concentrations.empty());
}

TEST_CASE("A network by counting: numbers are the regression through their parents", "[learners]") {
    // z = 1 + 2 x but for 1 up and 1 down at either x: the residual variance is 1.
    const Dataset data({continuous_column("x", {0.0, 0.0, 2.0, 2.0}),
                        continuous_column("z", {0.0, 2.0, 4.0, 6.0})});
    const FittedNetwork found = fit_network(data, {.structure = "x -> z"});
    const auto& of_x = std::get<LinearGaussianCpd>(found.network.cpd(found.network.id("x"))).row(0);
    CHECK(of_x.intercept == Approx(1));
    CHECK(of_x.variance == Approx(1));
    const auto& of_z = std::get<LinearGaussianCpd>(found.network.cpd(found.network.id("z"))).row(0);
    CHECK(of_z.intercept == Approx(1));
    CHECK(of_z.slopes[0] == Approx(2));
    CHECK(of_z.variance == Approx(1));
}

TEST_CASE("A network by counting: back-off shrinks to the family with fewer parents",
          "[learners]") {
    // P(b) = (n_b + 3/2) / (n + 3), then P(b | a) = (n_ab + 2 P(b)) / (n_a + 2).
    const FittedNetwork found = fit_network(digits("ab", {"00", "00", "01", "11"}),
                                            smoothed_by(parse_smoothing("backoff:3,2")));
    CHECK(found.concentrations == std::vector<double>{3, 2});
    CHECK_THAT(table_row(found.network, "b", 0),
               Catch::Matchers::Approx(std::vector<double>{(2 + 2 * 0.5) / 5, (1 + 2 * 0.5) / 5}));
    CHECK_THAT(table_row(found.network, "b", 1),
               Catch::Matchers::Approx(std::vector<double>{2 * 0.5 / 3, (1 + 2 * 0.5) / 3}));
}

TEST_CASE("A network by counting: data that cannot be learned from are refused", "[learners]") {
    CHECK_THROWS_WITH(fit_network(digits("a", {}), Dag(1)),
                      Catch::Contains("no row to learn from"));
    CHECK_THROWS_WITH(fit_network(digits("a", {"0"}), Dag(1), smoothed_by(PriorNetwork{1})),
                      Catch::Contains("none is given"));
    const double unknown = std::numeric_limits<double>::quiet_NaN();
    CHECK_THROWS_WITH(fit_network(Dataset({continuous_column("x", {unknown})}), Dag(1)),
                      Catch::Contains("'x'"));
    Fit dense;
    dense.continuous = parse_continuous("kde");
    CHECK_THROWS_WITH(fit_network(digits("a", {"0"}), Dag(1), dense),
                      Catch::Contains("tables and Gaussians"));
}
