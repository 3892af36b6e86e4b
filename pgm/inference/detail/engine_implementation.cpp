#include <pgm/inference/detail/engine_implementation.hpp>

#include <pgm/core/detail/stopwatch.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/inference/detail/cost/cost_model.hpp>
#include <pgm/inference/detail/expanded_network.hpp>
#include <pgm/inference/detail/plan/plan_compiler.hpp>
#include <pgm/inference/detail/plan/plan_reader.hpp>
#include <pgm/inference/detail/target_check.hpp>
#include <pgm/inference/solver.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::detail {
namespace {

/// log P(e) of the question that has just been answered by the workspace's run.
double log_evidence_of_run(const WorkspaceState& state) {
    return state.evidence.log_evidence(
        [&] { return state.run.log_evidence() + state.hybrid.tables.log_scale; });
}

Scope joint_scope(const BayesianNetwork& network, std::span<const VariableId> targets) {
    std::vector<std::size_t> cardinalities;
    for (const VariableId target : targets) cardinalities.push_back(network.cardinality(target));
    return Scope({targets.begin(), targets.end()}, cardinalities);
}

void check_joint_size(const Scope& scope, std::size_t max_bytes) {
    if (scope.cells() <= max_bytes / sizeof(double)) return;
    throw TooLargeError(
        "a joint distribution of " + std::to_string(scope.cells()) +
            " cells exceeds the memory limit",
        {}, "ask for fewer variables together, or raise EngineOptions::max_arena_bytes");
}

/// Rearranges the states of all variables from the order of ids, in which a joint table has them,
/// to the order of the request. Impossible evidence has no states.
void arrange_states(std::span<const VariableId> variables, AssignmentScratch& scratch,
                    std::vector<StateId>& states) {
    if (states.empty()) return;
    scratch.state_of.clear();
    for (const StateId state : states) scratch.state_of.push_back(state.value);
    for (std::size_t i = 0; i < variables.size(); ++i)
        states[i] = StateId(scratch.state_of[variables[i].index()]);
}

}  // namespace

EngineImplementation::EngineImplementation(const BayesianNetwork& of_network,
                                           const EngineOptions& given_options)
    : network(of_network), options(given_options), expanded_(expanded_network(network)) {
    if (!network.is_discrete()) {
        discretised_models_.emplace(tables(), discrete_variables(network), options);
    } else if (expanded_) {
        discrete_planner_.emplace(tables(), options, discrete_variables(network), 0);
    } else {
        discrete_planner_.emplace(network, options);
    }
}

BlockDensitySource EngineImplementation::densities() const {
    if (discrete_planner_) return {};
    return {.evidence = &discretised_models_->common().densities(), .first_slot = tables().size()};
}

SolverAnswer EngineImplementation::ask(const Question& question, WorkspaceState& state) const {
    const auto& [kind, targets, given] = question;
    switch (kind) {
        case Question::Kind::marginals:
            return std::cref(marginals(targets, given, state));
        case Question::Kind::joint:
            return joint(question.named_targets(), given, state);
        case Question::Kind::most_probable:
            return std::cref(explain(targets, given, state));
        case Question::Kind::evidence:
            return log_evidence(given, state);
        case Question::Kind::families:
            return std::cref(families(given, state));
        case Question::Kind::density:
            return continuous_marginal(question.named_targets().front(), given, state);
        case Question::Kind::moments:
            break;
    }
    return moments(question.named_targets(), given, state);
}

EngineImplementation::Solution EngineImplementation::solve(Task task, const Targets& targets,
                                                           const Evidence& evidence,
                                                           WorkspaceState& state) const {
    begin(task, targets, evidence, state);
    const std::span<const VariableId> all = planner().all_targets();
    // A maximum over all variables is one over some where there are hidden ones to be summed out.
    const bool asks_all =
        (!targets || targets->size() == all.size()) && !(expanded_ && task == Task::maximum);
    const PlanQuestion question{task, asks_all ? Targets() : Targets(targets.value_or(all)),
                                state.evidence};
    if (const JointTable* const table = ask_joint_table(question, state)) return table;
    return run(question, state);
}

void EngineImplementation::begin(Task task, const Targets& targets, const Evidence& evidence,
                                 WorkspaceState& state) const {
    state.begin_question(identity_);
    check(task, targets, state);
    state.evidence.assign(evidence, network);
}

EngineImplementation::Solution EngineImplementation::run(const PlanQuestion& question,
                                                         WorkspaceState& state) const {
    return discretised_models_ ? run_hybrid(question, state)
                               : run_plan(question, *discrete_planner_, {}, state);
}

/// Targets must be distinct discrete variables of the network. Those of marginals give the
/// posterior its shape; a posterior that has it already knows that they are fine.
void EngineImplementation::check(Task task, const Targets& targets, WorkspaceState& state) const {
    if (task == Task::marginals) return shape(targets, state);
    if (targets) check_targets(network, *targets, state.seen);
    if (task == Task::joint)
        check_joint_size(joint_scope(network, listed(targets)), options.max_arena_bytes);
}

void EngineImplementation::shape(const Targets& targets, WorkspaceState& state) const {
    const bool fits = targets ? std::ranges::equal(state.posterior.variables(), *targets)
                              : state.is_shaped_for_all;
    if (state.is_shaped && fits) return;
    state.is_shaped = false;
    if (targets) check_targets(network, *targets, state.seen);
    state.writer.shape(network, listed(targets));
    state.is_shaped_for_all = !targets;
    state.is_shaped = true;
}

const JointTable* EngineImplementation::joint_table(double& seconds) const {
    if (expanded_) return nullptr;
    const std::optional<JointTable>& table = joint_table_.get([&] {
        const ScopedTimer watch(seconds);
        return JointTable::of(network, options.max_arena_bytes);
    });
    return table ? &*table : nullptr;
}

/// Has the joint table of a small network answer. Null where there is none, or it cannot tell.
const JointTable* EngineImplementation::ask_joint_table(const PlanQuestion& question,
                                                        WorkspaceState& state) const {
    const bool is_maximum = question.task == Task::maximum;
    if (question.task == Task::joint || question.task == Task::families ||
        (is_maximum && question.targets))
        return nullptr;
    const JointTable* const table = joint_table(state.planner.compile_seconds);
    if (!table) return nullptr;
    const bool has_answer = is_maximum ? table->explain(question.evidence, state.explanation)
                                       : table->sum(question.evidence, question.task, state.sums);
    if (!has_answer) return nullptr;
    state.plan_has_run = false;
    return table;
}

/// False when the evidence is seen to have density zero.
bool EngineImplementation::prepare_hybrid(const PlanQuestion& question,
                                          WorkspaceState& state) const {
    HybridQuestion& hybrid = state.hybrid;
    const DiscretisedModel* const last = hybrid.model.get();
    const bool possible = discretised_models_->prepare(question.evidence, question.targets, hybrid,
                                                       state.evidence_number);
    if (hybrid.model.get() != last)
        state.planner.last_planner =
            nullptr;  // the last one may be gone, and another be in its place
    return possible;
}

/// On a discretised model, whose extra tables are the densities of what was observed.
EngineImplementation::Solution EngineImplementation::run_hybrid(const PlanQuestion& question,
                                                                WorkspaceState& state) const {
    if (!prepare_hybrid(question, state)) return Impossible{};
    HybridQuestion& hybrid = state.hybrid;
    const Solution solution = run_plan({question.task, question.targets, hybrid.evidence},
                                       hybrid.model->planner(), hybrid.tables, state);
    // The configurations with the most point masses in each factor may exclude each other.
    if (hybrid.model->densities().has_point_masses())
        hybrid.tables.log_scale -=
            std::round(state.run.log_evidence() / point_mass_log) * point_mass_log;
    // Where even the logarithm of P(e) is beyond all doubles, the density counts as zero.
    const bool is_beyond = state.run.log_evidence() + hybrid.tables.log_scale == -infinity;
    return is_beyond ? Impossible{} : solution;
}

/// Finds the plan and runs it, on the network of its planner.
EngineImplementation::Solution EngineImplementation::run_plan(const PlanQuestion& question,
                                                              const Planner& planner,
                                                              const QueryTables& tables,
                                                              WorkspaceState& state) const {
    const std::shared_ptr<const Plan>& plan = planner.plan(question, state.planner);
    if (!plan) return Impossible{};
    state.plan_has_run = true;
    state.run.bind(plan, planner.network());
    const bool possible = state.run.run(question.evidence, tables,
                                        {.threads = options.threads, .task = question.task});
    return possible ? Solution(&state.run) : Impossible{};
}

bool EngineImplementation::divides_marginals() const {
    if (!expanded_) return false;
    return divides_marginals_.get([&] {
        return planner().predicted_full_run_seconds() > cost_model::longest_run_of_all_seconds;
    });
}

bool EngineImplementation::runs_long(const PlanQuestion& question, WorkspaceState& state) const {
    const Planner* planner = &this->planner();
    const CheckedEvidence* evidence = &question.evidence;
    if (discretised_models_) {
        if (!prepare_hybrid(question, state)) return false;
        planner = &state.hybrid.model->planner();
        evidence = &state.hybrid.evidence;
    }
    return planner->predict({question.task, question.targets, *evidence}, state.planner)
               .run_seconds > cost_model::longest_run_of_all_seconds;
}

/// Unobserved variables with many parents, of which there may be hundreds, are barren for all
/// questions but those about themselves, and together they would connect everything. So where one
/// plan for all targets takes long, each half of them is asked for by itself. Calls body(question)
/// for one part after the other, until it returns false.
void EngineImplementation::for_each_part(
    const Targets& targets, WorkspaceState& state,
    const std::function<bool(const PlanQuestion&)>& body) const {
    std::vector<std::span<const VariableId>> parts{listed(targets)};
    while (!parts.empty()) {
        const std::span<const VariableId> part = parts.back();
        parts.pop_back();
        const bool is_all = part.size() == planner().all_targets().size();
        const PlanQuestion question{Task::marginals, is_all ? Targets() : part, state.evidence};
        if (part.size() > 1 && runs_long(question, state)) {
            parts.push_back(part.subspan(part.size() / 2));
            parts.push_back(part.first(part.size() / 2));
        } else if (!body(question)) {
            return;
        }
    }
}

void EngineImplementation::answer_in_parts(const Targets& targets, const Evidence& evidence,
                                           WorkspaceState& state) const {
    begin(Task::marginals, targets, evidence, state);
    bool is_first = true;
    double multiplications = 0;
    for_each_part(targets, state, [&](const PlanQuestion& question) {
        if (std::holds_alternative<Impossible>(run(question, state))) {
            state.writer.write_impossible();
            return false;
        }
        if (std::exchange(is_first, false)) state.writer.begin(log_evidence_of_run(state));
        state.writer.write(state.run, state.evidence);
        // No part takes more than the question may, so all of them take little more.
        multiplications += state.run.plan()->cost.multiplications;
        check_work(options.max_multiplications, multiplications);
        return true;
    });
}

const Posterior& EngineImplementation::marginals(const Targets& targets, const Evidence& evidence,
                                                 WorkspaceState& state) const {
    if (divides_marginals()) {
        answer_in_parts(targets, evidence, state);
        return state.posterior;
    }
    std::visit(Overloaded{[&](Impossible) { state.writer.write_impossible(); },
                          [&](const JointTable* table) {
                              state.writer.write(*table, state.sums, state.evidence);
                          },
                          [&](const PlanRun* run) {
                              state.writer.begin(log_evidence_of_run(state));
                              state.writer.write(*run, state.evidence);
                          }},
               solve(Task::marginals, targets, evidence, state));
    return state.posterior;
}

const Explanation& EngineImplementation::explain(const Targets& targets, const Evidence& evidence,
                                                 WorkspaceState& state) const {
    Explanation& explanation = state.explanation;
    explanation.set_impossible();
    const Solution solution = solve(Task::maximum, targets, evidence, state);
    const std::span<const VariableId> variables = listed(targets);
    explanation.variables.assign(variables.begin(), variables.end());
    if (std::holds_alternative<const JointTable*>(solution))
        arrange_states(variables, state.assignment, explanation.states);
    if (!std::holds_alternative<const PlanRun*>(solution)) return explanation;
    const PlanRun& run = *std::get<const PlanRun*>(solution);
    const double log_scale = state.hybrid.tables.log_scale;
    explanation.status = PosteriorStatus::ok;
    explanation.log_probability = run.log_maximum() + log_scale;
    explanation.log_evidence = log_evidence_of_run(state);
    explanation.log_posterior =
        run.log_maximum() - state.evidence.log_evidence([&] { return run.log_evidence(); });
    read_assignment(run, state.evidence, explanation.variables, state.assignment,
                    explanation.states);
    return explanation;
}

/// The cells of a family are those of a table, of which some distributions have none.
void EngineImplementation::refuse_families() const {
    const VariableId child = child_of(*std::ranges::find_if(network.cpds(), needs_expansion));
    throw ArgumentError("posteriors of families are those of tables, and '" +
                            printable(network.variable(child).name()) + "' has none",
                        "ask for the joint distribution of the variables in question");
}

const FamilyPosteriors& EngineImplementation::families(const Evidence& evidence,
                                                       WorkspaceState& state) const {
    FamilyPosteriors& posteriors = state.families;
    posteriors.first.clear();
    posteriors.cells.clear();
    posteriors.log_evidence = -infinity;
    if (expanded_) refuse_families();
    const Solution solution = solve(Task::families, {}, evidence, state);
    if (std::holds_alternative<Impossible>(solution)) {
        posteriors.first.assign(network.size() + 1, 0);
        return posteriors;
    }
    posteriors.log_evidence = log_evidence_of_run(state);
    read_families(state.run, discretised_models_ ? state.hybrid.evidence : state.evidence, network,
                  posteriors);
    return posteriors;
}

double EngineImplementation::log_evidence(const Evidence& evidence, WorkspaceState& state) const {
    return std::visit(
        Overloaded{[](Impossible) { return -infinity; },
                   [&](const JointTable*) { return state.sums.log_evidence(state.evidence); },
                   [&](const PlanRun*) { return log_evidence_of_run(state); }},
        solve(Task::evidence, {}, evidence, state));
}

JointPosterior EngineImplementation::joint(std::span<const VariableId> targets,
                                           const Evidence& evidence, WorkspaceState& state) const {
    if (targets.size() == 1) return joint_of_one(marginals(targets, evidence, state));
    const Solution solution = solve(Task::joint, targets, evidence, state);
    JointPosterior result;
    result.table = Table(joint_scope(network, targets));
    if (std::holds_alternative<Impossible>(solution)) {
        result.status = PosteriorStatus::impossible;
        result.log_evidence = -infinity;
    } else {
        result.log_evidence = log_evidence_of_run(state);
        read_joint(state.run, state.evidence, result.table, result.too_small);
    }
    return result;
}

}  // namespace pgm::detail
