#pragma once

#include <learners/structure/structure.hpp>

#include <vector>

namespace pgm::learners::detail {

/// The families whose sums are needed to decide on the structure, and, except for kdb:2 and beyond,
/// all that estimating it will need: columns without values are not known yet. Every continuous
/// feature given the class is among them, for it tells the spread of the column.
std::vector<Family> families_to_decide(const Structure& structure, const Columns& columns);

/// True if the arcs depend on the data.
bool is_data_driven(const Structure& structure);

/// The features given the class, of which every structure that is learned needs the sums, whatever
/// else it looks at.
std::vector<Family> families_given_class(const Columns& columns);

/// The arcs of the network, or of all networks that are averaged. `columns` are those that have
/// values.
std::vector<ModelStructure> decide_structure(const Structure& structure, const Columns& columns,
                                             const FamilySums& sums);

}  // namespace pgm::learners::detail
