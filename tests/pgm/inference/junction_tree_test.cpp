#include <pgm/inference/junction_tree.hpp>

#include <catch2/catch.hpp>
#include <pgm/model/network_builder.hpp>

using namespace pgm;

namespace {

/// Tables do not matter here.
BayesianNetwork with_any_tables(std::string_view structure) {
    NetworkBuilder net = NetworkBuilder::parse(structure);
    for (std::size_t v = 0; v < net.size(); ++v) {
        const Variable& variable = net.variable(VariableId(v));
        net.cpt(variable.name()).otherwise(std::vector<double>(variable.cardinality(), 1.0 / static_cast<double>(variable.cardinality())));
    }
    return net.build();
}

}  // namespace

TEST_CASE("Junction tree: Asia has six cliques of forty cells together", "[junction_tree]") {
    // Lauritzen and Spiegelhalter 1988: {asia, tub}, {tub, lung, either}, {lung, either, bronc}, {lung, smoke, bronc}, {either, bronc, dysp}, {either, xray}.
    const JunctionTreeSize size = junction_tree_size(with_any_tables(
        "asia{y|n} -> tub{y|n} -> either{y|n} <- lung{y|n} <- smoke{y|n} -> bronc{y|n} -> dysp{y|n} <- either; either -> xray{y|n}"));
    CHECK(size.cliques == 6);
    CHECK(size.largest_clique_cells == 8);
    CHECK(size.total_cells == 40);
    CHECK(size.bytes == 320);
}

TEST_CASE("Junction tree: unconnected variables are cliques of their own", "[junction_tree]") {
    const JunctionTreeSize size = junction_tree_size(with_any_tables("A{a|b|c}; B{a|b}; C{a|b|c|d|e}"));
    CHECK(size.cliques == 3);
    CHECK(size.total_cells == 10);
}

TEST_CASE("Junction tree: an empty network has none", "[junction_tree]") {
    CHECK(junction_tree_size(BayesianNetwork()).cliques == 0);
}
