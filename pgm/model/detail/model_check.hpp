#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/detail/draft.hpp>

#include <optional>
#include <vector>

namespace pgm::detail {

/// The result of checking a draft: every problem and, when none is an error, one distribution per
/// variable with normalised rows, or with rows that are kept.
struct CheckedModel {
    ProblemList problems;
    std::optional<Problem> too_large;  ///< the first limit that is exceeded; also among `problems`
    std::optional<Problem> cut_off;    ///< the text ends too early; also among `problems`
    std::vector<Cpd> cpds;
    RowSums row_sums = RowSums::normalise;  ///< keep if some row does not sum to 1
    std::vector<Arc> arcs;  ///< the arcs into each variable, one variable after the other
};

/// Does the work of NetworkBuilder::check() and build(): checks names and states, then families
/// (arcs, tables, rows), then cycles. Time and memory are linear in the size of the draft, up to
/// sorting; a table beyond the limits is reported without being allocated. Distributions are moved
/// out of the draft, so the numbers of a network are never in memory twice.
CheckedModel check_model(Draft& draft, const Limits& limits);

}  // namespace pgm::detail
