#include <apps/pgm/report/predictions/prediction_output.hpp>

#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <pgm/core/text/number_text.hpp>

#include <algorithm>
#include <string_view>

namespace pgm::apps {

void PredictionTotals::add(const Predictions& predictions, const std::vector<Decision>& decisions,
                           const Classifier& classifier) {
    if (rows == 0)
        report = predictions.report;
    else
        append(report, predictions.report, classifier.features());
    rows += decisions.size();
    for (const Decision& decision : decisions) {
        undecided += decision.undecided();
        ties += decision.tied;
    }
}

void PredictionTotals::add_skipped(const std::vector<std::string>& skipped,
                                   const PredictionTable& table) {
    report.ignored.insert(report.ignored.end(), skipped.begin(), skipped.end());
    std::erase_if(report.ignored, [&table](const std::string& name) {
        return name == table.classifier.class_name() ||
               std::ranges::find(table.kept, name) != table.kept.end();
    });
}

void print_totals(const PredictionTotals& totals) {
    print_report(totals.report);
    if (totals.undecided > 0)
        print_note("no decision in " + std::to_string(totals.undecided) + " of " +
                   counted(totals.rows, "row") + ": no class has a positive density there");
}

PredictionOutput::PredictionOutput(Session& session, const std::string& path,
                                   const PredictionTable& table)
    : table_(table), output_(session, path, table.columns()) {}

void PredictionOutput::write(const PredictedRows& rows) {
    const auto write = [this](std::string_view text) { output_.write(text); };
    if (!output_.is_json()) return table_.write_csv(rows, write, output_.style());
    for (std::size_t row = 0; row < rows.decisions.size(); ++row)
        output_.add(table_.row(rows, row));
}

std::string PredictionOutput::lines(const PredictedRows& rows) const {
    std::string lines;
    table_.write_csv(
        rows, [&lines](std::string_view text) { lines += text; }, output_.style());
    return lines;
}

void PredictionOutput::finish(const PredictionTotals& totals) {
    output_.finish(totals.rows, totals.partial,
                   {{"undecided", totals.undecided}, {"ties", totals.ties}}, totals.report);
}

}  // namespace pgm::apps
