#include <pgm/query/answer.hpp>

#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/translation.hpp>
#include <pgm/query/parse.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <optional>

namespace pgm {

using namespace detail;

namespace {

void answer_probability(const InferenceEngine& engine, const Translation& translation,
                        Workspace& workspace, Answer& answer) {
    const VariableId target[] = {translation.event->variable};
    const Posterior& posterior = engine.marginals(target, translation.evidence, workspace);
    answer.status = posterior.status();
    answer.log_evidence = posterior.log_evidence();
    if (answer.impossible()) return;
    double sum = 0;
    for (const StateId state : translation.event->states) {
        sum += posterior[0][state.index()];
        answer.possible_event = answer.possible_event || posterior.is_possible(0, state);
    }
    answer.probability = std::clamp(sum, 0.0, 1.0);
}

void answer_distribution(const InferenceEngine& engine, const Query& query,
                         const Translation& translation, Workspace& workspace, Answer& answer) {
    JointPosterior posterior = engine.joint(query.targets, translation.evidence, workspace);
    answer.status = posterior.status;
    answer.log_evidence = posterior.log_evidence;
    answer.variables = query.targets;
    if (answer.impossible()) return;
    answer.distribution = std::move(posterior.table);
    answer.too_small = std::move(posterior.too_small);
}

/// Drops what the question did not ask for: added variables and those that the given fixes.
void keep_open_variables(Explanation& explanation, std::size_t original_size,
                         const std::vector<VariableId>& fixed) {
    std::size_t kept = 0;
    for (std::size_t i = 0; i < explanation.states.size(); ++i) {
        const VariableId variable = explanation.variables[i];
        if (variable.index() >= original_size ||
            std::binary_search(fixed.begin(), fixed.end(), variable))
            continue;
        explanation.variables[kept] = variable;
        explanation.states[kept++] = explanation.states[i];
    }
    explanation.variables.resize(kept);
    explanation.states.resize(kept);
}

void answer_argmax(const InferenceEngine& engine, const Query& query,
                   const Translation& translation, std::size_t original_size, Workspace& workspace,
                   Answer& answer) {
    if (query.kind == QueryKind::most_probable_assignment) {
        answer.explanation =
            engine.most_probable_assignment(query.targets, translation.evidence, workspace);
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
    const Translation translation = translate(query.given, query.event, auxiliary);
    if (translation.contradictory) {
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
    answer.compile_seconds = workspace.compile_seconds();
    return answer;
}

Answer answer(const InferenceEngine& engine, std::string_view query) {
    return answer(engine, parse_query(engine.network(), query));
}

}  // namespace pgm
