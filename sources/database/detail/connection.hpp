#pragma once

#include <sources/database/database_address.hpp>

#include <cstddef>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace pgm::sources::detail {

/// The hint about a column of bytes that are no text.
inline constexpr const char* binary_data_hint =
    "leave it out by DataOptions::columns, or by a query of the other columns";

/// The rows of a query, one after the other.
class RowCursor {
public:
    virtual ~RowCursor() = default;

    /// Goes to the next row, first to the first; false behind the last.
    virtual bool next() = 0;
    /// The text of a cell of the row, which is valid until the next call; null where it is NULL.
    /// Throws ParseError for binary data.
    virtual std::optional<std::string_view> cell(std::size_t column) = 0;
};

/// A query that was made ready.
struct OpenedQuery {
    std::vector<std::string> names;  ///< of the columns
    std::unique_ptr<RowCursor> rows;
};

/// The rows of a query as lines of CSV. NULL is nothing, and an empty text is quoted, so that no
/// line is blank.
class RowLines {
public:
    virtual ~RowLines() = default;

    virtual const std::vector<std::string>& names() const = 0;
    /// Appends the next row, first the first one; false behind the last. Throws ParseError for
    /// binary data and what is no UTF-8.
    virtual bool append_next(std::string& text) = 0;
};

/// A connection to a database, in one transaction from its first command to its end, which is
/// rolled back unless it is committed. Errors call the relation by its address.
class Connection {
public:
    virtual ~Connection() = default;

    /// The rows of a SELECT, which must be gone before the next command.
    virtual OpenedQuery query(const std::string& select) = 0;
    /// The rows as text, which a database that writes CSV makes itself.
    virtual std::unique_ptr<RowLines> lines(const std::string& select) = 0;

    /// The quoted name of a table or view; null where there is none of that name.
    virtual std::optional<std::string> find_table(const DatabaseAddress& address) = 0;
    /// The names of all tables and views in a schema, or that are found without one.
    virtual std::vector<std::string> tables(const std::optional<std::string>& schema) = 0;
    virtual std::vector<std::string> schemas() = 0;
    virtual bool has_grouping_sets() const = 0;
    /// The term that groups by a quoted column, so that texts fall into one group only if they have
    /// the same bytes, whatever the column's collation takes for equal.
    virtual std::string group_term(const std::string& column) const = 0;

    /// Creates a table, whose rows are then added one by one until commit().
    virtual void create_table(const DatabaseAddress& address,
                              std::span<const WrittenColumn> columns) = 0;
    virtual void add_row(std::span<const std::optional<std::string_view>> cells) = 0;
    virtual void commit() = 0;
};

enum class Access { reading, writing };

std::unique_ptr<Connection> connect_sqlite(const DatabaseAddress& address, Access access,
                                           DatabaseNotice notice);
std::unique_ptr<Connection> connect_postgresql(const DatabaseAddress& address, Access access);
std::unique_ptr<Connection> connect(const DatabaseAddress& address, Access access,
                                    const DatabaseNotice& notice = {});

/// The quoted name of a column or table in SQL: "a ""b""" of a "b". Throws ArgumentError for a name
/// with a NUL byte.
std::string quoted_name(std::string_view name);

/// The quoted name of the table of an address, behind that of its schema.
std::string quoted_table(const DatabaseAddress& address);

/// Throws ArgumentError for an address with a schema that is not there.
void require_schema(Connection& connection, const DatabaseAddress& address);

/// The text after FROM that reads the relation: its table, or its query as a table. Throws
/// ArgumentError for a table that is not there, with those that are.
std::string relation_of(Connection& connection, const DatabaseAddress& address);

/// The single text of the first row of a query.
std::string first_cell(Connection& connection, const std::string& select);

}  // namespace pgm::sources::detail
