#include <pgm/query/detail/elimination_forest.hpp>

#include <pgm/graph/boost_graph.hpp>
#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/married_network.hpp>
#include <tests/support/query_network.hpp>
#include <tests/support/random_model.hpp>

#include <algorithm>
#include <boost/graph/connected_components.hpp>
#include <string>
#include <vector>

using namespace pgm;
using namespace pgm::detail;

namespace {

bool is_above(const EliminationForest& forest, std::uint32_t upper, std::uint32_t lower) {
    for (std::uint32_t at = lower; at != EliminationForest::none; at = forest.parent[at]) {
        if (at == upper) return true;
    }
    return false;
}

/// What makes a forest an elimination forest: who meets in a table lies on one way to a root, and
/// each connected component has one root.
void check_forest(const BayesianNetwork& network) {
    const EliminationForest forest = elimination_forest(network);
    REQUIRE(forest.variable.size() == network.size());
    for (std::uint32_t position = 0; position < network.size(); ++position) {
        CHECK(forest.position[forest.variable[position].index()] == position);
        CHECK(forest.parent[position] > position);  // none is above everything
    }
    const UndirectedGraph moral = moral_graph(network.dag());
    for (auto [edge, last] = boost::edges(moral); edge != last; ++edge) {
        const std::uint32_t a = forest.position[boost::source(*edge, moral)],
                            b = forest.position[boost::target(*edge, moral)];
        CHECK(is_above(forest, std::max(a, b), std::min(a, b)));
    }
    std::vector<std::size_t> component(network.size());
    const std::size_t components = boost::connected_components(moral, component.data());
    CHECK(static_cast<std::size_t>(std::count(forest.parent.begin(), forest.parent.end(),
                                              EliminationForest::none)) == components);
}

}  // namespace

TEST_CASE("Variables that meet in a table lie on one way to a root of the forest", "[query]") {
    check_forest(tests::query_network());
    Rng rng(3);
    for (int round = 0; round < 200; ++round) check_forest(tests::random_model(rng));
}

TEST_CASE("An empty network has an empty forest", "[query]") {
    CHECK(elimination_forest(BayesianNetwork()).parent.empty());
}

TEST_CASE("The forest of a chain of a hundred thousand variables is made without recursion",
          "[query]") {
    constexpr std::size_t size = 100'000;
    NetworkBuilder net;
    for (std::size_t v = 0; v < size; ++v)
        net.add_variable(Variable("X" + std::to_string(v), {"0", "1"}));
    net.set_cpd(TableCpd(Scope({VariableId(0)}, {2}), std::vector<double>{0.5, 0.5}));
    for (std::size_t v = 1; v < size; ++v) {
        net.set_cpd(TableCpd(Scope({VariableId(v - 1), VariableId(v)}, {2, 2}),
                             std::vector<double>{0.5, 0.5, 0.5, 0.5}));
    }
    const EliminationForest forest = elimination_forest(net.build());
    CHECK(std::count(forest.parent.begin(), forest.parent.end(), EliminationForest::none) == 1);
}

TEST_CASE("Variables that no order could eliminate hang on one another as one clique", "[query]") {
    check_forest(tests::married_network(60, 2));
}
