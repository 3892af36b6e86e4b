#include <learners/fit_network.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/small_data.hpp>
#include <tests/support/vertices.hpp>

#include <catch2/catch.hpp>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

TEST_CASE("A network is fitted to a graph: shares of the rows", "[learners]") {
    using namespace vertices;
    const Dataset data = digits("ab", {"00", "00", "01", "11"});
    const Dag dag(2, std::vector<Arc>{{a, b}});
    const BayesianNetwork shares = fit_network(data, dag, {.smoothing = MaximumLikelihood{}});
    CHECK(table_row(shares, "a") == std::vector<double>{0.75, 0.25});
    CHECK(table_row(shares, "b", 0) == std::vector<double>{2.0 / 3, 1.0 / 3});
    CHECK(table_row(shares, "b", 1) == std::vector<double>{0, 1});
    const BayesianNetwork smoothed = fit_network(data, dag);
    CHECK(table_row(smoothed, "a") == std::vector<double>{4.0 / 6, 2.0 / 6});
    CHECK(table_row(smoothed, "b", 1) == std::vector<double>{1.0 / 3, 2.0 / 3});
}

TEST_CASE("A network is fitted to a graph: any column may have missing cells and parents",
          "[learners]") {
    using namespace vertices;
    const Dataset data = digits("ab", {"00", ".0", "0.", "11"});
    const BayesianNetwork network =
        fit_network(data, Dag(2, std::vector<Arc>{{b, a}}), {.smoothing = MaximumLikelihood{}});
    CHECK(table_row(network, "b") == std::vector<double>{2.0 / 3, 1.0 / 3});
    CHECK(table_row(network, "a", 0) == std::vector<double>{1, 0});
    CHECK(table_row(network, "a", 1) == std::vector<double>{0, 1});
}

TEST_CASE("A network is fitted to a graph: linear Gaussians", "[learners]") {
    using namespace vertices;
    Column x{.variable = Variable("x"), .cells = std::vector<double>{0, 1, 2, 3}};
    Column y{.variable = Variable("y"), .cells = std::vector<double>{1, 3, 5, 7}};
    Column z{.variable = Variable("z"), .cells = std::vector<double>{1, -1, 1, -1}};
    const BayesianNetwork network =
        fit_network(Dataset({x, y, z}), Dag(3, std::vector<Arc>{{a, b}}));
    const auto& of_y = std::get<LinearGaussianCpd>(network.cpd(b));
    CHECK(of_y.row(0).intercept == Approx(1));
    CHECK(of_y.row(0).slopes[0] == Approx(2));
    const auto& of_z = std::get<LinearGaussianCpd>(network.cpd(VariableId(std::size_t{2})));
    CHECK(of_z.row(0).intercept == Approx(0).margin(1e-12));
    CHECK(of_z.row(0).variance == Approx(1));
}

TEST_CASE("A network is fitted to a graph: what cannot be fitted is refused", "[learners]") {
    using namespace vertices;
    const Dataset data = digits("ab", {"00", "11"});
    CHECK_THROWS_AS(fit_network(data, Dag(3)), ArgumentError);
    CHECK_THROWS_AS(fit_network(digits("ab", {}), Dag(2)), ArgumentError);
    CHECK_THROWS_AS(fit_network(data, Dag(2), {.smoothing = PriorNetwork{}}), ArgumentError);
    CHECK_THROWS_WITH(fit_network(data, Dag(2), {.smoothing = BackOff{}}),
                      Catch::StartsWith("back-off tables are fitted for a class"));
}
