#pragma once

#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counts.hpp>

#include <span>

namespace pgm::detail {

/// Adds the rows of a data set to the counts of many families in one pass over the rows.
///
/// Difference from FamilyCounter: the families are known beforehand, so those with the same parents
/// are counted together, block of rows after block of rows; and weights may be fractions. The
/// strategies are the same. Where the weights are all 1 and a family has few cells, they are the
/// numbers of ones in conjunctions of bits (BitColumns); other families compute each row's cell
/// (CellTable). One that is sparse goes through all rows by itself, each thread with families of
/// its own: in a table of all its cells where these are no more than a few a row, else its rows are
/// sorted by cell. Integers all through: blocks, threads and the strategy leave no trace in the
/// result.
///
/// `columns[i]` is the column of `data` that the families call ColumnId{i}; all members must be
/// discrete with the cardinalities of the scopes. Throws Stopped, and then has added nothing.
void count_rows(const Dataset& data, std::span<const ColumnId> columns,
                std::span<FamilyCounts> families, std::size_t threads, const StopToken& stop);

}  // namespace pgm::detail
