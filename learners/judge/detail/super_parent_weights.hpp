#pragma once

#include <learners/families/model_structure.hpp>
#include <pgm/data/distinct_rows.hpp>
#include <pgm/data/family_counts.hpp>
#include <pgm/model/model.hpp>
#include <pgm/model/variable.hpp>

#include <span>
#include <vector>

namespace pgm::learners::detail {

/// The weight of the rows with each combination of the super-parents' states, that of the last one
/// changing fastest, from their counts given the class.
std::vector<WeightSum> combination_weights(const FamilyCounts& given_class);

/// The super-parents with these weights. `schema` has their names and states.
SuperParent super_parent_of(const FamilyCounts& given_class, std::span<const Variable> schema);

/// True if a member takes part in each of these rows, left out of the counts: whether the others
/// have its combination of values often enough. Where one is missing, the row is in no count.
std::vector<char> admitted_without_themselves(const FamilyCounts& given_class,
                                              const Columns& columns,
                                              std::span<const DistinctRows::WeightedRow> rows);

}  // namespace pgm::learners::detail
