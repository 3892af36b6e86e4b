#include <sources/database/detail/connection.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>
#include <pgm/core/text/number_text.hpp>
#include <sources/database/detail/row_text.hpp>

#include <sqlite3.h>

#include <utility>

// SQLite's own interface rather than one over several databases: the type of a value belongs to the
// cell, not to the column, and a double comes as a double and not as fifteen digits of it.

namespace pgm::sources::detail {
namespace {

struct CloseDatabase {
    void operator()(sqlite3* database) const { sqlite3_close(database); }
};
struct EndStatement {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
};
using Database = std::unique_ptr<sqlite3, CloseDatabase>;
using Statement = std::unique_ptr<sqlite3_stmt, EndStatement>;

[[noreturn]] void fail(sqlite3* database, const std::string& relation) {
    const bool is_locked = sqlite3_errcode(database) == SQLITE_BUSY;
    throw IoError(std::string("SQLite: ") + sqlite3_errmsg(database) +
                      (is_locked ? " by another program: try again when that has finished" : ""),
                  {.file = relation});
}

/// Waits for another program that has locked the file, and says so where that takes longer than a
/// blink.
class LockedFile {
public:
    LockedFile(std::string relation, DatabaseNotice notice)
        : relation_(std::move(relation)), notice_(std::move(notice)) {}

    /// Before the trial of that number after the first; 0 where it is given up.
    static int wait(void* file, int trials) {
        constexpr int pause_milliseconds = 50, blink = 4, most_trials = 200;
        if (trials >= most_trials) return 0;
        if (trials == blink) static_cast<const LockedFile*>(file)->tell();
        sqlite3_sleep(pause_milliseconds);
        return 1;
    }

private:
    void tell() const {
        if (notice_)
            notice_(relation_ +
                    ": another program has locked the file, which is waited for, ten seconds at "
                    "most");
    }

    std::string relation_;
    DatabaseNotice notice_;
};

Statement prepared(sqlite3* database, const std::string& command, const std::string& relation) {
    sqlite3_stmt* statement = nullptr;
    const char* rest = nullptr;
    const int status = sqlite3_prepare_v2(database, command.data(),
                                          static_cast<int>(command.size()), &statement, &rest);
    Statement result(statement);
    if (status != SQLITE_OK) fail(database, relation);
    const std::string_view behind(rest,
                                  static_cast<std::size_t>(command.data() + command.size() - rest));
    if (!statement || behind.find_first_not_of(" \t\r\n;") != std::string_view::npos)
        throw ArgumentError(relation + ": a query is one SELECT");
    return result;
}

class SqliteRows final : public RowCursor {
public:
    SqliteRows(sqlite3* database, Statement statement, std::string relation)
        : database_(database), statement_(std::move(statement)), relation_(std::move(relation)) {}

    bool next() override {
        const int status = sqlite3_step(statement_.get());
        if (status != SQLITE_ROW && status != SQLITE_DONE) fail(database_, relation_);
        ++row_;
        return status == SQLITE_ROW;
    }

    std::optional<std::string_view> cell(std::size_t column) override {
        const int i = static_cast<int>(column);
        switch (sqlite3_column_type(statement_.get(), i)) {
            case SQLITE_NULL:
                return std::nullopt;
            case SQLITE_FLOAT:
                number_ = to_text(sqlite3_column_double(statement_.get(), i));
                return number_;
            case SQLITE_BLOB:
                throw ParseError("column '" + printable(sqlite3_column_name(statement_.get(), i)) +
                                     "' has binary data in row " + std::to_string(row_),
                                 {.file = relation_},
                                 binary_data_hint);
            default: {
                const unsigned char* const text = sqlite3_column_text(statement_.get(), i);
                if (!text) throw std::bad_alloc();
                return std::string_view(
                    reinterpret_cast<const char*>(text),
                    static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), i)));
            }
        }
    }

private:
    sqlite3* database_;
    Statement statement_;
    std::string relation_;
    std::uint64_t row_ = 0;
    std::string number_;
};

class SqliteConnection final : public Connection {
public:
    SqliteConnection(const DatabaseAddress& address, Access access, DatabaseNotice notice)
        : relation_(address.text), locked_(address.text, std::move(notice)) {
        const int flags = (access == Access::reading ? SQLITE_OPEN_READONLY
                                                     : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE) |
                          SQLITE_OPEN_NOMUTEX;
        sqlite3* opened = nullptr;
        const int status = sqlite3_open_v2(address.place.c_str(), &opened, flags, nullptr);
        database_.reset(opened);
        if (!opened) throw std::bad_alloc();
        if (status != SQLITE_OK) fail(opened, relation_);
        sqlite3_busy_handler(opened, &LockedFile::wait, &locked_);
        // A file may come from anywhere: what is written in its schema gets no rights.
        sqlite3_db_config(opened, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
        sqlite3_db_config(opened, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
        if (access == Access::reading) execute("BEGIN");
    }

    OpenedQuery query(const std::string& select) override {
        Statement statement = prepared(database_.get(), select, relation_);
        std::vector<std::string> names;
        for (int i = 0; i < sqlite3_column_count(statement.get()); ++i)
            names.emplace_back(sqlite3_column_name(statement.get(), i));
        return {std::move(names),
                std::make_unique<SqliteRows>(database_.get(), std::move(statement), relation_)};
    }

    std::unique_ptr<RowLines> lines(const std::string& select) override {
        return lines_of(query(select), relation_);
    }

    std::optional<std::string> find_table(const DatabaseAddress& address) override {
        const Statement statement = prepared(database_.get(),
                                             "SELECT 1 FROM " + master_table(address.schema) +
                                                 " WHERE type IN ('table', 'view') AND name = ?1 "
                                                 "COLLATE NOCASE",
                                             relation_);
        bind(statement.get(), 1, *address.table);
        return step(statement.get()) ? std::optional(quoted_table(address)) : std::nullopt;
    }

    std::vector<std::string> tables(const std::optional<std::string>& schema) override {
        return first_column("SELECT name FROM " + master_table(schema) +
                            " WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite\\_%' "
                            "ESCAPE '\\' ORDER BY name");
    }
    std::vector<std::string> schemas() override {
        return first_column("SELECT name FROM pragma_database_list");
    }

    bool has_grouping_sets() const override { return false; }
    std::string group_term(const std::string& column) const override {
        return column + " COLLATE BINARY";
    }

    void create_table(const DatabaseAddress& address,
                      std::span<const WrittenColumn> columns) override {
        std::string list, marks;
        for (const WrittenColumn& column : columns) {
            list += (list.empty() ? "" : ", ") + quoted_name(column.name) +
                    (column.holds_numbers ? " REAL" : " TEXT");
            marks += marks.empty() ? "?" : ", ?";
        }
        // Until the end the rows are in a table of this connection's own, for while others read
        // the file, such as the rows that these are made of, nothing can be written to it.
        execute("CREATE TEMP TABLE pgm_rows (" + list + ")");
        execute("BEGIN");
        insertion_ = prepared(database_.get(), "INSERT INTO temp.pgm_rows VALUES (" + marks + ")",
                              relation_);
        columns_.assign(columns.begin(), columns.end());
        table_ = quoted_table(address);
        list_ = list;
    }

    void add_row(std::span<const std::optional<std::string_view>> cells) override {
        sqlite3_reset(insertion_.get());
        for (std::size_t i = 0; i < cells.size(); ++i)
            bind(insertion_.get(), static_cast<int>(i) + 1, cells[i], columns_[i].holds_numbers);
        step(insertion_.get());
    }

    void commit() override {
        insertion_.reset();
        execute("COMMIT");
        execute("BEGIN IMMEDIATE");
        execute("CREATE TABLE " + table_ + " (" + list_ + ")");
        execute("INSERT INTO " + table_ + " SELECT * FROM temp.pgm_rows ORDER BY rowid");
        execute("COMMIT");
    }

private:
    static std::string master_table(const std::optional<std::string>& schema) {
        return (schema ? quoted_name(*schema) + "." : std::string()) + "sqlite_master";
    }

    std::vector<std::string> first_column(const std::string& select) {
        std::vector<std::string> texts;
        const OpenedQuery found = query(select);
        while (found.rows->next()) texts.emplace_back(found.rows->cell(0).value_or(""));
        return texts;
    }

    void execute(const std::string& command) {
        const Statement statement = prepared(database_.get(), command, relation_);
        step(statement.get());
    }

    bool step(sqlite3_stmt* statement) {
        const int status = sqlite3_step(statement);
        if (status != SQLITE_ROW && status != SQLITE_DONE) fail(database_.get(), relation_);
        return status == SQLITE_ROW;
    }

    /// The text must live until the statement was run.
    void bind(sqlite3_stmt* statement, int place, std::optional<std::string_view> text,
              bool is_number = false) {
        const std::optional<double> number = text && is_number ? parse_number(*text) : std::nullopt;
        const int status = !text    ? sqlite3_bind_null(statement, place)
                           : number ? sqlite3_bind_double(statement, place, *number)
                                    : sqlite3_bind_text64(statement, place, text->data(),
                                                          text->size(), SQLITE_STATIC, SQLITE_UTF8);
        if (status != SQLITE_OK) fail(database_.get(), relation_);
    }

    std::string relation_;
    LockedFile locked_;
    Database database_;
    Statement insertion_;
    std::vector<WrittenColumn> columns_;
    std::string table_, list_;  ///< that is created in the end, and its columns
};

}  // namespace

std::unique_ptr<Connection> connect_sqlite(const DatabaseAddress& address, Access access,
                                           DatabaseNotice notice) {
    return std::make_unique<SqliteConnection>(address, access, std::move(notice));
}

}  // namespace pgm::sources::detail
