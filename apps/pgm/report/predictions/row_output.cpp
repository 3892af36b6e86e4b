#include <apps/pgm/report/predictions/row_output.hpp>

#include <apps/pgm/report/alignment_report.hpp>
#include <apps/pgm/shell/errors.hpp>
#include <io/csv/csv.hpp>
#include <pgm/core/text/number_text.hpp>

namespace pgm::apps {

namespace {

std::string header_of(const std::vector<sources::WrittenColumn>& columns, char separator) {
    std::string text;
    for (const sources::WrittenColumn& column : columns)
        text += io::csv_cell(column.name) + separator;
    text.back() = '\n';
    return text;
}

}  // namespace

RowOutput::RowOutput(Session& session, const std::string& path,
                     const std::vector<sources::WrittenColumn>& columns)
    : session_(session), path_(path) {
    const bool is_table = sources::is_database_address(path);
    if (!is_table) style_.separator = separator_for(path);
    if (!session.writes_files() && (is_table || !is_standard_output(path))) return;
    if (is_table) {
        table_.emplace(sources::parse_database_address(path), columns,
                       [](const std::string& sentence) { print_note(sentence); });
        return;
    }
    if (!is_standard_output(path)) {
        file_.emplace(path);
    } else if (session.json) {
        json_rows_.emplace(sink_of(session), "rows");
        return;
    } else {
        // mpirun reads what the ranks write from a terminal of its own.
        style_.for_people = session.ranks == nullptr && is_terminal_output();
    }
    write(header_of(columns, style_.separator));
}

void RowOutput::write(std::string_view lines) {
    if (table_)
        table_->add(lines);
    else
        file_ ? file_->write(lines) : session_.out.write(lines);
}

void RowOutput::finish(std::size_t rows, bool is_partial, Report counts,
                       const AlignmentReport& alignment) {
    const bool is_named = file_ || table_;
    if (is_named && is_partial) return;
    if (file_) file_->commit();
    if (table_) table_->commit();
    if (!session_.json) return;
    Report report;
    if (is_named) report.add("written", path_).add("rows", rows);
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

}  // namespace pgm::apps
