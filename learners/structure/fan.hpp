#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/structure/arc_weight.hpp>

#include <vector>

namespace pgm::learners {

/// Forest-augmented naive Bayes (Lucas 2004): as TAN, but only those arcs between features are
/// taken that are worth more than nothing by `weight`, which makes an arc pay for the parameters it
/// adds. What TAN says of mixed columns and of roots holds for every tree of the forest.
struct Fan {
    ArcWeight weight = ArcWeight::bic;

    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const Fan&, const Fan&) = default;
};

}  // namespace pgm::learners
