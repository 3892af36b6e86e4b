#include <pgm/inference/detail/mixture/mixture_engine.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/mixture/mixture_sum.hpp>
#include <pgm/inference/posterior.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

namespace pgm::detail {
namespace {

constexpr double most_joint_cells = 1 << 24;

void require_small_joint(const Model& model, std::span<const VariableId> targets) {
    double cells = 1;
    for (const VariableId target : targets)
        cells *= static_cast<double>(model.network().cardinality(target));
    if (cells > most_joint_cells)
        throw TooLargeError(
            "the most probable assignment of " + std::to_string(targets.size()) +
                " variables in a mixture of " + std::to_string(model.members().size()) +
                " networks needs the table of all their assignments, which has "
                "more than " +
                std::to_string(static_cast<std::size_t>(most_joint_cells)) + " cells",
            {}, "ask for fewer variables, as in argmax(A, B | ...)");
}

std::optional<StateId> known_state(const Evidence& evidence, VariableId variable) {
    const Finding* const finding = evidence.find(variable);
    return finding ? state_of(*finding) : std::nullopt;
}

/// The most probable cell of a joint posterior.
void take_largest_cell(const JointPosterior& joint, Explanation& result) {
    if (joint.status == PosteriorStatus::impossible) return result.set_impossible();
    const auto best = std::ranges::max_element(joint.table.values());
    result.status = PosteriorStatus::ok;
    result.states =
        joint.table.scope().states(static_cast<std::size_t>(best - joint.table.values().begin()));
    result.log_evidence = joint.log_evidence;
    result.log_posterior = std::log(*best);
    result.log_probability = result.log_posterior + result.log_evidence;
}

}  // namespace

MixtureEngine::MixtureEngine(Model model, const EngineOptions& options)
    : model_(std::move(model)), options_(options) {}

const std::deque<EngineImplementation>& MixtureEngine::engines() const {
    std::call_once(engines_are_made_, [&] {
        for (const WeightedNetwork& member : model_.members())
            engines_.emplace_back(member.network, options_);
    });
    return engines_;
}

std::vector<std::size_t> MixtureEngine::taking_part(const Evidence& evidence) const {
    std::vector<std::size_t> all(model_.members().size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<std::size_t> chosen = all;
    std::erase_if(chosen, [&](std::size_t m) {
        const std::optional<SuperParent>& super_parent = model_.members()[m].super_parent;
        if (!super_parent) return false;
        std::vector<std::optional<StateId>> values;
        for (const std::string& feature : super_parent->features)
            values.push_back(known_state(evidence, network().id(feature)));
        return !super_parent->admits(values);
    });
    return chosen.empty() ? all : chosen;
}

/// Asks each member that takes part; its weight stands beside its answer. The compile times are
/// added up.
template <class Part, class Ask>
std::vector<Part> MixtureEngine::ask_members(const Evidence& evidence, WorkspaceState& state,
                                             std::vector<double>& weights, const Ask& ask) const {
    std::vector<Part> parts;
    double compile_seconds = 0;
    for (const std::size_t m : taking_part(evidence)) {
        parts.push_back(ask(engines()[m]));
        compile_seconds += state.planner.compile_seconds;
        weights.push_back(model_.members()[m].weight);
    }
    state.planner.compile_seconds = compile_seconds;
    return parts;
}

const Posterior& MixtureEngine::marginals(const Targets& targets, const Evidence& evidence,
                                          WorkspaceState& state) const {
    std::vector<double> weights;
    const std::vector<Posterior> parts =
        ask_members<Posterior>(evidence, state, weights, [&](const EngineImplementation& engine) {
            return engine.marginals(targets, evidence, state);
        });
    state.posterior = mixed(parts, weights, network());
    state.is_shaped = false;
    return state.posterior;
}

double MixtureEngine::log_evidence(const Evidence& evidence, WorkspaceState& state) const {
    std::vector<double> weights;
    const std::vector<double> parts = ask_members<double>(
        evidence, state, weights,
        [&](const EngineImplementation& engine) { return engine.log_evidence(evidence, state); });
    return posterior_weights(weights, parts).log_evidence;
}

JointPosterior MixtureEngine::joint(std::span<const VariableId> targets, const Evidence& evidence,
                                    WorkspaceState& state) const {
    std::vector<double> weights;
    const std::vector<JointPosterior> parts = ask_members<JointPosterior>(
        evidence, state, weights,
        [&](const EngineImplementation& engine) { return engine.joint(targets, evidence, state); });
    return mixed(parts, weights);
}

ContinuousPosterior MixtureEngine::continuous_marginal(VariableId target, const Evidence& evidence,
                                                       WorkspaceState& state) const {
    std::vector<double> weights;
    const std::vector<ContinuousPosterior> parts = ask_members<ContinuousPosterior>(
        evidence, state, weights, [&](const EngineImplementation& engine) {
            return engine.continuous_marginal(target, evidence, state);
        });
    return mixed(parts, weights);
}

ContinuousMoments MixtureEngine::moments(std::span<const VariableId> targets,
                                         const Evidence& evidence, WorkspaceState& state) const {
    std::vector<double> weights;
    const std::vector<ContinuousMoments> parts = ask_members<ContinuousMoments>(
        evidence, state, weights, [&](const EngineImplementation& engine) {
            return engine.moments(targets, evidence, state);
        });
    return mixed(parts, weights);
}

const Explanation& MixtureEngine::explain(const Targets& targets, const Evidence& evidence,
                                          WorkspaceState& state) const {
    const std::vector<VariableId> asked =
        targets ? std::vector(targets->begin(), targets->end()) : discrete_variables(network());
    std::vector<VariableId> open = asked;
    std::erase_if(open, [&](VariableId id) { return known_state(evidence, id).has_value(); });
    require_small_joint(model_, open);
    Explanation result;
    result.variables = asked;
    take_largest_cell(joint(open, evidence, state), result);
    if (result.status == PosteriorStatus::ok) {
        auto found = result.states.begin();
        std::vector<StateId> states;
        for (const VariableId id : asked) {
            const std::optional<StateId> known = known_state(evidence, id);
            states.push_back(known ? *known : *found++);
        }
        result.states = std::move(states);
    }
    state.explanation = std::move(result);
    return state.explanation;
}

}  // namespace pgm::detail
