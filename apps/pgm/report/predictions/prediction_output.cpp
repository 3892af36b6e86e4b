#include <apps/pgm/report/predictions/prediction_output.hpp>

#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/report/csv_writer.hpp>
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
    : session_(session), path_(path), table_(table), style_{.separator = separator_for(path)} {
    if (!is_standard_output(path)) {
        file_.emplace(path);
        file_->write(table.csv_header(style_.separator));
    } else if (session.json) {
        json_rows_.emplace(sink_of(session), "rows");
    } else {
        style_.for_people = is_terminal_output();
        session.out.write(table.csv_header(style_.separator));
    }
}

void PredictionOutput::write(const PredictedRows& rows) {
    const auto to_output = [this](std::string_view text) { session_.out.write(text); };
    const auto to_file = [this](std::string_view text) { file_->write(text); };
    if (file_)
        table_.write_csv(rows, to_file, style_);
    else if (json_rows_)
        for (std::size_t row = 0; row < rows.decisions.size(); ++row)
            json_rows_->add(table_.row(rows, row));
    else
        table_.write_csv(rows, to_output, style_);
}

void PredictionOutput::finish(const PredictionTotals& totals) {
    if (file_ && totals.partial) return;
    if (file_) file_->commit();
    if (!session_.json) return;
    Report report;
    if (file_) report.add("written", path_).add("rows", totals.rows);
    report.add("undecided", totals.undecided).add("ties", totals.ties);
    if (totals.partial) report.add("partial", true);
    report.append(alignment_report(totals.report));
    json_rows_ ? json_rows_->finish(report) : apps::write(session_, report);
}

}  // namespace pgm::apps
