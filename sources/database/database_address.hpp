#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace pgm::sources {

/// A relation of a database: one of its tables or views, or the rows of a query. Plain data.
struct DatabaseAddress {
    enum class Server { sqlite, postgresql };

    Server server = Server::sqlite;
    /// The file of SQLite, or the connection of PostgreSQL as libpq takes it, without a password.
    std::string place;
    std::optional<std::string> schema = std::nullopt;  ///< that the table is in
    std::optional<std::string> table = std::nullopt;
    std::optional<std::string> query = std::nullopt;  ///< in place of a table
    /// True if learners have the rows counted by the database (DatabaseCounts) instead of reading
    /// them.
    bool counts_there = false;
    std::string text;  ///< as it was given; errors call the relation so
};

/// True for a text that begins with "sqlite:", "postgresql:" or "postgres:".
bool is_database_address(std::string_view text);

/// Reads the address of a relation:
///
///     sqlite:FILE?table=T                     a table or view; none is needed where there is one
///     sqlite:FILE?query=SELECT a, b FROM T    the rows of a query
///     postgresql://USER@HOST/NAME?table=T     any URI of libpq, whose other parameters are kept
///
/// with `schema=S` for a table in a schema, and `count=database` to have rows counted there.
/// Characters that mean something else in a URI are written %XX, a blank in a query may stand as it
/// is. Passwords come from the environment (PGPASSWORD), ~/.pgpass or a service file.
///
/// Throws ArgumentError for a text that is none of these, and for one with a password, which it
/// does not repeat.
DatabaseAddress parse_database_address(std::string_view text);

/// Told in a sentence that a database keeps waiting, as where another program has locked its file.
/// May be empty.
using DatabaseNotice = std::function<void(const std::string& sentence)>;

/// A column of a table to be written.
struct WrittenColumn {
    std::string name;
    bool holds_numbers = false;
};

}  // namespace pgm::sources
