#pragma once

#include <pgm/inference/detail/lanes/row_selection.hpp>
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

/// The numbers of the columns that are flagged as incomplete (find_incomplete()).
std::vector<std::size_t> incomplete_columns(std::span<const char> incomplete);

/// Groups rows by which of the given columns (indices into columns.columns) they have. In order of
/// each pattern's first row.
std::vector<RowPattern> group_by_pattern(const EvidenceColumns& columns,
                                         const std::vector<std::size_t>& incomplete,
                                         const RowSelection& rows);

}  // namespace pgm::detail
