#pragma once

#include <pgm/inference/evidence_columns.hpp>

#include <cstdint>
#include <span>
#include <vector>

namespace pgm::detail {

/// Rows that observe the same variables.
struct RowPattern {
    std::vector<std::uint64_t> observed;  ///< one bit per column of the list that was grouped by
    std::vector<std::uint32_t> rows;      ///< ascending
};

/// Groups rows by which of the given columns (indices into columns.columns) they have: all, or those
/// without a flag in `is_done`. In order of each pattern's first row.
std::vector<RowPattern> group_by_pattern(const EvidenceColumns& columns,
                                         const std::vector<std::size_t>& incomplete,
                                         std::span<const char> is_done = {});

}  // namespace pgm::detail
