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
/// It knows nothing of names, states or probabilities; those live in BayesianNetwork, which holds
/// one of these. It is a graph of the Boost Graph Library, whose vertices are the indices of the
/// VariableIds; pgm/graph/boost_graph.hpp makes it complete, and any algorithm of the BGL runs on
/// it:
///
///     #include <pgm/graph/boost_graph.hpp>
///     #include <boost/graph/strong_components.hpp>
///
///     std::vector<std::size_t> component(dag.size());
///     boost::strong_components(dag.boost_graph(), component.data());
///
/// parents() and children() list neighbours in the order in which the arcs were added. Arcs are
/// simple: no loops, no doubles. Every member throws ArgumentError for a vertex that does not
/// exist, except the degrees, which do not look.
class Dag {
public:
    Dag() = default;

    /// `size` vertices and no arc.
    explicit Dag(std::size_t size);

    /// All arcs at once, in time linear in their number (add_arc looks for a path each time).
    /// Throws ModelError that names a cycle by the vertices' numbers; callers that know names use
    /// find_cycle() first. Double arcs are taken once.
    Dag(std::size_t size, std::span<const Arc> arcs);

    Dag(const Dag& other);
    Dag& operator=(const Dag& other);
    /// In constant time, which Boost's graphs by themselves do not offer. What was moved from is
    /// empty.
    Dag(Dag&& other) noexcept = default;
    Dag& operator=(Dag&& other) noexcept = default;
    ~Dag() = default;

    std::size_t size() const;
    std::size_t arc_count() const;

    VariableId add_vertex();

    /// Strong guarantee: an arc that would close a cycle throws ModelError naming the cycle, and
    /// the graph is as it was. An arc that is already there is a no-op.
    void add_arc(VariableId parent, VariableId child);
    void remove_arc(VariableId parent, VariableId child);

    bool has_arc(VariableId parent, VariableId child) const;
    std::vector<VariableId> parents(VariableId child) const;
    std::vector<VariableId> children(VariableId parent) const;
    std::size_t in_degree(VariableId v) const;
    std::size_t out_degree(VariableId v) const;

    /// Sorted by parent, then child.
    std::vector<Arc> arcs() const;

    const BoostGraph& boost_graph() const;

    /// Same number of vertices and the same set of arcs; the order of insertion does not matter.
    friend bool operator==(const Dag& a, const Dag& b) {
        return a.size() == b.size() && a.arcs() == b.arcs();
    }

private:
    /// Compiled where BoostGraph is complete.
    struct Destroy {
        void operator()(BoostGraph* graph) const noexcept;
    };

    void add_child_by_child(std::span<const Arc> arcs);

    /// Null where there are no vertices: networks are moved, and made empty, more often than graphs
    /// are.
    std::unique_ptr<BoostGraph, Destroy> graph_;
};

/// Throws ArgumentError unless the vertex exists.
void require_vertex(const Dag& dag, VariableId vertex);

/// The vertices of one directed cycle, each the parent of the next and the last the parent of the
/// first; nothing when the arcs are acyclic.
std::optional<std::vector<VariableId>> find_cycle(std::size_t size, std::span<const Arc> arcs);

}  // namespace pgm
