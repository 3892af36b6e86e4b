#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/answer_list.hpp>
#include <apps/pgm/report/network_facts.hpp>
#include <apps/pgm/shell/asking.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <io/file/file_bytes.hpp>
#include <io/file/output_file.hpp>
#include <io/file/suffix.hpp>
#include <io/format/uai/uai.hpp>
#include <pgm/core/text/characters.hpp>
#include <pgm/core/text/words.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <utility>

namespace pgm::apps {
namespace {

struct UaiRequest {
    std::string task;
    std::string model;
    std::string evidence;
    std::string query;
    std::string output = "-";
};

struct TaskWord {
    const char* word;
    io::UaiTask task;
};

constexpr std::array task_words = {
    TaskWord{"PR", io::UaiTask::pr}, TaskWord{"MAR", io::UaiTask::mar},
    TaskWord{"MPE", io::UaiTask::mpe}, TaskWord{"MMAP", io::UaiTask::mmap}};

const TaskWord& task_of(const UaiRequest& request) {
    for (const TaskWord& known : task_words)
        if (request.task == known.word) return known;
    const std::string nearest = nearest_name(request.task, uai_tasks());
    throw UsageError(
        "unknown task '" + request.task + "'",
        nearest.empty() ? "PR, MAR, MPE and MMAP are known" : "did you mean '" + nearest + "'?");
}

io::UaiModel load_uai_model(Session& session, const std::string& path) {
    const bool is_uai = io::is_stream(path) || io::has_suffix(path, ".uai");
    if (!is_uai) return {.network = load_network(session, path)};
    io::UaiModel model = loaded(session, [&] { return io::read_uai_file(path); });
    print_problems(model.remarks);
    return model;
}

/// Reads a file by `read(text, network, options)`.
template <class Read>
auto read_file_of(const std::string& path, const BayesianNetwork& network, Read&& read) {
    const io::ReadOptions options{.name = io::source_name(path)};
    io::FileBytes file(path);
    return read(file.read(options.limits.max_file_bytes), network, options);
}

/// The question, and the summand that makes log P of the network log F of the factors.
struct UaiQuestion {
    TaskWord task;
    std::vector<VariableId> query;
    double log_partition = 0;
};

/// Evidence as ask_in_turn() takes questions that are not prepared.
struct UnpreparedEvidence {
    const Evidence* evidence;
    double compile_seconds() const { return 0; }
};

/// Writes results as the text of a file or as reports.
class UaiResults {
public:
    UaiResults(Session& session, const UaiRequest& request, const InferenceEngine& engine,
               const UaiQuestion& question, std::size_t count)
        : session_(session),
          request_(request),
          engine_(engine),
          question_(question),
          count_(count),
          as_reports_(session.json && is_standard_output(request.output)),
          answers_(session, as_reports_ && count > 1),
          text_(io::uai_heading(question.task.task, count)) {}

    void add(const Posterior& posterior, const Evidence& evidence) {
        const double log_value = posterior.log_evidence() + question_.log_partition;
        const bool is_marginal = question_.task.task == io::UaiTask::mar;
        text_ += is_marginal ? io::uai_result(posterior) : io::uai_result(log_value);
        if (posterior.impossible()) return add_impossible(evidence);
        if (!as_reports_) return;
        Report report = report_of(log_value);
        if (is_marginal) report.append(marginals_report(engine_.network(), posterior));
        answers_.add(report);
    }

    void add(const Explanation& explanation, const Evidence& evidence) {
        text_ += io::uai_result(question_.task.task, explanation);
        if (explanation.status == PosteriorStatus::impossible) return add_impossible(evidence);
        if (!as_reports_) return;
        Report report = report_of(explanation.log_probability + question_.log_partition);
        const ReportRows states = assignment_rows(engine_.network(), states_of(explanation));
        answers_.add(report.add("assignment", Members{states}));
    }

    int finish() {
        if (!is_standard_output(request_.output)) {
            io::save_atomically(request_.output, text_);
            if (session_.json) write(session_, {{"written", request_.output}, {"results", count_}});
        } else if (!as_reports_) {
            session_.out.write(text_);
        }
        return answers_.finish();
    }

private:
    Report report_of(double log_value) const {
        return {{"task", question_.task.word},
                {"log_value", log_value},
                {"log10_value", log_value / std::log(10.0)}};
    }

    void add_impossible(const Evidence& evidence) {
        const ConflictReport conflict = conflict_report(engine_, given_of(evidence));
        if (as_reports_)
            answers_.add({{"task", question_.task.word},
                          {"log_value", Value()},
                          {"log10_value", Value()},
                          {"impossible", true},
                          {"conflict", conflict.findings}});
        answers_.add_impossible(conflict.sentence());
    }

    Session& session_;
    const UaiRequest& request_;
    const InferenceEngine& engine_;
    const UaiQuestion& question_;
    std::size_t count_;
    bool as_reports_;
    AnswerList answers_;
    std::string text_;
};

void ask(Session& session, const InferenceEngine& engine, const UaiQuestion& question,
         const std::vector<Evidence>& samples, UaiResults& results) {
    Workspace workspace;
    const auto prepare = [&](std::size_t i) { return UnpreparedEvidence{&samples[i]}; };
    const auto take = [&](std::size_t i, const auto* answer) { results.add(*answer, samples[i]); };
    const bool is_probability = question.task.task == io::UaiTask::pr;
    if (is_probability || question.task.task == io::UaiTask::mar) {
        std::vector<VariableId> targets = discrete_variables(engine.network());
        if (is_probability) targets.clear();
        const auto marginals = [&](const UnpreparedEvidence& given) {
            return &engine.marginals(targets, *given.evidence, workspace);
        };
        return ask_in_turn(session, workspace, samples.size(), prepare, marginals, take);
    }
    const auto best = [&](const UnpreparedEvidence& given) {
        return question.task.task == io::UaiTask::mpe
                   ? &engine.most_probable_explanation(*given.evidence, workspace)
                   : &engine.most_probable_assignment(question.query, *given.evidence, workspace);
    };
    ask_in_turn(session, workspace, samples.size(), prepare, best, take);
}

int uai(Session& session, const UaiRequest& request) {
    UaiQuestion question{task_of(request), {}, 0};
    const bool needs_query = question.task.task == io::UaiTask::mmap;
    if (needs_query && request.query.empty())
        throw UsageError("MMAP needs a QUERY, the file of the variables in question");
    if (!needs_query && !request.query.empty()) throw UsageError("only MMAP takes a QUERY");
    refuse_to_overwrite(request.output, {request.model, request.evidence, request.query},
                        {"the results", "they are computed from"});
    io::UaiModel model = load_uai_model(session, request.model);
    const std::vector<Evidence> samples =
        read_file_of(request.evidence, model.network, io::read_uai_evidence);
    if (needs_query)
        question.query = read_file_of(request.query, model.network, io::read_uai_query);
    question.log_partition = model.log_partition;
    const Stopwatch watch;
    const InferenceEngine engine(std::move(model.network), engine_options(session));
    session.timings.add_construction(watch.milliseconds());
    UaiResults results(session, request, engine, question, samples.size());
    ask(session, engine, question, samples, results);
    return results.finish();
}

}  // namespace

std::vector<std::string> uai_tasks() {
    std::vector<std::string> words;
    for (const TaskWord& known : task_words) words.emplace_back(known.word);
    return words;
}

Action set_up_uai(Options& options, Session& session) {
    const auto given = std::make_shared<UaiRequest>();
    options.argument(
        "TASK", given->task,
        "PR: log10 of the partition function or of P(evidence); MAR: the posterior of "
        "every variable; MPE: the most probable states; MMAP: those of some variables");
    options.argument("MODEL", given->model,
                     "Model of the competitions (.uai), - for one on standard input, or any other "
                     "network, whose variables and states are counted from 0");
    options.argument("EVID", given->evidence, "File of evidence (.evid), one set or several");
    options.optional_argument(
        "QUERY", given->query,
        "With MMAP, file with the variables (.query): their number and these");
    options.text("-o,--output", given->output, "FILE",
                 "File of results to write; default: standard output");
    add_question_options(options, session);
    return [given, &session] { return uai(session, *given); };
}

}  // namespace pgm::apps
