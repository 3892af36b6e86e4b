#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/report/conflict_report.hpp>
#include <apps/pgm/report/joint_lines.hpp>
#include <apps/pgm/report/network_json.hpp>
#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <pgm/core/overloaded.hpp>
#include <pgm/query/format.hpp>
#include <pgm/query/parse.hpp>

#include <cmath>
#include <memory>

namespace pgm::apps {
namespace {

struct QueryRequest {
    std::string model;
    std::vector<std::string> queries;
    EvidenceOptions evidence;
};

/// Cell by cell to the output: a joint distribution may have more cells than its text would fit
/// into memory.
void write_joint_json(Session& session, JsonText& json, const BayesianNetwork& network,
                      const Table& distribution) {
    const Scope& scope = distribution.scope();
    const std::vector<VariableId> variables(scope.variables().begin(), scope.variables().end());
    write_names(json.key("variables"), network, variables);
    json.key("distribution").begin_array();
    for (std::size_t cell = 0; cell < distribution.size(); ++cell) {
        json.begin_object();
        write_assignment(json.key("assignment"), network, variables, scope.states(cell));
        json.key("probability").number(distribution[cell]).end_object();
        session.out.write(json.take());
    }
    json.end_array();
}

void write_explanation(JsonText& json, const BayesianNetwork& network,
                       const Explanation& explanation) {
    write_assignment(json.key("assignment"), network, explanation.variables, explanation.states);
    json.key("log_probability")
        .number(explanation.log_probability)
        .key("log_evidence")
        .number(explanation.log_evidence);
    json.key("probability").number(std::exp(explanation.log_posterior));
}

/// `conflict` belongs to an answer under impossible evidence.
void write_answer(Session& session, JsonText& json, const BayesianNetwork& network,
                  const Answer& answer, const ConflictReport& conflict) {
    json.begin_object().key("query").string(answer.query);
    std::visit(
        Overloaded{
            [&](const ImpossibleEvidence&) {
                conflict.write(json.key("impossible").boolean(true).key("log_evidence").null());
            },
            [&](const EventProbability& event) { json.key("probability").number(event.value); },
            [&](const JointPosterior& joint) {
                write_joint_json(session, json, network, joint.table);
            },
            [&](const Explanation& best) { write_explanation(json, network, best); }},
        answer.result);
    json.end_object();
}

void write_text(Output& out, const BayesianNetwork& network, const Answer& answer,
                const ConflictReport& conflict) {
    const std::string query = visible(answer.query);
    std::visit(
        Overloaded{[&](const ImpossibleEvidence&) {
                       out.write(query + "\n  undefined: " + visible(conflict.sentence()) + "\n");
                   },
                   [&](const EventProbability& event) {
                       const double p = shown_probability(event.value, event.is_possible);
                       out.write(equation_text(query, probability_text(p)) + "\n");
                   },
                   [&](const JointPosterior& joint) {
                       out.write(query + "\n");
                       write_joint_lines(out, network, joint);
                   },
                   [&](const Explanation& best) {
                       out.write(
                           query + "\n" + assignment_text(network, best.variables, best.states) +
                           "  with probability " + probability_text_of_log(best.log_posterior) +
                           " given the evidence\n");
                   }},
        answer.result);
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

template <class Engine>
int query(Session& session, const QueryRequest& request, const Engine& engine) {
    const BayesianNetwork& network = engine.network();
    const std::vector<Query> queries = read_queries(request, network);
    for (const Query& question : queries) require_writable(network, question);
    JsonText json;
    if (queries.size() > 1) json.begin_array();
    std::vector<Problem> impossible;
    MixtureWorkspace workspace;
    for (const Query& question : queries) {
        const auto ask = [&] { return engine.answer(question, workspace); };
        const Answer reply = timed(session, ask, [&] { return workspace.compile_seconds; });
        ConflictReport conflict;
        if (reply.impossible()) conflict = conflict_report(engine, question.given);
        if (session.json) {
            write_answer(session, json, network, reply, conflict);
            session.out.write(json.take());
        } else {
            write_text(session.out, network, reply, conflict);
        }
        if (!reply.impossible()) continue;
        impossible.push_back({.message = reply.query + ": " + conflict.sentence()});
    }
    if (queries.size() > 1) json.end_array();
    if (session.json) session.out.write(json.take() + "\n");
    return impossible.empty() ? fine
                              : report(failure_of(ErrorCode::impossible, std::move(impossible)));
}

}  // namespace

Action set_up_query(Options& options, Session& session) {
    const auto given = std::make_shared<QueryRequest>();
    options.argument("MODEL", given->model, "Model file, or - for standard input");
    options.arguments(
        "QUERY", given->queries,
        "'P(A, B | C=c, do(D=d))', 'P(A=a or B=b)', 'argmax(A, B | C=c)', 'argmax(* | C=c)'");
    given->evidence.add_to(options);
    add_work_limit(options, session);
    return [given, &session] {
        const auto engine = load_model_engine(session, given->model);
        return std::visit([&](const auto& of_model) { return query(session, *given, of_model); },
                          engine);
    };
}

}  // namespace pgm::apps
