#pragma once

#include <pgm/inference/detail/lanes/block_list.hpp>
#include <pgm/inference/detail/lanes/row_selection.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace pgm::detail {

/// Rows that say the same have the same posterior, and data sets are full of them: five
/// variables of three states can say 243 things, whatever the number of rows. A batch computes one
/// row of each kind and copies its answer.
struct RepeatedRows {
    std::vector<std::uint32_t> firsts;  ///< the rows unlike all before them, in order
    /// Per row of the selection the number of the first one like it.
    std::vector<std::uint32_t> first_of;
};

/// Finds the rows that repeat an earlier one in all of the columns. A row is known by the number
///
///     c_1 + (k_1 + 1) (c_2 + (k_2 + 1) (c_3 + ...)),
///
/// where column i has k_i states and c_i is the row's state there, k_i where the cell is missing;
/// the numbers seen so far are kept in a table, by themselves if there are few, else hashed.
/// Null where that number exceeds 64 bits, or where so few rows repeat that it would not pay;
/// the first thousand tell, at little cost.
std::optional<RepeatedRows> find_repeated_rows(std::span<const BlockColumn> columns,
                                               const RowSelection& rows);

}  // namespace pgm::detail
