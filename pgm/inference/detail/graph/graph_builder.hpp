#pragma once

#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/detail/graph/plan_sketch.hpp>

namespace pgm::detail {

/// The second stage of planning: the contraction tree, what of it is computed forward, and the
/// derivatives or maxima that the task asks for, as a graph of contractions. Nothing of the size of
/// a table is allocated, whatever the cliques have. Works in the memory of the sketch; the graph
/// lies in `memory`. Throws TooLargeError for a table of the network of more than 2^32 cells.
ContractionGraph make_graph(const BayesianNetwork& network, const PlanRequest& request,
                            const PlanSketch& sketch,
                            std::pmr::memory_resource* memory = std::pmr::get_default_resource());

}  // namespace pgm::detail
