#pragma once

#include <pgm/causal/causal_graph.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// Throws ArgumentError unless both are observed variables of the graph and differ.
void require_pair(const CausalGraph& graph, VariableId cause, VariableId effect);
/// Throws ArgumentError for a variable that is hidden or not in the graph.
void require_observed(const CausalGraph& graph, std::span<const VariableId> variables);

/// The order of VariableSets: by size, then by ids.
void sort_by_size(std::vector<std::vector<VariableId>>& sets);

}  // namespace pgm::detail
