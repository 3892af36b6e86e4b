#include <pgm/inference/engine.hpp>

#include <pgm/core/checked.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/parallel.hpp>
#include <pgm/inference/planner.hpp>
#include <pgm/inference/posterior_writer.hpp>
#include <pgm/inference/workspace_state.hpp>

#include <algorithm>
#include <cmath>

namespace pgm {

class InferenceEngine::Implementation {
public:
    Implementation(BayesianNetwork given, const EngineOptions& given_options)
        : network(std::move(given)), options(given_options), planner(network, options.max_arena_bytes, options.cached_plans) {}

    /// Binds the plan for a question to the workspace and runs it. False when P(e) = 0.
    bool run(Task task, std::span<const VariableId> targets, const Evidence& evidence, Workspace::State& state) {
        validate(evidence, network);
        const std::shared_ptr<const Plan> plan = planner.plan(task, targets, evidence, state.planner);
        if (!plan) return false;
        state.run.bind(plan, network);
        return state.run.run(evidence);
    }

    void check_targets(std::span<const VariableId> targets) const {
        std::vector<char> seen(network.size(), 0);
        for (const VariableId target : targets) {
            if (target.index() >= network.size()) throw ArgumentError("the network has no variable number " + std::to_string(target.value));
            if (std::exchange(seen[target.index()], 1)) throw ArgumentError("variable '" + network.variable(target).name() + "' is asked for twice");
        }
    }

    /// Shapes the workspace's posterior for the targets, unless it is already.
    void shape(std::span<const VariableId> targets, Workspace::State& state) const {
        if (state.network == &network && std::ranges::equal(state.posterior.variables(), targets)) return;
        check_targets(targets);
        PosteriorWriter(state.posterior).shape(network, targets);
        state.slot_of.assign(network.size(), Plan::none);
        for (std::size_t slot = 0; slot < targets.size(); ++slot) state.slot_of[targets[slot].index()] = static_cast<std::uint32_t>(slot);
        state.network = &network;
    }

    /// Without findings that can be improbable, P(e) is exactly 1.
    static double log_evidence(const Evidence& evidence, const PlanRun& run) {
        for (std::size_t i = 0; i < evidence.size(); ++i) {
            if (evidence[i].kind != FindingKind::intervened) return run.log_evidence();
        }
        return 0;
    }

    const Posterior& marginals(std::span<const VariableId> targets, const Evidence& evidence, Workspace::State& state) {
        shape(targets, state);
        PosteriorWriter writer(state.posterior);
        if (run(Task::marginals, targets, evidence, state)) {
            writer.write(state.run, evidence, log_evidence(evidence, state.run), state.slot_of);
        } else {
            writer.write_impossible();
        }
        return state.posterior;
    }

    double log_evidence(const Evidence& evidence, Workspace::State& state) {
        if (!run(Task::evidence, {}, evidence, state)) return -std::numeric_limits<double>::infinity();
        return log_evidence(evidence, state.run);
    }

    /// The state that a variable has in all of the plan, if it is not one of the plan's own variables.
    StateId fixed_state(VariableId variable, const Evidence& evidence, const Plan& plan) const {
        // Findings are sorted by variable; a hundred thousand of them are looked up a hundred thousand times.
        std::size_t low = 0, high = evidence.size();
        while (low < high) {
            const std::size_t middle = low + (high - low) / 2;
            if (evidence[middle].variable < variable) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if (low < evidence.size() && evidence[low].variable == variable && evidence[low].kind != FindingKind::likelihood) return evidence[low].state;
        return StateId(plan.only_state[variable.index()]);
    }

    void fill_joint(Table& table, const Evidence& evidence, const PlanRun& run) const;

    BayesianNetwork network;
    EngineOptions options;
    Planner planner;
};

InferenceEngine::InferenceEngine(BayesianNetwork network, EngineOptions options)
    : implementation_(std::make_unique<Implementation>(std::move(network), options)) {}
InferenceEngine::~InferenceEngine() = default;
InferenceEngine::InferenceEngine(InferenceEngine&&) noexcept = default;
InferenceEngine& InferenceEngine::operator=(InferenceEngine&&) noexcept = default;

const BayesianNetwork& InferenceEngine::network() const { return implementation_->network; }
const EngineOptions& InferenceEngine::options() const { return implementation_->options; }

Posterior InferenceEngine::marginals(const Evidence& evidence) const { return marginals(implementation_->planner.all_targets(), evidence); }

Posterior InferenceEngine::marginals(std::span<const VariableId> targets, const Evidence& evidence) const {
    Workspace workspace;
    marginals(targets, evidence, workspace);
    return std::move(workspace.state_->posterior);
}

const Posterior& InferenceEngine::marginals(const Evidence& evidence, Workspace& workspace) const {
    return marginals(implementation_->planner.all_targets(), evidence, workspace);
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

double InferenceEngine::log_evidence(const Evidence& evidence) const {
    Workspace workspace;
    return implementation_->log_evidence(evidence, *workspace.state_);
}

JointPosterior InferenceEngine::joint(std::span<const VariableId> targets, const Evidence& evidence) const {
    Implementation& self = *implementation_;
    self.check_targets(targets);
    std::vector<std::size_t> cardinalities;
    for (const VariableId target : targets) cardinalities.push_back(self.network.cardinality(target));
    const Scope scope({targets.begin(), targets.end()}, cardinalities);
    if (scope.cells() > self.options.max_arena_bytes / sizeof(double)) {
        throw TooLargeError("a joint distribution of " + std::to_string(scope.cells()) + " cells exceeds the memory limit", {}, "ask for fewer variables together");
    }
    Workspace workspace;
    Workspace::State& state = *workspace.state_;
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
    return most_probable_assignment(implementation_->planner.all_targets(), evidence);
}

Explanation InferenceEngine::most_probable_assignment(std::span<const VariableId> targets, const Evidence& evidence) const {
    Implementation& self = *implementation_;
    if (targets.data() != self.planner.all_targets().data()) self.check_targets(targets);
    Workspace workspace;
    Workspace::State& state = *workspace.state_;
    Explanation result;
    result.variables.assign(targets.begin(), targets.end());
    if (!self.run(Task::maximum, targets, evidence, state)) {
        result.status = PosteriorStatus::impossible;
        return result;
    }
    const Plan& plan = *state.run.plan();
    const std::vector<std::uint32_t> chosen = state.run.read_maximum();
    std::vector<std::uint32_t> state_of(self.network.size(), Plan::none);
    for (std::size_t i = 0; i < plan.kept.size(); ++i) state_of[plan.kept[i].variable.index()] = plan.kept_states[plan.kept[i].first_state + chosen[i]];

    // The probability of the assignment is that of the evidence with the assignment added to it.
    Evidence assigned = evidence;
    double log_likelihood = 0;
    for (const VariableId target : targets) {
        const StateId best = state_of[target.index()] != Plan::none ? StateId(state_of[target.index()]) : self.fixed_state(target, evidence, plan);
        result.states.push_back(best);
        assigned.observe(target, best);
    }
    for (std::size_t i = 0; i < evidence.size(); ++i) {
        const Finding finding = evidence[i];
        if (finding.kind == FindingKind::intervened) assigned.intervene(finding.variable, finding.state);
        const auto target = std::ranges::find(targets, finding.variable);
        if (finding.kind == FindingKind::likelihood && target != targets.end()) {
            log_likelihood += std::log(finding.likelihood[result.states[static_cast<std::size_t>(target - targets.begin())].index()]);
        }
    }
    result.log_probability = self.log_evidence(assigned, state) + log_likelihood;
    result.log_evidence = self.log_evidence(evidence, state);
    return result;
}

}  // namespace pgm
