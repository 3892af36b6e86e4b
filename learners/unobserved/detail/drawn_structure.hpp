#pragma once

#include <learners/search/learn_structure.hpp>
#include <learners/search/search_control.hpp>
#include <learners/unobserved/incomplete_learning.hpp>
#include <pgm/data/dataset.hpp>

namespace pgm::learners::detail {

/// learn_incomplete() by `draw`, of a table that has missing values and whose columns have values.
///
/// Columns that are functions of others (learners/search/determined_columns.hpp) are found in the
/// known cells, take no part in the rounds, and their missing values are computed at the end. Every
/// round has a seed of its own, so that the draws of a row differ from round to round.
LearnedFromIncomplete drawn_structure(const Dataset& data, const StructureLearning& learning,
                                      const IncompleteLearning& options,
                                      const SearchControl& control);

/// The algorithm for rounds before the last, whose structure only completes the table: where the
/// number of starts was not given, one further start, and for Exact the search that it begins with.
SearchAlgorithm with_few_starts(const SearchAlgorithm& algorithm);

}  // namespace pgm::learners::detail
