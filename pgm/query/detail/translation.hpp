#pragma once

#include <pgm/inference/engine.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/query.hpp>

#include <vector>

namespace pgm::detail {

/// What is given, translated for the engine: one finding per variable.
struct Translation {
    Evidence evidence;
    bool contradictory = false;     ///< it cannot be true whatever the network: A=a and A=b
    std::vector<VariableId> fixed;  ///< variables whose state the given says, sorted
};

/// Translates what is given; expressions over several variables become nodes of `auxiliary`, in
/// whose network the evidence then holds. A contradictory given has no evidence.
Translation translate(const Given& given, AuxiliaryNodes& auxiliary);

/// Whether what is given has probability zero in the engine's network.
bool is_impossible(const InferenceEngine& engine, const Given& given, Workspace& workspace);

}  // namespace pgm::detail
