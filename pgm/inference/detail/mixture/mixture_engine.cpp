#include <pgm/inference/detail/mixture/mixture_engine.hpp>

#include <pgm/core/numbers.hpp>
#include <pgm/inference/detail/mixture/mixture_sum.hpp>
#include <pgm/inference/posterior.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <type_traits>
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

ArgumentError several_networks(const Model& model, const std::string& what) {
    return ArgumentError(
        "a mixture of " + std::to_string(model.members().size()) + " networks has " + what,
        "make an engine of one of its members");
}

MixtureEngine::MixtureEngine(Model model, const EngineOptions& options)
    : model_(std::move(model)), options_(options) {}

const std::deque<EngineImplementation>& MixtureEngine::engines() const {
    return engines_.get([&] {
        std::deque<EngineImplementation> engines;
        for (const WeightedNetwork& member : model_.members())
            engines.emplace_back(member.network, options_);
        return engines;
    });
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

/// The answers of the members that take part, with their weights. The compile times are added up.
template <class Part>
std::vector<Part> MixtureEngine::ask_members(const Question& question, WorkspaceState& state,
                                             std::vector<double>& weights) const {
    std::vector<Part> parts;
    double compile_seconds = 0;
    for (const std::size_t m : taking_part(question.given)) {
        SolverAnswer answer = engines()[m].ask(question, state);
        if constexpr (std::is_same_v<Part, Posterior>)
            parts.push_back(std::get<Kept<Posterior>>(answer));
        else
            parts.push_back(std::get<Part>(std::move(answer)));
        compile_seconds += state.planner.compile_seconds;
        weights.push_back(model_.members()[m].weight);
    }
    state.planner.compile_seconds = compile_seconds;
    return parts;
}

SolverAnswer MixtureEngine::ask(const Question& question, WorkspaceState& state) const {
    std::vector<double> weights;
    switch (question.kind) {
        case Question::Kind::marginals: {
            const auto parts = ask_members<Posterior>(question, state, weights);
            state.posterior = mixed(parts, weights, network());
            state.is_shaped = false;
            return std::cref(state.posterior);
        }
        case Question::Kind::joint: {
            const auto parts = ask_members<JointPosterior>(question, state, weights);
            return mixed(parts, weights);
        }
        case Question::Kind::most_probable:
            return std::cref(explain(question.targets, question.given, state));
        case Question::Kind::evidence: {
            const auto parts = ask_members<double>(question, state, weights);
            return posterior_weights(weights, parts).log_evidence;
        }
        case Question::Kind::density: {
            const auto parts = ask_members<ContinuousPosterior>(question, state, weights);
            return mixed(parts, weights);
        }
        case Question::Kind::moments: {
            const auto parts = ask_members<ContinuousMoments>(question, state, weights);
            return mixed(parts, weights);
        }
        case Question::Kind::families:
            break;
    }
    throw several_networks(model_, "families in each of them");
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
    const SolverAnswer joint = ask({Question::Kind::joint, open, evidence}, state);
    take_largest_cell(std::get<JointPosterior>(joint), result);
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
