#pragma once

#include <pgm/graph/dag.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners::detail {

struct WeightedArc {
    std::size_t parent = 0;
    std::size_t child = 0;
    double weight = 0;
};

/// The branching of the largest sum of weights: a choice of at most one arc into every vertex
/// without a cycle (Edmonds 1967). Only arcs of positive weight are chosen. Among equal weights the
/// earlier arc wins.
///
/// Every vertex takes its best arc; each cycle that arises is contracted to one vertex, whose arcs
/// from outside weigh what they gain over the arc of the cycle they would replace, and so on.
std::vector<Arc> maximum_branching(std::size_t vertices, const std::vector<WeightedArc>& arcs);

}  // namespace pgm::learners::detail
