#include <pgm/classify/mixture_engine.hpp>

#include <pgm/classify/mixture.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/numbers.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/inference/conflict.hpp>
#include <pgm/inference/posterior.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/jeffrey_rule.hpp>
#include <pgm/query/detail/translation.hpp>
#include <pgm/query/query_conflict.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <cmath>
#include <map>
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

/// The members' joint posteriors added up.
JointPosterior mixed(std::span<const JointPosterior> parts, std::span<const double> weights) {
    std::vector<double> log_evidence;
    for (const JointPosterior& part : parts) log_evidence.push_back(part.log_evidence);
    const PosteriorWeights shares = posterior_weights(weights, log_evidence);
    JointPosterior result;
    result.log_evidence = shares.log_evidence;
    if (shares.impossible()) {
        result.status = PosteriorStatus::impossible;
        return result;
    }
    std::vector<bool> possible;
    for (std::size_t m = 0; m < parts.size(); ++m) {
        if (parts[m].status == PosteriorStatus::impossible) continue;
        if (possible.empty()) {
            result.table = Table(parts[m].table.scope());
            possible.resize(result.table.size());
        }
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

/// What a member answers, as a joint posterior; a probability is a table of one cell.
JointPosterior joint_of(Answer answer) {
    return std::visit(
        Overloaded{[](ImpossibleEvidence&) {
                       return JointPosterior{.status = PosteriorStatus::impossible,
                                             .log_evidence = -infinity,
                                             .table = {},
                                             .too_small = {}};
                   },
                   [&](EventProbability& event) {
                       JointPosterior joint{.log_evidence = answer.log_evidence, .table = {}};
                       joint.table[0] = event.value;
                       if (event.is_possible) joint.too_small = {0};
                       return joint;
                   },
                   [](JointPosterior& joint) { return std::move(joint); },
                   [](Explanation&) -> JointPosterior { throw std::bad_variant_access(); }},
        answer.result);
}

/// The most probable cell of a possible joint posterior.
Explanation largest_cell(const JointPosterior& joint) {
    Explanation result;
    if (joint.status == PosteriorStatus::impossible) {
        result.set_impossible();
        return result;
    }
    const Scope& scope = joint.table.scope();
    result.variables.assign(scope.variables().begin(), scope.variables().end());
    const auto best = std::ranges::max_element(joint.table.values());
    result.states = scope.states(static_cast<std::size_t>(best - joint.table.values().begin()));
    result.log_evidence = joint.log_evidence;
    result.log_posterior = std::log(*best);
    result.log_probability = result.log_posterior + result.log_evidence;
    return result;
}

/// The variables of argmax(*): those whose state is not given.
std::vector<VariableId> open_variables(const BayesianNetwork& network,
                                       const std::map<VariableId, StateId>& fixed) {
    std::vector<VariableId> open = discrete_variables(network);
    std::erase_if(open, [&](VariableId id) { return fixed.contains(id); });
    return open;
}

}  // namespace

MixtureEngine::MixtureEngine(std::vector<WeightedNetwork> members, EngineOptions options) {
    require_same_variables(members);
    for (WeightedNetwork& member : members) {
        weights_.push_back(member.weight);
        super_parents_.push_back(std::move(member.super_parent));
        engines_.emplace_back(std::move(member.network), options);
    }
}

std::vector<std::size_t> MixtureEngine::taking_part(const Evidence& evidence) const {
    std::vector<std::size_t> all(size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    std::vector<std::size_t> chosen = all;
    std::erase_if(chosen, [&](std::size_t m) {
        if (!super_parents_[m]) return false;
        std::vector<std::optional<StateId>> values;
        for (const std::string& feature : super_parents_[m]->features) {
            const Finding* const finding = evidence.find(network().id(feature));
            values.push_back(finding ? state_of(*finding) : std::nullopt);
        }
        return !super_parents_[m]->admits(values);
    });
    return chosen.empty() ? all : chosen;
}

std::vector<std::size_t> MixtureEngine::taking_part(const Given& given) const {
    AuxiliaryNodes auxiliary(network());
    return taking_part(translate(given, auxiliary).evidence);
}

double MixtureEngine::log_evidence(const Evidence& evidence, MixtureWorkspace& workspace) const {
    std::vector<double> weights, log_evidence;
    for (const std::size_t m : taking_part(evidence)) {
        weights.push_back(weights_[m]);
        log_evidence.push_back(engines_[m].log_evidence(evidence, workspace.workspace));
    }
    return posterior_weights(weights, log_evidence).log_evidence;
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
    std::vector<double> weights;
    for (const std::size_t m : taking_part(evidence)) {
        parts.push_back(engines_[m].marginals(targets, evidence, workspace.workspace));
        workspace.compile_seconds += workspace.workspace.compile_seconds();
        weights.push_back(weights_[m]);
    }
    return mixed_marginals(targets, parts, weights, workspace);
}

const Posterior& MixtureEngine::marginals_given(std::span<const VariableId> targets,
                                                const Given& given,
                                                MixtureWorkspace& workspace) const {
    validate(given, network());
    const Given soft = fitted(given, workspace);
    AuxiliaryNodes auxiliary(network());
    const Translation translation = translate(soft, auxiliary);
    if (auxiliary.empty() && !translation.contradictory)
        return marginals(targets, translation.evidence, workspace);
    workspace.compile_seconds = 0;
    std::vector<Posterior> parts;
    std::vector<double> weights;
    for (const std::size_t m : taking_part(soft)) {
        parts.push_back(pgm::marginals(engines_[m], targets, soft, workspace.workspace));
        workspace.compile_seconds += workspace.workspace.compile_seconds();
        weights.push_back(weights_[m]);
    }
    return mixed_marginals(targets, parts, weights, workspace);
}

/// What the members say, added up by the weights that they have given the evidence.
const Posterior& MixtureEngine::mixed_marginals(std::span<const VariableId> targets,
                                                std::span<const Posterior> parts,
                                                std::span<const double> weights,
                                                MixtureWorkspace& workspace) const {
    std::vector<double> log_evidence;
    for (const Posterior& part : parts) log_evidence.push_back(part.log_evidence());
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

/// The given with likelihoods, the same ones for all members, in place of imposed posteriors.
Given MixtureEngine::fitted(const Given& given, MixtureWorkspace& workspace) const {
    return with_fitted_likelihoods(given, network(),
                                   [&](std::span<const VariableId> targets, const Given& some) {
                                       return marginals_given(targets, some, workspace);
                                   });
}

JointPosterior MixtureEngine::joint(std::span<const VariableId> targets, const Evidence& evidence,
                                    MixtureWorkspace& workspace) const {
    workspace.compile_seconds = 0;
    std::vector<JointPosterior> parts;
    std::vector<double> weights;
    for (const std::size_t m : taking_part(evidence)) {
        parts.push_back(engines_[m].joint(targets, evidence, workspace.workspace));
        workspace.compile_seconds += workspace.workspace.compile_seconds();
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
    const Explanation rest = largest_cell(joint(open, evidence, workspace));
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

/// What the members say of a question for a distribution or a probability, added up.
JointPosterior MixtureEngine::mixed_answers(const Query& query,
                                            std::span<const std::size_t> members,
                                            MixtureWorkspace& workspace) const {
    std::vector<JointPosterior> parts;
    std::vector<double> weights;
    for (const std::size_t m : members) {
        parts.push_back(joint_of(pgm::answer(engines_[m], query, workspace.workspace)));
        workspace.compile_seconds += workspace.workspace.compile_seconds();
        weights.push_back(weights_[m]);
    }
    return mixed(parts, weights);
}

/// The question whose joint posterior holds the answer: the most probable assignment of a mixture
/// is looked up in the distribution of the variables in question.
Query MixtureEngine::distribution_for(const Query& query) const {
    const auto over = [&](std::vector<VariableId> targets) -> Query {
        require_small_joint(targets);
        return {DistributionOf{std::move(targets)}, query.given};
    };
    const auto over_open = [&](const std::map<VariableId, StateId>& fixed) -> Query {
        std::vector<VariableId> open = open_variables(network(), fixed);
        if (!open.empty() || fixed.empty()) return over(std::move(open));
        // The given says everything, and the one assignment of no variables is certain.
        const std::size_t states = network().cardinality(fixed.begin()->first);
        std::vector<StateId> any;
        for (std::size_t state = 0; state < states; ++state) any.emplace_back(state);
        return {ProbabilityOf{is_one_of(fixed.begin()->first, std::move(any))}, query.given};
    };
    return std::visit(
        Overloaded{[&](const ProbabilityOf&) { return query; },
                   [&](const DistributionOf&) { return query; },
                   [&](const MostProbableAssignmentOf& asked) { return over(asked.targets); },
                   [&](const MostProbableExplanationOf&) {
                       return over_open(fixed_states(network(), query.given));
                   }},
        query.asked);
}

Answer MixtureEngine::answer(const Query& query, MixtureWorkspace& workspace) const {
    if (single()) {
        Answer answer = pgm::answer(*single(), query, workspace.workspace);
        workspace.compile_seconds = answer.compile_seconds;
        return answer;
    }
    validate(query, network());
    const Given given = fitted(query.given, workspace);
    workspace.compile_seconds = 0;
    JointPosterior joint =
        mixed_answers(distribution_for({query.asked, given}), taking_part(given), workspace);
    Answer answer{.query = query.text.empty() ? format(network(), query) : query.text,
                  .result = {},
                  .log_evidence = joint.log_evidence,
                  .compile_seconds = workspace.compile_seconds};
    if (joint.status == PosteriorStatus::impossible) return answer;
    std::visit(Overloaded{[&](const ProbabilityOf&) {
                              const double p = joint.table[0];
                              answer.result = EventProbability{std::min(p, 1.0),
                                                               p > 0 || !joint.too_small.empty()};
                          },
                          [&](const DistributionOf&) { answer.result = std::move(joint); },
                          [&](const auto&) { answer.result = largest_cell(joint); }},
               query.asked);
    return answer;
}

bool MixtureEngine::is_impossible(const Given& given, MixtureWorkspace& workspace) const {
    return std::ranges::all_of(taking_part(given), [&](std::size_t m) {
        return detail::is_impossible(engines_[m], given, workspace.workspace);
    });
}

Answer MixtureEngine::answer(std::string_view query) const {
    MixtureWorkspace workspace;
    return answer(parse_query(network(), query), workspace);
}

Evidence minimal_conflict(const MixtureEngine& engine, const Evidence& evidence) {
    MixtureWorkspace workspace;
    return minimal_conflict(evidence, [&](const Evidence& some) {
        return engine.log_evidence(some, workspace) == -infinity;
    });
}

Given minimal_conflict(const MixtureEngine& engine, const Given& given) {
    validate(given, engine.network());
    MixtureWorkspace workspace;
    return minimal_conflict(
        given, [&](const Given& some) { return engine.is_impossible(some, workspace); });
}

}  // namespace pgm
