#pragma once

#include <pgm/inference/detail/joint/joint_table_once.hpp>
#include <pgm/inference/detail/lanes/block_density.hpp>
#include <pgm/inference/detail/plan/planner.hpp>
#include <pgm/inference/detail/workspace_state.hpp>
#include <pgm/inference/engine.hpp>

#include <memory>
#include <optional>
#include <span>

namespace pgm::detail {

/// What an engine holds, and how it answers: by the joint table of a small network, else by a plan,
/// which for a network with continuous variables belongs to one of its discrete skeletons. The
/// answers come to lie in the workspace.
class EngineImplementation {
public:
    EngineImplementation(BayesianNetwork&& network, const EngineOptions& options);

    /// The planner of all questions but those about a hidden continuous variable
    /// (discretised_model.hpp).
    Planner& planner() {
        return discrete_planner_ ? *discrete_planner_ : skeletons_->common().planner();
    }
    /// What stands for measured values in that planner's network.
    BlockDensitySource densities();

    PlanPrediction predict(const Evidence& evidence);
    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence,
                               WorkspaceState& state);
    const Explanation& explain(std::span<const VariableId> targets, const Evidence& evidence,
                               WorkspaceState& state);
    double log_evidence(const Evidence& evidence, WorkspaceState& state);
    JointPosterior joint(std::span<const VariableId> targets, const Evidence& evidence,
                         WorkspaceState& state);

    const BayesianNetwork network;
    const EngineOptions options;

private:
    template <class Tell>
    const JointTable* ask_joint_table(const Evidence& evidence, WorkspaceState& state, Tell tell);
    PlanRun* run(Task task, std::span<const VariableId> targets, const Evidence& evidence,
                 WorkspaceState& state);
    PlanRun* run_hybrid(Task task, std::span<const VariableId> targets, const Evidence& evidence,
                        WorkspaceState& state);
    PlanRun* run_plan(Task task, const std::shared_ptr<const Plan>& plan,
                      const BayesianNetwork& network, const Evidence& evidence,
                      const QueryTables& tables, WorkspaceState& state) const;
    bool is_for_all(std::span<const VariableId> targets) {
        return targets.data() == planner().all_targets().data();
    }
    bool is_shaped_for(std::span<const VariableId> targets, const WorkspaceState& state);
    void shape(std::span<const VariableId> targets, WorkspaceState& state);
    void adopt(WorkspaceState& state) const;

    JointTableOnce joint_table_;
    // One of the two, by whether a variable is continuous.
    std::optional<Planner> discrete_planner_;
    std::optional<Skeletons> skeletons_;
    /// What workspaces know the engine by. They keep it alive, so that no later engine at the same
    /// address can be taken for this one.
    std::shared_ptr<const char> identity_ = std::make_shared<char>();
};

}  // namespace pgm::detail
