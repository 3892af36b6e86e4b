#pragma once

#include <io/file/byte_source.hpp>
#include <io/options/data_options.hpp>
#include <pgm/data/rows.hpp>
#include <pgm/model/variable.hpp>
#include <sources/database/database_address.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::sources {

namespace detail {
class Connection;
}  // namespace detail

/// How the rows of a relation are read.
struct RelationOptions {
    /// False for a column whose cells are not wanted, which then come empty, whatever they hold.
    /// Empty: all are wanted.
    std::function<bool(const std::string& column)> wants{};
    DatabaseNotice notice{};
};

/// The rows of a relation as the CSV text that an export would write, in the order in which the
/// database gives them, without being held in memory. It reads the text as often as wanted, in one
/// transaction that only reads, so that each time the rows are the same. NULL is an empty cell;
/// numbers have the digits that give the same double.
///
/// Throws IoError where the database cannot be reached, refuses or breaks off, and ArgumentError
/// for a table that is not there. Reading throws ParseError, with the row and the column, for a
/// cell that is no text: binary data, or text that is not UTF-8.
std::unique_ptr<io::ByteSource> open_relation(const DatabaseAddress& address, std::size_t max_bytes,
                                              const RelationOptions& options = {});

/// The number of cells of a relation, which the database counts; null for a query, which would
/// have to be run to be counted. Throws as open_relation() does.
std::optional<std::uint64_t> cells_of_relation(const DatabaseAddress& address,
                                               const DatabaseNotice& notice = {});

/// How that text is to be read: `options` with the dialect that it is in.
io::DataOptions options_of_relation(io::DataOptions options);

/// Sums that the database counts: SELECT members, COUNT(*) ... GROUP BY members for each set of
/// columns that a learner asks for, with GROUPING SETS where the server has them. Rows stay where
/// they are; what comes are their different values with a count each. The values are read by the
/// rules of a table of CSV, and numbers come one by one, not as the database's own sums, so that
/// the statistics have the bits of those of the rows.
///
/// It differs from reading the rows (open_relation()) in what it costs: the work of a GROUP BY for
/// each set instead of the transfer of all cells. docs/scale.md says which is less.
class DatabaseCounts {
public:
    /// Finds the columns of the relation, in one transaction that only reads, which lasts as long
    /// as this. Throws what open_relation() and the reader of a table throw, and ArgumentError for
    /// weights of rows, which make sums that are not exact.
    DatabaseCounts(const DatabaseAddress& address, const io::DataOptions& options,
                   const DatabaseNotice& notice = {});
    ~DatabaseCounts();
    DatabaseCounts(DatabaseCounts&&) noexcept;
    DatabaseCounts& operator=(DatabaseCounts&&) noexcept;

    const std::vector<Variable>& schema() const { return schema_; }
    std::uint64_t rows() const { return rows_; }
    /// How many rows have each state of a discrete column.
    const std::vector<double>& rows_of_states(std::size_t column) const {
        return rows_of_states_[column];
    }

    /// Data of which there are counts only. This must live as long.
    Rows source() const;

private:
    CountedRows count(const CountRequest& request) const;

    std::unique_ptr<detail::Connection> connection_;
    std::string from_;  ///< what follows FROM
    io::DataOptions options_;
    std::vector<Variable> schema_;
    std::vector<std::vector<double>> rows_of_states_;
    std::uint64_t rows_ = 0;
};

/// Writes a new table, all rows in one transaction: the table is there with all of them after
/// commit(), and not there at all without.
class DatabaseWriter {
public:
    /// Creates the table of the address. Throws ArgumentError where there is one, and for an
    /// address without a table; IoError.
    DatabaseWriter(const DatabaseAddress& address, std::span<const WrittenColumn> columns,
                   const DatabaseNotice& notice = {});
    ~DatabaseWriter();
    DatabaseWriter(DatabaseWriter&&) noexcept;
    DatabaseWriter& operator=(DatabaseWriter&&) noexcept;

    /// Adds rows: lines of CSV without a header, with a cell for each column. An empty one is NULL.
    void add(std::string_view lines);
    void commit();

private:
    std::unique_ptr<detail::Connection> connection_;
    io::DataOptions options_;  ///< that the lines are read with
};

}  // namespace pgm::sources
