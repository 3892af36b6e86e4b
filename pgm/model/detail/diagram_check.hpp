#pragma once

#include <pgm/graph/dag.hpp>
#include <pgm/model/detail/draft.hpp>
#include <pgm/model/detail/family_reading.hpp>

#include <span>

namespace pgm::detail {

/// Gives a decision the family of one that is not decided yet: what was declared by name or given
/// as a distribution says what is known then, and its numbers are left out with a warning.
void read_decision(Draft& draft, FamilyReading& reading, VariableId decision);

/// Reports what depends on a utility without being one, and utilities that have a distribution:
/// they are numbers that follow from their parents. The distributions are looked at where there is
/// no error, since there is one for each variable then.
void check_utilities(Draft& draft, std::span<const Arc> arcs, std::span<const Cpd> cpds);

}  // namespace pgm::detail
