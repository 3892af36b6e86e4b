#pragma once

#include <tests/support/temporary_folder.hpp>

#include <memory>
#include <string>

struct sqlite3;

namespace pgm::tests {

/// Runs commands of SQL in a file of SQLite, which is made if there is none. It goes through the C
/// interface of SQLite alone. Throws std::runtime_error with what SQLite says.
void execute_sqlite(const std::string& file, const std::string& commands);
/// The cells of all rows of a query, separated by bars, a row a line.
std::string sqlite_rows(const std::string& file, const std::string& query);

/// A file of SQLite that another connection keeps locked while it lives.
class LockedSqlite {
public:
    explicit LockedSqlite(const std::string& file);

private:
    std::shared_ptr<sqlite3> connection_;
};

/// A server of PostgreSQL of its own for one test, with its data in a folder of its own and reached
/// by a socket there only.
class PostgresqlServer {
public:
    /// Null, and the test says SKIPPED, where PostgreSQL is not installed or no account may run it.
    static std::unique_ptr<PostgresqlServer> start();
    ~PostgresqlServer();

    /// "postgresql:///test?host=...&user=...&" and these parameters.
    std::string address(const std::string& parameters) const;
    void execute(const std::string& commands) const;
    /// As sqlite_rows().
    std::string rows(const std::string& query) const;
    /// Ends all connections but the one that says so.
    void end_connections() const;

private:
    PostgresqlServer() = default;

    TemporaryFolder folder_;
    std::string programs_;  ///< the folder of initdb and pg_ctl
    std::vector<std::string> as_other_;
};

}  // namespace pgm::tests
