#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/query/query_text.hpp>

#include <cmath>
#include <memory>

namespace pgm::apps {
namespace {

struct QueryRequest {
    std::string model;
    std::vector<std::string> queries;
    EvidenceOptions evidence;
};

Report explanation_report(const BayesianNetwork& network, const Explanation& best) {
    const Rows assignment = assignment_rows(network, states_of(best));
    return {{"assignment", Members{assignment}, Section{"", assignment}},
            {"log_probability", best.log_probability},
            {"log_evidence", best.log_evidence},
            {"probability", std::exp(best.log_posterior),
             Sentence{"  with probability " + probability_text_of_log(best.log_posterior) +
                      " given the evidence"}}};
}

/// `conflict` belongs to an answer under impossible evidence.
Report report_of(const BayesianNetwork& network, const Answer& answer,
                 const ConflictReport& conflict) {
    if (const auto* const event = std::get_if<EventProbability>(&answer.result)) {
        const double p = shown_probability(event->value, event->is_possible);
        return {{"query", answer.query, Sentence{equation_text(answer.query, probability_text(p))}},
                {"probability", event->value}};
    }
    if (const auto* const number = std::get_if<NumericValue>(&answer.result))
        return value_report(answer.query, number->value);
    Report report{{"query", answer.query, Sentence{answer.query}}};
    if (answer.impossible())
        return report.append(
            {{"impossible", true},
             {"log_evidence", Value()},
             {"conflict", conflict.findings, Sentence{"  undefined: " + conflict.sentence()}}});
    const auto* const joint = std::get_if<JointPosterior>(&answer.result);
    return report.append(joint ? joint_report(network, *joint)
                               : explanation_report(network, answer.explanation()));
}

/// The questions, each with the evidence of the options beside its own. Where there is any, the
/// answer shows the whole question.
std::vector<Query> read_queries(const QueryRequest& request, const BayesianNetwork& network) {
    std::vector<Query> queries;
    for (const std::string& text : request.queries)
        queries.push_back(with_caret(text, [&] { return parse_query(network, text); }));
    const Given evidence = request.evidence.read_one(network);
    if (evidence.empty()) return queries;
    for (Query& query : queries) {
        query.given = joined(std::move(query.given), evidence);
        query.text = format(network, query);
    }
    return queries;
}

/// Refuses a distribution of more probabilities than are of use when written, before it is
/// computed: a short question may ask for as many as fit into memory.
void require_writable(const BayesianNetwork& network, const Query& query) {
    const auto* const asked = std::get_if<DistributionOf>(&query.asked);
    if (!asked) return;
    constexpr std::size_t most = std::size_t{1} << 20;
    double cells = 1;
    for (const VariableId target : asked->targets)
        cells *= static_cast<double>(network.cardinality(target));
    if (cells > static_cast<double>(most))
        throw TooLargeError("'" + visible(query.text) + "' asks for " + number_text(cells) +
                                " probabilities; at most " + std::to_string(most) + " are written",
                            {},
                            "ask about fewer variables at a time, or for the most probable of "
                            "their states: argmax(..)");
}

int query(Session& session, const QueryRequest& request, const SolverView& solver) {
    const BayesianNetwork& network = solver.network();
    const std::vector<Query> queries = read_queries(request, network);
    for (const Query& question : queries) require_writable(network, question);
    AnswerList answers(session, queries.size() > 1);
    Workspace workspace;
    const auto question = [&](std::size_t i) { return queries[i]; };
    const auto take = [&](std::size_t i, const Answer& reply) {
        ConflictReport conflict;
        if (reply.impossible()) conflict = conflict_report(solver, queries[i].given);
        answers.add(report_of(network, reply, conflict));
        if (reply.impossible()) answers.add_impossible(reply.query + ": " + conflict.sentence());
    };
    ask_in_turn(session, solver, workspace, queries.size(), question, take);
    return answers.finish();
}

}  // namespace

Action set_up_query(Options& options, Session& session) {
    const auto given = std::make_shared<QueryRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.arguments(
        "QUERY", given->queries,
        "'P(A, B | C=c, do(D=d))', 'P(A=a or B=b)', 'E(X | C=c)', 'argmax(A, B | C=c)', "
        "'argmax(* | C=c)'");
    given->evidence.add_to(options);
    add_question_options(options, session);
    return [given, &session] {
        const ModelEngine engine = load_engine(session, given->model);
        return query(session, *given, engine.view());
    };
}

}  // namespace pgm::apps
