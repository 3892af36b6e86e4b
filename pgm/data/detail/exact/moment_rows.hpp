#pragma once

#include <pgm/core/stop_token.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/data/family_moments.hpp>

#include <span>

namespace pgm::detail {

/// Adds the rows of a data set to the moments of many families in one pass over the rows.
///
/// Families with the same discrete parents share their work: each sum and each product of two
/// columns is formed once, as long as no missing value makes their rows differ. A block of rows is
/// sorted by configuration; a run of one configuration is added in whole numbers of doubles that
/// never round (exact_kernels.hpp), what does not fit those, and weighted rows, one by one. Exact
/// all through: blocks, threads and the way of adding leave no trace in the result.
///
/// `columns[i]` is the column of `data` that the families call ColumnId{i}. Throws Stopped, and
/// then has added nothing.
void add_moments(const Dataset& data, std::span<const ColumnId> columns,
                 std::span<FamilyMoments> families, std::size_t threads, const StopToken& stop);

}  // namespace pgm::detail
