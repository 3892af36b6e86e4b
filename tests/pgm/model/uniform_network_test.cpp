#include <pgm/model/structure_graph.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

#include <cmath>

using namespace pgm;

TEST_CASE("A uniform network has the variables, states and arcs of its structure") {
    const BayesianNetwork network = uniform_network("A{x|y|z} -> B; C -> B");
    CHECK(network.size() == 3);
    CHECK(network.variable(network.id("A")).states() == std::vector<std::string>{"x", "y", "z"});
    CHECK(network.variable(network.id("B")).states() == std::vector<std::string>{"0", "1"});
    CHECK(network.dag().arcs() ==
          std::vector<Arc>{{network.id("A"), network.id("B")}, {network.id("C"), network.id("B")}});
    const TableCpd* const of_b = as_table(network.cpd(network.id("B")));
    REQUIRE(of_b != nullptr);
    REQUIRE(of_b->table().size() == 12);
    for (std::size_t cell = 0; cell < 12; ++cell) CHECK(of_b->table()[cell] == 0.5);
    CHECK(uniform_network("").size() == 0);
}

TEST_CASE("A uniform network has equal shares below numbers, too") {
    const BayesianNetwork network =
        uniform_network("age{real} -> severity{none|mild|severe} <- sex{f|m}");
    const auto& cpd = std::get<ThresholdCpd>(network.cpd(network.id("severity")));
    REQUIRE(cpd.row_count() == 2);
    const double old = 90;
    for (std::size_t row = 0; row < 2; ++row)
        for (std::size_t state = 0; state < 3; ++state)
            CHECK(std::exp(cpd.log_probability(row, {&old, 1}, StateId(state))) ==
                  Approx(1.0 / 3).epsilon(1e-14));
}

TEST_CASE("A uniform network is refused where the structure has a cycle or a table is too large") {
    CHECK_THROWS_AS(uniform_network("A -> B -> A"), ModelError);
    CHECK_THROWS_AS(uniform_network("A -> "), ParseError);
    std::string parents = "P0";
    for (int i = 1; i < 70; ++i) parents += ", P" + std::to_string(i);
    CHECK_THROWS_AS(uniform_network(parents + " -> C"), TooLargeError);
    CHECK_THROWS_AS(uniform_network("A{1000}, B{1000} -> C{1000}"), TooLargeError);
    CHECK_THROWS_AS(uniform_network("A{6000}, B{1000} -> c{real} <- d{real}"), TooLargeError);
    // Each table is small enough, and the three are not.
    NetworkBuilder builder =
        NetworkBuilder::parse("A{10} -> B{10}, C{10}", {.max_filled_cells = 209});
    CHECK_THROWS_WITH(builder.fill_in(),
                      "the distribution of 'C' cannot be filled in: more than 209 numbers, with "
                      "those filled in before (give it fewer parents or states, or raise "
                      "Limits::max_filled_cells)");
    NetworkBuilder fits = NetworkBuilder::parse("A{10} -> B{10}, C{10}", {.max_filled_cells = 210});
    CHECK(fits.fill_in().size() == 3);
}

TEST_CASE("A continuous variable of a uniform network is standard normal under any parents") {
    const BayesianNetwork network = uniform_network("x{real}, A{p|q} -> y{real}");
    const auto& y = std::get<LinearGaussianCpd>(network.cpd(network.id("y")));
    REQUIRE(y.row_count() == 2);
    CHECK(y.row(1) == LinearGaussianCpd::Row{0, {0}, 1});
    CHECK_FALSE(NetworkBuilder::parse("x{real}").variable(VariableId(0)).is_discrete());
}
