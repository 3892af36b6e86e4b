#pragma once

#include <pgm/core/detail/made_once.hpp>
#include <pgm/inference/continuous_posterior.hpp>
#include <pgm/inference/detail/continuous/conditional_gaussians.hpp>
#include <pgm/inference/detail/joint/joint_table.hpp>
#include <pgm/inference/detail/lanes/block_density.hpp>
#include <pgm/inference/detail/plan/planner.hpp>
#include <pgm/inference/detail/workspace_state.hpp>
#include <pgm/inference/predicted_cost.hpp>
#include <pgm/inference/solver.hpp>

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <variant>

namespace pgm::detail {

/// The engine of one network: it answers by the joint table of a small network, else by a plan,
/// which for a network with continuous variables belongs to one of its discretised models.
///
/// The planner's network has hidden variables after its own where a discrete distribution is no
/// table (expanded_network.hpp); questions and answers know nothing of them.
///
/// Every question goes through solve(); the members before it only say what is asked, and read the
/// answer off what has run. The answers come to lie in the workspace.
class EngineImplementation {
public:
    /// The network must outlive this.
    EngineImplementation(const BayesianNetwork& network, const EngineOptions& options);

    /// The planner of all questions but those about a hidden continuous variable
    /// (discretised_model.hpp).
    const Planner& planner() const {
        return discrete_planner_ ? *discrete_planner_ : discretised_models_->common().planner();
    }
    /// The densities of observed values, which stand as tables in that planner's network.
    BlockDensitySource densities() const;

    PredictedCost predicted_cost(const Evidence& evidence) const;
    SolverAnswer ask(const Question& question, WorkspaceState& state) const;
    const Posterior& marginals(const Targets& targets, const Evidence& evidence,
                               WorkspaceState& state) const;
    const Explanation& explain(const Targets& targets, const Evidence& evidence,
                               WorkspaceState& state) const;
    const FamilyPosteriors& families(const Evidence& evidence, WorkspaceState& state) const;
    double log_evidence(const Evidence& evidence, WorkspaceState& state) const;
    JointPosterior joint(std::span<const VariableId> targets, const Evidence& evidence,
                         WorkspaceState& state) const;
    ContinuousPosterior continuous_marginal(VariableId target, const Evidence& evidence,
                                            WorkspaceState& state) const;
    ContinuousMoments moments(std::span<const VariableId> targets, const Evidence& evidence,
                              WorkspaceState& state) const;

    const BayesianNetwork& network;
    const EngineOptions options;

private:
    /// P(e) = 0.
    struct Impossible {};
    /// The source of the answer: a joint table, with its sums or the explanation in the workspace,
    /// or a run, of which P(e) is the workspace's log_scale and what the run says.
    using Solution = std::variant<Impossible, const JointTable*, const PlanRun*>;

    Solution solve(Task task, const Targets& targets, const Evidence& evidence,
                   WorkspaceState& state) const;
    void begin(Task task, const Targets& targets, const Evidence& evidence,
               WorkspaceState& state) const;
    Solution run(const PlanQuestion& question, WorkspaceState& state) const;
    void check(Task task, const Targets& targets, WorkspaceState& state) const;
    void shape(const Targets& targets, WorkspaceState& state) const;
    [[noreturn]] void refuse_families() const;
    const JointTable* ask_joint_table(const PlanQuestion& question, WorkspaceState& state) const;
    /// True if a plan for all marginals may run so long that it is better divided.
    bool divides_marginals() const;
    bool runs_long(const PlanQuestion& question, WorkspaceState& state) const;
    void for_each_part(const Targets& targets, WorkspaceState& state,
                       const std::function<bool(const PlanQuestion&)>& body) const;
    PredictedCost predict(const PlanQuestion& question, WorkspaceState& state) const;
    PredictedCost predict_parts(WorkspaceState& state) const;
    void answer_in_parts(const Targets& targets, const Evidence& evidence,
                         WorkspaceState& state) const;
    bool prepare_hybrid(const PlanQuestion& question, WorkspaceState& state) const;
    Solution run_hybrid(const PlanQuestion& question, WorkspaceState& state) const;
    Solution run_plan(const PlanQuestion& question, const Planner& planner,
                      const QueryTables& tables, WorkspaceState& state) const;
    ContinuousMoments moments_of_components(std::span<const VariableId> targets,
                                            const Evidence& evidence, WorkspaceState& state) const;
    ContinuousMoments moments_by_recursion(std::span<const VariableId> targets,
                                           const Evidence& evidence, WorkspaceState& state) const;
    JointPosterior weights(const Scope& scope, const Evidence& evidence,
                           WorkspaceState& state) const;
    const JointPosterior& repeated_weights(const Scope& scope, const Evidence& evidence,
                                           WorkspaceState& state) const;
    void start_repeated(const Evidence& evidence, WorkspaceState& state) const;
    /// A mixture of normal distributions in the workspace; of impossible evidence, no component.
    struct NormalMixture {
        std::span<const DensityComponent> components;
        double log_evidence = -infinity;
    };
    std::optional<NormalMixture> normal_mixture(VariableId target, const Evidence& evidence,
                                                WorkspaceState& state) const;
    std::span<const VariableId> listed(const Targets& targets) const {
        return targets.value_or(planner().all_targets());
    }

    /// Null where the network has none. Adds the seconds of making it, for that is all the
    /// compiling that a small network needs.
    const JointTable* joint_table(double& seconds) const;
    /// The network of the tables, in which hidden variables follow.
    const BayesianNetwork& tables() const { return expanded_ ? *expanded_ : network; }

    const std::optional<BayesianNetwork> expanded_;
    MadeOnce<bool> divides_marginals_;
    MadeOnce<std::optional<JointTable>> joint_table_;
    // One of the two, by whether a variable is continuous.
    std::optional<Planner> discrete_planner_;
    std::optional<DiscretisedModels> discretised_models_;
    /// The identity by which workspaces recognise the engine.
    std::shared_ptr<const char> identity_ = std::make_shared<char>();
};

}  // namespace pgm::detail
