#pragma once

#include <pgm/graph/dag.hpp>

#include <span>
#include <vector>

namespace pgm {

/// "U <-> V": a common cause of two variables that is not observed. `first` is the smaller id.
struct BidirectedEdge {
    VariableId first;
    VariableId second;

    friend constexpr auto operator<=>(const BidirectedEdge&, const BidirectedEdge&) = default;
};

/// A causal model as far as its graph goes: a DAG whose arcs are direct causes, and those of its
/// variables that nobody observes. Questions about effects are about the observed variables; from
/// their joint distribution and this graph alone the answer has to follow.
///
/// It differs from a Dag in what can be adjusted for, and in its second form, the latent
/// projection (Verma 1993; Tian and Pearl 2002, section 5.2), in which hidden variables have
/// become edges between observed ones:
///
///     A -> B      a directed path from A to B whose inner vertices are all hidden
///     A <-> B     a path A <- ... <- H -> ... -> B whose inner vertices are all hidden
///
/// Observed variables are d-separated in the one form if and only if they are in the other, and an
/// effect follows from the observed distribution in both or in none. Adjustment sets are found in
/// the first form (pgm/causal/adjustment.hpp), formulas in the second
/// (pgm/causal/identification.hpp).
///
///     CausalGraph graph(network.dag(), {{network.id("U")}});
///     graph.bidirected();   // of U -> X, U -> Y, X -> Y: {X <-> Y}
///
/// Ids are those of the DAG in both forms. Hidden variables that are eliminated multiply edges: a
/// hidden cause of k variables is k (k - 1) / 2 bidirected edges.
class CausalGraph {
public:
    /// Throws ArgumentError for a hidden vertex that the graph does not have.
    explicit CausalGraph(Dag dag, std::span<const VariableId> hidden = {});

    /// The DAG with its hidden variables.
    const Dag& dag() const { return dag_; }
    /// Ascending.
    std::span<const VariableId> hidden() const { return hidden_; }
    std::span<const VariableId> observed() const { return observed_; }
    bool is_hidden(VariableId variable) const;

    /// The directed part of the latent projection, in which hidden vertices have no arcs.
    const Dag& projected() const { return projected_; }
    /// The other part, sorted.
    std::span<const BidirectedEdge> bidirected() const { return bidirected_; }

private:
    Dag dag_;
    std::vector<VariableId> hidden_;
    std::vector<VariableId> observed_;
    Dag projected_;
    std::vector<BidirectedEdge> bidirected_;
};

/// The c-components ("confounded components", Tian and Pearl 2002) of the latent projection on
/// some observed variables: the parts that bidirected edges between these variables hold together.
/// The joint distribution is a product with a factor for each component. Each is ascending, and
/// they are in the order of their first members.
std::vector<std::vector<VariableId>> c_components(const CausalGraph& graph,
                                                  std::span<const VariableId> within);

/// The variables `of` and their ancestors in the latent projection on some observed variables,
/// among which `of` are; ascending.
std::vector<VariableId> ancestral_set(const CausalGraph& graph, std::span<const VariableId> of,
                                      std::span<const VariableId> within);

/// The graph without the arcs that leave some vertices, as after their effects are cut off.
Dag without_arcs_from(const Dag& dag, std::span<const VariableId> vertices);

}  // namespace pgm
