#pragma once

#include <pgm/graph/equivalence.hpp>

#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// A graph over the vertices 0 ... n-1 in which two vertices are joined by an arc, by an edge
/// without direction, or not at all (PDAG).
///
/// It is what searches for equivalence classes work on. How it differs from its neighbours: a Dag
/// has arcs only and is acyclic; a Cpdag is the finished description of one equivalence class; this
/// one promises neither, since it may describe a class in part or contradict itself.
///
/// Memory is linear in the joined pairs, and a question about a pair takes time logarithmic in the
/// number of neighbours. All lists ascend. Every member throws ArgumentError for a vertex that the
/// graph does not have and for a pair of equal vertices.
class PartiallyDirectedGraph {
public:
    PartiallyDirectedGraph() = default;
    /// No arcs and no edges.
    explicit PartiallyDirectedGraph(std::size_t size) : joined_(size) {}
    explicit PartiallyDirectedGraph(const Cpdag& graph);
    explicit PartiallyDirectedGraph(const Dag& dag);

    std::size_t size() const { return joined_.size(); }

    bool adjacent(VariableId a, VariableId b) const;
    bool has_arc(VariableId parent, VariableId child) const;
    bool has_edge(VariableId a, VariableId b) const;

    /// Join two vertices, whatever joined them before.
    void set_arc(VariableId parent, VariableId child);
    void set_edge(VariableId a, VariableId b);
    void remove(VariableId a, VariableId b);

    std::vector<VariableId> parents(VariableId vertex) const;
    std::vector<VariableId> children(VariableId vertex) const;
    /// Vertices joined to it by an edge without direction.
    std::vector<VariableId> neighbours(VariableId vertex) const;
    /// Parents, children and neighbours together.
    std::vector<VariableId> adjacent(VariableId vertex) const;

    /// Sorted.
    std::vector<Arc> arcs() const;
    std::vector<Edge> edges() const;

    friend bool operator==(const PartiallyDirectedGraph&, const PartiallyDirectedGraph&) = default;

private:
    /// Relation of a vertex to another one.
    enum class Adjacency : std::uint8_t { parent, child, neighbour };

    struct Joined {
        VariableId other;
        Adjacency role = Adjacency::neighbour;

        friend bool operator==(const Joined&, const Joined&) = default;
    };

    const Joined* find(VariableId vertex, VariableId other) const;
    std::vector<VariableId> with_role(VariableId vertex, Adjacency role) const;
    void require(VariableId a, VariableId b) const;
    void require(VariableId vertex) const;
    void set(VariableId vertex, VariableId other, Adjacency role);

    std::vector<std::vector<Joined>> joined_;  ///< per vertex, ascending
};

/// Directs every edge whose direction follows from the arcs, by the four rules of Meek (1995,
/// "Causal inference and causal explanation with background knowledge"). With "-" an edge, a - b
/// becomes a -> b where there is
///
///     1.  c -> a             and c, b are not adjacent      (else a new v-structure at a)
///     2.  a -> c -> b                                       (else a cycle)
///     3.  a - c -> b, a - d -> b   and c, d are not adjacent
///     4.  a - d -> c -> b, a adjacent to c   and d, b are not adjacent
///
/// From the skeleton and the v-structures of a DAG they make its CPDAG; with further arcs that the
/// DAG is known to have, the graph of all that these imply. Rule 4 has effect only then.
///
/// The rules are applied in rounds, each round to all edges at the same time. An edge that they
/// would direct both ways in one round, which happens only where the graph contradicts itself, is
/// left as it is. Hence the result does not depend on the numbering of the vertices.
void apply_meek_rules(PartiallyDirectedGraph& graph);

/// A DAG with the same skeleton, the same v-structures and all arcs of the graph, or null where
/// there is none.
///
/// Dor and Tarsi (1992, "A simple algorithm to construct a consistent extension of a partially
/// oriented graph"): a vertex that is a sink, and each of whose neighbours is adjacent to all that
/// the vertex is adjacent to, may be the last one; it is taken away and the rest is extended. Of
/// several such vertices the largest is taken.
std::optional<Dag> consistent_extension(const PartiallyDirectedGraph& graph);

/// The CPDAG of the class of the graph's consistent extensions, if there are any.
std::optional<Cpdag> cpdag(const PartiallyDirectedGraph& graph);

/// The arcs and edges that all members of a DAG's equivalence class have that have the arcs `known`
/// of it, too: its CPDAG with these arcs, and what follows from them by Meek's rules.
Cpdag cpdag(const Dag& dag, std::span<const Arc> known);

}  // namespace pgm
