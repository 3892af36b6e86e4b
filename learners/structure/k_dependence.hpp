#pragma once

#include <learners/families/model_structure.hpp>
#include <pgm/graph/spanning_forest.hpp>

#include <span>
#include <vector>

namespace pgm::learners {

/// The k-dependence classifier of Sahami (1996): between naive Bayes (k = 0) and, where k is one
/// less than the number of features, the complete graph.
///
/// The features are put in order of I(X; class), the most telling one first. Each then gets the
/// class and those k of the features before it that have the largest I(X; Y | class) with it; fewer
/// when fewer are there. Ties go to the earlier column, in the order and among the parents.
/// Continuous features come after all discrete ones, for a discrete variable cannot have a
/// continuous parent.
///
/// `about_class[c]` is I(X_c; class) by column; `edges` are the pairs of features with their I(X; Y
/// | class), a pair that is not there can be no arc.
ModelStructure k_dependence(const Columns& columns, std::size_t k,
                            std::span<const double> about_class,
                            std::span<const WeightedEdge> edges);

}  // namespace pgm::learners
