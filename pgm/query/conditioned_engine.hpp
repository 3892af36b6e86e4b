#pragma once

#include <pgm/inference/solver.hpp>
#include <pgm/model/evidence.hpp>
#include <pgm/query/query.hpp>

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

namespace pgm {

/// A solver under what is given, ready to be asked as often as one likes. All that depends on the
/// given alone is done when it is made: imposed posteriors are fitted, conditions become one
/// finding per variable, and where they are about several variables the solver is made for a
/// network with auxiliary nodes. A question then costs what the solver costs.
///
///     Workspace workspace;
///     ConditionedEngine given(engine, parse_given(network, "Wet=wet or Slippery=yes"), workspace);
///     given.marginals(targets, workspace);
///
/// solver() and evidence() together mean the given: any question of the solver about variables of
/// the original network may be asked under this evidence. A contradictory given has no evidence.
class ConditionedEngine {
public:
    /// `solver` must outlive this. Throws like answer().
    ConditionedEngine(const Solver& solver, const Given& given, Workspace& workspace);

    const Solver& solver() const { return extended_ ? *extended_ : *original_; }
    const Evidence& evidence() const { return evidence_; }
    /// It cannot be true whatever the network: A=a and A=b.
    bool contradictory() const { return contradictory_; }
    /// The states that it leaves no choice about, as fixed_states() has them.
    const std::map<VariableId, StateId>& fixed() const { return fixed_; }
    /// Spent on the solver of a network with auxiliary nodes, in seconds; 0 where there is none.
    double compile_seconds() const { return compile_seconds_; }

    /// P(X | given) of each target. The answer is good until the workspace is used again. Throws as
    /// the solver does.
    const Posterior& marginals(std::span<const VariableId> targets, Workspace& workspace) const;

    /// log P(given), -infinity where it is impossible.
    double log_evidence(Workspace& workspace) const;

private:
    friend class PreparedQuery;

    /// The parts of a question that may need auxiliary nodes, too.
    struct Asked {
        const Expression* event = nullptr;
        std::span<const LinearForm> forms{};
    };

    /// Prepares a given that has been checked.
    ConditionedEngine(const Solver& solver, const Given& given, const Asked& asked,
                      Workspace& workspace);

    const Solver* original_;
    Evidence evidence_;
    bool contradictory_ = false;
    std::map<VariableId, StateId> fixed_;
    std::optional<Condition> event_;  ///< in the network of solver()
    std::vector<VariableId> forms_;   ///< likewise
    std::shared_ptr<const Solver> extended_;
    double compile_seconds_ = 0;
};

}  // namespace pgm
