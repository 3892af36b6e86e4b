#pragma once

#include <learners/families/model_structure.hpp>

#include <span>
#include <string>
#include <vector>

namespace pgm::learners::detail {

/// The features that may be super-parents: the discrete ones that do not identify rows, ascending.
std::vector<ColumnId> possible_super_parents(const Columns& columns);

/// The member in which the class and these super-parents are the parents of every other feature
/// that may join them, and each super-parent depends on the class and on those before it.
ModelStructure super_parent_member(const Columns& columns, std::span<const ColumnId> super_parents);

/// One member per possible super-parent; naive Bayes where there is none because discrete features
/// do not take part. Throws ArgumentError where there is none at all, and TooLargeError for more
/// than 3000 features; both call the structure by its word.
std::vector<ModelStructure> one_dependence_members(const Columns& columns, const std::string& word);

}  // namespace pgm::learners::detail
