#include <pgm/graph/partially_directed_graph.hpp>

#include <pgm/core/error.hpp>

#include <algorithm>
#include <iterator>
#include <queue>
#include <set>
#include <string>

namespace pgm {
namespace {

/// Applies Meek's rules in rounds. Only edges near a new arc are looked at again.
class MeekRules {
public:
    explicit MeekRules(PartiallyDirectedGraph& graph) : graph_(graph) {}

    void run() {
        const std::vector<Edge> all = graph_.edges();
        std::set<Edge> candidates(all.begin(), all.end());
        while (!candidates.empty()) {
            const std::vector<Arc> arcs = demanded(candidates);
            for (const Arc& arc : arcs) graph_.set_arc(arc.parent, arc.child);
            candidates.clear();
            for (const Arc& arc : arcs) add_candidates(arc, candidates);
        }
    }

private:
    std::vector<Arc> demanded(const std::set<Edge>& candidates) const {
        std::vector<Arc> arcs;
        for (const auto& [a, b] : candidates) {
            const bool forward = must_point(a, b), backward = must_point(b, a);
            if (forward != backward) arcs.push_back(forward ? Arc{a, b} : Arc{b, a});
        }
        return arcs;
    }

    /// The edges of which a premise may hold that did not hold before this arc.
    void add_candidates(const Arc& arc, std::set<Edge>& candidates) const {
        const auto add_edges_of = [&](VariableId v) {
            for (const VariableId other : graph_.neighbours(v))
                candidates.insert({std::min(v, other), std::max(v, other)});
        };
        add_edges_of(arc.parent);
        add_edges_of(arc.child);
        for (const VariableId child : graph_.children(arc.child)) add_edges_of(child);
    }

    bool must_point(VariableId a, VariableId b) const {
        return new_v_structure(a, b) || cycle(a, b) || two_neighbours(a, b) || detour(a, b);
    }

    bool new_v_structure(VariableId a, VariableId b) const {
        return any(graph_.parents(a), [&](VariableId c) { return !graph_.adjacent(c, b); });
    }

    bool cycle(VariableId a, VariableId b) const {
        return any(graph_.children(a), [&](VariableId c) { return graph_.has_arc(c, b); });
    }

    bool two_neighbours(VariableId a, VariableId b) const {
        std::vector<VariableId> between = graph_.neighbours(a);
        std::erase_if(between, [&](VariableId c) { return c == b || !graph_.has_arc(c, b); });
        return any(between, [&](VariableId c) {
            return any(between, [&](VariableId d) { return c < d && !graph_.adjacent(c, d); });
        });
    }

    bool detour(VariableId a, VariableId b) const {
        std::vector<VariableId> into_b = graph_.parents(b);
        std::erase_if(into_b, [&](VariableId c) { return c == a || !graph_.adjacent(a, c); });
        return any(into_b, [&](VariableId c) {
            return any(graph_.parents(c), [&](VariableId d) {
                return d != b && d != a && graph_.has_edge(a, d) && !graph_.adjacent(d, b);
            });
        });
    }

    template <class Rule>
    static bool any(const std::vector<VariableId>& vertices, Rule&& rule) {
        return std::any_of(vertices.begin(), vertices.end(), rule);
    }

    PartiallyDirectedGraph& graph_;
};

/// Takes away one possible last vertex after the other.
class DorTarsi {
public:
    explicit DorTarsi(const PartiallyDirectedGraph& graph) : rest_(graph) {}

    std::optional<Dag> run() {
        std::vector<char> gone(rest_.size(), 0);
        std::priority_queue<VariableId> candidates;
        for (std::size_t v = 0; v < rest_.size(); ++v) candidates.push(VariableId(v));
        std::size_t left = rest_.size();
        while (!candidates.empty()) {
            const VariableId v = candidates.top();
            candidates.pop();
            if (gone[v.index()] != 0 || !may_be_last(v)) continue;
            gone[v.index()] = 1;
            --left;
            for (const VariableId other : rest_.adjacent(v)) {
                arcs_.push_back({other, v});
                rest_.remove(other, v);
                candidates.push(other);
            }
        }
        return left == 0 ? std::optional(Dag(rest_.size(), arcs_)) : std::nullopt;
    }

private:
    bool may_be_last(VariableId v) const {
        if (!rest_.children(v).empty()) return false;
        const std::vector<VariableId> all = rest_.adjacent(v);
        for (const VariableId neighbour : rest_.neighbours(v))
            for (const VariableId other : all)
                if (other != neighbour && !rest_.adjacent(neighbour, other)) return false;
        return true;
    }

    PartiallyDirectedGraph rest_;
    std::vector<Arc> arcs_;
};

}  // namespace

PartiallyDirectedGraph::PartiallyDirectedGraph(const Cpdag& graph)
    : PartiallyDirectedGraph(graph.size) {
    for (const Arc& arc : graph.compelled) set_arc(arc.parent, arc.child);
    for (const Edge& edge : graph.reversible) set_edge(edge.a, edge.b);
}

PartiallyDirectedGraph::PartiallyDirectedGraph(const Dag& dag)
    : PartiallyDirectedGraph(dag.size()) {
    for (const Arc& arc : dag.arcs()) set_arc(arc.parent, arc.child);
}

bool PartiallyDirectedGraph::adjacent(VariableId a, VariableId b) const {
    require(a, b);
    return find(a, b) != nullptr;
}

bool PartiallyDirectedGraph::has_arc(VariableId parent, VariableId child) const {
    require(parent, child);
    const Joined* const found = find(parent, child);
    return found != nullptr && found->role == Adjacency::child;
}

bool PartiallyDirectedGraph::has_edge(VariableId a, VariableId b) const {
    require(a, b);
    const Joined* const found = find(a, b);
    return found != nullptr && found->role == Adjacency::neighbour;
}

void PartiallyDirectedGraph::set_arc(VariableId parent, VariableId child) {
    require(parent, child);
    set(parent, child, Adjacency::child);
    set(child, parent, Adjacency::parent);
}

void PartiallyDirectedGraph::set_edge(VariableId a, VariableId b) {
    require(a, b);
    set(a, b, Adjacency::neighbour);
    set(b, a, Adjacency::neighbour);
}

void PartiallyDirectedGraph::remove(VariableId a, VariableId b) {
    require(a, b);
    for (const auto& [vertex, other] : {std::pair(a, b), std::pair(b, a)})
        std::erase_if(joined_[vertex.index()],
                      [&, gone = other](const Joined& joined) { return joined.other == gone; });
}

std::vector<VariableId> PartiallyDirectedGraph::parents(VariableId vertex) const {
    return with_role(vertex, Adjacency::parent);
}

std::vector<VariableId> PartiallyDirectedGraph::children(VariableId vertex) const {
    return with_role(vertex, Adjacency::child);
}

std::vector<VariableId> PartiallyDirectedGraph::neighbours(VariableId vertex) const {
    return with_role(vertex, Adjacency::neighbour);
}

std::vector<VariableId> PartiallyDirectedGraph::adjacent(VariableId vertex) const {
    require(vertex);
    std::vector<VariableId> result;
    result.reserve(joined_[vertex.index()].size());
    for (const Joined& joined : joined_[vertex.index()]) result.push_back(joined.other);
    return result;
}

std::vector<Arc> PartiallyDirectedGraph::arcs() const {
    std::vector<Arc> result;
    for (std::size_t v = 0; v < size(); ++v)
        for (const Joined& joined : joined_[v])
            if (joined.role == Adjacency::child) result.push_back({VariableId(v), joined.other});
    return result;
}

std::vector<Edge> PartiallyDirectedGraph::edges() const {
    std::vector<Edge> result;
    for (std::size_t v = 0; v < size(); ++v)
        for (const Joined& joined : joined_[v])
            if (joined.role == Adjacency::neighbour && v < joined.other.index())
                result.push_back({VariableId(v), joined.other});
    return result;
}

const PartiallyDirectedGraph::Joined* PartiallyDirectedGraph::find(VariableId vertex,
                                                                   VariableId other) const {
    const std::vector<Joined>& list = joined_[vertex.index()];
    const auto found = std::ranges::lower_bound(list, other, {}, &Joined::other);
    return found == list.end() || found->other != other ? nullptr : &*found;
}

std::vector<VariableId> PartiallyDirectedGraph::with_role(VariableId vertex, Adjacency role) const {
    require(vertex);
    std::vector<VariableId> result;
    for (const Joined& joined : joined_[vertex.index()])
        if (joined.role == role) result.push_back(joined.other);
    return result;
}

void PartiallyDirectedGraph::set(VariableId vertex, VariableId other, Adjacency role) {
    std::vector<Joined>& list = joined_[vertex.index()];
    const auto found = std::ranges::lower_bound(list, other, {}, &Joined::other);
    if (found != list.end() && found->other == other) {
        found->role = role;
    } else {
        list.insert(found, {other, role});
    }
}

void PartiallyDirectedGraph::require(VariableId vertex) const {
    if (vertex.index() >= size())
        throw ArgumentError("vertex " + std::to_string(vertex.index()) + " of a graph of " +
                            std::to_string(size()));
}

void PartiallyDirectedGraph::require(VariableId a, VariableId b) const {
    require(a);
    require(b);
    if (a == b)
        throw ArgumentError("vertex " + std::to_string(a.index()) + " joined with itself",
                            "graphs have no loops");
}

void apply_meek_rules(PartiallyDirectedGraph& graph) {
    MeekRules(graph).run();
}

std::optional<Dag> consistent_extension(const PartiallyDirectedGraph& graph) {
    return DorTarsi(graph).run();
}

Cpdag cpdag(const Dag& dag, std::span<const Arc> known) {
    const Cpdag of_class = cpdag(dag);
    if (known.empty()) return of_class;
    PartiallyDirectedGraph graph(of_class);
    for (const Arc& arc : known) graph.set_arc(arc.parent, arc.child);
    apply_meek_rules(graph);
    return {dag.size(), graph.arcs(), graph.edges()};
}

std::optional<Cpdag> cpdag(const PartiallyDirectedGraph& graph) {
    const std::optional<Dag> dag = consistent_extension(graph);
    return dag ? std::optional(cpdag(*dag)) : std::nullopt;
}

}  // namespace pgm
