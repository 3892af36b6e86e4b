#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/translation.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>
#include <utility>

namespace pgm {

using namespace detail;

namespace {

/// Asks the engine, each kind of question in its own way, and writes the answer.
struct Asker {
    const PreparedGiven& given;
    const std::optional<Condition>& event;
    std::size_t original_size;  ///< variables of the network without added ones
    Workspace& workspace;
    Answer& answer;

    void operator()(const ProbabilityOf&) const {
        const VariableId target[] = {event->variable};
        const Posterior& posterior = solver().marginals(target, given.evidence(), workspace);
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

    void operator()(const ExpectationOf& asked) const {
        const Posterior& posterior =
            solver().marginals({&asked.target, 1}, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence();
        if (posterior.impossible()) return;
        const std::vector<double> numbers =
            numbers_of_states(solver().network().variable(asked.target));
        double mean = 0;
        for (std::size_t state = 0; state < numbers.size(); ++state)
            mean += posterior[0][state] * numbers[state];
        // No rounding leads out of the range of the states.
        const auto [least, most] = std::ranges::minmax(numbers);
        answer.result = NumericValue{std::clamp(mean, least, most)};
    }

    void operator()(const DistributionOf& asked) const {
        JointPosterior posterior = solver().joint(asked.targets, given.evidence(), workspace);
        answer.log_evidence = posterior.log_evidence;
        if (posterior.status == PosteriorStatus::ok) answer.result = std::move(posterior);
    }

    void operator()(const MostProbableAssignmentOf& asked) const {
        take(solver().most_probable_assignment(asked.targets, given.evidence(), workspace));
    }

    void operator()(const MostProbableExplanationOf&) const {
        if (is_extended() && solver().is_mixture()) return ask_for_open_variables();
        Explanation all = solver().most_probable_explanation(given.evidence(), workspace);
        keep_open_variables(all);
        take(std::move(all));
    }

private:
    const SolverView& solver() const { return given.solver(); }
    bool is_extended() const { return solver().network().size() > original_size; }

    /// Added variables follow from the others, and need no place in a joint table.
    void ask_for_open_variables() const {
        std::vector<VariableId> open = discrete_variables(solver().network());
        std::erase_if(open, [&](VariableId id) {
            return id.index() >= original_size || given.fixed().contains(id);
        });
        take(solver().most_probable_assignment(open, given.evidence(), workspace));
    }

    void take(Explanation explanation) const {
        answer.log_evidence = explanation.log_evidence;
        if (explanation.status == PosteriorStatus::ok) answer.result = std::move(explanation);
    }

    /// Drops what the question did not ask for: added variables and those that the given fixes.
    void keep_open_variables(Explanation& explanation) const {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < explanation.states.size(); ++i) {
            const VariableId variable = explanation.variables[i];
            if (variable.index() >= original_size || given.fixed().contains(variable)) continue;
            explanation.variables[kept] = variable;
            explanation.states[kept++] = explanation.states[i];
        }
        explanation.variables.resize(kept);
        explanation.states.resize(kept);
    }
};

const Expression* event_of(const Query& query) {
    const auto* const asked = std::get_if<ProbabilityOf>(&query.asked);
    return asked ? &asked->event : nullptr;
}

/// The question, if it fits the network, with its text.
Query completed(Query query, const BayesianNetwork& network) {
    validate(query, network);
    if (query.text.empty()) query.text = format(network, query);
    return query;
}

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

double Answer::value() const {
    return result_of<NumericValue>(*this, "a number").value;
}

const Table& Answer::distribution() const {
    return result_of<JointPosterior>(*this, "a distribution").table;
}

const Explanation& Answer::explanation() const {
    return result_of<Explanation>(*this, "an assignment");
}

PreparedQuery::PreparedQuery(const SolverView& solver, Query query, Workspace& workspace)
    : query_(completed(std::move(query), solver.network())),
      given_(solver, query_.given, event_of(query_), workspace) {}

Answer PreparedQuery::answer(Workspace& workspace) const {
    Answer answer{.query = query_.text, .result = {}};
    if (given_.contradictory()) return answer;
    const std::size_t original_size = given_.original_.network().size();
    std::visit(Asker{given_, given_.event_, original_size, workspace, answer}, query_.asked);
    answer.compile_seconds = workspace.compile_seconds();
    return answer;
}

Answer answer(const SolverView& solver, const Query& query) {
    Workspace workspace;
    return answer(solver, query, workspace);
}

Answer answer(const SolverView& solver, const Query& query, Workspace& workspace) {
    return PreparedQuery(solver, query, workspace).answer(workspace);
}

const Posterior& marginals(const SolverView& solver, std::span<const VariableId> targets,
                           const Given& given, Workspace& workspace) {
    return PreparedGiven(solver, given, workspace).marginals(targets, workspace);
}

Answer answer(const SolverView& solver, std::string_view query) {
    return answer(solver, parse_query(solver.network(), query));
}

std::map<VariableId, StateId> fixed_states(const BayesianNetwork& network, const Given& given) {
    AuxiliaryNodes auxiliary(network);
    return translate(given, auxiliary).fixed;
}

ConditionedNetwork conditioned(const BayesianNetwork& network, const Given& given) {
    Given soft = given;
    for (const auto& [variable, probabilities] : given.posteriors)
        soft.likelihoods.push_back({variable, probabilities});
    AuxiliaryNodes auxiliary(network);
    Translation translation = translate(soft, auxiliary);
    return {auxiliary.network(), std::move(translation.evidence), translation.contradictory};
}

}  // namespace pgm
