#include <apps/pgm/report/evaluation_report.hpp>

#include <apps/pgm/report/wording.hpp>
#include <apps/pgm/shell/output.hpp>
#include <pgm/core/text/counted.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace pgm::apps {
namespace {

using enum TextTable::Align;

constexpr int digits = 4;
constexpr std::size_t most_rows_shown = 24;

void write_optional(JsonText& json, const std::optional<double>& value) {
    value ? json.number(*value) : json.null();
}

void write_confusion(JsonText& json, const ConfusionMatrix& matrix) {
    json.begin_array();
    for (Eigen::Index truth = 0; truth < matrix.counts.rows(); ++truth) {
        json.begin_array();
        for (Eigen::Index predicted = 0; predicted < matrix.counts.cols(); ++predicted)
            json.count(matrix.counts(truth, predicted));
        json.end_array();
    }
    json.end_array();
}

void write_classes(JsonText& json, const Evaluation& evaluation) {
    json.begin_array();
    for (std::size_t k = 0; k < evaluation.classes.size(); ++k) {
        const ClassScores& scores = evaluation.classes[k];
        json.begin_object()
            .key("class")
            .string(evaluation.confusion.classes[k])
            .key("rows")
            .count(scores.rows);
        write_optional(json.key("precision"), scores.precision);
        write_optional(json.key("recall"), scores.recall);
        write_optional(json.key("f1"), scores.f1);
        write_optional(json.key("auc"), evaluation.class_auc[k]);
        write_optional(json.key("average_precision"), evaluation.class_average_precision[k]);
        json.end_object();
    }
    json.end_array();
}

void write_numbers(JsonText& json, const std::vector<double>& values) {
    json.begin_array();
    for (const double value : values) json.count(value);
    json.end_array();
}

std::string number(const std::optional<double>& value) {
    return value ? to_text(*value, digits) : "-";
}

std::string percent(double share) {
    return to_text(100 * share, digits) + " %";
}

std::string spread(const std::optional<double>& accuracy_sd) {
    return accuracy_sd ? "+- " + to_text(100 * *accuracy_sd, 3) : "";
}

/// The total, the mean of a row, and what the posteriors promised of it.
std::vector<std::string> cost_cells(const std::optional<CostOfActions>& cost) {
    if (!cost) return {"-", "-", "-"};
    return {number(cost->cost.total), number(cost->cost.mean), number(cost->cost.expected)};
}

std::vector<std::string> overview_cells(const EvaluationReport& report) {
    if (!report.summary) return {report.structure, "-", "", "-", "-", "-", "-"};
    const Evaluation& evaluation = report.summary->evaluation;
    return {report.structure,
            percent(evaluation.accuracy),
            spread(report.summary->accuracy_sd),
            number(evaluation.log_loss.mean),
            number(evaluation.brier),
            number(evaluation.auc),
            number(evaluation.calibration_error)};
}

std::string overview(const std::vector<EvaluationReport>& reports) {
    const bool costs = std::ranges::any_of(
        reports, [](const EvaluationReport& report) { return report.cost.has_value(); });
    std::vector<std::string> head{"",    "accuracy",         "", "log loss", "Brier",
                                  "AUC", "calibration error"};
    std::vector<TextTable::Align> align{left, right, left, right, right, right, right};
    if (costs) {
        head.insert(head.end(), {"total cost", "per row", "expected"});
        align.insert(align.end(), 3, right);
    }
    TextTable table(align);
    table.add(head);
    for (const EvaluationReport& report : reports) {
        std::vector<std::string> cells = overview_cells(report);
        if (costs) std::ranges::move(cost_cells(report.cost), std::back_inserter(cells));
        table.add(std::move(cells));
    }
    return table.text();
}

/// "  actions: treat 12, wait 138"
std::string actions_text(const EvaluationReport& report) {
    if (!report.cost) return {};
    constexpr int digits_of_weights = 12;
    const Cost& cost = report.cost->cost;
    std::string text;
    for (std::size_t i = 0; i < cost.actions.size(); ++i)
        text += (i > 0 ? ", " : "  actions: ") + visible(report.cost->actions[i]) + " " +
                to_text(cost.actions[i], digits_of_weights);
    if (cost.undecided > 0) text += ", none " + to_text(cost.undecided, digits_of_weights);
    return text + "\n";
}

std::string plots_text(const std::vector<EvaluationReport>& reports) {
    std::string text;
    for (const EvaluationReport& report : reports) {
        if (!report.plots) continue;
        for (const std::string& path : *report.plots) text += "  " + visible(path) + "\n";
    }
    return text.empty() ? text : "\nplots\n" + text;
}

/// "mean ranks over 10 folds: lda 1.2, nb 2.1, tan 2.7; critical difference 1.05, Friedman p =
/// 0.004"
std::string ranks_text(const std::vector<EvaluationReport>& reports, const MeanRanks& ranks) {
    std::string text = "mean ranks over " + counted(ranks.sets, "fold") + ": ";
    for (std::size_t i = 0; i < reports.size(); ++i)
        text +=
            (i > 0 ? ", " : "") + visible(reports[i].structure) + " " + to_text(ranks.ranks[i], 3);
    return text + "; critical difference " + to_text(ranks.critical_difference, 3) +
           ", Friedman p = " + to_text(ranks.p_value, 3) + "\n";
}

/// A difference of shares in hundredths, with its sign. What is left of the rounding of equal means
/// is no difference.
std::string points_text(double difference) {
    constexpr double rounding = 1e-12;
    if (std::fabs(difference) < rounding) return "0 points";
    return (difference > 0 ? "+" : "") + counted(to_text(100 * difference, 3), "point");
}

std::string comparisons(const std::vector<EvaluationReport>& reports,
                        const std::optional<MeanRanks>& ranks) {
    std::string text;
    for (const EvaluationReport& report : reports) {
        if (!report.against_first) continue;
        const PairedComparison& pair = *report.against_first;
        text += visible(report.structure) + " against " + visible(reports.front().structure) +
                ": " + points_text(pair.mean_difference) + ", p = " + to_text(pair.p_value, 3) +
                " (corrected resampled t test over " + counted(pair.folds, "fold") + ")";
        if (report.ranks_against_first)
            text += ", " + to_text(report.ranks_against_first->p_value, 3) + " (signed ranks)";
        text += "\n";
    }
    // Of two structures the signed ranks say more.
    if (ranks && reports.size() > 2) text += ranks_text(reports, *ranks);
    return text.empty() ? text : "\n" + text;
}

/// What is measured over all classes beside the overview.
std::string means_text(const Evaluation& evaluation) {
    const MatrixScores& scores = evaluation.matrix_scores;
    return "  kappa " + number(scores.kappa) + ", MCC " + number(scores.mcc) +
           ", balanced accuracy " +
           (scores.balanced_accuracy ? percent(*scores.balanced_accuracy) : "-") + ", macro F1 " +
           number(scores.macro_f1) + ", average precision " + number(evaluation.average_precision) +
           "\n";
}

/// Rows truth, columns prediction, then what is measured per class.
std::string classes_text(const std::string& structure, const Evaluation& evaluation) {
    const ConfusionMatrix& matrix = evaluation.confusion;
    const std::size_t classes = matrix.classes.size();
    const bool undecided =
                   std::ranges::any_of(matrix.undecided, [](double count) { return count > 0; }),
               counts = classes <= most_rows_shown;
    std::vector<TextTable::Align> align(1 + (counts ? classes : 0) + (undecided ? 1 : 0) + 4,
                                        right);
    align.front() = left;
    TextTable table(align);
    std::vector<std::string> head{"truth \\ predicted"};
    if (counts) std::ranges::transform(matrix.classes, std::back_inserter(head), shown_name);
    if (undecided) head.emplace_back("undecided");
    for (const char* measure : {"precision", "recall", "F1", "AUC"}) head.emplace_back(measure);
    table.add(head);
    for (std::size_t k = 0; k < classes; ++k) {
        std::vector<std::string> line{shown_name(matrix.classes[k])};
        for (std::size_t p = 0; counts && p < classes; ++p)
            line.push_back(to_text(
                matrix.counts(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(p)), 12));
        if (undecided) line.push_back(to_text(matrix.undecided[k], 12));
        const ClassScores& scores = evaluation.classes[k];
        for (const std::optional<double>& measure :
             {scores.precision, scores.recall, scores.f1, evaluation.class_auc[k]})
            line.push_back(number(measure));
        table.add(line);
    }
    return "\n" + visible(structure) + "\n" + table.text(2) + means_text(evaluation);
}

/// From the accuracy to the confusion matrix: the members that have to come right after the seed.
void write_measures(JsonText& json, const learners::ValidationSummary& summary) {
    const Evaluation& evaluation = summary.evaluation;
    json.key("accuracy").number(evaluation.accuracy);
    write_optional(json.key("accuracy_sd"), summary.accuracy_sd);
    json.key("log_loss").number(evaluation.log_loss.mean).key("brier").number(evaluation.brier);
    write_optional(json.key("auc"), evaluation.auc);
    json.key("classes").begin_array();
    for (const std::string& name : evaluation.confusion.classes) json.string(name);
    json.end_array();
    write_confusion(json.key("confusion"), evaluation.confusion);
    write_numbers(json.key("undecided"), evaluation.confusion.undecided);
    json.key("impossible_truths")
        .count(evaluation.log_loss.impossible)
        .key("calibration_error")
        .number(evaluation.calibration_error);
    write_classes(json.key("per_class"), evaluation);
    const MatrixScores& scores = evaluation.matrix_scores;
    write_optional(json.key("kappa"), scores.kappa);
    write_optional(json.key("mcc"), scores.mcc);
    write_optional(json.key("balanced_accuracy"), scores.balanced_accuracy);
    write_optional(json.key("macro_f1"), scores.macro_f1);
    write_optional(json.key("average_precision"), evaluation.average_precision);
}

/// {"total":12,"mean":0.08,"expected":0.07,"actions":{"treat":12,"wait":138},"undecided":0}
void write_cost(JsonText& json, const CostOfActions& of) {
    json.begin_object().key("total").number(of.cost.total);
    write_optional(json.key("mean"), of.cost.mean);
    write_optional(json.key("expected"), of.cost.expected);
    json.key("actions").begin_object();
    for (std::size_t i = 0; i < of.actions.size(); ++i)
        json.key(of.actions[i]).count(of.cost.actions[i]);
    json.end_object().key("undecided").count(of.cost.undecided).end_object();
}

void write_nothing_measured(JsonText& json) {
    for (const char* measure :
         {"accuracy", "accuracy_sd", "log_loss", "brier", "auc", "classes", "confusion",
          "undecided", "impossible_truths", "calibration_error", "per_class", "kappa", "mcc",
          "balanced_accuracy", "macro_f1", "average_precision"})
        json.key(measure).null();
}

}  // namespace

void write_json(JsonText& json, const EvaluationReport& report) {
    json.begin_object()
        .key("structure")
        .string(report.structure)
        .key("rows")
        .count(report.rows)
        .key("folds")
        .count(report.folds);
    report.seed ? json.key("seed").count(static_cast<std::size_t>(*report.seed))
                : json.key("seed").null();
    report.summary ? write_measures(json, *report.summary) : write_nothing_measured(json);
    json.key("repeats").count(report.repeats);
    write_numbers(json.key("fold_accuracies"),
                  report.summary ? report.summary->fold_accuracies : std::vector<double>{});
    json.key("partial")
        .boolean(report.partial())
        .key("splits_done")
        .count(report.test_sets_done)
        .key("splits")
        .count(report.test_sets);
    if (report.against_first) {
        json.key("against_first")
            .begin_object()
            .key("difference")
            .number(report.against_first->mean_difference);
        json.key("t")
            .number(report.against_first->t)
            .key("p_value")
            .number(report.against_first->p_value);
        if (report.ranks_against_first)
            json.key("signed_ranks_p_value").number(report.ranks_against_first->p_value);
        json.end_object();
    }
    if (report.mean_rank) json.key("mean_rank").number(*report.mean_rank);
    if (report.cost) write_cost(json.key("cost"), *report.cost);
    if (report.plots) {
        json.key("plots").begin_array();
        for (const std::string& path : *report.plots) json.string(path);
        json.end_array();
    }
    json.end_object();
}

std::string text_of(const std::vector<EvaluationReport>& reports,
                    const std::optional<MeanRanks>& ranks) {
    std::string text = overview(reports) + comparisons(reports, ranks);
    for (const EvaluationReport& report : reports) {
        if (!report.summary) continue;
        text += classes_text(report.structure, report.summary->evaluation) + actions_text(report);
        const LogLoss& loss = report.summary->evaluation.log_loss;
        if (loss.impossible > 0)
            text += "  " + counted(to_text(loss.impossible, 12), "row") +
                    " had a true class of probability 0; each counts 744.44 in the log loss\n";
    }
    return text + plots_text(reports);
}

}  // namespace pgm::apps
