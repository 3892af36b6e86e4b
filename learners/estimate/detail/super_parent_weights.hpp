#pragma once

#include <pgm/classify/super_parent.hpp>
#include <pgm/data/family_counts.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The weight of the rows with each combination of the super-parents' states, that of the last one
/// changing fastest, from their counts given the class.
std::vector<WeightSum> combination_weights(const FamilyCounts& given_class);

/// The super-parents with these weights. `schema` has their names and states.
SuperParent super_parent_of(const FamilyCounts& given_class, std::span<const Variable> schema);

}  // namespace pgm::learners::detail
