#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/query.hpp>

#include <optional>
#include <vector>

namespace pgm::detail {

/// A query translated for the engine: one finding per variable, and the event, if any, on one
/// variable.
struct Translation {
    Evidence evidence;
    bool contradictory = false;     ///< the given cannot be true whatever the network: A=a and A=b
    std::vector<VariableId> fixed;  ///< variables whose state the given says, sorted
    std::optional<Condition> event;
};

/// Translates what is given, and an event; expressions over several variables become nodes of
/// `auxiliary`, in whose network the evidence then holds. A contradictory given has no evidence.
Translation translate(const Given& given, const std::optional<Expression>& event,
                      AuxiliaryNodes& auxiliary);

}  // namespace pgm::detail
