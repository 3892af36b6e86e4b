#include <pgm/classify/mixture_engine.hpp>

#include <pgm/core/detail/infinity.hpp>
#include <pgm/core/error.hpp>
#include <pgm/inference/posterior_builder.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/translation.hpp>
#include <pgm/query/parse.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace pgm {

using namespace detail;

namespace {

/// The weights of the members given the evidence, w_m P_m(e) / sum w_m P_m(e), and log P(e) of the
/// mixture.
struct PosteriorWeights {
    std::vector<double> values;
    double log_evidence = -infinity;

    bool impossible() const { return log_evidence == -infinity; }
};

PosteriorWeights posterior_weights(std::span<const double> weights,
                                   std::span<const double> log_evidence) {
    PosteriorWeights result;
    const double largest = *std::ranges::max_element(log_evidence);
    if (largest == -infinity) return result;
    double sum = 0, prior = 0;
    for (std::size_t i = 0; i < weights.size(); ++i) {
        result.values.push_back(weights[i] * std::exp(log_evidence[i] - largest));
        sum += result.values.back();
        prior += weights[i];
    }
    for (double& value : result.values) value /= sum;
    result.log_evidence = largest + std::log(sum / prior);
    return result;
}

/// The joint posterior of a member, and the cells that are positive but 0 as doubles.
struct MemberTable {
    Table table;
    std::vector<std::size_t> too_small;
    double log_evidence = -infinity;
};

/// The weighted sum of the members' tables.
JointPosterior mixed(std::span<const MemberTable> parts, std::span<const double> weights) {
    std::vector<double> log_evidence;
    for (const MemberTable& part : parts) log_evidence.push_back(part.log_evidence);
    const PosteriorWeights shares = posterior_weights(weights, log_evidence);
    JointPosterior result{.table = Table(parts.front().table.scope())};
    result.log_evidence = shares.log_evidence;
    if (shares.impossible()) {
        result.status = PosteriorStatus::impossible;
        return result;
    }
    std::vector<bool> possible(result.table.size());
    for (std::size_t m = 0; m < parts.size(); ++m) {
        if (parts[m].log_evidence == -infinity) continue;
        for (std::size_t cell = 0; cell < result.table.size(); ++cell) {
            result.table[cell] += shares.values[m] * parts[m].table[cell];
            if (parts[m].table[cell] > 0) possible[cell] = true;
        }
        for (const std::size_t cell : parts[m].too_small) possible[cell] = true;
    }
    for (std::size_t cell = 0; cell < result.table.size(); ++cell)
        if (possible[cell] && result.table[cell] == 0) result.too_small.push_back(cell);
    return result;
}

/// The most probable cell of a joint posterior.
Explanation largest_cell(const JointPosterior& joint, std::vector<VariableId> variables) {
    Explanation result{.variables = std::move(variables)};
    if (joint.status == PosteriorStatus::impossible) {
        result.set_impossible();
        return result;
    }
    const auto best = std::ranges::max_element(joint.table.values());
    const auto cell = static_cast<std::size_t>(best - joint.table.values().begin());
    result.states = joint.table.scope().states(cell);
    result.log_evidence = joint.log_evidence;
    result.log_posterior = std::log(*best);
    result.log_probability = result.log_posterior + result.log_evidence;
    return result;
}

/// The variables of argmax(*): those whose state is not given.
std::vector<VariableId> open_variables(const BayesianNetwork& network,
                                       std::span<const VariableId> fixed) {
    std::vector<VariableId> open = discrete_variables(network);
    std::erase_if(open, [&](VariableId id) { return std::ranges::binary_search(fixed, id); });
    return open;
}

}  // namespace

MixtureEngine::MixtureEngine(std::vector<WeightedNetwork> members, EngineOptions options) {
    if (members.empty()) throw ArgumentError("a mixture of no network");
    for (WeightedNetwork& member : members) {
        weights_.push_back(member.weight);
        super_parents_.push_back(std::move(member.super_parent));
        engines_.emplace_back(std::move(member.network), options);
        if (!std::ranges::equal(network().variables(), engines_.back().network().variables()))
            throw ArgumentError("the networks of the mixture do not have the same variables");
    }
}

std::vector<std::size_t> MixtureEngine::taking_part(const Evidence& evidence) const {
    std::vector<std::size_t> all(size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<std::size_t> chosen = all;
    std::erase_if(chosen, [&](std::size_t m) {
        if (!super_parents_[m]) return false;
        const Finding* const finding = evidence.find(network().id(super_parents_[m]->feature));
        const std::optional<StateId> state = finding ? state_of(*finding) : std::nullopt;
        return state && !super_parents_[m]->admits(*state);
    });
    return chosen.empty() ? all : chosen;
}

const Posterior& MixtureEngine::marginals(std::span<const VariableId> targets,
                                          const Evidence& evidence,
                                          MixtureWorkspace& workspace) const {
    if (single()) {
        const Posterior& posterior = single()->marginals(targets, evidence, workspace.workspace);
        workspace.compile_seconds = workspace.workspace.compile_seconds();
        return posterior;
    }
    workspace.compile_seconds = 0;
    std::vector<Posterior> parts;
    std::vector<double> weights, log_evidence;
    for (const std::size_t m : taking_part(evidence)) {
        parts.push_back(engines_[m].marginals(targets, evidence, workspace.workspace));
        workspace.compile_seconds += workspace.workspace.compile_seconds();
        weights.push_back(weights_[m]);
        log_evidence.push_back(parts.back().log_evidence());
    }
    const PosteriorWeights shares = posterior_weights(weights, log_evidence);
    PosteriorBuilder builder(network(), targets);
    for (std::size_t i = 0; i < targets.size() && !shares.impossible(); ++i) {
        std::vector<double> mixture(network().cardinality(targets[i]));
        for (std::size_t m = 0; m < parts.size(); ++m) {
            if (parts[m].impossible()) continue;
            for (std::size_t k = 0; k < mixture.size(); ++k)
                mixture[k] += shares.values[m] * parts[m][i][k];
        }
        builder.set(targets[i], mixture);
    }
    workspace.posterior = std::move(builder).build(shares.log_evidence);
    return workspace.posterior;
}

JointPosterior MixtureEngine::joint(std::span<const VariableId> targets, const Evidence& evidence,
                                    MixtureWorkspace& workspace) const {
    workspace.compile_seconds = 0;
    std::vector<MemberTable> parts;
    std::vector<double> weights;
    for (const std::size_t m : taking_part(evidence)) {
        JointPosterior part = engines_[m].joint(targets, evidence, workspace.workspace);
        workspace.compile_seconds += workspace.workspace.compile_seconds();
        parts.push_back({std::move(part.table), std::move(part.too_small), part.log_evidence});
        weights.push_back(weights_[m]);
    }
    return mixed(parts, weights);
}

void MixtureEngine::require_small_joint(std::span<const VariableId> targets) const {
    double cells = 1;
    for (const VariableId target : targets)
        cells *= static_cast<double>(network().cardinality(target));
    if (cells > most_joint_cells)
        throw TooLargeError("the most probable assignment of " + std::to_string(targets.size()) +
                                " variables in a mixture of " + std::to_string(size()) +
                                " networks needs the table of all their assignments, which has "
                                "more than " +
                                std::to_string(static_cast<std::size_t>(most_joint_cells)) +
                                " cells",
                            {}, "ask for fewer variables, as in argmax(A, B | ...)");
}

const Explanation& MixtureEngine::most_probable_explanation(const Evidence& evidence,
                                                            MixtureWorkspace& workspace) const {
    if (single()) {
        const Explanation& explanation =
            single()->most_probable_explanation(evidence, workspace.workspace);
        workspace.compile_seconds = workspace.workspace.compile_seconds();
        return explanation;
    }
    std::vector<VariableId> open = discrete_variables(network());
    const auto is_known = [&](VariableId id) {
        const Finding* const finding = evidence.find(id);
        return finding != nullptr && state_of(*finding);
    };
    std::erase_if(open, is_known);
    require_small_joint(open);
    const Explanation rest = largest_cell(joint(open, evidence, workspace), open);
    workspace.explanation = rest;
    workspace.explanation.variables = discrete_variables(network());
    if (rest.status == PosteriorStatus::impossible) return workspace.explanation;
    workspace.explanation.states.clear();
    for (const VariableId id : workspace.explanation.variables) {
        const auto found = std::ranges::lower_bound(open, id);
        const bool is_open = found != open.end() && *found == id;
        workspace.explanation.states.push_back(
            is_open ? rest.states[static_cast<std::size_t>(found - open.begin())]
                    : *state_of(*evidence.find(id)));
    }
    return workspace.explanation;
}

/// Answers a query for a distribution or a probability.
Answer MixtureEngine::distribution(const Query& query, std::span<const std::size_t> members,
                                   MixtureWorkspace& workspace) const {
    std::vector<Answer> answers;
    std::vector<MemberTable> parts;
    std::vector<double> weights;
    for (const std::size_t m : members) {
        Answer part = pgm::answer(engines_[m], query, workspace.workspace);
        workspace.compile_seconds += workspace.workspace.compile_seconds();
        weights.push_back(weights_[m]);
        if (query.kind == QueryKind::probability) {
            part.distribution = Table();  // with one cell, the probability
            part.distribution[0] = part.probability;
            if (part.possible_event) part.too_small = {0};
        }
        parts.push_back(
            {part.distribution, part.too_small, part.impossible() ? -infinity : part.log_evidence});
        answers.push_back(std::move(part));
    }
    JointPosterior joint = mixed(parts, weights);
    Answer answer = std::move(answers.front());
    answer.status = joint.status;
    answer.log_evidence = joint.log_evidence;
    if (query.kind == QueryKind::probability) {
        answer.probability = std::min(joint.table[0], 1.0);
        answer.possible_event = joint.table[0] > 0 || !joint.too_small.empty();
        answer.distribution = Table();
        answer.too_small.clear();
    } else {
        answer.distribution = std::move(joint.table);
        answer.too_small = std::move(joint.too_small);
    }
    return answer;
}

Answer MixtureEngine::answer(const Query& query, MixtureWorkspace& workspace) const {
    if (single()) {
        Answer answer = pgm::answer(*single(), query, workspace.workspace);
        workspace.compile_seconds = answer.compile_seconds;
        return answer;
    }
    validate(query, network());
    workspace.compile_seconds = 0;
    AuxiliaryNodes auxiliary(network());
    const Translation given = translate(query.given, std::nullopt, auxiliary);
    const std::vector<std::size_t> members = taking_part(given.evidence);
    if (query.kind == QueryKind::probability || query.kind == QueryKind::distribution)
        return distribution(query, members, workspace);
    Query open = distribution_query(query.kind == QueryKind::most_probable_assignment
                                        ? query.targets
                                        : open_variables(network(), given.fixed),
                                    query.given);
    require_small_joint(open.targets);
    const Answer joint = distribution(open, members, workspace);
    Answer answer{.query = query.text.empty() ? to_text(network(), query) : query.text,
                  .kind = query.kind,
                  .status = joint.status,
                  .variables = open.targets,
                  .explanation = largest_cell({.status = joint.status,
                                               .log_evidence = joint.log_evidence,
                                               .table = joint.distribution},
                                              open.targets),
                  .log_evidence = joint.log_evidence};
    return answer;
}

Answer MixtureEngine::answer(std::string_view query) const {
    MixtureWorkspace workspace;
    return answer(parse_query(network(), query), workspace);
}

Answer answer(const Classifier& classifier, std::string_view query) {
    return MixtureEngine({classifier.members().begin(), classifier.members().end()}).answer(query);
}

}  // namespace pgm
