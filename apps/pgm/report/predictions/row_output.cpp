#include <apps/pgm/report/predictions/row_output.hpp>

#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/csv/csv.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm::apps {

RowOutput::RowOutput(Session& session, const std::string& path,
                     const std::function<std::string(char separator)>& header)
    : session_(session), path_(path), style_{.separator = separator_for(path)} {
    if (!is_standard_output(path)) {
        if (!session.writes_files()) return;
        file_.emplace(path);
        file_->write(header(style_.separator));
    } else if (session.json) {
        json_rows_.emplace(sink_of(session), "rows");
    } else {
        // mpirun reads what the ranks write from a terminal of its own.
        style_.for_people = session.ranks == nullptr && is_terminal_output();
        session.out.write(header(style_.separator));
    }
}

void RowOutput::finish(std::size_t rows, bool is_partial, Report counts,
                       const AlignmentReport& alignment) {
    if (file_ && is_partial) return;
    if (file_) file_->commit();
    if (!session_.json) return;
    Report report;
    if (file_) report.add("written", path_).add("rows", rows);
    report.append(std::move(counts));
    if (is_partial) report.add("partial", true);
    report.append(alignment_report(alignment));
    json_rows_ ? json_rows_->finish(report) : apps::write(session_, report);
}

int report_stopped_rows(const std::string& path, std::size_t rows, const std::string& reason) {
    const std::string done = reason + " after " + counted(rows, "row");
    return is_standard_output(path) ? report_stopped(done + "; the predictions are partial", true)
                                    : report_stopped(done + "; no file was written", false);
}

std::string copied_cell(const Column& column, std::size_t row) {
    if (column.is_missing(row)) return {};
    return column.is_discrete() ? io::csv_cell(column.variable.state(*column.state(row)))
                                : to_text(column.value(row));
}

Value cell_value(const Variable* known, const Column& column, std::size_t row) {
    if (column.is_missing(row)) return {};
    if (!column.is_discrete()) return column.value(row);
    const std::string& text = column.variable.state(*column.state(row));
    const bool may_be_number = known != nullptr && !known->is_discrete();
    const std::optional<double> number = may_be_number ? parse_number(text) : std::nullopt;
    return number ? Value(*number) : Value(text);
}

}  // namespace pgm::apps
