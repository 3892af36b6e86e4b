#include <apps/pgm/report/page/sections.hpp>

#include <apps/pgm/render/wording.hpp>
#include <apps/pgm/report/evaluation_plots.hpp>
#include <apps/pgm/report/page/page_numbers.hpp>
#include <pgm/classify/measure/calibration_curve.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace pgm::apps {
namespace {

constexpr double normal_quantile = 1.959963984540054;  ///< of 97.5 %

/// The mean of a loss of single rows with its interval, by the central limit theorem.
ShareInterval interval_of_mean(const ScoredPredictions& scored,
                               const std::function<double(std::size_t)>& loss) {
    double weight = 0, mean = 0, squares = 0;
    for (std::size_t row = 0; row < scored.rows(); ++row) {
        const double own = scored.weight(row);
        if (!(own > 0)) continue;
        weight += own;
        const double distance = loss(row) - mean;
        mean += distance * own / weight;
        squares += own * distance * (loss(row) - mean);
    }
    const double half =
        weight > 1 ? normal_quantile * std::sqrt(squares / (weight - 1) / weight) : 0;
    return {std::max(mean - half, 0.0), mean + half};
}

double brier_of(const ScoredPredictions& scored, std::size_t row) {
    double sum = 0;
    for (std::size_t k = 0; k < scored.classes.size(); ++k) {
        const double distance = scored.probability(row)[k] - (scored.truth[row] == k ? 1.0 : 0.0);
        sum += distance * distance;
    }
    return sum;
}

double log_loss_of(const ScoredPredictions& scored, std::size_t row) {
    constexpr double of_impossible = 744.4400719213812;  // of the smallest double
    return std::isfinite(scored.log_truth[row]) ? -scored.log_truth[row] : of_impossible;
}

/// The interval of the area under the ROC curve of two classes (Hanley and McNeil 1982, "The
/// meaning and use of the area under a receiver operating characteristic curve").
std::optional<ShareInterval> interval_of_area(const ScoredPredictions& scored, double area) {
    if (scored.classes.size() != 2) return std::nullopt;
    double yes = 0, no = 0;
    for (std::size_t row = 0; row < scored.rows(); ++row)
        (scored.truth[row] == 1 ? yes : no) += scored.weight(row);
    const double both_yes = area / (2 - area), both_no = 2 * area * area / (1 + area);
    const double variance = (area * (1 - area) + (yes - 1) * (both_yes - area * area) +
                             (no - 1) * (both_no - area * area)) /
                            (yes * no);
    const double half = normal_quantile * std::sqrt(std::max(variance, 0.0));
    return ShareInterval{std::max(area - half, 0.0), std::min(area + half, 1.0)};
}

Report measure_row(const std::string& name, const std::optional<double>& value,
                   const std::optional<ShareInterval>& interval) {
    constexpr int decimals = 3;
    return {
        {"measure", name, Shown{"", name}},
        {"value", value, Shown{"", value ? decimals_text(*value, decimals) : "-", Align::right}},
        {"interval", interval ? Value(std::vector{interval->low, interval->high}) : Value(),
         Shown{"95 % interval", interval && value
                                    ? decimals_text(interval->low, decimals) + " to " +
                                          decimals_text(interval->high, decimals)
                                    : ""}}};
}

std::vector<Report> measures_of(const Evaluation& evaluation, const ScoredPredictions& scored) {
    std::vector<double> rows_of_class(scored.classes.size(), 0.0);
    for (std::size_t row = 0; row < scored.rows(); ++row)
        rows_of_class[scored.truth[row]] += scored.weight(row);
    const double weight = total_weight(scored), largest = std::ranges::max(rows_of_class) / weight;
    return {
        measure_row("accuracy", evaluation.accuracy, wilson_interval(evaluation.accuracy, weight)),
        measure_row("share of the largest class", largest, std::nullopt),
        measure_row("area under the ROC curve", evaluation.auc,
                    evaluation.auc ? interval_of_area(scored, *evaluation.auc) : std::nullopt),
        measure_row(
            "log loss", evaluation.log_loss.mean,
            interval_of_mean(scored, [&](std::size_t row) { return log_loss_of(scored, row); })),
        measure_row(
            "Brier score", evaluation.brier,
            interval_of_mean(scored, [&](std::size_t row) { return brier_of(scored, row); })),
        measure_row("calibration error", evaluation.calibration_error, std::nullopt)};
}

/// The plots with what they show; the confusion matrix only where the table of classes has none.
void add_plots(Report& page, const EvaluationReport& report, const ScoredPredictions& scored) {
    constexpr std::size_t most_classes_in_table = 24;
    for (const auto& [kind, plot] : evaluation_plots(report.structure, scored, report.repeats)) {
        if (kind == "roc")
            page.add(
                Figure{"Found among the rows of a class, against false alarms among the "
                       "others, for every threshold",
                       plot});
        else if (kind == "calibration")
            page.add(
                Figure{"How often what is predicted is true; larger dots are more rows", plot});
        else if (scored.classes.size() > most_classes_in_table)
            page.add(Figure{"True classes as rows, predictions as columns", plot});
    }
}

}  // namespace

Report validation_section(const EvaluationReport& report, const ScoredPredictions& scored) {
    Report page{Heading{"How well it predicts"}};
    page.add("measures",
             Section{.title = "", .rows = measures_of(report.summary->evaluation, scored)});
    page.add("validation", evaluation_report(report), Sentence{});
    Report classes = classes_report(report);
    for (Fact& fact : classes.facts())
        if (auto* const section = std::get_if<Section>(&fact.shown)) section->title = "By class";
    page.append(std::move(classes));
    add_plots(page, report, scored);
    return page;
}

}  // namespace pgm::apps
