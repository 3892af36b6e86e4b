#pragma once

#include <learners/families/model_structure.hpp>
#include <learners/structure/detail/arc_weights.hpp>

#include <optional>
#include <span>

namespace pgm::learners::detail {

/// Adds the arcs of the maximum spanning forest over `nodes` to `parents`: a tree where the pairs
/// connect all nodes.
///
/// Mixed columns. A discrete variable cannot have a continuous parent, so the forest is found in
/// two steps: first the best one over the discrete columns alone, then, with that one given, the
/// best one over all. The continuous columns come to hang below the discrete ones, and every arc
/// that leads to one of them may be taken.
///
/// Roots: the first discrete column of each tree, or the first column where there is no discrete
/// one. Ties between equally heavy pairs go to the pair whose columns come first
/// (spanning_forest.hpp). Both rules only choose among forests of equal weight. `root`, if given,
/// is the root of its tree; it may not be continuous where its tree has a discrete column.
void add_spanning_forest(const Columns& columns, std::span<const ColumnId> nodes,
                         std::span<const WeightedPair> pairs, ParentLists& parents,
                         std::optional<ColumnId> root = std::nullopt);

/// Naive Bayes whose features are joined by that forest.
ModelStructure augmented_naive_bayes(const Columns& columns, std::span<const WeightedPair> pairs);

}  // namespace pgm::learners::detail
