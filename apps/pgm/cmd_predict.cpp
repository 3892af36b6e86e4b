#include <apps/pgm/classifier_input.hpp>
#include <apps/pgm/commands.hpp>
#include <apps/pgm/data_choices.hpp>
#include <apps/pgm/errors.hpp>
#include <apps/pgm/exit_status.hpp>
#include <apps/pgm/interruption.hpp>
#include <apps/pgm/output_path.hpp>
#include <apps/pgm/prediction_csv.hpp>
#include <io/file/output_file.hpp>
#include <io/loss_matrix_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/number_text.hpp>

#include <algorithm>
#include <memory>

namespace pgm::apps {
namespace {

struct PredictRequest {
    ClassifierInput classifier;
    std::string data;
    std::string path = "-";
    bool probabilities = false;
    std::string loss;
    std::string reject;
    std::string tie;
    std::string unseen = "missing";
    std::size_t threads = 0;
    DataChoices table;
    TimeLimit limit;
};

/// The losses that were asked for; nothing when the most probable class is wanted.
std::optional<LossMatrix> losses(const PredictRequest& request, const std::vector<std::string>& classes) {
    if (request.loss.empty() && request.reject.empty()) return std::nullopt;
    LossMatrix matrix = request.loss.empty() ? zero_one_loss(classes) : io::read_loss_matrix(request.loss, classes);
    if (request.reject.empty()) return matrix;
    const std::optional<double> cost = parse_number(request.reject);
    if (!cost) throw UsageError("--reject takes the cost of rejecting, a number, not '" + request.reject + "'");
    return with_reject(std::move(matrix), *cost);
}

TieRule tie_rule(const PredictRequest& request, const LossMatrix& matrix) {
    TieRule rule;
    if (!request.tie.empty()) rule.preferred = action_index(matrix, request.tie);
    return rule;
}

void write_summary(Session& session, const PredictRequest& request, const Predictions& predictions, const std::vector<Decision>& decisions) {
    if (!session.json || request.path == "-") return;
    JsonText json;
    json.begin_object().key("rows").count(predictions.rows());
    json.key("undecided").count(static_cast<std::size_t>(std::ranges::count_if(decisions, &Decision::undecided)));
    json.key("ties").count(static_cast<std::size_t>(std::ranges::count_if(decisions, &Decision::tied)));
    write_report(json, predictions.report);
    session.out.write(json.end_object().take() + "\n");
}

UnseenPolicy policy_of(const PredictRequest& request) {
    try {
        return parse_unseen_policy(request.unseen);
    } catch (const ArgumentError& error) {
        throw UsageError(error.message(), error.hint());
    }
}

void say_undecided(const std::vector<Decision>& decisions) {
    const auto undecided = std::ranges::count_if(decisions, &Decision::undecided);
    if (undecided == 0) return;
    print_problem({Problem::Severity::note, "no decision in " + std::to_string(undecided) + " of " + std::to_string(decisions.size()) +
                                                " rows: no class has a positive density there"});
}

int predict(Session& session, const PredictRequest& request) {
    const UnseenPolicy policy = policy_of(request);
    refuse_to_overwrite(request.path, {request.classifier.path, request.data, request.loss},
                        {"the predictions", "they are made from"});
    end_program_after(request.limit.seconds());
    const Predictor predictor(request.classifier.read(session), engine_options(session));
    const std::vector<std::string>& classes = predictor.classifier().class_variable().states();
    const std::optional<LossMatrix> matrix = losses(request, classes);
    const TieRule ties = tie_rule(request, matrix ? *matrix : zero_one_loss(classes));

    const Dataset data = request.table.read(session, request.data);
    const Predictions predictions = timed(session, [&] { return predictor.predict(data, {.unseen = policy, .threads = request.threads}); });
    print_report(predictions.report);
    const std::vector<Decision> decisions = matrix ? decide(predictions, *matrix, ties) : decide(predictions, ties);
    say_undecided(decisions);

    const PredictionCsv csv{
        .predictions = predictions, .decisions = decisions, .actions = matrix ? matrix->actions : classes, .probabilities = request.probabilities};
    if (request.path == "-") {
        csv.write([&session](std::string_view text) { session.out.write(text); });
    } else {
        io::OutputFile file(request.path);
        csv.write([&file](std::string_view text) { file.write(text); });
        file.commit();
    }
    write_summary(session, request, predictions, decisions);
    return fine;
}

}  // namespace

Action set_up_predict(Options& options, Session& session) {
    const auto given = std::make_shared<PredictRequest>();
    options.argument("MODEL", given->classifier.path, "Fitted classifier (.pgmodel), or any model with --class");
    options.argument("DATA", given->data, "Table of data (.csv, .arff, also with .gz), or - for CSV on standard input");
    options.text("-o,--output", given->path, "FILE",
                 "CSV file to write, packed when its name ends in .gz; standard output without it");
    options.flag("--proba", given->probabilities, "A column P(state) for every state of the class");
    options.text("--loss", given->loss, "FILE",
                 "Loss matrix (CSV: a header of classes, a line per action); the action of least expected loss is predicted");
    options.text("--reject", given->reject, "COST", "One more action, 'reject', that costs so much whatever is true");
    options.text("--tie", given->tie, "NAME", "The class, or action, that ties go to; without it the first in order");
    options.text("--unseen", given->unseen, "POLICY",
                 "Values that training has not seen: error, missing (as if the cell were empty; so without it), or other");
    options.count("--threads", given->threads, 0, "Threads to compute on; one per core without it. The result does not depend on it");
    given->classifier.add_to(options);
    given->table.add_to(options);
    options.text("--time-limit", given->limit.text, "SECONDS", "Stop after so long, with nothing written");
    return [given, &session] { return predict(session, *given); };
}

}  // namespace pgm::apps
