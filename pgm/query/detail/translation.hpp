#pragma once

#include <pgm/model/evidence.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/query.hpp>

#include <map>

namespace pgm::detail {

/// A given, translated for the engine: one finding per variable.
struct Translation {
    Evidence evidence;
    bool contradictory = false;           ///< it cannot be true whatever the network: A=a and A=b
    std::map<VariableId, StateId> fixed;  ///< of the original, which leave no choice
};

/// Translates what is given; expressions over several variables become nodes of `auxiliary`, in
/// whose network the evidence then holds. A contradictory given has no evidence. Imposed posteriors
/// are left out: with_fitted_likelihoods() (jeffrey_rule.hpp) turns them into likelihoods before.
Translation translate(const Given& given, AuxiliaryNodes& auxiliary);

}  // namespace pgm::detail
