#include <pgm/explain/detail/event_question.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/query/answer.hpp>
#include <pgm/query/query_text.hpp>

#include <algorithm>

namespace pgm::detail {
namespace {

const Condition* single_event(const Query& query) {
    const auto* const asked = std::get_if<ProbabilityOf>(&query.asked);
    return asked && asked->event.nodes().size() == 1
               ? std::get_if<Condition>(&asked->event.nodes().front())
               : nullptr;
}

}  // namespace

Query event_question(const Solver& solver, const Query& query, Workspace& workspace) {
    const BayesianNetwork& network = solver.network();
    validate(query, network);
    Query event = query;
    event.given.conditions.clear();
    for (const Expression& condition : query.given.conditions)
        for (Expression& part : condition.conjuncts())
            event.given.conditions.push_back(std::move(part));
    const auto* const asked = std::get_if<DistributionOf>(&query.asked);
    const bool is_of_variable = asked && asked->targets.size() == 1 &&
                                network.variable(asked->targets.front()).is_discrete();
    if (!query.for_each.empty() || !(is_of_variable || single_event(query)))
        throw ArgumentError("'" + printable(query.text) + "' does not ask about one variable",
                            "findings are weighed for P(A=a | B=b, C=c)");
    if (!is_of_variable) return event;
    const ConditionedEngine given(solver, event.given, workspace);
    const Posterior& posterior = given.marginals(asked->targets, workspace);
    if (posterior.impossible()) throw_impossible(query);
    const auto best = std::ranges::max_element(posterior[0]);
    event.asked = ProbabilityOf{
        is(asked->targets.front(), StateId(static_cast<std::size_t>(best - posterior[0].begin())))};
    event.text = format(network, event);
    return event;
}

const Condition& event_of(const Query& event_question) {
    return *single_event(event_question);
}

void throw_impossible(const Query& query) {
    throw ImpossibleEvidenceError("what is given in '" + printable(query.text) +
                                  "' has probability zero: there is no answer");
}

}  // namespace pgm::detail
