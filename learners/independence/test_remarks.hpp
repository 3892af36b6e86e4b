#pragma once

#include <learners/independence/associations.hpp>
#include <pgm/core/error.hpp>
#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners {

/// The rows with a value in each of these columns, ascending.
std::vector<std::uint32_t> rows_with(const Dataset& data, std::span<const ColumnId> columns);

/// Findings beside the result of test_independence(): a column on a side that does not vary in the
/// rows that count, and columns that are linear functions of each other.
std::vector<Problem> remarks_on_test(const Dataset& data, std::span<const ColumnId> left,
                                     std::span<const ColumnId> right,
                                     std::span<const ColumnId> given);

/// Findings beside associations(): the number of pairs of which nothing is known, and of those of
/// which little is.
std::vector<Problem> remarks_on_associations(const Dataset& data,
                                             std::span<const Association> pairs);

}  // namespace pgm::learners
