#pragma once

#include <pgm/core/ids.hpp>

#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace pgm {

struct BoostGraph;  // pgm/graph/boost_graph.hpp

/// A parent and a child.
struct Arc {
    VariableId parent;
    VariableId child;

    friend constexpr auto operator<=>(const Arc&, const Arc&) = default;
};

/// A directed acyclic graph over the variables 0 ... n-1, whose invariant is acyclicity.
///
/// It has no names, states or probabilities; BayesianNetwork adds those. It is a graph of the Boost
/// Graph Library whose vertices are the indices of the VariableIds, so any algorithm of the BGL
/// runs on it. pgm/graph/boost_graph.hpp defines its type:
///
///     #include <pgm/graph/boost_graph.hpp>
///     #include <boost/graph/strong_components.hpp>
///
///     std::vector<std::size_t> component(dag.size());
///     boost::strong_components(dag.boost_graph(), component.data());
///
/// parents() and children() list neighbours in the order in which the arcs were added. Arcs are
/// simple: no loops, no doubles. Every member throws ArgumentError for a vertex that does not
/// exist, except in_degree() and out_degree(), which do not check.
class Dag {
public:
    Dag() = default;

    /// Makes `size` vertices without arcs.
    explicit Dag(std::size_t size);

    /// Adds all arcs at once, in time linear in their number; add_arc(), in contrast, searches for
    /// a path each time. Throws ModelError that names a cycle by the numbers of its vertices;
    /// callers that have names use find_cycle() first. A repeated arc is added once.
    Dag(std::size_t size, std::span<const Arc> arcs);

    Dag(const Dag& other);
    Dag& operator=(const Dag& other);
    /// Moves in constant time, unlike Boost's graphs. The graph that was moved from is empty.
    Dag(Dag&& other) noexcept = default;
    Dag& operator=(Dag&& other) noexcept = default;
    ~Dag() = default;

    std::size_t size() const;
    std::size_t arc_count() const;

    VariableId add_vertex();

    /// Throws ModelError that names the cycle if the arc would close one; the graph is then
    /// unchanged. Adding an arc that exists already has no effect.
    void add_arc(VariableId parent, VariableId child);
    void remove_arc(VariableId parent, VariableId child);

    bool has_arc(VariableId parent, VariableId child) const;
    std::vector<VariableId> parents(VariableId child) const;
    std::vector<VariableId> children(VariableId parent) const;
    std::size_t in_degree(VariableId v) const;
    std::size_t out_degree(VariableId v) const;

    /// All arcs, sorted by parent, then by child.
    std::vector<Arc> arcs() const;

    const BoostGraph& boost_graph() const;

    /// True if the graphs have the same number of vertices and the same set of arcs, whatever the
    /// order of insertion.
    friend bool operator==(const Dag& a, const Dag& b) {
        return a.size() == b.size() && a.arcs() == b.arcs();
    }

private:
    /// Defined in the source, where BoostGraph is a complete type.
    struct Destroy {
        void operator()(BoostGraph* graph) const noexcept;
    };

    void add_child_by_child(std::span<const Arc> arcs);

    /// Null when there are no vertices, so that empty and moved-from networks do not allocate.
    std::unique_ptr<BoostGraph, Destroy> graph_;
};

/// Throws ArgumentError unless the vertex exists.
void require_vertex(const Dag& dag, VariableId vertex);

/// The vertices of one directed cycle, each the parent of the next and the last the parent of the
/// first; null when the arcs are acyclic.
std::optional<std::vector<VariableId>> find_cycle(std::size_t size, std::span<const Arc> arcs);

/// The strongly connected components (Tarjan 1972): two vertices are in one where paths lead from
/// each to the other. Those of more than one vertex are where cycles are. Ascending in each.
std::vector<std::vector<VariableId>> strong_components(std::size_t size, std::span<const Arc> arcs);

}  // namespace pgm
