#include <pgm/query/answer.hpp>

#include <pgm/query/auxiliary_nodes.hpp>
#include <pgm/query/parse.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <map>
#include <optional>

namespace pgm {
namespace {

/// A query translated for the engine: one finding per variable, and the event, if any, on one variable.
struct Translation {
    Evidence evidence;
    bool contradictory = false;     ///< the given cannot be true whatever the network: A=a and A=b
    std::vector<VariableId> fixed;  ///< variables whose state the given says, sorted
    std::optional<Condition> event;
};

/// The states that all conditions on one variable leave to it.
using StatesLeft = std::map<VariableId, std::vector<StateId>>;

StatesLeft states_left(const Given& given, AuxiliaryNodes& auxiliary) {
    StatesLeft left;
    for (const Intervention& made : given.interventions) left[made.variable] = {made.state};
    for (const Expression& expression : given.conditions) {
        for (const Expression& conjunct : expression.conjuncts()) {
            const Condition condition = auxiliary.condition_for(conjunct);
            const auto [entry, first] = left.try_emplace(condition.variable, condition.states);
            if (!first) std::erase_if(entry->second, [&](StateId state) { return !condition.holds(state); });
        }
    }
    return left;
}

/// `cardinality` is that of the variable in the network the engine will run on.
void add_finding(Translation& translation, VariableId variable, const std::vector<StateId>& states, std::size_t cardinality) {
    if (states.size() == cardinality) return;
    if (states.size() == 1) {
        translation.evidence.observe(variable, states.front());
        translation.fixed.push_back(variable);
        return;
    }
    std::vector<double> likelihood(cardinality, 0.0);
    for (const StateId state : states) likelihood[state.index()] = 1.0;
    translation.evidence.likelihood(variable, likelihood);
}

Translation translate(const Query& query, AuxiliaryNodes& auxiliary) {
    Translation translation;
    if (query.event) translation.event = auxiliary.condition_for(*query.event);
    const std::size_t added_cardinality = 2;
    const BayesianNetwork& original = auxiliary.original();
    for (const auto& [variable, states] : states_left(query.given, auxiliary)) {
        if (states.empty()) translation.contradictory = true;
        if (translation.contradictory) return translation;
        add_finding(translation, variable, states, variable.index() < original.size() ? original.cardinality(variable) : added_cardinality);
    }
    for (const Intervention& made : query.given.interventions) {
        translation.evidence.intervene(made.variable, made.state);
        translation.fixed.push_back(made.variable);
    }
    for (const Measurement& measurement : query.given.measurements) {
        measurement.made ? translation.evidence.intervene(measurement.variable, measurement.value)
                         : translation.evidence.observe(measurement.variable, measurement.value);
    }
    std::sort(translation.fixed.begin(), translation.fixed.end());
    return translation;
}

void answer_probability(const InferenceEngine& engine, const Translation& translation, Workspace& workspace, Answer& answer) {
    const VariableId target[] = {translation.event->variable};
    const Posterior& posterior = engine.marginals(target, translation.evidence, workspace);
    answer.status = posterior.status();
    answer.log_evidence = posterior.log_evidence();
    if (answer.impossible()) return;
    double sum = 0;
    for (const StateId state : translation.event->states) sum += posterior[0][state.index()];
    answer.probability = std::clamp(sum, 0.0, 1.0);
}

void answer_distribution(const InferenceEngine& engine, const Query& query, const Translation& translation, Workspace& workspace, Answer& answer) {
    JointPosterior posterior = engine.joint(query.targets, translation.evidence, workspace);
    answer.status = posterior.status;
    answer.log_evidence = posterior.log_evidence;
    answer.variables = query.targets;
    if (!answer.impossible()) answer.distribution = std::move(posterior.table);
}

/// Drops what the question did not ask for: added variables and those that the given fixes.
void keep_open_variables(Explanation& explanation, std::size_t original_size, const std::vector<VariableId>& fixed) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < explanation.states.size(); ++i) {
        const VariableId variable = explanation.variables[i];
        if (variable.index() >= original_size || std::binary_search(fixed.begin(), fixed.end(), variable)) continue;
        explanation.variables[kept] = variable;
        explanation.states[kept++] = explanation.states[i];
    }
    explanation.variables.resize(kept);
    explanation.states.resize(kept);
}

void answer_argmax(const InferenceEngine& engine, const Query& query, const Translation& translation, std::size_t original_size, Workspace& workspace,
                   Answer& answer) {
    if (query.kind == QueryKind::most_probable_assignment) {
        answer.explanation = engine.most_probable_assignment(query.targets, translation.evidence, workspace);
    } else {
        answer.explanation = engine.most_probable_explanation(translation.evidence, workspace);
        keep_open_variables(answer.explanation, original_size, translation.fixed);
    }
    answer.status = answer.explanation.status;
    answer.log_evidence = answer.explanation.log_evidence;
    answer.variables = answer.explanation.variables;
}

}  // namespace

Answer answer(const InferenceEngine& engine, const Query& query) {
    Workspace workspace;
    return answer(engine, query, workspace);
}

Answer answer(const InferenceEngine& engine, const Query& query, Workspace& workspace) {
    const BayesianNetwork& network = engine.network();
    validate(query, network);
    Answer answer;
    answer.query = query.text.empty() ? to_text(network, query) : query.text;
    answer.kind = query.kind;

    AuxiliaryNodes auxiliary(network);
    const Translation translation = translate(query, auxiliary);
    if (translation.contradictory) {
        workspace = Workspace();  // nothing is asked of an engine, so nothing is compiled
        answer.status = PosteriorStatus::impossible;
        answer.variables = query.targets;
        answer.explanation.status = PosteriorStatus::impossible;
        answer.log_evidence = answer.explanation.log_evidence;
        return answer;
    }
    std::optional<InferenceEngine> extended;
    if (!auxiliary.empty()) extended.emplace(auxiliary.network(), engine.options());
    const InferenceEngine& runner = extended ? *extended : engine;
    switch (query.kind) {
        case QueryKind::probability:
            answer_probability(runner, translation, workspace, answer);
            break;
        case QueryKind::distribution:
            answer_distribution(runner, query, translation, workspace, answer);
            break;
        case QueryKind::most_probable_assignment:
        case QueryKind::most_probable_explanation:
            answer_argmax(runner, query, translation, network.size(), workspace, answer);
            break;
    }
    return answer;
}

Answer answer(const InferenceEngine& engine, std::string_view query) {
    return answer(engine, parse_query(engine.network(), query));
}

}  // namespace pgm
