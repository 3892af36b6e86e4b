#pragma once

#include <pgm/core/detail/made_once.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/batch_posterior.hpp>
#include <pgm/inference/detail/engine_implementation.hpp>
#include <pgm/inference/detail/mixture/mixture_program.hpp>
#include <pgm/inference/predicted_cost.hpp>
#include <pgm/inference/solver.hpp>
#include <pgm/model/model.hpp>

#include <deque>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace pgm::detail {

/// The error for a question to which a mixture of networks has no one answer: "a mixture of 3
/// networks has `what`".
ArgumentError several_networks(const Model& model, const std::string& what);

/// The engine of several networks: every member is asked by an engine of its own, and what they
/// answer is added up by the weights,
///
///     P(x, e) = sum_m w_m P_m(x, e)  /  sum_m w_m         m over the members that take part
///
/// It differs from EngineImplementation in the most probable assignment, which is not that of any
/// member and is looked up in the joint distribution of the variables in question. Rows of a batch
/// that have a state of every variable but the target are answered by a MixtureProgram, which is a
/// back end of its own because whole predictions take half of the time there that one engine per
/// member takes (docs/evidence/performance-trials.md).
///
/// The engines of the members are made when they are first needed, by whichever thread that is,
/// since a model may have thousands of members, and rows without missing values need none.
class MixtureEngine {
public:
    MixtureEngine(Model model, const EngineOptions& options);

    /// Throws ArgumentError for families, which each member has for itself.
    SolverAnswer ask(const Question& question, WorkspaceState& state) const;
    BatchPosterior marginals(VariableId target, const EvidenceColumns& columns,
                             const BatchOptions& options) const;
    BatchPosterior marginals(const EvidenceColumns& columns, std::size_t threads) const;

private:
    const BayesianNetwork& network() const { return model_.network(); }
    const std::deque<EngineImplementation>& engines() const;
    const std::optional<MixtureProgram>& program_for(VariableId target) const;
    std::vector<std::size_t> taking_part(const Evidence& evidence) const;
    BatchPosterior ask_engines(VariableId target, const EvidenceColumns& columns,
                               const BatchOptions& options) const;
    template <class Part>
    std::vector<Part> ask_members(const Question& question, WorkspaceState& state,
                                  std::vector<double>& weights) const;
    const Explanation& explain(const Targets& targets, const Evidence& evidence,
                               WorkspaceState& state) const;

    const Model model_;
    const EngineOptions options_;
    MadeOnce<std::deque<EngineImplementation>> engines_;
    mutable std::mutex programs_guard_;
    mutable std::map<VariableId, std::optional<MixtureProgram>> programs_;  ///< under its mutex
};

}  // namespace pgm::detail
