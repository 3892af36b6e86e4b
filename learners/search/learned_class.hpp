#pragma once

#include <pgm/graph/partially_directed_graph.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners {

/// Two variables that were found independent, and given which others.
struct SeparatedPair {
    Edge pair;
    std::vector<VariableId> given;  ///< ascending
    double p = 1;

    friend bool operator==(const SeparatedPair&, const SeparatedPair&) = default;
};

/// The result of a search by tests of independence: not one structure but all that the tests cannot
/// tell apart, and one of them. How it differs from LearnedStructure: there is no score.
struct LearnedClass {
    /// The CPDAG of the DAGs that agree with the tests; where constraints direct an edge, with what
    /// follows from that directed, too (Meek 1995).
    PartiallyDirectedGraph graph;
    /// One member of the class. It obeys the constraints.
    Dag dag;
    /// True if a DAG agrees with all answers of the tests. Tests on data may contradict each other,
    /// or a limit on the number of parents the rest; the class is then that of a DAG that gives up
    /// as little as pc.hpp says.
    bool consistent = true;
    /// The pairs separated by a set that is not empty, sorted. Other pairs that are not joined are
    /// independent as they are or forbidden.
    std::vector<SeparatedPair> separated;
    std::size_t tests = 0;  ///< asked altogether
    /// True if the search was stopped. Pairs that were not tested are then not joined, and some are
    /// that further tests would have separated.
    bool partial = false;

    friend bool operator==(const LearnedClass&, const LearnedClass&) = default;
};

}  // namespace pgm::learners
