#include <pgm/inference/junction_tree.hpp>

#include <pgm/model/network_builder.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/married_network.hpp>

using namespace pgm;

namespace {

/// Tables do not matter here.
BayesianNetwork with_any_tables(std::string_view structure) {
    NetworkBuilder net = NetworkBuilder::parse(structure);
    for (std::size_t v = 0; v < net.size(); ++v) {
        const Variable& variable = net.variable(VariableId(v));
        net.cpt(variable.name())
            .otherwise(std::vector<double>(variable.cardinality(),
                                           1.0 / static_cast<double>(variable.cardinality())));
    }
    return net.build();
}

}  // namespace

TEST_CASE("Junction tree: Asia has six cliques of forty cells together", "[junction_tree]") {
    // Lauritzen and Spiegelhalter 1988: {asia, tub}, {tub, lung, either}, {lung, either, bronc},
    // {lung, smoke, bronc}, {either, bronc, dysp}, {either, xray}.
    const JunctionTreeSize size = junction_tree_size(
        with_any_tables("asia{y|n} -> tub{y|n} -> either{y|n} <- lung{y|n} <- smoke{y|n} -> "
                        "bronc{y|n} -> dysp{y|n} <- either; either -> xray{y|n}"));
    CHECK(size.cliques == 6);
    CHECK(size.largest_clique_cells == 8);
    CHECK(size.total_cells == 40);
    CHECK(size.bytes == 320);
}

TEST_CASE("Junction tree: unconnected variables are cliques of their own", "[junction_tree]") {
    const JunctionTreeSize size =
        junction_tree_size(with_any_tables("A{a|b|c}; B{a|b}; C{a|b|c|d|e}"));
    CHECK(size.cliques == 3);
    CHECK(size.total_cells == 10);
}

TEST_CASE("Junction tree: an empty network has none", "[junction_tree]") {
    CHECK(junction_tree_size(BayesianNetwork()).cliques == 0);
}

TEST_CASE("Junction tree: it ends, as a lower bound, at a clique that no limit admits",
          "[junction_tree]") {
    const JunctionTreeSize within = junction_tree_size(tests::married_network(33, 3));
    CHECK_FALSE(within.is_lower_bound);
    CHECK(within.cliques == 33 * 32 / 2 + 1);
    CHECK(within.largest_clique_cells == 5559060566555523);  // 3^33
    CHECK(within.total_cells == 5559060566555523 + 528 * 18);
    const JunctionTreeSize beyond = junction_tree_size(tests::married_network(34, 3));
    CHECK(beyond.is_lower_bound);
    CHECK(beyond.largest_clique_cells >= 0x1p53);
    CHECK(beyond.total_cells >= beyond.largest_clique_cells);
}

TEST_CASE("Junction tree: thousands of Gaussians that depend on each other have a cell each",
          "[junction_tree]") {
    constexpr std::size_t roots = 1500, children = 12'000;
    NetworkBuilder net;
    for (std::size_t v = 0; v < roots + children; ++v) {
        net.add_variable(Variable("X" + std::to_string(v)));
        std::vector<VariableId> parents;
        if (v >= roots) parents = {VariableId(v % 1499), VariableId(v * 7 % 1493)};
        if (parents.size() == 2 && parents[0] == parents[1]) parents.pop_back();
        const LinearGaussianCpd::Row row{0, std::vector<double>(parents.size(), 1), 1};
        net.set_cpd(LinearGaussianCpd(VariableId(v), {}, parents, {row}));
    }
    const JunctionTreeSize size = junction_tree_size(net.build());
    CHECK(size.cliques == roots + children);
    CHECK(size.total_cells == roots + children);
}
