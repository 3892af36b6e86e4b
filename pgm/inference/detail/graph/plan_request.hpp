#pragma once

#include <pgm/inference/detail/cost/task.hpp>
#include <pgm/inference/detail/reduce/domains.hpp>
#include <pgm/inference/detail/reduce/relevance.hpp>

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace pgm::detail {

/// The input of compiling a plan: the task, its targets, which variables have findings (not their
/// values), and the states that can occur. A plan serves every evidence with the same roles whose
/// states lie in the domains.
struct PlanRequest {
    Task task = Task::marginals;
    std::vector<VariableId> targets;
    std::vector<Role> roles;  ///< one per variable of the network
    const Domains* domains = nullptr;
    /// The states that occur without evidence, where `domains` follow from them and the evidence;
    /// null where they do not. Tables of variables that have all of these sum to one.
    const Domains* prior = nullptr;
    std::size_t max_arena_bytes = 0;
    /// The part of max_arena_bytes that the answer takes beside the arena: a joint table is as
    /// large as the largest in there.
    std::size_t answer_bytes = 0;
    std::optional<std::uint64_t> max_multiplications = std::nullopt;
};

}  // namespace pgm::detail
