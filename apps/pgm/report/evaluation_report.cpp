#include <apps/pgm/report/evaluation_report.hpp>

#include <apps/pgm/render/wording.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace pgm::apps {
namespace {

constexpr int digits = 4, digits_of_weights = 12;
constexpr std::size_t most_classes_counted = 24;

std::string number(const std::optional<double>& value) {
    return value ? to_text(*value, digits) : "-";
}

std::string percent(const std::optional<double>& share) {
    return share ? to_text(100 * *share, digits) + " %" : "-";
}

/// A cell of the table of structures, or of that of classes.
Shown cell(std::string heading, std::string text) {
    return {std::move(heading), std::move(text), Align::right};
}

Fact measure(std::string key, std::string heading, const std::optional<double>& value) {
    return {std::move(key), value, cell(std::move(heading), number(value))};
}

/// A class: for people a row of the confusion matrix, the truth, with a column per prediction and
/// then the measures.
Report class_row(const Evaluation& evaluation, std::size_t k) {
    const ConfusionMatrix& matrix = evaluation.confusion;
    const std::size_t classes = matrix.classes.size();
    const ClassScores& scores = evaluation.classes[k];
    Report row{
        {"class", matrix.classes[k], Shown{"truth \\ predicted", shown_name(matrix.classes[k])}},
        {"rows", Count{scores.rows}}};
    for (std::size_t p = 0; classes <= most_classes_counted && p < classes; ++p)
        row.add(
            cell(shown_name(matrix.classes[p]),
                 to_text(matrix.counts(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(p)),
                         digits_of_weights)));
    if (std::ranges::any_of(matrix.undecided, [](double count) { return count > 0; }))
        row.add(cell("undecided", to_text(matrix.undecided[k], digits_of_weights)));
    return row.append({measure("precision", "precision", scores.precision),
                       measure("recall", "recall", scores.recall),
                       measure("f1", "F1", scores.f1),
                       measure("auc", "AUC", evaluation.class_auc[k]),
                       {"average_precision", evaluation.class_average_precision[k]}});
}

ReportRows class_rows(const Evaluation& evaluation) {
    return [&evaluation](const ReportRows::Visit& visit) {
        for (std::size_t k = 0; k < evaluation.classes.size(); ++k) visit(class_row(evaluation, k));
    };
}

std::vector<std::vector<Count>> confusion_counts(const ConfusionMatrix& matrix) {
    std::vector<std::vector<Count>> rows;
    for (const auto& row : matrix.counts.rowwise())
        rows.push_back(counts({row.begin(), row.end()}));
    return rows;
}

/// From the accuracy to the confusion matrix: the members that come right after the seed.
Report measures_report(const learners::ValidationSummary& summary) {
    const Evaluation& evaluation = summary.evaluation;
    const MatrixScores& scores = evaluation.matrix_scores;
    const std::optional<double>& sd = summary.accuracy_sd;
    return {{"accuracy", evaluation.accuracy, cell("accuracy", percent(evaluation.accuracy))},
            {"accuracy_sd", sd, Shown{"", sd ? "+- " + to_text(100 * *sd, 3) : ""}},
            measure("log_loss", "log loss", evaluation.log_loss.mean),
            measure("brier", "Brier", evaluation.brier),
            measure("auc", "AUC", evaluation.auc),
            {"classes", evaluation.confusion.classes},
            {"confusion", confusion_counts(evaluation.confusion)},
            {"undecided", counts(evaluation.confusion.undecided)},
            {"impossible_truths", Count{evaluation.log_loss.impossible}},
            measure("calibration_error", "calibration error", evaluation.calibration_error),
            {"per_class", class_rows(evaluation)},
            {"kappa", scores.kappa},
            {"mcc", scores.mcc},
            {"balanced_accuracy", scores.balanced_accuracy},
            {"macro_f1", scores.macro_f1},
            {"average_precision", evaluation.average_precision}};
}

/// The facts of an evaluation that reached no fold.
Report nothing_measured() {
    const Report measures = measures_report({});
    Report report;
    for (Fact fact : measures.facts()) {
        fact.datum->value = {};
        auto* const shown = std::get_if<Shown>(&fact.shown);
        if (shown != nullptr && !shown->text.empty()) shown->text = "-";
        report.add(std::move(fact));
    }
    return report;
}

/// The total, the mean of a row, and what the posteriors promised of it.
Report cost_report(const CostOfActions& of) {
    Report actions;
    for (std::size_t i = 0; i < of.actions.size(); ++i)
        actions.add(of.actions[i], Count{of.cost.actions[i]});
    return {measure("total", "total cost", of.cost.total),
            measure("mean", "per row", of.cost.mean),
            measure("expected", "expected", of.cost.expected),
            {"actions", actions},
            {"undecided", Count{of.cost.undecided}}};
}

Report comparison_report(const PairedComparison& pair, const std::optional<SignedRanks>& ranks) {
    Report report{{"difference", pair.mean_difference}, {"t", pair.t}, {"p_value", pair.p_value}};
    if (ranks) report.add("signed_ranks_p_value", ranks->p_value);
    return report;
}

/// "  actions: treat 12, wait 138"
std::string actions_text(const CostOfActions& of) {
    std::string text = "  actions: ";
    for (std::size_t i = 0; i < of.cost.actions.size(); ++i)
        text += (i > 0 ? ", " : "") + of.actions[i] + " " +
                to_text(of.cost.actions[i], digits_of_weights);
    if (of.cost.undecided > 0) text += ", none " + to_text(of.cost.undecided, digits_of_weights);
    return text;
}

/// "mean ranks over 10 folds: lda 1.2, nb 2.1, tan 2.7; critical difference 1.05, Friedman p =
/// 0.004"
std::string ranks_text(const std::vector<EvaluationReport>& reports, const MeanRanks& ranks) {
    const auto rank_of = [](const EvaluationReport& report) {
        return report.structure + " " + to_text(*report.mean_rank, 3);
    };
    return "mean ranks over " + counted(ranks.sets, "fold") + ": " + join(reports, rank_of) +
           "; critical difference " + to_text(ranks.critical_difference, 3) +
           ", Friedman p = " + to_text(ranks.p_value, 3);
}

/// A difference of shares in hundredths, with its sign. What is left of the rounding of equal means
/// is no difference.
std::string points_text(double difference) {
    constexpr double rounding = 1e-12;
    if (std::fabs(difference) < rounding) return "0 points";
    return (difference > 0 ? "+" : "") + counted(to_text(100 * difference, 3), "point");
}

/// "tan against nb: +2 points, p = 0.4 (corrected resampled t test over 10 folds)"
std::string comparison_text(const EvaluationReport& report, const std::string& first) {
    const PairedComparison& pair = *report.against_first;
    const std::string text =
        report.structure + " against " + first + ": " + points_text(pair.mean_difference) +
        ", p = " + to_text(pair.p_value, 3) + " (corrected resampled t test over " +
        counted(pair.folds, "fold") + ")";
    if (!report.ranks_against_first) return text;
    return text + ", " + to_text(report.ranks_against_first->p_value, 3) + " (signed ranks)";
}

Report comparisons(const std::vector<EvaluationReport>& reports,
                   const std::optional<MeanRanks>& ranks) {
    Report text;
    for (const EvaluationReport& report : reports)
        if (report.against_first)
            text.add(Sentence{comparison_text(report, reports.front().structure)});
    // Of two structures the signed ranks say more.
    if (ranks && reports.size() > 2) text.add(Sentence{ranks_text(reports, *ranks)});
    return text.facts().empty() ? text : Report{Sentence{}}.append(text);
}

/// The measures over all classes beside those of the table of structures.
std::string means_text(const Evaluation& evaluation) {
    const MatrixScores& scores = evaluation.matrix_scores;
    return "  kappa " + number(scores.kappa) + ", MCC " + number(scores.mcc) +
           ", balanced accuracy " + percent(scores.balanced_accuracy) + ", macro F1 " +
           number(scores.macro_f1) + ", average precision " + number(evaluation.average_precision);
}

Report plots_report(const std::vector<EvaluationReport>& reports) {
    Report text;
    for (const EvaluationReport& report : reports)
        if (report.plots)
            for (const std::string& path : *report.plots) text.add(Sentence{"  " + path});
    if (text.facts().empty()) return text;
    Report all;
    for (const EvaluationReport& report : reports)
        if (report.plots_page)
            all.add(Sentence{}).add(Sentence{"all plots on one page: " + *report.plots_page});
    return all.add(Sentence{}).add(Sentence{"plots"}).append(text);
}

}  // namespace

Report classes_report(const EvaluationReport& report) {
    if (!report.summary) return {};
    const Evaluation& evaluation = report.summary->evaluation;
    Report text{Sentence{}, Section{report.structure, class_rows(evaluation)},
                Sentence{means_text(evaluation)}};
    if (report.cost) text.add(Sentence{actions_text(*report.cost)});
    if (const double impossible = evaluation.log_loss.impossible; impossible > 0)
        text.add(
            Sentence{"  " + counted(to_text(impossible, digits_of_weights), "row") +
                     " had a true class of probability 0; each counts 744.44 in the log loss"});
    return text;
}

Report evaluation_report(const EvaluationReport& report) {
    const std::optional<learners::ValidationSummary>& summary = report.summary;
    Report result{{"structure", report.structure, Shown{"", report.structure}},
                  {"rows", report.rows},
                  {"folds", report.folds},
                  {"seed", report.seed}};
    result.append(summary ? measures_report(*summary) : nothing_measured());
    result.add("repeats", report.repeats);
    result.add("fold_accuracies",
               counts(summary ? summary->fold_accuracies : std::vector<double>()));
    result.add("partial", report.partial());
    result.add("splits_done", report.test_sets_done).add("splits", report.test_sets);
    if (report.against_first)
        result.add("against_first",
                   comparison_report(*report.against_first, report.ranks_against_first));
    if (report.mean_rank) result.add("mean_rank", report.mean_rank);
    if (report.cost) result.add("cost", cost_report(*report.cost));
    if (report.plots) result.add("plots", *report.plots);
    if (report.plots_page) result.add("plots_page", *report.plots_page);
    if (!report.reason.empty()) result.add("reason", report.reason);
    return result;
}

Report evaluation_text(const std::vector<EvaluationReport>& reports,
                       const std::optional<MeanRanks>& ranks) {
    const bool costs = std::ranges::any_of(
        reports, [](const EvaluationReport& report) { return report.cost.has_value(); });
    Report text{Section{
        .title = "",
        .rows = rows_of(reports,
                        [&](const EvaluationReport& report) {
                            Report row = evaluation_report(report);
                            if (costs && !report.cost)
                                for (const char* heading : {"total cost", "per row", "expected"})
                                    row.add(cell(heading, "-"));
                            return row;
                        }),
        .indent = 0}};
    for (const EvaluationReport& report : reports)
        if (!report.reason.empty())
            text.add(Sentence{}).add(Sentence{"no structure is named: " + report.reason});
    text.append(comparisons(reports, ranks));
    for (const EvaluationReport& report : reports) text.append(classes_report(report));
    return text.append(plots_report(reports));
}

}  // namespace pgm::apps
