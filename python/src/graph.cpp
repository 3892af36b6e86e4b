#include <python/src/detail/bindings.hpp>

#include <pgm/core/text/name_text.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/model/structure_graph.hpp>
#include <pgm/query/network_change.hpp>

namespace pgm::python {
namespace {

using Related = std::vector<VariableId> (*)(const Dag& dag, VariableId of);

std::vector<VariableId> children_of(const Dag& dag, VariableId of) {
    return dag.children(of);
}

template <Related related>
std::vector<std::string> names_related(const Network& network, std::string_view name) {
    const auto graph = network.graph();
    std::vector<std::string> names;
    for (const VariableId id : related(graph->dag(), network.id(name)))
        names.push_back(graph->variable(id).name());
    return names;
}

/// (the network with these changes, one after the other, the changes in words)
Parts changed_by(const Network& network, const std::vector<std::string>& changes) {
    BayesianNetwork next = *network.built();
    std::vector<std::string> made;
    for (const std::string& change : changes) {
        ChangedNetwork one = changed(next, change);
        next = std::move(one.network);
        made.push_back(std::move(one.change));
    }
    return nb::make_tuple(Network(next, network.source()), made);
}

/// The network, whose numbers may be missing, without a variable or without the arc from it to
/// `child`, which has to be given its numbers again.
Network unfinished_without(const Network& network, const std::string& name,
                           const std::optional<std::string>& child) {
    const auto graph = network.graph();
    const VariableId removed = network.id(name);
    NetworkBuilder next;
    for (const Variable& variable : graph->variables())
        if (child || variable.name() != name) next.add_variable(variable);
    Network rest(std::move(next));
    for (const Arc& arc : graph->dag().arcs()) {
        const std::string& of_child = graph->variable(arc.child).name();
        const bool is_removed =
            child ? arc.parent == removed && of_child == *child : arc.child == removed;
        if (!is_removed) rest.change().arc(graph->variable(arc.parent).name(), of_child);
    }
    for (const Variable& variable : graph->variables()) {
        if (variable.name() == (child ? *child : name)) continue;
        for (const GivenRow& row : network.rows(variable.name()).value_or(std::vector<GivenRow>()))
            rest.add_row(variable.name(), row);
    }
    return rest;
}

/// Without a variable that has no children, or without an arc. Throws ArgumentError for others.
Network without(const Network& network, const std::string& name,
                const std::optional<std::string>& child) {
    const std::string arc =
        quoted_if_needed(name) + (child ? " -> " + quoted_if_needed(*child) : "");
    ChangedNetwork rest = changed(*network.graph(), "remove " + arc);  // refuses others
    if (!network.is_whole()) return unfinished_without(network, name, child);
    return Network(rest.network, network.source());
}

}  // namespace

void bind_graph(nb::module_& module) {
    module.def("children", &names_related<children_of>);
    module.def("markov_blanket", &names_related<markov_blanket>);
    module.def("ancestors", &names_related<ancestors>);
    module.def("descendants", &names_related<descendants>);
    module.def("changed", &changed_by, nb::arg("network"), nb::arg("changes"));
    module.def("without", &without, nb::arg("network"), nb::arg("name"), nb::arg("child").none());
    module.def("hidden_variables",
               [](std::string_view structure) { return hidden_variables(structure); });
}

}  // namespace pgm::python
