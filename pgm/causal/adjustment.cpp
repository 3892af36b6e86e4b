#include <pgm/causal/adjustment.hpp>

#include <pgm/causal/detail/causal_pair.hpp>
#include <pgm/causal/detail/minimal_cuts.hpp>
#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/core/error.hpp>
#include <pgm/graph/ancestry.hpp>
#include <pgm/graph/d_separation.hpp>

#include <algorithm>

namespace pgm {

using namespace detail;

namespace {

/// The variables of causal paths behind the cause, the effect among them; empty where there is no
/// causal path.
VariableSet on_causal_paths(const Dag& dag, VariableId cause, VariableId effect) {
    return set_intersection(descendants(dag, cause), ancestral_set(dag, std::span(&effect, 1)));
}

/// The variables that no adjustment set holds.
VariableSet forbidden_variables(const Dag& dag, VariableId cause, VariableId effect) {
    const VariableSet on_paths = on_causal_paths(dag, cause, effect);
    return set_union(on_paths, descendants(dag, on_paths));
}

/// The proper back-door graph: without the first arcs of causal paths.
Dag back_door_graph(const Dag& dag, VariableId cause, VariableId effect) {
    const VariableSet on_paths = on_causal_paths(dag, cause, effect);
    std::vector<Arc> arcs = dag.arcs();
    std::erase_if(arcs, [&](const Arc& arc) {
        return arc.parent == cause && has_member(on_paths, arc.child);
    });
    return Dag(dag.size(), arcs);
}

/// The moral graph of an ancestral set.
NeighbourLists moral_graph_of(const Dag& dag, const VariableSet& ancestral) {
    NeighbourLists graph(dag.size());
    const auto join = [&](VariableId a, VariableId b) {
        graph[a.index()].push_back(b);
        graph[b.index()].push_back(a);
    };
    for (const VariableId child : ancestral) {
        const std::vector<VariableId> parents = dag.parents(child);
        for (std::size_t i = 0; i < parents.size(); ++i) {
            join(parents[i], child);
            for (std::size_t j = 0; j < i; ++j) join(parents[i], parents[j]);
        }
    }
    return graph;
}

}  // namespace

void detail::require_pair(const CausalGraph& graph, VariableId cause, VariableId effect) {
    require_observed(graph, std::vector{cause, effect});
    if (cause == effect) throw ArgumentError("a variable has no effect on itself");
}

void detail::require_observed(const CausalGraph& graph, std::span<const VariableId> variables) {
    for (const VariableId variable : variables) {
        require_vertex(graph.dag(), variable);
        if (graph.is_hidden(variable))
            throw ArgumentError("variable " + std::to_string(variable.index()) + " is hidden");
    }
}

void detail::sort_by_size(std::vector<std::vector<VariableId>>& sets) {
    std::ranges::sort(sets, [](const auto& a, const auto& b) {
        return a.size() != b.size() ? a.size() < b.size() : a < b;
    });
}

AdjustmentCheck check_adjustment(const CausalGraph& graph, VariableId cause, VariableId effect,
                                 std::span<const VariableId> set) {
    require_pair(graph, cause, effect);
    require_observed(graph, set);
    const VariableSet members = set_of(set);
    if (has_member(members, cause) || has_member(members, effect))
        throw ArgumentError("an adjustment set holds neither the cause nor the effect");
    const Dag& dag = graph.dag();
    return {.below_cause = set_intersection(members, forbidden_variables(dag, cause, effect)),
            .open_path = d_separation(back_door_graph(dag, cause, effect), std::span(&cause, 1),
                                      std::span(&effect, 1), members)
                             .active_path};
}

bool is_adjustment_set(const CausalGraph& graph, VariableId cause, VariableId effect,
                       std::span<const VariableId> set) {
    return check_adjustment(graph, cause, effect, set).holds();
}

VariableSets minimal_adjustment_sets(const CausalGraph& graph, VariableId cause, VariableId effect,
                                     std::size_t most) {
    require_pair(graph, cause, effect);
    const VariableSet both = set_of(std::vector{cause, effect});
    const Dag pruned = back_door_graph(graph.dag(), cause, effect);
    const NeighbourLists moral = moral_graph_of(pruned, ancestral_set(pruned, both));
    const VariableSet allowed = set_difference(set_difference(graph.observed(), both),
                                               forbidden_variables(graph.dag(), cause, effect));
    MinimalCuts cuts = minimal_cuts(moral, cause, effect, allowed, most);
    sort_by_size(cuts.cuts);
    return {std::move(cuts.cuts), cuts.complete};
}

std::vector<VariableId> instruments(const CausalGraph& graph, VariableId cause, VariableId effect) {
    require_pair(graph, cause, effect);
    const Dag& dag = graph.dag();
    const Dag cut = without_arcs_from(dag, std::span(&cause, 1));
    const VariableSet with_cause = d_connected(dag, std::span(&cause, 1), {}),
                      with_effect = d_connected(cut, std::span(&effect, 1), {});
    const VariableSet candidates =
        set_difference(set_intersection(with_cause, graph.observed()), descendants(dag, cause));
    return set_difference(set_difference(candidates, with_effect), set_of(std::vector{cause}));
}

}  // namespace pgm
