#pragma once

#include <pgm/graph/dag.hpp>
#include <pgm/graph/partially_directed_graph.hpp>

#include <cstddef>

namespace pgm {

/// Precision and recall of the parts of a graph.
struct Agreement {
    std::size_t shared = 0;   ///< what both graphs have
    std::size_t truth = 0;    ///< what the first graph has
    std::size_t claimed = 0;  ///< what the second graph has

    /// shared / claimed; 1 for a graph without claims.
    double precision() const;
    /// shared / truth; 1 where the truth is empty.
    double recall() const;
    /// The harmonic mean of the two; 0 where both are.
    double f1() const;

    friend bool operator==(const Agreement&, const Agreement&) = default;
};

/// The structural Hamming distance of two graphs over the same vertices: the number of pairs that
/// they join differently, a missing, an additional or a differently directed connection counting 1
/// each. Of two DAGs it counts arcs; of the CPDAGs of their classes it is the distance of
/// Tsamardinos, Brown and Aliferis (2006, "The max-min hill-climbing Bayesian network structure
/// learning algorithm"), which does not punish a direction that data cannot determine. Throws
/// ArgumentError unless both have the same number of vertices.
std::size_t structural_hamming_distance(const PartiallyDirectedGraph& truth,
                                        const PartiallyDirectedGraph& other);
std::size_t structural_hamming_distance(const Dag& truth, const Dag& other);

/// Two structures side by side, the first taken as the truth.
struct StructureComparison {
    std::size_t distance = 0;        ///< structural Hamming distance of the DAGs
    std::size_t cpdag_distance = 0;  ///< and of their CPDAGs
    Agreement skeleton;              ///< which pairs are joined
    Agreement arcs;                  ///< which arcs the DAGs have
    /// Connections of the CPDAGs: compelled arcs with their direction and reversible edges.
    Agreement cpdag;

    friend bool operator==(const StructureComparison&, const StructureComparison&) = default;
};

/// Throws ArgumentError unless both have the same number of vertices.
StructureComparison compare_structures(const Dag& truth, const Dag& other);

}  // namespace pgm
