#pragma once

#include <apps/pgm/render/render.hpp>
#include <apps/pgm/report/csv_writer.hpp>
#include <apps/pgm/report/predictions/cell_value.hpp>
#include <apps/pgm/shell/session.hpp>
#include <io/file/output_file.hpp>
#include <pgm/classify/column_alignment.hpp>
#include <pgm/data/column.hpp>
#include <sources/database/database.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// The destination of predicted rows: CSV to a file or to standard output, rows to a new table of a
/// database, or JSON to standard output, part by part. A file gets its name at the end, and a table
/// is there at the end, so that what is not whole is never seen.
class RowOutput {
public:
    /// Writes the line of names at once. Session and path must outlive the object. A rank that
    /// writes no files writes nothing.
    RowOutput(Session& session, const std::string& path,
              const std::vector<sources::WrittenColumn>& columns);

    const CsvStyle& style() const { return style_; }
    bool is_json() const { return json_rows_.has_value(); }
    /// A part of the CSV.
    void write(std::string_view lines);
    /// A row of JSON.
    void add(const Value& row) { json_rows_->add(row); }

    /// Ends the rows, with what JSON says of all of them. A file is written only if no rows are
    /// missing.
    void finish(std::size_t rows, bool is_partial, Report counts, const AlignmentReport& alignment);

    /// True if the rows appear on a terminal, as a progress bar does.
    bool is_on_terminal() const { return !file_ && !table_ && is_terminal_output(); }

private:
    Session& session_;
    const std::string& path_;
    CsvStyle style_;
    std::optional<io::OutputFile> file_;
    std::optional<sources::DatabaseWriter> table_;
    std::optional<JsonList> json_rows_;
};

/// Says that predictions were stopped; gives the exit status, 130. Standard output has the rows
/// that were done, and a file is not written.
int report_stopped_rows(const std::string& path, std::size_t rows, const std::string& reason);

}  // namespace pgm::apps
