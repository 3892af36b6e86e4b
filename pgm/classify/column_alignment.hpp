#pragma once

#include <pgm/data/dataset.hpp>

#include <deque>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace pgm {

/// What becomes of a cell whose value the schema does not have: a state that no training row showed
/// and nobody declared, a text where a number is due.
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
    std::size_t first_row = 0;  ///< counted from 0
    std::size_t cells = 0;

    friend bool operator==(const UnseenValues&, const UnseenValues&) = default;
};

/// What did not fit when data were matched to a schema.
struct AlignmentReport {
    /// Variables of the schema without a column: all their cells are missing.
    std::vector<std::string> absent;
    std::vector<std::string> ignored;  ///< columns that the schema does not have
    std::vector<UnseenValues> unseen;  ///< only columns that have some

    friend bool operator==(const AlignmentReport&, const AlignmentReport&) = default;
};

/// Columns of a table of data in the order and the states of a schema.
///
/// Columns are matched by name, states by name, so neither the order of the columns nor that of the
/// states in the data matters. A state of the schema that is a number ("1", "2.50") also matches a
/// numeric column's cells of that value, and the texts of a discrete column are read as numbers
/// where the schema is continuous: a file whose column types were inferred differently this time
/// still fits.
///
/// Columns that fit as they are, are not copied: the data must outlive the alignment.
class ColumnAlignment {
public:
    ColumnAlignment(const Dataset& data, std::span<const Variable> schema, UnseenPolicy policy);

    /// One per variable of the schema; null where the data have no such column.
    std::span<const Column* const> columns() const { return columns_; }
    std::size_t rows() const { return rows_; }
    const AlignmentReport& report() const { return report_; }

private:
    const Column* fit(const Column& column, const Variable& variable, UnseenPolicy policy);
    const Column* keep(Column column);

    std::size_t rows_ = 0;
    std::deque<Column> converted_;  ///< a deque keeps its elements where they are
    std::vector<const Column*> columns_;
    AlignmentReport report_;
};

}  // namespace pgm
