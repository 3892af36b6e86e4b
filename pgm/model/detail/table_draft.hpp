#pragma once

#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/detail/network_draft.hpp>
#include <pgm/model/detail/row_check.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// Turns a table that was given by name (rows keyed by parent states, or one list in a named order)
/// into a TableCpd over (parents, child). The caller has checked the number of cells. Every mistake
/// is reported. When a mistake leaves cells undefined there is no table, but the rows that were
/// given are still checked one by one.
std::optional<TableCpd> read_table_draft(const NetworkDraft& draft, const FamilyDraft& family,
                                         VariableId child, std::span<const VariableId> parents,
                                         ProblemList& problems, RowCheck& row_check);

}  // namespace pgm::detail
