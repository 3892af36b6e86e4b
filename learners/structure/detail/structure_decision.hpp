#pragma once

#include <learners/estimate/detail/family_sums.hpp>
#include <learners/families/model_structure.hpp>
#include <learners/structure/structure_choice.hpp>

#include <vector>

namespace pgm::learners::detail {

/// From the word for a structure to the structure: the one place that knows which word means which
/// function.

/// The families whose sums are needed to decide on the structure, and, except for kdb:2 and beyond,
/// all that estimating it will need: columns without values are not known yet. Every continuous
/// feature given the class is among them, for it tells the spread of the column.
std::vector<Family> families_to_decide(const StructureChoice& choice, const Columns& columns);

/// The structure, or for aode all of them. `columns` are those that have values. The words that
/// look at no data need no sums.
std::vector<ModelStructure> decide_structure(const StructureChoice& choice, const Columns& columns,
                                             const FamilySums& sums);

}  // namespace pgm::learners::detail
