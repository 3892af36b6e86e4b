#pragma once

#include <pgm/inference/detail/cost/task.hpp>
#include <pgm/model/detail/checked_evidence.hpp>

#include <optional>
#include <span>

namespace pgm::detail {

/// The variables that a question is about: distinct discrete ones, or none, which stands for all
/// of them.
using Targets = std::optional<std::span<const VariableId>>;

/// A question in the form in which everything in the engine reads it, however it was worded: a list
/// of all discrete variables has become `nothing`, and the evidence is known to fit the network. A
/// view, for as long as the question is being answered.
struct PlanQuestion {
    Task task;
    Targets targets;  ///< not read by Task::evidence
    const CheckedEvidence& evidence;
};

}  // namespace pgm::detail
