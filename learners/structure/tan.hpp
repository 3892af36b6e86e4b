#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/structure/arc_weight.hpp>

#include <vector>

namespace pgm::learners {

/// Tree-augmented naive Bayes (Friedman, Geiger and Goldszmidt 1997, section 4.1): the class is a
/// parent of every feature, and the features are joined by the maximum spanning tree of the
/// conditional mutual information I(A; B | class), or of another weight.
///
/// Mixed columns: a discrete variable cannot have a continuous parent, so the tree is found in two
/// steps, first over the discrete columns, then over all; the continuous columns come to hang below
/// the discrete ones. The root is the first discrete column, or the first one where all are
/// continuous; it changes no distribution that maximum likelihood estimates.
struct Tan {
    ArcWeight weight = ArcWeight::information;

    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const Tan&, const Tan&) = default;
};

}  // namespace pgm::learners
