#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/density_report.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/query/query_text.hpp>

#include <cmath>
#include <memory>
#include <optional>

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
    if (const auto* const density = std::get_if<ContinuousPosterior>(&answer.result))
        return report.append(density_report(*density)).append(density_lines(*density));
    const auto* const joint = std::get_if<JointPosterior>(&answer.result);
    return report.append(joint ? joint_report(network, *joint)
                               : explanation_report(network, answer.explanation()));
}

/// A question with the evidence of the options beside its own, and what answers it.
struct Question {
    Query query;
    SolverView solver;
    bool is_prediction = false;
};

/// Where there is evidence of options, the answer shows the whole question.
Question with_evidence(Question question, const Given& evidence) {
    if (evidence.empty()) return question;
    question.query.given = joined(std::move(question.query.given), evidence);
    question.query.text = format(question.solver.network(), question.query);
    return question;
}

std::vector<Question> read_questions(const QueryRequest& request, const ModelEngine& engine) {
    const EnsembleEngine* const pool = engine.predictions();
    const std::optional<EvidenceFile> row = request.evidence.read_rows(pool);
    std::optional<Given> evidence;
    std::vector<Question> questions;
    for (const std::string& text : request.queries) {
        if (std::optional<Query> prediction = row ? pool->prediction(text) : std::nullopt) {
            questions.push_back(
                with_evidence({*std::move(prediction), *pool, true}, row->sets.front()));
            continue;
        }
        const BayesianNetwork& network = engine.network();
        Query query = with_caret(text, [&] { return parse_query(network, text); });
        if (!evidence) evidence = request.evidence.read_one(network);
        questions.push_back(with_evidence({std::move(query), engine.view()}, *evidence));
    }
    return questions;
}

/// Refuses a distribution of more probabilities than are of use when written, before it is
/// computed: a short question may ask for as many as fit into memory.
void require_writable(const BayesianNetwork& network, const Query& query) {
    const auto* const asked = std::get_if<DistributionOf>(&query.asked);
    if (!asked) return;
    constexpr std::size_t most = std::size_t{1} << 20;
    double cells = 1;
    if (!network.variable(asked->targets.front()).is_discrete()) return;
    for (const VariableId target : asked->targets)
        cells *= static_cast<double>(network.cardinality(target));
    if (cells > static_cast<double>(most))
        throw TooLargeError("'" + visible(query.text) + "' asks for " + number_text(cells) +
                                " probabilities; at most " + std::to_string(most) + " are written",
                            {},
                            "ask about fewer variables at a time, or for the most probable of "
                            "their states: argmax(..)");
}

int query(Session& session, const QueryRequest& request, const ModelEngine& engine) {
    const std::vector<Question> questions = read_questions(request, engine);
    for (const auto& [query, solver, is_prediction] : questions)
        require_writable(solver.network(), query);
    AnswerList answers(session, questions.size() > 1);
    Workspace workspace;
    const auto prepare = [&](std::size_t i) {
        return PreparedQuery(questions[i].solver, questions[i].query, workspace);
    };
    const auto ask = [&](const PreparedQuery& prepared) { return prepared.answer(workspace); };
    const auto take = [&](std::size_t i, const Answer& reply) {
        const auto& [query, solver, is_prediction] = questions[i];
        ConflictReport conflict;
        if (reply.impossible()) conflict = conflict_report(solver, query.given);
        is_prediction ? session.answered_by.clear() : engine.answer_jointly(session);
        answers.add(report_of(solver.network(), reply, conflict));
        if (reply.impossible()) answers.add_impossible(reply.query + ": " + conflict.sentence());
    };
    ask_in_turn(session, workspace, questions.size(), prepare, ask, take);
    return answers.finish();
}

}  // namespace

Action set_up_query(Options& options, Session& session) {
    const auto given = std::make_shared<QueryRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.arguments(
        "QUERY", given->queries,
        "'P(A, B | C=c, do(D=d))', 'P(A=a or X > 3)', 'E(X | C=c)' and likewise sd, var, median, "
        "quantile(X, 0.9 | ..), cov(X, Y | ..), cor; 'argmax(A, B | C=c)', 'argmax(* | C=c)'");
    given->evidence.add_to(options);
    add_question_options(options, session);
    return [given, &session] { return query(session, *given, load_engine(session, given->model)); };
}

}  // namespace pgm::apps
