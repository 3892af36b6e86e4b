#pragma once

#include <learners/families/model_structure.hpp>
#include <pgm/graph/spanning_forest.hpp>

#include <span>

namespace pgm::learners {

/// Structures that are a maximum spanning tree: the weight of a pair of columns says how much they
/// tell about each other (arc_weights.hpp).
///
/// Mixed columns. A discrete variable cannot have a continuous parent, so the tree is found in two
/// steps: first the best tree over the discrete columns alone, then, with that tree given, the best
/// tree over all. The continuous columns come to hang below the discrete ones, and every arc that
/// leads to one of them may be taken.
///
/// Roots: the first discrete column of each tree, or the first column where there is no discrete
/// one. Ties between equally heavy pairs go to the pair whose columns come first
/// (spanning_forest.hpp). Both rules only choose among trees of equal weight; a root changes no
/// distribution that maximum likelihood estimates.
std::vector<Arc> oriented_forest(const Columns& columns, std::span<const ColumnId> nodes,
                                 std::span<const WeightedEdge> edges);

/// Tree-augmented naive Bayes (Friedman, Geiger and Goldszmidt 1997, section 4.1): the class is a
/// parent of every feature, and the features are joined by the maximum spanning tree of I(A; B |
/// class). With only the edges of positive gain it is the forest-augmented one (Lucas 2004).
ModelStructure tree_augmented(const Columns& columns, std::span<const WeightedEdge> edges);

/// The tree of Chow and Liu (1968) over class and features alike, by I(A; B), rooted at the class.
/// Columns without an edge stand alone.
ModelStructure chow_liu_structure(const Columns& columns, std::span<const WeightedEdge> edges);

}  // namespace pgm::learners
