#include <tests/sources/databases.hpp>

#include <tests/support/child_process.hpp>

#include <libpq-fe.h>
#include <pwd.h>
#include <sqlite3.h>
#include <unistd.h>

#include <filesystem>
#include <iostream>
#include <stdexcept>

namespace pgm::tests {
namespace {

namespace fs = std::filesystem;

int append_row(void* text, int columns, char** cells, char**) {
    for (int i = 0; i < columns; ++i)
        *static_cast<std::string*>(text) +=
            (i > 0 ? "|" : "") + std::string(cells[i] ? cells[i] : "");
    *static_cast<std::string*>(text) += "\n";
    return 0;
}

/// The newest one that Debian's packages installed; empty where there is none.
std::string folder_of_programs() {
    std::string newest;
    std::error_code none;
    for (const fs::directory_entry& version : fs::directory_iterator("/usr/lib/postgresql", none))
        if (fs::exists(version.path() / "bin" / "initdb"))
            newest = std::max(newest, (version.path() / "bin").string());
    return newest;
}

void run(std::vector<std::string> words, const std::vector<std::string>& before) {
    words.insert(words.begin(), before.begin(), before.end());
    const ChildResult result = run_child(words, "");
    if (result.exit_status != 0)
        throw std::runtime_error(words[before.size()] + ": " + result.output + result.errors);
}

}  // namespace

std::string sqlite_rows(const std::string& file, const std::string& query) {
    sqlite3* database = nullptr;
    std::string text;
    char* message = nullptr;
    int status = sqlite3_open(file.c_str(), &database);
    if (status == SQLITE_OK)
        status = sqlite3_exec(database, query.c_str(), append_row, &text, &message);
    const std::string reason = message ? message : sqlite3_errmsg(database);
    sqlite3_free(message);
    sqlite3_close(database);
    if (status != SQLITE_OK) throw std::runtime_error(reason);
    return text;
}

void execute_sqlite(const std::string& file, const std::string& commands) {
    sqlite_rows(file, commands);
}

LockedSqlite::LockedSqlite(const std::string& file) {
    sqlite3* database = nullptr;
    const int status = sqlite3_open(file.c_str(), &database);
    connection_.reset(database, sqlite3_close);
    if (status != SQLITE_OK ||
        sqlite3_exec(database, "BEGIN EXCLUSIVE", nullptr, nullptr, nullptr) != SQLITE_OK)
        throw std::runtime_error(sqlite3_errmsg(database));
}

std::unique_ptr<PostgresqlServer> PostgresqlServer::start() {
    std::unique_ptr<PostgresqlServer> server(new PostgresqlServer);
    server->programs_ = folder_of_programs();
    if (server->programs_.empty()) {
        std::cout << "SKIPPED: there is no server of PostgreSQL\n";
        return nullptr;
    }
    const std::string folder = server->folder_.path();
    if (::geteuid() == 0) {
        const passwd* const account = ::getpwnam("postgres");
        if (account == nullptr) {
            std::cout << "SKIPPED: there is no account called postgres\n";
            return nullptr;
        }
        if (::chown(folder.c_str(), account->pw_uid, account->pw_gid) != 0)
            throw std::runtime_error("chown " + folder);
        server->as_other_ = {"setpriv", "--reuid=postgres", "--regid=postgres", "--clear-groups"};
    }
    const std::string data = server->folder_.file("data");
    run({server->programs_ + "/initdb", "-D", data, "-A", "trust", "-U", "pgm", "-E", "UTF8",
         "--locale=C", "--no-sync"},
        server->as_other_);
    // With its output to a file, for it would keep that of the test open.
    run({server->programs_ + "/pg_ctl", "-D", data, "-w", "-l", server->folder_.file("log"), "-o",
         "-c fsync=off -c listen_addresses='' -c unix_socket_directories='" + folder + "'",
         "start"},
        server->as_other_);
    return server;
}

PostgresqlServer::~PostgresqlServer() {
    if (programs_.empty() || !fs::exists(folder_.file("data"))) return;
    try {
        run({programs_ + "/pg_ctl", "-D", folder_.file("data"), "-m", "immediate", "stop"},
            as_other_);
    } catch (const std::exception&) {
        // It has stopped already.
    }
}

std::string PostgresqlServer::address(const std::string& parameters) const {
    return "postgresql:///postgres?host=" + folder_.path() + "&user=pgm&" + parameters;
}

void PostgresqlServer::execute(const std::string& commands) const {
    rows(commands);
}

std::string PostgresqlServer::rows(const std::string& query) const {
    const std::string place = "postgresql:///postgres?host=" + folder_.path() + "&user=pgm";
    PGconn* const connection = PQconnectdb(place.c_str());
    PGresult* const result = PQexec(connection, query.c_str());
    const ExecStatusType status = PQresultStatus(result);
    std::string text;
    for (int row = 0; row < PQntuples(result); ++row) {
        for (int i = 0; i < PQnfields(result); ++i)
            text += (i > 0 ? "|" : "") + std::string(PQgetvalue(result, row, i));
        text += "\n";
    }
    const std::string reason = PQerrorMessage(connection);
    PQclear(result);
    PQfinish(connection);
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) throw std::runtime_error(reason);
    return text;
}

void PostgresqlServer::end_connections() const {
    execute(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> "
        "pg_backend_pid() AND backend_type = 'client backend'");
}

}  // namespace pgm::tests
