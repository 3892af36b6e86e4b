#include <pgm/inference/detail/engine_implementation.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/detail/plan/plan_reader.hpp>
#include <pgm/inference/detail/target_check.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

/// Without findings that can be improbable, P(e) is exactly 1.
double log_evidence_of_run(const PlanRun& run, const Evidence& evidence, double log_scale) {
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        if (evidence[i].kind != FindingKind::intervened) return run.log_evidence() + log_scale;
    }
    return 0;
}

}  // namespace

EngineImplementation::EngineImplementation(BayesianNetwork&& given_network,
                                           const EngineOptions& given_options)
    : network(std::move(given_network)), options(given_options) {
    if (network.is_discrete()) {
        discrete_planner_.emplace(network, options.max_arena_bytes, options.cached_plans);
    } else {
        skeletons_.emplace(network, options.max_arena_bytes, options.cached_plans);
    }
}

BlockDensitySource EngineImplementation::densities() {
    if (discrete_planner_) return {};
    return {.evidence = &skeletons_->common().densities(), .first_slot = network.size()};
}

/// Has the joint table of a small network told by `tell`. Null where there is none, or it cannot
/// tell.
template <class Tell>
const JointTable* EngineImplementation::ask_joint_table(const Evidence& evidence,
                                                        WorkspaceState& state, Tell tell) {
    const JointTable* const table =
        joint_table_.get(network, options.max_arena_bytes, state.planner.compile_seconds);
    if (!table) return nullptr;
    validate(evidence, network);
    if (!tell(*table)) return nullptr;
    state.last_run = nullptr;
    return table;
}

/// Finds the plan for a question and runs it. Null when P(e) = 0.
PlanRun* EngineImplementation::run(Task task, std::span<const VariableId> targets,
                                   const Evidence& evidence, WorkspaceState& state) {
    validate(evidence, network);
    adopt(state);
    if (skeletons_) return run_hybrid(task, targets, evidence, state);
    return run_plan(task, discrete_planner_->plan(task, targets, evidence, state.planner), network,
                    evidence, {}, state);
}

/// The same on a discrete skeleton, whose extra tables are the densities of what was measured.
PlanRun* EngineImplementation::run_hybrid(Task task, std::span<const VariableId> targets,
                                          const Evidence& evidence, WorkspaceState& state) {
    HybridQuestion& question = state.hybrid;
    const DiscreteSkeleton* const last = question.skeleton.get();
    const bool possible = skeletons_->ask(evidence, question);
    if (question.skeleton.get() != last)
        state.planner.last_planner =
            nullptr;  // the last one may be gone, and another be in its place
    if (!possible) return nullptr;
    const std::shared_ptr<const Plan>& plan =
        question.skeleton->planner().plan(task, targets, question.evidence, state.planner);
    PlanRun* const done = run_plan(task, plan, question.skeleton->network(), question.evidence,
                                   question.tables, state);
    // Where even the logarithm of P(e) is beyond all doubles, the density counts as zero.
    return done && done->log_evidence() + question.tables.log_scale > -infinity ? done : nullptr;
}

PlanRun* EngineImplementation::run_plan(Task task, const std::shared_ptr<const Plan>& plan,
                                        const BayesianNetwork& plan_network,
                                        const Evidence& evidence, const QueryTables& tables,
                                        WorkspaceState& state) const {
    if (!plan) return nullptr;
    // P(e) is asked for beside other questions, whose plans must not be loaded anew each time.
    PlanRun& run = task == Task::evidence ? state.evidence_run : state.run;
    state.last_run = &run;
    run.bind(plan, plan_network);
    return run.run(evidence, tables,
                   {.threads = options.threads, .evidence_only = task == Task::evidence})
               ? &run
               : nullptr;
}

/// Makes the workspace forget what it knows of another engine.
void EngineImplementation::adopt(WorkspaceState& state) const {
    if (state.engine == identity_) return;
    state.engine = identity_;
    state.is_shaped = false;
    state.planner.last_planner = nullptr;
    state.hybrid = {};
}

bool EngineImplementation::is_shaped_for(std::span<const VariableId> targets,
                                         const WorkspaceState& state) {
    if (!state.is_shaped) return false;
    if (state.is_shaped_for_all) return is_for_all(targets);
    return std::ranges::equal(state.posterior.variables(), targets);
}

/// Shapes the workspace's posterior for the targets, unless it is already.
void EngineImplementation::shape(std::span<const VariableId> targets, WorkspaceState& state) {
    adopt(state);
    if (is_shaped_for(targets, state)) return;
    state.is_shaped = false;
    state.is_shaped_for_all = is_for_all(targets);
    if (!state.is_shaped_for_all) check_targets(network, targets, state.seen);
    state.writer.shape(network, targets);
    state.is_shaped = true;
}

const Posterior& EngineImplementation::marginals(std::span<const VariableId> targets,
                                                 const Evidence& evidence, WorkspaceState& state) {
    state.planner.compile_seconds = 0;
    shape(targets, state);
    JointSums sums;
    const auto sum = [&](const JointTable& table) {
        return table.sum(evidence, Task::marginals, sums);
    };
    if (const JointTable* const table = ask_joint_table(evidence, state, sum)) {
        state.writer.write(*table, sums, evidence);
    } else if (const PlanRun* const done = run(Task::marginals, targets, evidence, state)) {
        state.writer.write(*done, evidence,
                           log_evidence_of_run(*done, evidence, state.hybrid.tables.log_scale));
    } else {
        state.writer.write_impossible();
    }
    return state.posterior;
}

const Explanation& EngineImplementation::explain(std::span<const VariableId> targets,
                                                 const Evidence& evidence, WorkspaceState& state) {
    const bool of_all = is_for_all(targets);
    if (!of_all) check_targets(network, targets, state.seen);
    state.planner.compile_seconds = 0;
    Explanation& explanation = state.explanation;
    explanation.variables.assign(targets.begin(), targets.end());
    explanation.set_impossible();
    const auto by_joint_table = [&](const JointTable& table) {
        return table.explain(evidence, explanation);
    };
    if (of_all && ask_joint_table(evidence, state, by_joint_table)) return explanation;
    const PlanRun* const done = run(Task::maximum, targets, evidence, state);
    if (!done) return explanation;
    explanation.status = PosteriorStatus::ok;
    explanation.log_probability = done->log_maximum() + state.hybrid.tables.log_scale;
    explanation.log_evidence = log_evidence_of_run(*done, evidence, state.hybrid.tables.log_scale);
    explanation.log_posterior = done->log_maximum() - log_evidence_of_run(*done, evidence, 0);
    read_assignment(*done, evidence, explanation.variables, state.assignment, explanation.states);
    return explanation;
}

double EngineImplementation::log_evidence(const Evidence& evidence, WorkspaceState& state) {
    JointSums sums;
    const auto sum = [&](const JointTable& table) {
        return table.sum(evidence, Task::evidence, sums);
    };
    if (ask_joint_table(evidence, state, sum)) return sums.log_evidence(evidence);
    const PlanRun* const done = run(Task::evidence, {}, evidence, state);
    return done ? log_evidence_of_run(*done, evidence, state.hybrid.tables.log_scale) : -infinity;
}

JointPosterior EngineImplementation::joint(std::span<const VariableId> targets,
                                           const Evidence& evidence, WorkspaceState& state) {
    check_targets(network, targets, state.seen);
    std::vector<std::size_t> cardinalities;
    for (const VariableId target : targets) cardinalities.push_back(network.cardinality(target));
    const Scope scope({targets.begin(), targets.end()}, cardinalities);
    if (scope.cells() > options.max_arena_bytes / sizeof(double)) {
        throw TooLargeError(
            "a joint distribution of " + std::to_string(scope.cells()) +
                " cells exceeds the memory limit",
            {}, "ask for fewer variables together, or raise EngineOptions::max_arena_bytes");
    }
    state.planner.compile_seconds = 0;
    JointPosterior result;
    result.log_evidence = log_evidence(evidence, state);
    // A joint table may be zero everywhere without any scalar of its plan being zero, so P(e)
    // decides.
    const PlanRun* const done =
        result.log_evidence == -infinity ? nullptr : run(Task::joint, targets, evidence, state);
    result.status = done ? PosteriorStatus::ok : PosteriorStatus::impossible;
    result.table = Table(scope);
    if (done) read_joint(*done, evidence, result.table, result.too_small);
    return result;
}

PlanPrediction EngineImplementation::predict(const Evidence& evidence) {
    validate(evidence, network);
    if (discrete_planner_) {
        PlanPrediction prediction =
            discrete_planner_->predict(Task::marginals, planner().all_targets(), evidence);
        double seconds = 0;
        if (const JointTable* const table =
                joint_table_.get(network, options.max_arena_bytes, seconds))
            table->add_to(prediction, evidence, planner().all_targets());
        return prediction;
    }
    HybridQuestion question;
    if (!skeletons_->ask(evidence, question)) return {.impossible = true};
    Planner& of_skeleton = question.skeleton->planner();
    return of_skeleton.predict(Task::marginals, of_skeleton.all_targets(), question.evidence);
}

}  // namespace pgm::detail
