#pragma once

#include <pgm/causal/causal_graph.hpp>
#include <pgm/causal/estimand.hpp>

#include <span>
#include <variant>
#include <vector>

namespace pgm {

/// The reason why an effect does not follow from the observed variables (Shpitser and Pearl 2006,
/// "Identification of joint interventional distributions in recursive semi-Markovian causal
/// models"). Both sets are held together by bidirected edges, the larger one holds a cause and the
/// smaller one does not, and every member of the larger one is an ancestor, within it, of the
/// smaller one, whose members are ancestors of the effects when the causes are set. Then two
/// models with this graph agree on all that is observed and differ in the effect.
///
///     X -> Y, X <-> Y:   larger {X, Y}, smaller {Y}, the "bow"
struct Hedge {
    std::vector<VariableId> larger;
    std::vector<VariableId> smaller;

    friend bool operator==(const Hedge&, const Hedge&) = default;
};

/// A formula, or the reason why there is none.
using Identification = std::variant<Estimand, Hedge>;

/// P(effects | do(causes)) in terms of the joint distribution of the observed variables, if it
/// follows from that and the graph. The algorithm is complete: where it gives a hedge, no formula
/// exists.
///
/// It is Tian and Pearl's (2002, "A general identification condition for causal effects"), which
/// finds a formula whenever the algorithm ID of Shpitser and Pearl does (Huang and Valtorta 2006)
/// and writes it in smaller conditions: with D the ancestors of the effects when the causes are
/// removed,
///
///     P(y | do(x)) = sum_{D without Y} prod_i Q[D_i],    D_i the c-components of D,
///
/// where Q[S] is the distribution of S when everything else is set. Q of a c-component of the whole
/// graph is a product of conditional probabilities; from it Q[D_i] is found by summing out what is
/// no ancestor of D_i and by dividing into c-components again, in turn, until nothing changes.
///
/// Throws ArgumentError for variables that are hidden, not in the graph, or in both sets, and where
/// there is no effect.
Identification identify(const CausalGraph& graph, std::span<const VariableId> causes,
                        std::span<const VariableId> effects);

/// sum_z P(y | x, z) P(z); without a set P(y | x).
Estimand adjustment_formula(VariableId cause, VariableId effect, std::span<const VariableId> set);

/// sum_z P(z | x) sum_x' P(y | x', z) P(x'); without a set P(y).
Estimand front_door_formula(VariableId cause, VariableId effect, std::span<const VariableId> set);

}  // namespace pgm
