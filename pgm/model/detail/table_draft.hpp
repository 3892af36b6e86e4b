#pragma once

#include <pgm/model/cpd/table_cpd.hpp>
#include <pgm/model/detail/network_draft.hpp>
#include <pgm/model/detail/row_check.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// Turns a table given by name (rows keyed by parent states, or a flat list in a named order) into
/// a TableCpd over (parents, child), whose number of cells the caller has found acceptable. Every
/// mistake is reported; when there is one that leaves cells undefined, the rows that were given are
/// still checked on their own, and there is no table.
std::optional<TableCpd> read_table_draft(const NetworkDraft& draft, const FamilyDraft& family,
                                         VariableId child, std::span<const VariableId> parents,
                                         ProblemList& problems, RowCheck& row_check);

}  // namespace pgm::detail
