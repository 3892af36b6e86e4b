#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/translation.hpp>
#include <pgm/query/format.hpp>
#include <pgm/query/parse.hpp>

#include <algorithm>
#include <optional>

namespace pgm {

using namespace detail;

namespace {

/// Asks the engine, each kind of question in its own way, and writes the answer.
struct Asker {
    const InferenceEngine& engine;
    const Translation& given;
    const std::optional<Condition>& event;  ///< of a question for a probability
    std::size_t original_size;              ///< variables of the network without added ones
    Workspace& workspace;
    Answer& answer;

    void operator()(const ProbabilityOf&) const {
        const VariableId target[] = {event->variable};
        const Posterior& posterior = engine.marginals(target, given.evidence, workspace);
        answer.log_evidence = posterior.log_evidence();
        if (posterior.impossible()) return;
        EventProbability sum;
        for (const StateId state : event->states) {
            sum.value += posterior[0][state.index()];
            sum.is_possible = sum.is_possible || posterior.is_possible(0, state);
        }
        sum.value = std::clamp(sum.value, 0.0, 1.0);
        answer.result = sum;
    }

    void operator()(const DistributionOf& asked) const {
        JointPosterior posterior = engine.joint(asked.targets, given.evidence, workspace);
        answer.log_evidence = posterior.log_evidence;
        if (posterior.status == PosteriorStatus::ok) answer.result = std::move(posterior);
    }

    void operator()(const MostProbableAssignmentOf& asked) const {
        take(engine.most_probable_assignment(asked.targets, given.evidence, workspace));
    }

    void operator()(const MostProbableExplanationOf&) const {
        Explanation all = engine.most_probable_explanation(given.evidence, workspace);
        keep_open_variables(all);
        take(std::move(all));
    }

private:
    void take(Explanation explanation) const {
        answer.log_evidence = explanation.log_evidence;
        if (explanation.status == PosteriorStatus::ok) answer.result = std::move(explanation);
    }

    /// Drops what the question did not ask for: added variables and those that the given fixes.
    void keep_open_variables(Explanation& explanation) const {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < explanation.states.size(); ++i) {
            const VariableId variable = explanation.variables[i];
            if (variable.index() >= original_size ||
                std::ranges::binary_search(given.fixed, variable))
                continue;
            explanation.variables[kept] = variable;
            explanation.states[kept++] = explanation.states[i];
        }
        explanation.variables.resize(kept);
        explanation.states.resize(kept);
    }
};

template <class Result>
const Result& result_of(const Answer& answer, const char* what) {
    if (answer.impossible())
        throw ImpossibleEvidenceError("what is given in '" + printable(answer.query) +
                                      "' has probability zero: there is no answer");
    if (const Result* const result = std::get_if<Result>(&answer.result)) return *result;
    throw ArgumentError("'" + printable(answer.query) + "' does not ask for " + what);
}

}  // namespace

double Answer::probability() const {
    return result_of<EventProbability>(*this, "a probability").value;
}

const Table& Answer::distribution() const {
    return result_of<JointPosterior>(*this, "a distribution").table;
}

const Explanation& Answer::explanation() const {
    return result_of<Explanation>(*this, "an assignment");
}

Answer answer(const InferenceEngine& engine, const Query& query) {
    Workspace workspace;
    return answer(engine, query, workspace);
}

Answer answer(const InferenceEngine& engine, const Query& query, Workspace& workspace) {
    const BayesianNetwork& network = engine.network();
    validate(query, network);
    Answer answer{.query = query.text.empty() ? format(network, query) : query.text, .result = {}};

    AuxiliaryNodes auxiliary(network);
    std::optional<Condition> event;
    if (const ProbabilityOf* const asked = std::get_if<ProbabilityOf>(&query.asked))
        event = auxiliary.condition_for(asked->event);
    const Translation given = translate(query.given, auxiliary);
    if (given.contradictory) return answer;
    std::optional<InferenceEngine> extended;
    if (!auxiliary.empty()) extended.emplace(auxiliary.network(), engine.options());
    std::visit(
        Asker{extended ? *extended : engine, given, event, network.size(), workspace, answer},
        query.asked);
    answer.compile_seconds = workspace.compile_seconds();
    return answer;
}

Answer answer(const InferenceEngine& engine, std::string_view query) {
    return answer(engine, parse_query(engine.network(), query));
}

}  // namespace pgm
