#include <apps/pgm/commands/commands.hpp>
#include <apps/pgm/commands/target_commands.hpp>
#include <apps/pgm/options/classifier_input.hpp>
#include <apps/pgm/options/data_choices.hpp>
#include <apps/pgm/options/interval_choices.hpp>
#include <apps/pgm/options/name_list.hpp>
#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/predictions/prediction_output.hpp>
#include <apps/pgm/report/predictions/prediction_table.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <apps/pgm/shell/file_names.hpp>
#include <apps/pgm/shell/interruption.hpp>
#include <apps/pgm/shell/progress_bar.hpp>
#include <io/loss_matrix_file.hpp>
#include <pgm/classify/prediction_intervals.hpp>
#include <pgm/classify/weights_of_evidence.hpp>
#include <pgm/core/error.hpp>
#include <pgm/core/text/number_text.hpp>
#include <sources/database/database.hpp>

#include <algorithm>
#include <memory>
#include <optional>
#include <utility>

namespace pgm::apps {
namespace {

struct PredictRequest {
    ClassifierInput classifier;
    std::string data;
    std::string path = "-";
    bool probabilities = false;
    bool log_probabilities = false;
    bool explanations = false;
    std::string kept;
    std::string loss;
    std::string reject;
    std::string tie;
    std::string unseen = "missing";
    std::size_t threads = 0;
    TargetChoices target;
    DataChoices table;
    TimeLimit limit;
};

/// The losses that were asked for; null when the most probable class is wanted.
std::optional<LossMatrix> losses(const PredictRequest& request,
                                 const std::vector<std::string>& classes) {
    if (request.loss.empty() && request.reject.empty()) return std::nullopt;
    LossMatrix matrix = request.loss.empty()
                            ? zero_one_loss(classes)
                            : io::read_loss_matrix(request.loss, classes, {},
                                                   request.table.reader_options().encoding);
    if (request.reject.empty()) return matrix;
    return with_reject(std::move(matrix), parse_number_option("--reject", request.reject,
                                                              "the cost of rejecting, a number"));
}

/// How sure the probabilities of classes are; null where that is not asked for, and for a target,
/// which has another interval. Each draw is a classifier, so there are fewer of them than a
/// question has.
std::optional<IntervalOptions> intervals_of(const PredictRequest& request) {
    constexpr std::size_t draws = 400;
    if (request.target.given()) {
        request.target.interval();
        return std::nullopt;
    }
    if (request.target.probability.empty()) return std::nullopt;
    return IntervalOptions{parse_interval(request.target.probability), draws};
}

TieRule tie_rule(const PredictRequest& request, const LossMatrix& matrix) {
    TieRule rule;
    if (!request.tie.empty()) rule.preferred = action_index(matrix, request.tie);
    return rule;
}

/// How the rows of a block are decided.
struct Decider {
    const Predictor& predictor;
    PredictOptions options;
    std::optional<LossMatrix> matrix;
    TieRule ties;
    std::optional<IntervalPredictor> intervals{};

    std::vector<Decision> operator()(const Predictions& predictions) const {
        return matrix ? decide(predictions, *matrix, ties) : decide(predictions, ties);
    }
};

/// Predicts the rows of a block, as often as `--repeat` says, and adds the times.
Predictions predict_block(const Predictor& predictor, const Dataset& data,
                          const PredictOptions& options, std::vector<double>& milliseconds) {
    Predictions predictions;
    for (double& time : milliseconds) {
        const Stopwatch watch;
        predictions = predictor.predict(data, options);
        time += watch.milliseconds();
    }
    return predictions;
}

/// A block of rows with what is decided of them.
struct DecidedBlock {
    Dataset data;
    Predictions predictions;
    std::vector<Decision> decisions;
    std::optional<WeightsOfEvidence> weights;
    std::vector<std::optional<CredibleInterval>> intervals;

    PredictedRows rows() const { return {data, predictions, decisions, weights, intervals}; }
};

/// Predicts a block and decides the rows of it that were reached before a stop.
DecidedBlock decided_block(const Decider& decider, const Dataset& data,
                           const PredictOptions& options, bool has_explanations,
                           std::vector<double>& milliseconds) {
    DecidedBlock block;
    block.predictions = predict_block(decider.predictor, data, options, milliseconds);
    block.data = data.view_rows(0, block.predictions.rows());
    block.decisions = decider(block.predictions);
    if (has_explanations)
        block.weights =
            weights_of_evidence(decider.predictor, block.data, block.decisions, options);
    if (decider.intervals) block.intervals = decider.intervals->intervals(block.data, options);
    return block;
}

/// Adds together the counts of all ranks.
void add_counts_of_ranks(const sources::Ranks& ranks, PredictionTotals& totals) {
    const std::vector<double> counts = sources::add_together(
        ranks, {static_cast<double>(totals.undecided), static_cast<double>(totals.ties)});
    totals.undecided = static_cast<std::size_t>(counts[0]);
    totals.ties = static_cast<std::size_t>(counts[1]);
}

/// Reads, predicts and writes block by block, until it is stopped; the timings get the median over
/// the repetitions. Ranks predict in rounds of a block for each: all read the table and see what
/// does not match, one predicts a block, and the first writes the blocks in order.
PredictionTotals predict_blocks(Session& session, const io::TableBlocks& blocks,
                                const Decider& decider, const PredictionTable& table,
                                PredictionOutput& output, const sources::Ranks* ranks) {
    const Classifier& classifier = decider.predictor.classifier();
    const std::size_t rows = rows_of_block(classifier), size = ranks ? ranks->size() : 1,
                      own = ranks ? ranks->rank() : 0;
    PredictionTotals totals;
    std::vector<double> milliseconds(session.repeat);
    ProgressBar bar("row");
    for (bool is_end = false; !is_end && !totals.partial;) {
        std::string lines;
        for (std::size_t rank = 0; rank < size && !is_end; ++rank) {
            const std::optional<Dataset> data = next_block(session, blocks, rows);
            is_end = !data;
            if (is_end) break;
            PredictOptions options = decider.options;
            options.first_row = totals.rows;
            if (rank != own) {
                options.stop = StopToken([] { return true; });  // the report alone
                totals.add(decider.predictor.predict(*data, options), {}, classifier);
                totals.rows += data->rows();
                continue;
            }
            try {
                const DecidedBlock block =
                    decided_block(decider, *data, options, table.explanations, milliseconds);
                totals.partial = !ranks && block.predictions.rows() < data->rows();
                totals.add(block.predictions, block.decisions, classifier);
                if (ranks)
                    lines = output.lines(block.rows());
                else
                    output.write(block.rows());
            } catch (const Stopped&) {
                if (ranks) throw;
                totals.partial = true;
            }
        }
        if (ranks)
            for (const std::string& of_rank : ranks->gather(lines)) output.write_lines(of_rank);
        else if (!output.is_on_terminal())
            bar.count(totals.rows);
    }
    if (ranks) add_counts_of_ranks(*ranks, totals);
    session.timings.add(0, median(std::move(milliseconds)));
    return totals;
}

/// Predicts a continuous target.
int predict_number(Session& session, const PredictRequest& request, UnseenPolicy unseen) {
    const TargetChoices& target = request.target;
    target.refuse_with("--class", !request.classifier.class_name.empty());
    target.refuse_with("--proba", request.probabilities);
    target.refuse_with("--log-proba", request.log_probabilities);
    target.refuse_with("--explain", request.explanations);
    target.refuse_with("--loss", !request.loss.empty());
    target.refuse_with("--reject", !request.reject.empty());
    target.refuse_with("--tie", !request.tie.empty());
    const std::vector<std::string> kept = parse_kept(request.kept);
    return predict_target(session, {.model = request.classifier.path,
                                    .data = request.data,
                                    .output = request.path,
                                    .target = target,
                                    .kept = kept,
                                    .unseen = unseen,
                                    .threads = request.threads,
                                    .table = request.table,
                                    .limit = request.limit});
}

int predict(Session& session, const PredictRequest& request) {
    const UnseenPolicy policy = parse_words(parse_unseen_policy, request.unseen);
    refuse_swapped("predict", request.classifier.path, request.data);
    refuse_to_overwrite(request.path, {request.classifier.path, request.data, request.loss},
                        {"the predictions", "they are made from"});
    if (!sources::is_database_address(request.path))
        require_table_name(request.path, "predictions");
    const std::optional<IntervalOptions> interval = intervals_of(request);
    if (request.target.given()) return predict_number(session, request, policy);
    const Interruption interruption(request.limit.seconds());
    const Predictor predictor(request.classifier.read(session), engine_options(session));
    const Classifier& classifier = predictor.classifier();
    const std::vector<std::string>& classes = classifier.class_variable().states();
    const std::optional<LossMatrix> matrix = losses(request, classes);
    // What can be refused is made before the aggregates: GCC 12 destroys a member that was
    // initialised by nested braces twice when the initialiser of a later one throws.
    const TieRule ties = tie_rule(request, matrix ? *matrix : zero_one_loss(classes));
    const Decider decider{
        .predictor = predictor,
        .options = {.unseen = policy, .threads = request.threads, .stop = interruption.token()},
        .matrix = matrix,
        .ties = ties,
        .intervals = interval ? std::optional<IntervalPredictor>(std::in_place, classifier,
                                                                 *interval, engine_options(session))
                              : std::nullopt};
    const PredictionTable table{.classifier = classifier,
                                .actions = matrix ? matrix->actions : classes,
                                .probabilities = request.probabilities || interval,
                                .log_probabilities = request.log_probabilities,
                                .explanations = request.explanations,
                                .intervals = interval.has_value(),
                                .kept = parse_kept(request.kept)};
    const io::TableBlocks blocks =
        request.table.blocks(request.data, classifier.features(), table.kept);
    check_kept(table.kept, table.own_columns(), blocks.names);
    PredictionOutput output(session, request.path, table);
    PredictionTotals totals = predict_blocks(session, blocks, decider, table, output,
                                             output.is_json() ? nullptr : session.ranks);
    totals.add_skipped(blocks.skipped, table);
    print_totals(totals);
    output.finish(totals);
    return totals.partial ? report_stopped_rows(request.path, totals.rows, interruption.reason())
                          : int{fine};
}

}  // namespace

Action set_up_predict(Options& options, Session& session) {
    const auto given = std::make_shared<PredictRequest>();
    options.argument("MODEL", given->classifier.path,
                     "Fitted classifier (.pgmodel, .json), or any model with --class or --target");
    DataChoices::add_argument(options, given->data);
    options.text(
        "-o,--output", given->path, "FILE",
        "CSV file to write (.csv, .tsv, .txt), compressed if its name ends in .gz or .zst, or a "
        "new table of a database ('pgm help databases'); default: standard output");
    options.flag("--proba", given->probabilities, "A column P(state) for every state of the class");
    options.flag("--log-proba", given->log_probabilities,
                 "A column log P(state), the natural logarithm, which is exact where the "
                 "probability is too small to be written, for every state of the class");
    options.flag("--explain", given->explanations,
                 "Feature contributions: the log odds of the predicted class, a column W(feature) "
                 "with their "
                 "change when the cell is left out, and the largest ones as a text");
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
    options.threads(given->threads);
    given->classifier.add_to(options);
    given->target.add_to(options);
    given->table.add_to(options);
    options.group("Options");
    given->limit.add_to(
        options,
        "Stop after this time: no file is written, and standard output has the rows until "
        "then; default: no limit");
    return [given, &session] {
        given->table.threads = given->threads;
        return predict(session, *given);
    };
}

}  // namespace pgm::apps
