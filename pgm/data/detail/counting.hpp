#pragma once

#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counts.hpp>

#include <span>

namespace pgm::detail {

/// Adds the rows of a data set to the counts of many families in one pass over the rows.
///
/// Where the weights are all 1 and a family has few cells, nothing is counted row by row: a block
/// of rows is turned into one bit per row and state, and a cell is the number of ones in the
/// conjunction of its states' bits, 64 rows or more at a stroke. Families with the same parents
/// share the conjunctions. Larger families and weighted rows compute each row's cell. Integers all
/// through: blocks, threads and the way of counting leave no trace in the result.
///
/// `columns[i]` is the column of `data` that the families call ColumnId{i}; all members must be
/// discrete with the cardinalities of the scopes. Throws Stopped, and then has added nothing.
void count_rows(const Dataset& data, std::span<const ColumnId> columns,
                std::span<FamilyCounts> families, std::size_t threads, const StopToken& stop);

}  // namespace pgm::detail
