#include <pgm/inference/engine.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/batch_engine.hpp>
#include <pgm/inference/joint/joint_table_once.hpp>
#include <pgm/inference/plan/planner.hpp>
#include <pgm/inference/workspace_state.hpp>

#include <algorithm>
#include <cmath>
#include <optional>

namespace pgm {

class InferenceEngine::Implementation {
public:
    Implementation(BayesianNetwork&& given, const EngineOptions& given_options) : network(std::move(given)), options(given_options) {
        if (network.is_discrete()) {
            discrete_planner.emplace(network, options.max_arena_bytes, options.cached_plans);
        } else {
            skeletons.emplace(network, options.max_arena_bytes, options.cached_plans);
        }
    }

    /// The planner of all questions but those about a hidden continuous variable (discrete_skeleton.hpp).
    Planner& planner() { return discrete_planner ? *discrete_planner : skeletons->common().planner(); }

    /// What stands for measured values in that planner's network.
    BlockDensitySource densities() {
        if (discrete_planner) return {};
        return {.evidence = &skeletons->common().densities(), .first_slot = network.size()};
    }

    /// P(e) is asked for beside other questions, whose plans must not be loaded anew each time.
    static PlanRun& run_of(Task task, Workspace::State& state) {
        PlanRun& run = task == Task::evidence ? state.evidence_run : state.run;
        state.last_run = &run;
        return run;
    }

    PlanRun::Options run_options(Task task) const { return {.threads = options.threads, .evidence_only = task == Task::evidence}; }

    /// Binds the plan for a question to the workspace and runs it. False when P(e) = 0.
    bool run(Task task, std::span<const VariableId> targets, const Evidence& evidence, Workspace::State& state) {
        validate(evidence, network);
        adopt(state);
        if (skeletons) return run_hybrid(task, targets, evidence, state);
        const std::shared_ptr<const Plan>& plan = discrete_planner->plan(task, targets, evidence, state.planner);
        if (!plan) return false;
        PlanRun& run = run_of(task, state);
        run.bind(plan, network);
        return run.run(evidence, {}, run_options(task));
    }

    /// The same on a discrete skeleton, whose extra tables are the densities of what was measured.
    bool run_hybrid(Task task, std::span<const VariableId> targets, const Evidence& evidence, Workspace::State& state) {
        HybridQuestion& question = state.hybrid;
        const DiscreteSkeleton* const last = question.skeleton.get();
        const bool possible = skeletons->ask(evidence, question);
        if (question.skeleton.get() != last) state.planner.last_planner = nullptr;  // the last one may be gone, and another be in its place
        if (!possible) return false;
        const std::shared_ptr<const Plan>& plan = question.skeleton->planner().plan(task, targets, question.evidence, state.planner);
        if (!plan) return false;
        PlanRun& run = run_of(task, state);
        run.bind(plan, question.skeleton->network());
        return run.run(question.evidence, question.tables, run_options(task));
    }

    /// Has the joint table of a small network told by `tell`. Null where there is none, or it cannot tell.
    template <class Tell>
    const JointTable* ask_joint_table(const Evidence& evidence, Workspace::State& state, Tell tell) {
        const JointTable* const table = joint_table.get(network, options.max_arena_bytes, state.planner.compile_seconds);
        if (!table) return nullptr;
        validate(evidence, network);
        if (!tell(*table)) return nullptr;
        state.last_run = nullptr;
        return table;
    }

    void check_targets(std::span<const VariableId> targets, std::vector<char>& seen) const {
        seen.assign(network.size(), 0);
        for (const VariableId target : targets) {
            check_target(target, seen);
            seen[target.index()] = 1;
        }
    }

    void check_target(VariableId target, std::span<const char> seen) const {
        if (target.index() >= network.size()) throw ArgumentError("the network has no variable number " + std::to_string(target.value));
        if (!network.variable(target).is_discrete()) {
            throw ArgumentError("variable '" + network.variable(target).name() +
                                "' is continuous: only discrete variables have a posterior distribution here");
        }
        if (seen[target.index()]) throw ArgumentError("variable '" + network.variable(target).name() + "' is asked for twice");
    }

    /// Makes the workspace forget what it knows of another engine.
    void adopt(Workspace::State& state) const {
        if (state.engine == identity) return;
        state.engine = identity;
        state.is_shaped = false;
        state.planner.last_planner = nullptr;
        state.hybrid = {};
    }

    bool is_shaped_for(std::span<const VariableId> targets, const Workspace::State& state) {
        if (!state.is_shaped) return false;
        if (state.is_shaped_for_all) return targets.data() == planner().all_targets().data();
        return std::ranges::equal(state.posterior.variables(), targets);
    }

    /// Shapes the workspace's posterior for the targets, unless it is already.
    void shape(std::span<const VariableId> targets, Workspace::State& state) {
        adopt(state);
        if (is_shaped_for(targets, state)) return;
        state.is_shaped = false;
        state.is_shaped_for_all = targets.data() == planner().all_targets().data();
        if (!state.is_shaped_for_all) check_targets(targets, state.seen);
        state.writer.shape(network, targets);
        state.is_shaped = true;
    }

    /// Without findings that can be improbable, P(e) is exactly 1.
    static double log_evidence_of(const PlanRun& run, const Evidence& evidence, const Workspace::State& state) {
        for (std::size_t i = 0; i < evidence.size(); ++i) {
            if (evidence[i].kind != FindingKind::intervened) return run.log_evidence() + state.hybrid.tables.log_scale;
        }
        return 0;
    }

    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence, Workspace::State& state) {
        state.planner.compile_seconds = 0;
        shape(targets, state);
        JointSums sums;
        const auto sum = [&](const JointTable& table) { return table.sum(evidence, Task::marginals, sums); };
        if (const JointTable* const table = ask_joint_table(evidence, state, sum)) {
            state.writer.write(*table, sums, evidence);
        } else if (run(Task::marginals, targets, evidence, state)) {
            state.writer.write(state.run, evidence, log_evidence_of(state.run, evidence, state));
        } else {
            state.writer.write_impossible();
        }
        return state.posterior;
    }

    void explain(std::span<const VariableId> targets, const Evidence& evidence, Workspace::State& state) {
        const bool of_all = targets.data() == planner().all_targets().data();
        if (!of_all) check_targets(targets, state.seen);
        state.planner.compile_seconds = 0;
        Explanation& explanation = state.explanation;
        explanation.variables.assign(targets.begin(), targets.end());
        explanation.set_impossible();
        const auto by_joint_table = [&](const JointTable& table) { return table.explain(evidence, explanation); };
        if (of_all && ask_joint_table(evidence, state, by_joint_table)) return;
        if (!run(Task::maximum, targets, evidence, state)) return;
        explanation.status = PosteriorStatus::ok;
        explanation.log_probability = state.run.log_maximum() + state.hybrid.tables.log_scale;
        explanation.log_evidence = log_evidence_of(state.run, evidence, state);
        read_states(evidence, state);
    }

    /// Of the variables that are explained: those the plan has chosen, and those it has not got, since there is no choice.
    void read_states(const Evidence& evidence, Workspace::State& state) const {
        const Plan& plan = *state.run.plan();
        state.run.read_maximum(state.chosen);
        state.state_of.assign(network.size(), Plan::none);
        for (std::size_t i = 0; i < plan.kept.size(); ++i)
            state.state_of[plan.kept[i].variable.index()] = plan.kept_states[plan.kept[i].first_state + state.chosen[i]];
        for (const VariableId variable : state.explanation.variables) {
            const std::uint32_t best = state.state_of[variable.index()];
            state.explanation.states.push_back(best == Plan::none ? fixed_state(variable, evidence, plan) : StateId(best));
        }
    }

    double log_evidence(const Evidence& evidence, Workspace::State& state) {
        JointSums sums;
        const auto sum = [&](const JointTable& table) { return table.sum(evidence, Task::evidence, sums); };
        if (ask_joint_table(evidence, state, sum)) return sums.log_evidence(evidence);
        if (!run(Task::evidence, {}, evidence, state)) return -std::numeric_limits<double>::infinity();
        return log_evidence_of(state.evidence_run, evidence, state);
    }

    /// The state that a variable has in all of the plan, if it is not one of the plan's own variables.
    StateId fixed_state(VariableId variable, const Evidence& evidence, const Plan& plan) const {
        const std::optional<Finding> finding = evidence.find(variable);
        if (finding && finding->kind != FindingKind::likelihood) return finding->state;
        return StateId(plan.only_state[variable.index()]);
    }

    void fill_joint(Table& table, const Evidence& evidence, const PlanRun& run) const;

    BayesianNetwork network;
    EngineOptions options;
    JointTableOnce joint_table;
    // One of the two, by whether a variable is continuous.
    std::optional<Planner> discrete_planner;
    std::optional<Skeletons> skeletons;
    /// What workspaces know the engine by. They keep it alive, so that no later engine at the same address can be taken for this one.
    std::shared_ptr<const char> identity = std::make_shared<char>();
};

InferenceEngine::InferenceEngine(BayesianNetwork network, EngineOptions options)
    : implementation_(std::make_unique<Implementation>(std::move(network), options)) {}
InferenceEngine::~InferenceEngine() = default;
InferenceEngine::InferenceEngine(InferenceEngine&&) noexcept = default;
InferenceEngine& InferenceEngine::operator=(InferenceEngine&&) noexcept = default;

const BayesianNetwork& InferenceEngine::network() const {
    return implementation_->network;
}
const EngineOptions& InferenceEngine::options() const {
    return implementation_->options;
}

Posterior InferenceEngine::marginals(const Evidence& evidence) const {
    return marginals(implementation_->planner().all_targets(), evidence);
}

Posterior InferenceEngine::marginals(std::span<const VariableId> targets, const Evidence& evidence) const {
    Workspace workspace;
    marginals(targets, evidence, workspace);
    return std::move(workspace.state_->posterior);
}

const Posterior& InferenceEngine::marginals(const Evidence& evidence, Workspace& workspace) const {
    return marginals(implementation_->planner().all_targets(), evidence, workspace);
}

const Posterior& InferenceEngine::marginals(std::span<const VariableId> targets, const Evidence& evidence, Workspace& workspace) const {
    return implementation_->marginals(targets, evidence, *workspace.state_);
}

std::vector<Posterior> InferenceEngine::marginals(std::span<const Evidence> rows, std::size_t threads) const {
    std::vector<Posterior> posteriors(rows.size());
    parallel_for(rows.size(), threads, [&](std::size_t begin, std::size_t end) {
        Workspace workspace;
        for (std::size_t row = begin; row < end; ++row) posteriors[row] = marginals(rows[row], workspace);
    });
    return posteriors;
}

PlanPrediction InferenceEngine::predict(const Evidence& evidence) const {
    Implementation& self = *implementation_;
    validate(evidence, self.network);
    if (self.discrete_planner) {
        PlanPrediction prediction = self.discrete_planner->predict(Task::marginals, self.planner().all_targets(), evidence);
        double seconds = 0;
        if (const JointTable* const table = self.joint_table.get(self.network, self.options.max_arena_bytes, seconds))
            table->add_to(prediction, evidence, self.planner().all_targets());
        return prediction;
    }
    HybridQuestion question;
    if (!self.skeletons->ask(evidence, question)) return {.impossible = true};
    Planner& planner = question.skeleton->planner();
    return planner.predict(Task::marginals, planner.all_targets(), question.evidence);
}

BatchPosterior InferenceEngine::posteriors(VariableId target, const EvidenceColumns& rows, std::size_t threads) const {
    return posteriors(target, rows, BatchOptions{.threads = threads});
}

BatchPosterior InferenceEngine::posteriors(VariableId target, const EvidenceColumns& rows, const BatchOptions& options) const {
    return batch_posteriors(*this, implementation_->planner(), implementation_->densities(), target, rows, options);
}

BatchMarginals InferenceEngine::all_posteriors(const EvidenceColumns& rows, std::size_t threads) const {
    return batch_marginals(*this, implementation_->planner(), implementation_->densities(), rows, threads);
}

double InferenceEngine::log_evidence(const Evidence& evidence) const {
    Workspace workspace;
    return log_evidence(evidence, workspace);
}

double InferenceEngine::log_evidence(const Evidence& evidence, Workspace& workspace) const {
    workspace.state_->planner.compile_seconds = 0;
    return implementation_->log_evidence(evidence, *workspace.state_);
}

JointPosterior InferenceEngine::joint(std::span<const VariableId> targets, const Evidence& evidence) const {
    Workspace workspace;
    return joint(targets, evidence, workspace);
}

JointPosterior InferenceEngine::joint(std::span<const VariableId> targets, const Evidence& evidence, Workspace& workspace) const {
    Implementation& self = *implementation_;
    self.check_targets(targets, workspace.state_->seen);
    std::vector<std::size_t> cardinalities;
    for (const VariableId target : targets) cardinalities.push_back(self.network.cardinality(target));
    const Scope scope({targets.begin(), targets.end()}, cardinalities);
    if (scope.cells() > self.options.max_arena_bytes / sizeof(double)) {
        throw TooLargeError("a joint distribution of " + std::to_string(scope.cells()) + " cells exceeds the memory limit", {},
                            "ask for fewer variables together, or raise EngineOptions::max_arena_bytes");
    }
    Workspace::State& state = *workspace.state_;
    state.planner.compile_seconds = 0;
    JointPosterior result;
    result.log_evidence = self.log_evidence(evidence, state);
    // A joint table may be zero everywhere without any scalar of its plan being zero, so P(e) decides.
    const bool possible = result.log_evidence != -std::numeric_limits<double>::infinity() && self.run(Task::joint, targets, evidence, state);
    result.status = possible ? PosteriorStatus::ok : PosteriorStatus::impossible;
    result.table = Table(scope);
    if (possible) self.fill_joint(result.table, evidence, state.run);
    return result;
}

/// From the plan's table, over the states that are kept and in its own order, to the table asked for.
void InferenceEngine::Implementation::fill_joint(Table& table, const Evidence& evidence, const PlanRun& run) const {
    const Plan& plan = *run.plan();
    std::size_t cells = 1, offset = 0;
    std::vector<std::size_t> strides;
    for (const Plan::Kept& kept : plan.kept) {
        cells *= kept.states;
        strides.push_back(table.scope().strides()[*table.scope().axis(kept.variable)]);
    }
    for (std::size_t axis = 0; axis < table.scope().size(); ++axis) {
        const VariableId variable = table.scope().variables()[axis];
        const bool is_kept = std::ranges::find(plan.kept, variable, &Plan::Kept::variable) != plan.kept.end();
        if (!is_kept) offset += fixed_state(variable, evidence, plan).index() * table.scope().strides()[axis];
    }
    if (plan.kept.empty()) {
        table[offset] = 1;
        return;
    }
    std::vector<double> probabilities(cells);
    run.read_joint(probabilities);
    std::vector<std::uint32_t> at(plan.kept.size(), 0);
    for (const double probability : probabilities) {
        std::size_t cell = offset;
        for (std::size_t i = 0; i < at.size(); ++i) cell += plan.kept_states[plan.kept[i].first_state + at[i]] * strides[i];
        table[cell] = probability;
        for (std::size_t i = at.size(); i-- > 0 && ++at[i] == plan.kept[i].states;) at[i] = 0;
    }
}

Explanation InferenceEngine::most_probable_explanation(const Evidence& evidence) const {
    return most_probable_assignment(implementation_->planner().all_targets(), evidence);
}

const Explanation& InferenceEngine::most_probable_explanation(const Evidence& evidence, Workspace& workspace) const {
    return most_probable_assignment(implementation_->planner().all_targets(), evidence, workspace);
}

Explanation InferenceEngine::most_probable_assignment(std::span<const VariableId> targets, const Evidence& evidence) const {
    Workspace workspace;
    most_probable_assignment(targets, evidence, workspace);
    return std::move(workspace.state_->explanation);
}

const Explanation& InferenceEngine::most_probable_assignment(std::span<const VariableId> targets, const Evidence& evidence,
                                                             Workspace& workspace) const {
    implementation_->explain(targets, evidence, *workspace.state_);
    return workspace.state_->explanation;
}

}  // namespace pgm
