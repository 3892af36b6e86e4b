#include <pgm/inference/detail/order/interaction_graph.hpp>

#include <tests/support/catch.hpp>

#include <algorithm>
#include <pgm/model/network_builder.hpp>

using namespace pgm;
using namespace pgm::detail;

namespace {

std::vector<std::uint32_t> neighbours(const InteractionGraph& graph, std::uint32_t v) {
    return {graph.neighbours(v).begin(), graph.neighbours(v).end()};
}

using List = std::vector<std::uint32_t>;

}  // namespace

TEST_CASE("Interaction graph: members of a family are neighbours, once, in ascending order",
          "[interaction_graph]") {
    const List first{3, 1, 0}, second{1, 3}, alone{2}, third{4, 1};
    const std::vector<std::span<const std::uint32_t>> families{first, second, alone, third};
    const InteractionGraph graph(List(5, 2), families);
    CHECK(graph.size() == 5);
    CHECK(neighbours(graph, 0) == List{1, 3});
    CHECK(neighbours(graph, 1) == List{0, 3, 4});
    CHECK(neighbours(graph, 2).empty());
    CHECK(neighbours(graph, 3) == List{0, 1});
    CHECK(neighbours(graph, 4) == List{1});
}

TEST_CASE("Interaction graph: the moral graph marries parents", "[interaction_graph]") {
    NetworkBuilder net = NetworkBuilder::parse("A{a|b} -> C{a|b|c} <- B{a|b}; D{a|b} -> A");
    for (std::size_t v = 0; v < net.size(); ++v) {
        const Variable& variable = net.variable(VariableId(v));
        net.cpt(variable.name())
            .otherwise(std::vector<double>(variable.cardinality(),
                                           1.0 / static_cast<double>(variable.cardinality())));
    }
    const BayesianNetwork network = net.build();
    const InteractionGraph graph = moral_interaction_graph(network);
    const auto a = network.id("A").value, b = network.id("B").value, c = network.id("C").value,
               d = network.id("D").value;
    List around_a{b, c, d};
    std::ranges::sort(around_a);
    CHECK(neighbours(graph, a) == around_a);
    CHECK(neighbours(graph, d) == List{a});
    CHECK(graph.cardinality[c] == 3);
}

TEST_CASE("Interaction graph: a continuous variable meets its discrete parents, one cell wide",
          "[interaction_graph]") {
    NetworkBuilder net;
    const VariableId c = net.add_variable(Variable("c", {"a", "b", "d"}));
    const VariableId x = net.add_variable(Variable("x"));
    const VariableId y = net.add_variable(Variable("y"));
    std::vector<double> uniform(3, 1.0 / 3);
    net.set_cpd(TableCpd(Scope({c}, {3}), uniform));
    using Rows = std::vector<LinearGaussianCpd::Row>;
    net.set_cpd(LinearGaussianCpd(x, Scope({c}, {3}), {}, Rows(3, {0, {}, 1})));
    net.set_cpd(LinearGaussianCpd(y, Scope({c}, {3}), {x}, Rows(3, {0, {1}, 1})));
    const InteractionGraph graph = moral_interaction_graph(net.build());
    CHECK(neighbours(graph, c.value) == List{x.value, y.value});
    CHECK(neighbours(graph, x.value) == List{c.value});
    CHECK(neighbours(graph, y.value) == List{c.value});
    CHECK(graph.cardinality[x.value] == 1);
}

TEST_CASE("Interaction graph: nothing makes an empty graph", "[interaction_graph]") {
    CHECK(InteractionGraph(List{}, {}).size() == 0);
    CHECK(moral_interaction_graph(BayesianNetwork()).size() == 0);
}
