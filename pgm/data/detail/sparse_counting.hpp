#pragma once

#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_counts.hpp>

#include <span>
#include <vector>

namespace pgm::detail {

/// The weights of the rows of a data set in the cells of each family that is sparse, by
/// ascending cell; empty for the others.
///
/// One family after the other goes through all rows, each thread with families of its own. One of
/// no more than a few cells a row is counted in a table of all its cells, which the next one uses
/// again; one of more collects cells and sorts them. Integers all through, hence the same result
/// either way.
///
/// `columns[i]` is the column that the families call ColumnId{i}; see count_rows(). Throws Stopped.
std::vector<std::vector<FamilyCounts::CountedCell>> count_sparse_families(
    const Dataset& data, std::span<const Column* const> columns,
    std::span<const FamilyCounts> families, std::size_t threads, const StopToken& stop);

}  // namespace pgm::detail
