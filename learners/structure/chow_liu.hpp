#pragma once

#include <learners/families/family_sums.hpp>
#include <learners/families/model_structure.hpp>

#include <vector>

namespace pgm::learners {

/// The tree of Chow and Liu (1968): the maximum spanning tree of the mutual information I(A; B)
/// over class and features alike, rooted at the class. Columns without an edge stand alone. What
/// TAN says of mixed columns holds here too.
struct ChowLiu {
    std::vector<Family> families(const Columns& columns) const;
    std::vector<ModelStructure> models(const Columns& columns, const FamilySums& sums) const;

    friend bool operator==(const ChowLiu&, const ChowLiu&) = default;
};

}  // namespace pgm::learners
