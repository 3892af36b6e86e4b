#pragma once

#include <pgm/graph/dag.hpp>

#include <optional>
#include <vector>

namespace pgm {

/// An edge whose direction is left open; `a` < `b`.
struct Edge {
    VariableId a;
    VariableId b;

    friend constexpr auto operator<=>(const Edge&, const Edge&) = default;
};

/// A completed partially directed acyclic graph: what all DAGs of one Markov equivalence class have
/// in common. Both lists are sorted.
struct Cpdag {
    std::size_t size = 0;
    std::vector<Arc> compelled;  ///< arcs that have this direction in every member of the class
    /// Edges that point one way in some members and the other way in others.
    std::vector<Edge> reversible;

    friend bool operator==(const Cpdag&, const Cpdag&) = default;
};

/// The CPDAG of the class of a DAG (also called its essential graph or pattern).
///
/// Two DAGs are Markov equivalent, that is, state the same independences, exactly when they have
/// the same skeleton (the arcs without direction) and the same v-structures a -> c <- b with a and
/// b not adjacent (Verma and Pearl 1990), and exactly when their CPDAGs are equal. No data without
/// interventions can tell the members of a class apart: only the compelled arcs are a finding, the
/// reversible ones a choice.
///
/// Labels the arcs in topological order (Chickering 1995, "A transformational characterization of
/// equivalent Bayesian network structures"). Time: the sum over the arcs of the numbers of parents
/// of both ends.
Cpdag cpdag(const Dag& dag);

/// Something in which two DAGs over the same vertices differ that makes them state different
/// independences.
struct EquivalenceDifference {
    enum class Kind {
        adjacency,  ///< vertices (a, b), a < b, joined by an arc in one graph only
        /// Vertices (a, c, b), a < b: a -> c <- b with a and b not adjacent, in one graph only.
        v_structure,
    };

    Kind kind = Kind::adjacency;
    std::vector<VariableId> vertices;
    bool in_first = true;  ///< the graph that has it is the first one

    friend bool operator==(const EquivalenceDifference&, const EquivalenceDifference&) = default;
};

/// The first such difference, adjacencies before v-structures, or nothing when the graphs are
/// Markov equivalent. Throws ArgumentError unless both have the same number of vertices.
std::optional<EquivalenceDifference> equivalence_difference(const Dag& first, const Dag& second);

/// Do both graphs state the same independences?
bool markov_equivalent(const Dag& first, const Dag& second);

}  // namespace pgm
