#pragma once

#include <pgm/causal/causal_graph.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace pgm {

/// Sets of observed variables that answer for the effect of one variable X on another, Y, and
/// variables that help otherwise. They follow from the graph alone.
///
/// Z is an adjustment set when, in every network on the graph,
///
///     P(y | do(x)) = sum_z P(y | x, z) P(z).
///
/// The criterion is complete (Shpitser, VanderWeele and Robins 2010; van der Zander, Liskiewicz
/// and Textor 2014), so that Z adjusts if and only if
///
/// - no member of Z is on a causal path X -> ... -> Y behind X, or descends from a variable there;
/// - Z blocks every other path, hence d-separates X from Y in the proper back-door graph, which is
///   the graph without the first arcs of causal paths.
///
/// It admits more than Pearl's back-door criterion (1993), which refuses all descendants of X.
/// Minimal sets, of which no proper part adjusts, are the same ones but for those descendants.

/// Failures of the criterion; none where the set adjusts.
struct AdjustmentCheck {
    /// The members that are on a causal path or descend from a variable on one.
    std::vector<VariableId> below_cause;
    /// A path that is no causal path and that the set leaves open, from X to Y, with hidden
    /// variables (pgm/graph/d_separation.hpp). Empty where there is none.
    std::vector<VariableId> open_path;

    bool holds() const { return below_cause.empty() && open_path.empty(); }
};

/// Throws ArgumentError for a cause that is the effect, and for variables that are hidden or not
/// in the graph; so do all functions below.
AdjustmentCheck check_adjustment(const CausalGraph& graph, VariableId cause, VariableId effect,
                                 std::span<const VariableId> set);
bool is_adjustment_set(const CausalGraph& graph, VariableId cause, VariableId effect,
                       std::span<const VariableId> set);

/// Sets in order of size, then of ids, each ascending.
struct VariableSets {
    std::vector<std::vector<VariableId>> sets;
    bool complete = true;  ///< false where the search was ended with more to be found
};

/// All minimal adjustment sets; none where no set adjusts, the empty set where nothing has to be
/// adjusted for. There may be exponentially many, and the search ends after `most`.
///
/// The sets are the minimal vertex cuts between X and Y in the moral graph of the ancestors of
/// both in the proper back-door graph (van der Zander, Liskiewicz and Textor 2019, "Separators and
/// adjustment sets in causal graphs", Artificial Intelligence 270). Shen and Liang (1997) generate
/// cuts from cuts, each in the time of a few searches of the graph per member.
VariableSets minimal_adjustment_sets(const CausalGraph& graph, VariableId cause, VariableId effect,
                                     std::size_t most = 1000);

/// All minimal front-door sets (Pearl 1995): Z is one when
///
/// - every directed path from X to Y goes through Z,
/// - no back-door path leads from X to Z,
/// - X blocks every back-door path from Z to Y.
///
///     P(y | do(x)) = sum_z P(z | x) sum_x' P(y | x', z) P(x')
///
/// Sets with the last two properties are closed under union, so one search for the largest set
/// decides whether any is left among some variables. (The algorithm of Jeong, Tian and Bareinboim
/// 2022, "Finding and listing front-door adjustment sets", with this shortcut.) The search for all
/// branches on a variable at a time and ends after `most` sets or about a second.
VariableSets front_door_sets(const CausalGraph& graph, VariableId cause, VariableId effect,
                             std::size_t most = 1000);

/// The variables that vary the cause without any other way to the effect, ascending (Pearl 2009,
/// definition 7.4.1, with nothing given): Z does not descend from X, is d-connected to X, and is
/// d-separated from Y once the arcs out of X are removed. An instrument identifies an effect only
/// together with an assumption about its form, such as linearity (Bowden and Turkington 1984).
std::vector<VariableId> instruments(const CausalGraph& graph, VariableId cause, VariableId effect);

}  // namespace pgm
