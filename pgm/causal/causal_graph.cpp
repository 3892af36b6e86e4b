#include <pgm/causal/causal_graph.hpp>

#include <pgm/causal/detail/variable_sets.hpp>
#include <pgm/graph/ancestry.hpp>

#include <algorithm>
#include <set>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

using Neighbours = std::vector<std::set<VariableId>>;

/// Eliminates hidden variables one by one, children before their parents: what was joined through
/// the variable is joined by edges of its own. The children of a hidden variable are then observed
/// ones, so no bidirected edge ends at a hidden variable.
class LatentProjection {
public:
    explicit LatentProjection(const Dag& dag)
        : parents_(dag.size()), children_(dag.size()), spouses_(dag.size()) {
        for (const auto& [parent, child] : dag.arcs()) add_arc(parent, child);
    }

    void eliminate(VariableId hidden) {
        const std::set<VariableId> parents = std::exchange(parents_[hidden.index()], {}),
                                   children = std::exchange(children_[hidden.index()], {});
        for (const VariableId parent : parents) children_[parent.index()].erase(hidden);
        for (const VariableId child : children) parents_[child.index()].erase(hidden);
        for (const VariableId child : children) {
            for (const VariableId parent : parents) add_arc(parent, child);
            for (const VariableId sibling : children) add_edge(child, sibling);
        }
    }

    Dag directed() const {
        std::vector<Arc> arcs;
        for (std::size_t v = 0; v < children_.size(); ++v)
            for (const VariableId child : children_[v]) arcs.push_back({VariableId(v), child});
        return Dag(children_.size(), arcs);
    }

    std::vector<BidirectedEdge> bidirected() const {
        std::vector<BidirectedEdge> edges;
        for (std::size_t v = 0; v < spouses_.size(); ++v)
            for (const VariableId spouse : spouses_[v])
                if (VariableId(v) < spouse) edges.push_back({VariableId(v), spouse});
        return edges;
    }

private:
    void add_arc(VariableId parent, VariableId child) {
        parents_[child.index()].insert(parent);
        children_[parent.index()].insert(child);
    }
    void add_edge(VariableId a, VariableId b) {
        if (a == b) return;
        spouses_[a.index()].insert(b);
        spouses_[b.index()].insert(a);
    }

    Neighbours parents_;
    Neighbours children_;
    Neighbours spouses_;
};

}  // namespace

CausalGraph::CausalGraph(Dag dag, std::span<const VariableId> hidden)
    : dag_(std::move(dag)), hidden_(set_of(hidden)) {
    for (const VariableId variable : hidden_) require_vertex(dag_, variable);
    for (std::size_t v = 0; v < dag_.size(); ++v)
        if (!is_hidden(VariableId(v))) observed_.emplace_back(v);
    LatentProjection projection(dag_);
    const std::vector<VariableId> order = topological_order(dag_);
    for (auto variable = order.rbegin(); variable != order.rend(); ++variable)
        if (is_hidden(*variable)) projection.eliminate(*variable);
    projected_ = projection.directed();
    bidirected_ = projection.bidirected();
}

bool CausalGraph::is_hidden(VariableId variable) const {
    return has_member(hidden_, variable);
}

std::vector<std::vector<VariableId>> c_components(const CausalGraph& graph,
                                                  std::span<const VariableId> within) {
    const VariableSet members = set_of(within);
    std::vector<std::size_t> component(graph.dag().size());
    for (const VariableId variable : members) component[variable.index()] = variable.index();
    const auto root = [&](VariableId variable) {
        std::size_t at = variable.index();
        while (component[at] != at) at = component[at] = component[component[at]];
        return at;
    };
    for (const auto& [first, second] : graph.bidirected()) {
        if (!has_member(members, first) || !has_member(members, second)) continue;
        const auto [low, high] = std::minmax({root(first), root(second)});
        component[high] = low;
    }
    std::vector<std::vector<VariableId>> components;
    for (const VariableId variable : members) {
        const std::size_t first = root(variable);
        const auto found = std::ranges::find_if(
            components, [&](const auto& one) { return one.front().index() == first; });
        if (found == components.end())
            components.push_back({variable});
        else
            found->push_back(variable);
    }
    return components;
}

std::vector<VariableId> ancestral_set(const CausalGraph& graph, std::span<const VariableId> of,
                                      std::span<const VariableId> within) {
    const VariableSet members = set_of(within);
    std::vector<char> is_reached(graph.dag().size(), 0);
    std::vector<VariableId> stack(of.begin(), of.end()), reached;
    while (!stack.empty()) {
        const VariableId variable = stack.back();
        stack.pop_back();
        if (std::exchange(is_reached[variable.index()], 1)) continue;
        reached.push_back(variable);
        for (const VariableId parent : graph.projected().parents(variable))
            if (has_member(members, parent)) stack.push_back(parent);
    }
    return set_of(reached);
}

Dag without_arcs_from(const Dag& dag, std::span<const VariableId> vertices) {
    const VariableSet cut = set_of(vertices);
    std::vector<Arc> arcs = dag.arcs();
    std::erase_if(arcs, [&](const Arc& arc) { return has_member(cut, arc.parent); });
    return Dag(dag.size(), arcs);
}

}  // namespace pgm
