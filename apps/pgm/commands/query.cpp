#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/evidence_options.hpp>
#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/answer_report.hpp>
#include <apps/pgm/report/decision_report.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/causal/counterfactual.hpp>
#include <pgm/decide/decision_query.hpp>
#include <pgm/query/query_text.hpp>

#include <exception>
#include <memory>
#include <optional>

namespace pgm::apps {
namespace {

struct QueryRequest {
    std::string model;
    std::vector<std::string> queries;
    EvidenceOptions evidence;
    IntervalChoices interval;
};

/// A question with the evidence of the options beside its own, and what answers it.
struct AskedQuery {
    Query query;
    const Solver* solver;
    bool is_prediction = false;
    CounterfactualQuery* bounded = nullptr;   ///< of a counterfactual that is not determined
    std::optional<DecisionQuery> decision{};  ///< in place of the query
};

/// The question joined with the evidence of options, if there is any, so that the answer shows all
/// of it.
AskedQuery with_evidence(AskedQuery question, const Given& evidence) {
    if (evidence.empty()) return question;
    question.query = joined(std::move(question.query), evidence);
    question.query.text = format(question.solver->network(), question.query);
    return question;
}

/// Reads questions one after the other, each with the evidence of the options, which is read once.
class QuestionReader {
public:
    QuestionReader(const QueryRequest& request, const ModelEngine& engine)
        : request_(request),
          engine_(engine),
          row_(request.evidence.read_rows(engine.predictions())) {
        if (!row_) evidence_ = request.evidence.read_one(engine.network());
    }

    AskedQuery read(const std::string& text) {
        if (engine_.diagram() && is_decision_query(text)) return read_decision(text);
        const EnsembleEngine* const pool = engine_.predictions();
        if (std::optional<Query> prediction = row_ ? pool->prediction(text) : std::nullopt)
            return with_evidence({*std::move(prediction), pool, true}, row_->sets.front());
        const BayesianNetwork& network = engine_.network();
        AskedQuery question = with_caret(text, [&] { return read_question(text); });
        if (!evidence_) evidence_ = request_.evidence.read_one(network);
        question = with_evidence(std::move(question), *evidence_);
        if (question.bounded) question.bounded->query = question.query;
        return question;
    }

private:
    AskedQuery read_decision(const std::string& text) {
        const InfluenceDiagram& diagram = *engine_.diagram();
        DecisionQuery question =
            with_caret(text, [&] { return parse_decision_query(diagram, text); });
        if (!evidence_) evidence_ = request_.evidence.read_one(diagram.network());
        Query joint{.asked = MostProbableExplanationOf{}, .given = std::move(question.given)};
        question.given = joined(std::move(joint), *evidence_).given;
        return {.query = {}, .solver = &engine_.joint(), .decision = std::move(question)};
    }

    AskedQuery read_question(const std::string& text) {
        const InferenceEngine& engine = engine_.joint();
        if (!is_counterfactual(text)) return {parse_query(engine.network(), text), &engine};
        CounterfactualQuery& twin = *twins_.emplace_back(
            std::make_unique<CounterfactualQuery>(counterfactual_query(engine, text)));
        return {.query = twin.query,
                .solver = twin.solver.get(),
                .bounded = twin.missing.empty() ? nullptr : &twin};
    }

    const QueryRequest& request_;
    const ModelEngine& engine_;
    std::optional<EvidenceFile> row_;
    std::optional<Given> evidence_;
    std::vector<std::unique_ptr<CounterfactualQuery>> twins_;  ///< questions about other worlds
};

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
    for (const ForEach& each : query.for_each)
        cells *= static_cast<double>(network.cardinality(each.variable));
    if (cells > static_cast<double>(most))
        throw TooLargeError("'" + visible(query.text) + "' asks for " + number_text(cells) +
                                " probabilities; at most " + std::to_string(most) + " are written",
                            {},
                            "ask about fewer variables at a time, or for the most probable of "
                            "their states: argmax(..)");
}

/// The state of a question so far: a value, or the exception that ended it.
template <class Result>
struct Attempt {
    std::optional<Result> result{};
    std::exception_ptr failure{};

    double compile_seconds() const { return result ? result->compile_seconds() : 0; }
};

template <class Try>
auto attempt(Try&& to) -> Attempt<decltype(to())> {
    try {
        return {to()};
    } catch (...) {
        return {std::nullopt, std::current_exception()};
    }
}

/// A question made ready to be asked.
struct Prepared {
    const AskedQuery* question;
    std::optional<PreparedQuery> query{};  ///< null where there are bounds alone

    double compile_seconds() const { return query ? query->compile_seconds() : 0; }
};

struct Reply {
    Answer answer;
    std::vector<std::optional<CredibleInterval>> intervals{};
    std::optional<CounterfactualBounds> bounds{};  ///< in place of the answer
    std::optional<DecisionAnswer> decision{};      ///< likewise
};

/// Bounds, or the number where they meet but for rounding.
Reply bounded_reply(const CounterfactualQuery& question) {
    const CounterfactualBounds bounds = counterfactual_bounds(question);
    Reply reply{Answer{.query = question.query.text,
                       .result = EventProbability{bounds.low, bounds.low > 0}}};
    if (!bounds.meet()) reply.bounds = bounds;
    return reply;
}

/// The answer, and how sure it is where that is asked for.
Reply reply_to(const AskedQuery& question, const std::optional<PreparedQuery>& prepared,
               const ModelEngine& engine, const std::optional<IntervalOptions>& interval,
               Workspace& workspace) {
    if (question.decision && interval) throw ArgumentError("an expected utility has no interval");
    if (question.decision)
        return {.answer = {},
                .decision = pgm::answer(*engine.diagram(), *question.decision,
                                        {.engine = engine.joint().options()})};
    if (question.bounded && interval)
        throw ArgumentError("a counterfactual without mechanisms has bounds, and no interval",
                            question.bounded->missing);
    if (question.bounded) return bounded_reply(*question.bounded);
    Reply reply{prepared->answer(workspace)};
    if (!interval || reply.answer.impossible()) return reply;
    if (question.is_prediction)
        throw ArgumentError("the prediction of several classifiers together has no interval",
                            "fit one structure, such as --structure tan");
    if (numbers_of(reply.answer).empty())
        throw ArgumentError("the answer is no number, so it has no interval",
                            "ask for a probability or an expected value");
    reply.intervals = credible_intervals(engine.joint().model(), question.query,
                                         engine.joint().options(), *interval);
    return reply;
}

Report bounds_report(const std::string& query, const CounterfactualBounds& bounds,
                     const std::string& missing) {
    return {{"query", query,
             Sentence{query + " is between " + probability_text(bounds.low) + " and " +
                      probability_text(bounds.high)}},
            {"bounds", std::vector{bounds.low, bounds.high}},
            {"missing", missing}};
}

int query(Session& session, const QueryRequest& request, const ModelEngine& engine) {
    const std::optional<IntervalOptions> interval = request.interval.read();
    QuestionReader reader(request, engine);
    std::vector<Attempt<AskedQuery>> questions;
    for (const std::string& text : request.queries)
        questions.push_back(attempt([&] {
            AskedQuery question = reader.read(text);
            if (!question.decision) require_writable(question.solver->network(), question.query);
            return question;
        }));
    AnswerList answers(session, questions.size() > 1);
    Workspace workspace;
    const auto prepare = [&](std::size_t i) {
        const auto& [question, failure] = questions[i];
        return question ? attempt([&] {
            Prepared prepared{&*question};
            if (!question->bounded && !question->decision)
                prepared.query.emplace(*question->solver, question->query, workspace);
            return prepared;
        })
                        : Attempt<Prepared>{std::nullopt, failure};
    };
    const auto ask = [&](const Attempt<Prepared>& prepared) {
        return prepared.result ? attempt([&] {
            const auto& [question, query] = *prepared.result;
            return reply_to(*question, query, engine, interval, workspace);
        })
                               : Attempt<Reply>{std::nullopt, prepared.failure};
    };
    const auto take = [&](std::size_t i, const Attempt<Reply>& reply) {
        if (reply.failure) return answers.add_failure(i + 1, request.queries[i], reply.failure);
        const auto& [query, solver, is_prediction, bounded, decision] = *questions[i].result;
        if (const auto& worth = reply.result->decision) {
            answers.add(decision_answer_report(engine.diagram()->network(), *decision, *worth));
            if (!worth->maximum_expected_utility)
                answers.add_impossible(decision->text +
                                       ": no strategy lets the findings occur together");
            return;
        }
        const Answer& answer = reply.result->answer;
        if (const auto& bounds = reply.result->bounds) {
            print_note(bounded->missing + "; there are bounds");
            return answers.add(bounds_report(answer.query, *bounds, bounded->missing));
        }
        is_prediction
            ? session.answered_by.clear()
            : engine.answer_jointly(session, variables_asked_about(query), variables_set(query));
        if (answer.impossible()) return answers.add_impossible(*solver, answer);
        answers.add(answer_report(*solver, answer, {}, reply.result->intervals));
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
        "'P(A, B | C=c, do(D=d))', 'P(A=a or X > 3)', 'E(2 X - Y | C=c)', and in place of E sd, "
        "var, median, mode, quantile(X, 0.9 | ..), cov(X, Y | ..), cor; 'argmax(A, B | C=c)', "
        "'argmax(* | C=c)', 'argmax 5 (A, B | C=c)' with the next best; 'odds(A=a | ..)', 'H(A)', "
        "'I(A; B | C)' in nats; 'P(A | B, do(D))', "
        "the table of all states of B and D; 'P(A=a | B=b) / P(A=a | B=c)'; "
        "'P(Y[do(X=a)]=y | X=b, Y=y)', what would have been; of an influence diagram 'EU(D | ..)', "
        "'EU(*)' and 'best(D | ..)'");
    given->evidence.add_to(options);
    given->interval.add_to(options);
    add_chance_only(options, session);
    add_question_options(options, session);
    return [given, &session] { return query(session, *given, load_engine(session, given->model)); };
}

}  // namespace pgm::apps
