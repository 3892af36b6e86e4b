#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/structure/arc_weight.hpp>

#include <cstddef>
#include <vector>

namespace pgm::learners {

/// The k-dependence classifier of Sahami (1996): between naive Bayes (k = 0) and, where k is one
/// less than the number of features, the complete graph.
///
/// The features are put in order of I(X; class), the most informative one first. Each then gets the
/// class and those k of the features before it that have the largest I(X; Y | class) with it, or
/// the largest other weight; fewer when fewer are there, or when an arc is worth less than nothing.
/// Ties go to the earlier column, in the order and among the parents. Continuous features come
/// after all discrete ones, for a discrete variable cannot have a continuous parent.
struct KDependence {
    std::size_t k = 1;
    ArcWeight weight = ArcWeight::information;

    /// For k of 2 and beyond estimation needs larger families, known only once models() has chosen
    /// them.
    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const KDependence&, const KDependence&) = default;
};

}  // namespace pgm::learners
