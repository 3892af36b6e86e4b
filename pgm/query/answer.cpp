#include <pgm/query/answer.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/query/detail/auxiliary_nodes.hpp>
#include <pgm/query/detail/mechanisms.hpp>
#include <pgm/query/detail/translation.hpp>
#include <pgm/query/query_text.hpp>

#include <utility>
#include <variant>

namespace pgm {

using namespace detail;

namespace {

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

const ContinuousPosterior& Answer::density() const {
    return result_of<ContinuousPosterior>(*this, "a density");
}

const AnswerTable& Answer::table() const {
    return result_of<AnswerTable>(*this, "answers for each state");
}

const Explanation& Answer::explanation() const {
    return result_of<Explanation>(*this, "an assignment");
}

Answer answer(const Solver& solver, const Query& query) {
    Workspace workspace;
    return answer(solver, query, workspace);
}

Answer answer(const Solver& solver, const Query& query, Workspace& workspace) {
    return PreparedQuery(solver, query, workspace).answer(workspace);
}

const Posterior& marginals(const Solver& solver, std::span<const VariableId> targets,
                           const Given& given, Workspace& workspace) {
    return ConditionedEngine(solver, given, workspace).marginals(targets, workspace);
}

Answer answer(const Solver& solver, std::string_view query) {
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
    return {auxiliary.extend(with_mechanisms(network, given.mechanisms)),
            std::move(translation.evidence), translation.contradictory};
}

}  // namespace pgm
