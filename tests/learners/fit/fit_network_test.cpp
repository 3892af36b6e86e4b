#include <learners/fit/fit_network.hpp>

#include <pgm/core/error.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/small_data.hpp>
#include <tests/support/vertices.hpp>

#include <cstdint>
#include <utility>
#include <vector>

using namespace pgm;
using namespace pgm::learners;
using namespace pgm::tests;

namespace {

BayesianNetwork network_of(const Dataset& data, const Dag& dag, Fit options = {}) {
    return fit_network(data, dag, std::move(options)).network;
}

}  // namespace

TEST_CASE("A network is fitted to a graph: shares of the rows", "[learners]") {
    using namespace vertices;
    const Dataset data = digits("ab", {"00", "00", "01", "11"});
    const Dag dag(2, std::vector<Arc>{{a, b}});
    const BayesianNetwork shares = network_of(data, dag, {.smoothing = MaximumLikelihood{}});
    CHECK(table_row(shares, "a") == std::vector<double>{0.75, 0.25});
    CHECK(table_row(shares, "b", 0) == std::vector<double>{2.0 / 3, 1.0 / 3});
    CHECK(table_row(shares, "b", 1) == std::vector<double>{0, 1});
    const BayesianNetwork smoothed = network_of(data, dag);
    CHECK(table_row(smoothed, "a") == std::vector<double>{4.0 / 6, 2.0 / 6});
    CHECK(table_row(smoothed, "b", 1) == std::vector<double>{1.0 / 3, 2.0 / 3});
}

TEST_CASE("A network is fitted to a graph: any column may have missing values and parents",
          "[learners]") {
    using namespace vertices;
    const Dataset data = digits("ab", {"00", ".0", "0.", "11"});
    const BayesianNetwork network =
        network_of(data, Dag(2, std::vector<Arc>{{b, a}}), {.smoothing = MaximumLikelihood{}});
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
        network_of(Dataset({x, y, z}), Dag(3, std::vector<Arc>{{a, b}}));
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
    CHECK_THROWS_AS(network_of(data, Dag(3)), ArgumentError);
    CHECK_THROWS_AS(network_of(digits("ab", {}), Dag(2)), ArgumentError);
    CHECK_THROWS_WITH(network_of(data, Dag(2), {.smoothing = PriorNetwork{}}),
                      Catch::StartsWith("prior:S takes pseudo-counts from a network"));
    CHECK_THROWS_WITH(network_of(data, Dag(2), {.missing_cells = MissingCells::fill}),
                      Catch::Contains("does not treat them by 'fill'"));
    CHECK_THROWS_WITH(network_of(data, Dag(2), {.calibration = Calibration::temperature}),
                      Catch::StartsWith("there is no class"));
    CHECK_THROWS_WITH(network_of(data, Dag(2), {.class_prior = UniformPrior{}}),
                      Catch::StartsWith("there is no class"));
    CHECK_THROWS_WITH(fit_network(data, {.structure = "tan"}), Catch::Contains("needs a class"));
    CHECK_THROWS_WITH(fit_network(data, {.structure = "a -> z"}), Catch::Contains("no column"));
    CHECK_THROWS_AS(fit_network(data, {.structure = "H{2 states, hidden} -> a, b"}), ArgumentError);
    const Dataset numbers = data.with_column(continuous_column("x", {1, 2}));
    CHECK_THROWS_AS(network_of(numbers, Dag(3), {.continuous = parse_continuous("mdlp")}),
                    ArgumentError);
}

namespace {

/// Rows with missing parents in which b tells more about c than a does.
Dataset parents_of_c() {
    return digits("abc", {"000", "000", "101", "011", "110", "111", "10.", "1.1", "1.0", ".00",
                          "111", "100", "001", "101"});
}

const Dag& c_of_a_and_b() {
    using namespace vertices;
    static const Dag dag(3, std::vector<Arc>{{a, c}, {b, c}});
    return dag;
}

}  // namespace

TEST_CASE("A network with back-off tables: the parent that tells less is dropped first",
          "[learners]") {
    // Of 13 rows 7 have c=1; of the 4 with b=1, 3; of the 1 with a=0 and b=1, 1. By a alone c is
    // shared out 2, 2 and 3, 5, by b alone 4, 3 and 1, 3.
    const BayesianNetwork network =
        network_of(parents_of_c(), c_of_a_and_b(), {.smoothing = BackOff{{2, 4, 8}}});
    const double alone = (7 + 1) / 15.0, given_b = (3 + 4 * alone) / 8;
    CHECK(table_row(network, "c", 1)[1] == Approx((1 + 8 * given_b) / 9).epsilon(1e-14));
    CHECK(table_row(network, "c", 1)[0] == Approx(1 - (1 + 8 * given_b) / 9).epsilon(1e-14));
    CHECK(table_row(network, "a")[1] == Approx((9 + 1) / 15.0).epsilon(1e-14));
}

TEST_CASE(
    "A network with back-off tables: concentrations 0 are shares of the rows, large ones the level "
    "before",
    "[learners]") {
    const Dataset data = parents_of_c();
    const auto fitted = [&](Smoothing smoothing) {
        return network_of(data, c_of_a_and_b(), {.smoothing = std::move(smoothing)});
    };
    const BayesianNetwork none = fitted(BackOff{{0}}), shares = fitted(MaximumLikelihood{}),
                          all = fitted(BackOff{{0, 1e100}});
    for (std::size_t row = 0; row < 4; ++row) {
        CHECK(table_row(none, "c", row) == table_row(shares, "c", row));
        CHECK(table_row(all, "c", row)[1] == Approx(7.0 / 13));
    }
}

TEST_CASE("A network with back-off tables: the concentrations chosen are those of the network",
          "[learners]") {
    const Dataset data = parents_of_c();
    const BackOff chosen{
        fit_network(data, c_of_a_and_b(), {.smoothing = TunedBackOff{}}).concentrations};
    CHECK(chosen.concentrations.size() == 3);
    const BayesianNetwork network = network_of(data, c_of_a_and_b(), {.smoothing = TunedBackOff{}});
    CHECK(network == network_of(data, c_of_a_and_b(), {.smoothing = chosen}));
    std::vector<std::uint32_t> backwards;
    for (std::uint32_t row = 0; row < data.rows(); ++row)
        backwards.push_back(static_cast<std::uint32_t>(data.rows()) - 1 - row);
    CHECK(network == network_of(data.select_rows(backwards), c_of_a_and_b(),
                                {.smoothing = TunedBackOff{}, .threads = 3}));
}

TEST_CASE("A network with back-off tables: a column without values and one of one state",
          "[learners]") {
    const Dataset data = digits("abc", {".00", ".01", ".01"});
    const BayesianNetwork network = network_of(data, c_of_a_and_b(), {.smoothing = TunedBackOff{}});
    CHECK(table_row(network, "a") == std::vector{0.5, 0.5});
    for (std::size_t row = 0; row < 4; ++row)
        CHECK(table_row(network, "c", row)[0] + table_row(network, "c", row)[1] == Approx(1));
}

TEST_CASE("A graph and its text are one structure, by counts and by expectation maximisation",
          "[learners]") {
    const Dataset data = parents_of_c();
    for (const MissingCells cells : {MissingCells::sum, MissingCells::em}) {
        const Fit options{.structure = "a, b -> c", .missing_cells = cells};
        const FittedNetwork by_text = fit_network(data, options),
                            by_graph = fit_network(data, c_of_a_and_b(), options);
        CHECK(by_text.network == by_graph.network);
        CHECK(by_text.em == by_graph.em);
        CHECK(by_text.em.has_value() == (cells == MissingCells::em));
    }
    const Dataset whole = digits("abc", {"000", "011", "101", "110", "111"});
    CHECK(network_of(whole, c_of_a_and_b()) ==
          network_of(whole, c_of_a_and_b(), {.missing_cells = MissingCells::em}));
    CHECK(fit_network(whole, {.structure = "b -> a"}).network.size() == 2);
}

TEST_CASE("A network is fitted with the pseudo-counts of a prior network", "[learners]") {
    using namespace vertices;
    const Dataset data = digits("ab", {"00", "00", "01", "11"});
    const Dag dag(2, std::vector<Arc>{{a, b}});
    Fit options{.smoothing = PriorNetwork{4}};
    options.prior = network_of(digits("ab", {"00", "01", "10", "11"}), Dag(2),
                               {.smoothing = MaximumLikelihood{}});
    // Two of the four pseudo-counts have a=0, one each with b=0 and b=1.
    const BayesianNetwork network = network_of(data, dag, options);
    CHECK(table_row(network, "a")[0] == Approx((3 + 2) / 8.0));
    CHECK(table_row(network, "b", 0)[0] == Approx((2 + 1) / 5.0));
    CHECK(table_row(network, "b", 1)[0] == Approx((0 + 1) / 3.0));
}
