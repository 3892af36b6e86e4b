#pragma once

#include <pgm/data/dataset.hpp>

#include <cstddef>
#include <functional>
#include <utility>
#include <variant>
#include <vector>

namespace pgm {

/// The rows of a table: of one in memory, or of one that is read part by part, as often as wanted,
/// and never held in memory as a whole. Its columns are known beforehand, so that all parts have
/// the same states.
///
/// It differs from a Dataset in that not all rows need be there at once. Copies are passes over the
/// same source, one at a time.
class Rows {
public:
    using Visit = std::function<void(const Dataset& part)>;
    /// One pass over all rows, in parts of about so many.
    using Pass = std::function<void(std::size_t rows_of_part, const Visit& visit)>;

    Rows(Dataset table) : rows_(std::move(table)) {}
    /// Rows that are read in passes: of these columns, and so many of them.
    Rows(std::vector<Variable> schema, std::size_t rows, Pass pass)
        : rows_(Read{std::move(schema), rows, std::move(pass)}) {}

    /// The table; null where it is read in parts.
    const Dataset* table() const { return std::get_if<Dataset>(&rows_); }
    Dataset* table() { return std::get_if<Dataset>(&rows_); }

    /// The columns of the whole table.
    std::vector<Variable> schema() const {
        return table() ? table()->schema() : std::get<Read>(rows_).schema;
    }
    /// How many there are in all.
    std::size_t rows() const { return table() ? table()->rows() : std::get<Read>(rows_).rows; }

    /// Calls `visit` with one part after the other, a table in memory as one. All have the schema;
    /// their cells may be views that are valid during the call. Throws what the reader of the table
    /// throws, and IoError if the table has changed since its columns were found.
    void pass(std::size_t rows_of_part, const Visit& visit) const {
        table() ? visit(*table()) : std::get<Read>(rows_).pass(rows_of_part, visit);
    }

private:
    struct Read {
        std::vector<Variable> schema;
        std::size_t rows;
        Pass pass;
    };
    std::variant<Dataset, Read> rows_;
};

}  // namespace pgm
