#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/detail/draft.hpp>

#include <optional>
#include <vector>

namespace pgm::detail {

/// The result of checking a draft without an error: one distribution per variable with normalised
/// rows, or with rows that are kept.
struct CheckedModel {
    std::optional<TooLargeError> too_large;  ///< the first limit that is exceeded; also a problem
    std::optional<ParseError> cut_off;       ///< the text ends too early; also a problem
    std::vector<Cpd> cpds;
    RowSums row_sums = RowSums::normalise;  ///< keep if some row does not sum to 1
    std::vector<Arc> arcs;  ///< the arcs into each variable, one variable after the other
};

/// Does the work of NetworkBuilder::check() and build(): adds problems to the draft. Checks names
/// and states, then families (arcs, tables, rows), then cycles. Time and memory are linear in the
/// size of the draft, up to sorting; a table beyond the limits is reported without being allocated.
/// Distributions are moved out of the draft, so the numbers of a network are never in memory twice.
CheckedModel check_model(Draft& draft, const Limits& limits);

/// Reports names and states of variables that are empty, too long, repeated or missing, or that
/// contain control characters.
void check_variables(Draft& draft, const Limits& limits);

/// Checks a distribution that is no table: that it fits the variables around it and, if it is that
/// of a continuous variable, that its numbers are in range. (Rows of probabilities are checked by
/// RowCheck.) `named` is what was declared of the family by name, or null; its arcs must come from
/// parents of the distribution. Problems have that location. Returns false when the parents
/// themselves are wrong.
bool check_distribution(Draft& draft, VariableId child, const NamedFamily* named,
                        const Location& location);

}  // namespace pgm::detail
