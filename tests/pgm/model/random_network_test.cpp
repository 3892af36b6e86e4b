#include <pgm/model/random_network.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

namespace {

using pgm::random_network;
using pgm::RandomNetworkOptions;
using pgm::TableCpd;
using pgm::VariableId;

TEST_CASE("random_network: the same seed gives the same network, another seed another one") {
    RandomNetworkOptions options;
    options.cardinalities = {1, 2, 5};
    options.zero_fraction = 0.3;
    options.skew = 3;
    CHECK(random_network(options, 1) == random_network(options, 1));
    CHECK_FALSE(random_network(options, 1) == random_network(options, 2));
}

TEST_CASE("random_network: the numbers of variables, arcs, parents and states are as asked") {
    RandomNetworkOptions options;
    options.variables = 20;
    options.max_parents = 4;
    options.arcs = 50;
    options.cardinalities = {2, 7};
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        const pgm::BayesianNetwork network = random_network(options, seed);
        REQUIRE(network.size() == 20);
        CHECK(network.dag().arc_count() == 50);
        for (std::size_t i = 0; i < network.size(); ++i) {
            CHECK(network.dag().in_degree(VariableId(i)) <= 4);
            CHECK((network.cardinality(VariableId(i)) == 2 ||
                   network.cardinality(VariableId(i)) == 7));
        }
    }
}

TEST_CASE("random_dag: all the arcs that fit make a complete graph") {
    RandomNetworkOptions options;
    options.variables = 6;
    options.max_parents = 5;
    options.arcs = 15;
    CHECK(random_dag(options, 3).arc_count() == 15);
}

TEST_CASE("random_dag: every directed pair of three vertices is joined equally often") {
    RandomNetworkOptions options;
    options.variables = 3;
    options.max_parents = 1;
    options.arcs = 1;
    std::vector<int> counts(9, 0);
    for (std::uint64_t seed = 0; seed < 6000; ++seed) {
        const pgm::Arc arc = random_dag(options, seed).arcs().at(0);
        ++counts[arc.parent.index() * 3 + arc.child.index()];
    }
    // Six pairs, 1000 expected each, standard deviation 29.
    for (const std::size_t pair : {1u, 2u, 3u, 5u, 6u, 7u})
        CHECK(std::abs(counts[pair] - 1000) < 150);
}

TEST_CASE("random_network: zeros and deterministic rows come as often as asked") {
    RandomNetworkOptions options;
    options.variables = 200;
    options.cardinalities = {4};
    options.max_parents = 2;
    options.zero_fraction = 0.4;
    std::size_t zeros = 0, cells = 0;
    const pgm::BayesianNetwork sparse = random_network(options, 5);
    for (const pgm::Cpd& cpd : sparse.cpds()) {
        for (const double value : std::get<TableCpd>(cpd).table().values()) {
            zeros += value == 0;
            ++cells;
        }
    }
    // Three cells of four may become zero.
    const double expected = 0.3,
                 deviation = std::sqrt(0.75 * 0.4 * 0.6 / static_cast<double>(cells));
    CHECK_THAT(static_cast<double>(zeros) / static_cast<double>(cells),
               Catch::Matchers::WithinAbs(expected, 5 * deviation));

    options.deterministic_fraction = 1;
    const pgm::BayesianNetwork certain = random_network(options, 5);
    for (const pgm::Cpd& cpd : certain.cpds()) {
        for (const double value : std::get<TableCpd>(cpd).table().values())
            CHECK((value == 0 || value == 1));
    }
}

TEST_CASE(
    "random_network: rows are uniform over the distributions, and skew makes them more certain") {
    RandomNetworkOptions options;
    options.variables = 3000;
    options.max_parents = 0;
    options.cardinalities = {3};
    const auto mean_square = [&] {
        double sum = 0;
        const pgm::BayesianNetwork network = random_network(options, 11);
        for (const pgm::Cpd& cpd : network.cpds()) {
            for (const double value : std::get<TableCpd>(cpd).table().values())
                sum += value * value;
        }
        return sum / 3000;
    };
    // Under Dirichlet(1, 1, 1) a cell is Beta(1, 2): E x^2 = 1/6, three of them 1/2.
    CHECK_THAT(mean_square(), Catch::Matchers::WithinAbs(0.5, 0.015));
    options.skew = 4;
    CHECK(mean_square() > 0.7);
}

TEST_CASE("random_network: options outside their range are refused") {
    RandomNetworkOptions options;
    options.variables = 3;
    options.arcs = 4;
    CHECK_THROWS_WITH(random_network(options, 0),
                      "4 arcs do not fit 3 variables of at most 3 parents; 3 do");
    CHECK_THROWS_WITH(random_network({.zero_fraction = 1.5}, 0),
                      "zero_fraction must lie in [0, 1]");
    CHECK_THROWS_WITH(random_network({.deterministic_fraction = -1}, 0),
                      "deterministic_fraction must lie in [0, 1]");
    CHECK_THROWS_WITH(random_network({.cardinalities = {}}, 0),
                      "cardinalities must hold at least one number of states");
    CHECK_THROWS_WITH(random_network({.cardinalities = {2, 0}}, 0),
                      "cardinalities must be at least 1");
    CHECK_THROWS_WITH(random_network({.skew = 0}, 0), "skew must be at least 1");
    CHECK_THROWS_WITH(random_network({.variables = 5'000'000}, 0),
                      "a random network of 5000000 variables; the limit is 4000000");
    RandomNetworkOptions dense{
        .variables = 40, .max_parents = 39, .arcs = 780, .cardinalities = {3}};
    CHECK_THROWS_AS(random_network(dense, 0), pgm::TooLargeError);
}

TEST_CASE("random_network: nothing and one variable are networks") {
    CHECK(random_network({.variables = 0}, 0).size() == 0);
    CHECK(random_network({.variables = 1, .cardinalities = {1}}, 0).size() == 1);
}

}  // namespace
