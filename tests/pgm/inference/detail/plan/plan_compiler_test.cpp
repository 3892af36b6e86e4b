#include <pgm/inference/detail/plan/plan_compiler.hpp>

#include <pgm/core/error.hpp>
#include <pgm/model/network_builder.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

/// So many variables of `states` states, every two of them with a child of their own.
BayesianNetwork with_children_of_pairs(std::size_t count, std::size_t states) {
    NetworkBuilder builder("pairs");
    std::vector<std::string> names;
    for (std::size_t s = 0; s < states; ++s) names.push_back("s" + std::to_string(s));
    for (std::size_t v = 0; v < count; ++v) {
        builder.add_variable(Variable("V" + std::to_string(v), names));
        builder.set_cpd(TableCpd(Scope({VariableId(v)}, {states}),
                                 std::vector<double>(states, 1.0 / static_cast<double>(states))));
    }
    for (std::size_t i = 0; i < count; ++i) {
        for (std::size_t j = i + 1; j < count; ++j) {
            const VariableId child = builder.add_variable(
                Variable("C" + std::to_string(i) + "_" + std::to_string(j), {"x", "y"}));
            builder.set_cpd(
                TableCpd(Scope({VariableId(i), VariableId(j), child}, {states, states, 2}),
                         std::vector<double>(states * states * 2, 0.5)));
        }
    }
    return builder.build();
}

}  // namespace

TEST_CASE("Plan compiler: tables of 2^32 cells and more are refused, not taken for none",
          "[plan_compiler]") {
    constexpr std::size_t count = 9;
    const BayesianNetwork network = with_children_of_pairs(count, 16);
    const Domains domains(network);
    PlanRequest request{.task = Task::marginals,
                        .targets = {VariableId(0)},
                        .roles = std::vector<Role>(network.size(), Role::observed),
                        .domains = &domains,
                        .prior = &domains,
                        .max_arena_bytes = std::size_t{8} << 30};
    std::fill_n(request.roles.begin(), count, Role::free);
    // The sum over the first of nine variables of sixteen states leaves 2^32 cells.
    const PlanSketch sketch = sketch_plan(network, request);
    CHECK(sketch.largest_clique_cells == 0x1p36);
    CHECK_THROWS_AS(compile_plan(network, request, sketch), TooLargeError);
    CHECK_THROWS_AS(compile_graph(network, request, sketch), TooLargeError);
}
