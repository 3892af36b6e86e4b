#include <pgm/inference/detail/graph/leaf_compiler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::detail;

TEST_CASE("Leaves: one of 2^32 cells is too large, one of half as many is counted right",
          "[leaf_compiler]") {
    // The sketch speaks of more states than the network has, which would take 32 GB.
    NetworkBuilder builder;
    const VariableId a = builder.add_variable(Variable("a", {"0", "1"})),
                     b = builder.add_variable(Variable("b", {"0", "1"}));
    builder.set_cpd(TableCpd(Scope({a}, {2}), std::vector<double>{.5, .5}));
    builder.set_cpd(TableCpd(Scope({a, b}, {2, 2}), std::vector<double>(4, .5)));
    const BayesianNetwork network = builder.build();
    for (const std::uint32_t states : {1u << 15, 1u << 16}) {
        PlanSketch sketch(std::pmr::get_default_resource());
        sketch.variables = {a, b};
        sketch.cardinalities = {states, 1u << 16};
        sketch.first_state = {0, states};
        sketch.position = {0, 1};
        sketch.fixed_state.assign(2, PlanSketch::none);
        sketch.kept_states.assign(std::size_t{states} + (1u << 16), 0);
        const std::uint32_t both[] = {0, 1};
        PlanSketch::Family family;
        family.variable = b;
        family.scope = sketch.scopes.copy(both);
        ContractionGraph graph;
        LeafCompiler leaves(network, sketch, graph);
        if (states == 1u << 16) {
            CHECK_THROWS_AS(leaves.add(family), TooLargeError);
        } else {
            CHECK(leaves.add(family));
            CHECK(graph.leaves.front().cells == 1u << 31);
        }
    }
}
