#pragma once

#include <pgm/graph/dag.hpp>

#include <optional>
#include <variant>
#include <vector>

namespace pgm {

/// An edge whose direction is left open; `a` < `b`.
struct Edge {
    VariableId a;
    VariableId b;

    friend constexpr auto operator<=>(const Edge&, const Edge&) = default;
};

/// A completed partially directed acyclic graph (CPDAG), which represents one Markov equivalence
/// class of DAGs. Both lists are sorted.
struct Cpdag {
    std::size_t size = 0;
    std::vector<Arc> compelled;  ///< arcs that have this direction in every member of the class
    /// Edges that point one way in some members and the other way in others.
    std::vector<Edge> reversible;

    friend bool operator==(const Cpdag&, const Cpdag&) = default;
};

/// The CPDAG of a DAG's equivalence class, also called the essential graph or pattern.
///
/// Two DAGs are Markov equivalent, that is, imply the same independences, exactly when they have
/// the same skeleton (the arcs without direction) and the same v-structures a -> c <- b with a and
/// b not adjacent (Verma and Pearl 1990), and exactly when their CPDAGs are equal. Data without
/// interventions cannot distinguish the members of a class: they determine the compelled arcs and
/// leave the reversible ones open.
///
/// The algorithm labels the arcs in topological order (Chickering 1995, "A transformational
/// characterization of equivalent Bayesian network structures"). Its time is the sum over the arcs
/// of the numbers of parents of both ends.
Cpdag cpdag(const Dag& dag);

/// Two parents that are not adjacent and their child, a -> child <- b; `a` < `b`.
struct VStructure {
    VariableId a;
    VariableId child;
    VariableId b;

    friend constexpr auto operator<=>(const VStructure&, const VStructure&) = default;
};

/// An arc or immorality that only one of two DAGs over the same vertices has, so that they imply
/// different independences: two adjacent vertices, or a v-structure.
struct EquivalenceDifference {
    std::variant<Edge, VStructure> what;
    bool in_first = true;  ///< whether the first graph has it

    friend bool operator==(const EquivalenceDifference&, const EquivalenceDifference&) = default;
};

/// The first such difference, adjacencies before v-structures, or null when the graphs are
/// Markov equivalent. Throws ArgumentError unless both have the same number of vertices.
std::optional<EquivalenceDifference> equivalence_difference(const Dag& first, const Dag& second);

/// True if both graphs imply the same independences.
bool markov_equivalent(const Dag& first, const Dag& second);

}  // namespace pgm
