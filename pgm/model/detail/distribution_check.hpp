#pragma once

#include <pgm/model/detail/draft.hpp>

namespace pgm::detail {

/// Checks a distribution that is no table: that it fits the variables around it and, if it is that
/// of a continuous variable, that its numbers are in range. (Rows of probabilities are checked by
/// RowCheck.) `named` is what was declared of the family by name, or null; its arcs must come from
/// parents of the distribution. Problems are added to the list at `location`. Returns false when
/// the parents themselves are wrong.
bool check_distribution(const Draft& draft, VariableId child, const NamedFamily* named,
                        const Location& location, ProblemList& problems);

}  // namespace pgm::detail
