#pragma once

#include <apps/pgm/render/render.hpp>
#include <apps/pgm/report/predictions/prediction_table.hpp>
#include <apps/pgm/shell/session.hpp>
#include <io/file/output_file.hpp>

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace pgm::apps {

/// What came of all rows together, block after block.
struct PredictionTotals {
    std::size_t rows = 0;
    std::size_t undecided = 0;
    std::size_t ties = 0;
    bool partial = false;  ///< rows follow that were not predicted
    AlignmentReport report;

    void add(const Predictions& predictions, const std::vector<Decision>& decisions,
             const Classifier& classifier);
    /// Columns that were not read count as ignored; those that are kept do not, nor does the class.
    void add_skipped(const std::vector<std::string>& skipped, const PredictionTable& table);
};

/// Notes and warnings on standard error.
void print_totals(const PredictionTotals& totals);

/// Where the predictions go: CSV to a file or to standard output, or JSON to standard output, block
/// by block. A file gets its name at the end, so that one that is not whole is never seen.
class PredictionOutput {
public:
    /// Writes what comes before the rows. Session, path and table must outlive the object.
    PredictionOutput(Session& session, const std::string& path, const PredictionTable& table);

    void write(const PredictedRows& rows);
    /// A file is written only if the totals are not partial.
    void finish(const PredictionTotals& totals);

    /// True if the rows appear on a terminal, as a progress bar does.
    bool is_on_terminal() const { return !file_ && is_terminal_output(); }

private:
    Session& session_;
    const std::string& path_;
    const PredictionTable& table_;
    CsvStyle style_;
    std::optional<io::OutputFile> file_;
    std::optional<JsonList> json_rows_;
};

}  // namespace pgm::apps
