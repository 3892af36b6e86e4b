#pragma once

#include <pgm/inference/detail/graph/contraction_graph.hpp>
#include <pgm/inference/predicted_cost.hpp>

namespace pgm::detail {

/// A graph of contractions as it is shown outside: by variables and by values that are numbered
/// from 0 on, where the engine has positions in its reduced network.
PlanGraph describe_plan(const ContractionGraph& graph);

}  // namespace pgm::detail
