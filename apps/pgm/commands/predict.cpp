#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/options/classifier_input.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/report/csv_writer.hpp>
#include <apps/pgm/report/prediction_table.hpp>
#include <apps/pgm/report/report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/exit_status.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/output_path.hpp>
#include <io/file/output_file.hpp>
#include <io/loss_matrix_file.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <memory>

namespace pgm::apps {
namespace {

struct PredictRequest {
    ClassifierInput classifier;
    std::string data;
    std::string path = "-";
    bool probabilities = false;
    bool log_probabilities = false;
    std::string kept;
    std::string loss;
    std::string reject;
    std::string tie;
    std::string unseen = "missing";
    std::size_t threads = 0;
    DataChoices table;
    TimeLimit limit;
};

/// The losses that were asked for; nothing when the most probable class is wanted.
std::optional<LossMatrix> losses(const PredictRequest& request,
                                 const std::vector<std::string>& classes) {
    if (request.loss.empty() && request.reject.empty()) return std::nullopt;
    LossMatrix matrix = request.loss.empty()
                            ? zero_one_loss(classes)
                            : io::read_loss_matrix(request.loss, classes, {},
                                                   request.table.reader_options().encoding);
    if (request.reject.empty()) return matrix;
    const std::optional<double> cost = parse_number(request.reject);
    if (!cost)
        throw UsageError("--reject takes the cost of rejecting, a number, not '" + request.reject +
                         "'");
    return with_reject(std::move(matrix), *cost);
}

TieRule tie_rule(const PredictRequest& request, const LossMatrix& matrix) {
    TieRule rule;
    if (!request.tie.empty()) rule.preferred = action_index(matrix, request.tie);
    return rule;
}

/// Of the open object, what came of all rows together.
void write_summary(JsonText& json, const Predictions& predictions,
                   const std::vector<Decision>& decisions) {
    json.key("undecided")
        .count(static_cast<std::size_t>(std::ranges::count_if(decisions, &Decision::undecided)));
    json.key("ties").count(
        static_cast<std::size_t>(std::ranges::count_if(decisions, &Decision::tied)));
    write_report(json, predictions.report);
}

void write(Session& session, const std::string& path, const PredictionTable& table) {
    const auto to_output = [&session](std::string_view text) { session.out.write(text); };
    const bool file = !is_standard_output(path);
    if (file) {
        io::OutputFile written(path);
        table.write_csv([&written](std::string_view text) { written.write(text); },
                        separator_for(path));
        written.commit();
    } else if (!session.json) {
        table.write_csv(to_output);
    }
    if (!session.json) return;
    JsonText json;
    json.begin_object();
    if (file) {
        json.key("written").string(path).key("rows").count(table.predictions.rows());
    } else {
        table.write_rows(json.key("rows"), to_output);
    }
    write_summary(json, table.predictions, table.decisions);
    session.out.write(json.end_object().take() + "\n");
}

std::vector<std::string> names_to_keep(const PredictRequest& request) {
    if (request.kept.empty()) return {};
    std::vector<std::string> names = split_names(request.kept, "--keep");
    for (auto name = names.begin(); name != names.end(); ++name)
        if (std::find(names.begin(), name, *name) != name)
            throw UsageError("--keep names the column '" + shown_name(*name) + "' twice");
    return names;
}

/// What the classifier does not look at is kept as it is written: 007 is the name of a row, not the
/// number 7.
std::vector<io::ColumnDeclaration> verbatim_columns(const PredictRequest& request,
                                                    const Classifier& classifier,
                                                    const std::vector<std::string>& kept) {
    if (is_arff(request.data)) return {};
    std::vector<io::ColumnDeclaration> columns;
    for (const std::string& name : kept)
        if (std::ranges::find(classifier.features(), name, &Variable::name) ==
            classifier.features().end())
            columns.push_back(
                {.name = name, .max_states = std::numeric_limits<std::uint32_t>::max()});
    return columns;
}

/// Fills in the columns to be kept; they are not said to be ignored.
void keep(PredictionTable& table, Predictions& predictions, const Dataset& data,
          const std::vector<std::string>& names) {
    const std::vector<std::string> own = table.own_columns();
    for (const std::string& name : names) {
        if (std::ranges::find(own, name) != own.end())
            throw UsageError(
                "the predictions have a column '" + shown_name(name) + "' of their own",
                "rename the one of the data");
        table.kept.push_back(&data.column(name));
    }
    std::erase_if(predictions.report.ignored, [&names](const std::string& name) {
        return std::ranges::find(names, name) != names.end();
    });
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
    print_problem({Problem::Severity::note, "no decision in " + std::to_string(undecided) + " of " +
                                                std::to_string(decisions.size()) +
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

    const std::vector<std::string> kept = names_to_keep(request);
    const Dataset data = request.table.read(
        session, request.data, verbatim_columns(request, predictor.classifier(), kept));
    Predictions predictions = timed(session, [&] {
        return predictor.predict(data, {.unseen = policy, .threads = request.threads});
    });
    const std::vector<Decision> decisions =
        matrix ? decide(predictions, *matrix, ties) : decide(predictions, ties);
    PredictionTable table{.predictions = predictions,
                          .decisions = decisions,
                          .actions = matrix ? matrix->actions : classes,
                          .probabilities = request.probabilities,
                          .log_probabilities = request.log_probabilities};
    keep(table, predictions, data, kept);
    print_report(predictions.report);
    say_undecided(decisions);
    write(session, request.path, table);
    return fine;
}

}  // namespace

Action set_up_predict(Options& options, Session& session) {
    const auto given = std::make_shared<PredictRequest>();
    options.argument("MODEL", given->classifier.path,
                     "Fitted classifier (.pgmodel), or any model with --class");
    options.argument(
        "DATA", given->data,
        "Table of data (.csv, .tsv, .txt, .arff, also with .gz), or - for CSV on standard input");
    options.text("-o,--output", given->path, "FILE",
                 "CSV file to write, compressed if its name ends in .gz; default: standard output");
    options.flag("--proba", given->probabilities, "A column P(state) for every state of the class");
    options.flag("--log-proba", given->log_probabilities,
                 "A column log P(state), the natural logarithm, which is exact where the "
                 "probability is too small to be written, for every state of the class");
    options.text("--keep", given->kept, "COLUMNS",
                 "Columns of DATA to write before the predictions, separated by commas; with their "
                 "original text unless the classifier uses them");
    options.text("--loss", given->loss, "FILE",
                 "Loss matrix (CSV: a header of classes, a line per action); the action of least "
                 "expected loss is predicted");
    options.text("--reject", given->reject, "COST",
                 "An additional action, 'reject', with this cost for every class");
    options.text("--tie", given->tie, "NAME",
                 "The class, or action, that is predicted in ties; default: the first in order");
    options.text("--unseen", given->unseen, "POLICY",
                 "Values that do not occur in the training data: error, missing (as an empty "
                 "cell), or other; default: missing");
    options.count("--threads", given->threads, 0,
                  "Threads to compute on; default: one per core. The result does not depend on it");
    given->classifier.add_to(options);
    given->table.add_to(options);
    options.text("--time-limit", given->limit.text, "SECONDS",
                 "Stop after this time without writing anything; default: no limit");
    return [given, &session] { return predict(session, *given); };
}

}  // namespace pgm::apps
