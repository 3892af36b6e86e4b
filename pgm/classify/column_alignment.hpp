#pragma once

#include <pgm/core/error.hpp>
#include <pgm/data/dataset.hpp>
#include <pgm/inference/evidence_columns.hpp>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// The policy for a cell whose value the schema does not have: a state that did not occur in
/// training, or a text where a number is expected.
enum class UnseenPolicy {
    error,    ///< EvidenceError that names value, column and row
    missing,  ///< as if the cell were empty
    other,    ///< the state called "other"; ArgumentError where the variable has none
};

/// "error", "missing" or "other". Throws ArgumentError for any other word.
UnseenPolicy parse_unseen_policy(std::string_view text);

/// The unseen values of one column.
struct UnseenValues {
    std::string column;
    std::string first_value;
    std::size_t first_row = 0;  ///< counted from 0 at the beginning of the table
    std::size_t cells = 0;
    bool is_number_due = false;  ///< the values are texts where the schema has numbers
    /// An unseen value and the state that it most likely means: one that differs in letter case or
    /// blanks only (case_difference()), otherwise the first value if a state is near to it.
    std::string similar_value = {};
    std::string similar_state = {};  ///< empty if there is none

    friend bool operator==(const UnseenValues&, const UnseenValues&) = default;
};

/// A report of all that did not match when columns were aligned with a schema.
struct AlignmentReport {
    /// Variables of the schema without a column: all their cells are missing.
    std::vector<std::string> absent;
    std::vector<std::string> ignored;  ///< columns that the schema does not have
    std::vector<UnseenValues> unseen;  ///< only columns that have some

    friend bool operator==(const AlignmentReport&, const AlignmentReport&) = default;
};

/// The columns and states that did not match, as warnings and notes for people; `model` is what the
/// table was given to, "classifier" or "network".
std::vector<Problem> remarks_on(const AlignmentReport& report, const std::string& model);

/// Adds the report of the next part of a table to that of the parts before it, whose columns are
/// the same. `schema` is what both were aligned with; columns with unseen values stay in its order.
void append(AlignmentReport& report, const AlignmentReport& next, std::span<const Variable> schema);

/// The columns of a data set in the order and with the states of a schema.
///
/// Columns and states are matched by name, so their order in the data does not matter. A state that
/// is a number ("1", "2.50") also matches cells of that value in a numeric column, and a state that
/// is an interval those of its numbers (pgm/model/state_lookup.hpp); the texts of a discrete
/// column are read as numbers where the schema is continuous. A file whose column types were
/// inferred differently therefore still matches.
///
/// Columns that match as they are are not copied, so the data must outlive the alignment.
class ColumnAlignment {
public:
    /// `first_row` is the number of rows before the first one, where the data are a part of a
    /// table; errors and report() count rows from there.
    ColumnAlignment(const Dataset& data, std::span<const Variable> schema, UnseenPolicy policy,
                    std::size_t first_row = 0);

    /// One column per variable of the schema; null where the data have no such column.
    std::span<const Column* const> columns() const { return columns_; }
    std::size_t rows() const { return rows_; }
    const AlignmentReport& report() const { return report_; }

private:
    const Column* fit(const Column& column, const Variable& variable, UnseenPolicy policy);
    const Column* keep(Column column);

    std::size_t rows_ = 0;
    std::size_t first_row_;
    std::deque<Column> converted_;  ///< a deque keeps its elements where they are
    std::vector<const Column*> columns_;
    AlignmentReport report_;
};

/// Some of the rows of a table with the columns and the states of all of them, found by name: one
/// part may not have all states, nor all columns. The result may refer to the cells of `part`.
/// Throws ArgumentError for a value that the whole does not have, as the data have changed since
/// its states were collected.
Dataset part_of_whole(const Dataset& part, std::span<const Variable> whole);

/// The cells of `count` rows from `first` on as what was found in them: a view of the column.
EvidenceCells evidence_cells(const Column& column, std::size_t first = 0,
                             std::size_t count = std::dynamic_extent);

}  // namespace pgm
