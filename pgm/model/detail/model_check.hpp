#pragma once

#include <pgm/core/limits.hpp>
#include <pgm/graph/dag.hpp>
#include <pgm/model/detail/network_draft.hpp>

#include <optional>
#include <vector>

namespace pgm::detail {

/// What a draft amounts to: every problem found and, when there is no error among them, the
/// distributions, rows normalised, one per variable.
struct CheckedModel {
    ProblemList problems;
    std::optional<Problem> too_large;  ///< the first limit exceeded; it is among the problems too
    std::vector<Cpd> cpds;
    std::vector<Arc> arcs;  ///< those of each variable's parents, one variable after the other
};

/// The check behind NetworkBuilder::check() and build(). In order of variables: names and states,
/// then families (arcs, tables, rows), then cycles. Time and memory are linear in what was given,
/// up to sorting; a table beyond the limits is reported without being made. Distributions are moved
/// out of the draft: a network's numbers need not be in memory twice.
CheckedModel check_model(NetworkDraft& draft, const Limits& limits);

}  // namespace pgm::detail
