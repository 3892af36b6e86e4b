#pragma once

#include <pgm/inference/solver.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/query.hpp>

#include <map>
#include <optional>

namespace pgm::detail {

/// What is given, translated for the engine: one finding per variable.
struct Translation {
    Evidence evidence;
    bool contradictory = false;           ///< it cannot be true whatever the network: A=a and A=b
    std::map<VariableId, StateId> fixed;  ///< of the original, which leave no choice
};

/// Translates what is given; expressions over several variables become nodes of `auxiliary`, in
/// whose network the evidence then holds. A contradictory given has no evidence. Imposed posteriors
/// are left out: with_fitted_likelihoods() (jeffrey_rule.hpp) turns them into likelihoods before.
Translation translate(const Given& given, AuxiliaryNodes& auxiliary);

/// A solver and the evidence in its network that together say what is given: the solver itself, or
/// where the given, or an event that is asked about, needs auxiliary nodes, one of a network that
/// has them.
class ConditionedSolver {
public:
    /// `solver` must outlive this.
    ConditionedSolver(const SolverView& solver, const Given& given,
                      const Expression* event = nullptr);

    const SolverView& solver() const { return extended_ ? extended_->view() : original_; }
    bool is_extended() const { return extended_.has_value(); }
    const Evidence& evidence() const { return translation_.evidence; }
    bool contradictory() const { return translation_.contradictory; }
    const std::map<VariableId, StateId>& fixed() const { return translation_.fixed; }
    /// The event in the network of solver().
    const std::optional<Condition>& event() const { return event_; }

private:
    SolverView original_;
    std::optional<Condition> event_;
    Translation translation_;
    std::optional<ExtendedSolver> extended_;
};

/// True if what is given has probability zero in the solver's network.
bool is_impossible(const SolverView& solver, const Given& given, Workspace& workspace);

}  // namespace pgm::detail
