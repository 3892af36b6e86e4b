#pragma once

#include <pgm/data/dataset.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::learners::detail {

/// A row and the number of its combination of states of some discrete columns,
///
///     key = ((x_1 (k_2 + 1) + x_2) (k_3 + 1) + x_3) ... ,
///
/// a missing value counting as one state more.
struct KeyedRow {
    std::uint64_t key;
    std::size_t row;
};

/// All rows, in their order. Where the keys would not fit, those of the columns so far are replaced
/// by their ranks among the rows, which keeps their order.
std::vector<KeyedRow> keyed_rows(const Dataset& data, std::span<const ColumnId> columns);

/// Stable, digit after digit (radix sort), in time linear in the rows.
void sort_by_key(std::vector<KeyedRow>& rows);

}  // namespace pgm::learners::detail
