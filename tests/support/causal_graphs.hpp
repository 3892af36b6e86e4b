#pragma once

#include <pgm/causal/causal_graph.hpp>
#include <pgm/model/network.hpp>

#include <string>
#include <vector>

namespace pgm::tests {

/// A causal graph with its names and with numbers of some kind.
struct CausalModel {
    BayesianNetwork network;
    CausalGraph graph;

    VariableId id(const std::string& name) const { return network.id(name); }
    /// "Z W" as the ids of these variables, ascending.
    std::vector<VariableId> ids(const std::string& names) const;
};

/// The graph of a structure (pgm/model/structure_graph.hpp), whose tables are uniform. Variables of
/// which no data exist are declared so: "U{2, hidden} -> X, Y; X -> Y".
CausalModel causal_model(const std::string& structure);

/// A random network of at most seven variables, two or three states each, some of them hidden; for
/// odd seeds five observed variables with hidden common causes of pairs.
CausalModel random_causal_model(std::uint64_t seed);

/// All subsets of a set, the empty one first.
std::vector<std::vector<VariableId>> subsets_of(const std::vector<VariableId>& set);

}  // namespace pgm::tests
