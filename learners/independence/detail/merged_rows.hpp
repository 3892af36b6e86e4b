#pragma once

#include <pgm/data/dataset.hpp>

#include <optional>
#include <span>

namespace pgm::learners::detail {

/// The columns with identical rows made one, whose weight is their sum; the rows are in the order
/// of their cells. Counts of these columns are those of the original table.
///
/// Null where it would not pay: where a sample of the rows shows more than half as many
/// different ones, or the combinations of states do not fit into 64 bits. The columns are discrete
/// and the weights whole numbers.
std::optional<Dataset> merged_rows(const Dataset& data, std::span<const ColumnId> columns);

}  // namespace pgm::learners::detail
