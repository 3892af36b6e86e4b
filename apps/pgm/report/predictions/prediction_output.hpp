#pragma once

#include <apps/pgm/report/predictions/prediction_table.hpp>
#include <apps/pgm/report/predictions/row_output.hpp>

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::apps {

/// Totals of all rows, added block after block.
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

/// Writes the predictions of a classifier, block by block.
class PredictionOutput {
public:
    /// Writes what comes before the rows. Session, path and table must outlive the object.
    PredictionOutput(Session& session, const std::string& path, const PredictionTable& table);

    void write(const PredictedRows& rows);
    /// The lines of CSV that write() writes, and writing them: where they are made elsewhere.
    std::string lines(const PredictedRows& rows) const;
    void write_lines(std::string_view lines) { output_.write(lines); }
    /// True if write() writes no lines of CSV but JSON.
    bool is_json() const { return output_.is_json(); }
    /// A file is written only if the totals are not partial.
    void finish(const PredictionTotals& totals);

    bool is_on_terminal() const { return output_.is_on_terminal(); }

private:
    const PredictionTable& table_;
    RowOutput output_;
};

}  // namespace pgm::apps
