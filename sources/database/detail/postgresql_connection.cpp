#include <sources/database/detail/connection.hpp>

#include <pgm/core/error.hpp>
#include <pgm/core/text/name_text.hpp>

#include <sources/database/detail/postgresql_library.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <utility>

// libpq itself rather than an interface over several databases: rows come by COPY, in text that has
// all digits, and go by it. Answers to other questions come by a cursor.

namespace pgm::sources::detail {
namespace {

struct EndConnection {
    void operator()(PGconn* connection) const { libpq().PQfinish(connection); }
};
struct ClearResult {
    void operator()(PGresult* result) const { libpq().PQclear(result); }
};
using Server = std::unique_ptr<PGconn, EndConnection>;
using Result = std::unique_ptr<PGresult, ClearResult>;

/// One line of what libpq says.
std::string reason(const char* message) {
    std::string text = message ? message : "";
    while (!text.empty() && (text.back() == '\n' || text.back() == ' ')) text.pop_back();
    for (std::size_t at = 0; (at = text.find('\n', at)) != std::string::npos;) text[at] = ' ';
    return "PostgreSQL: " + text;
}

/// Runs one command; several in one text are an error of the server's.
Result run(PGconn* server, const std::string& command, std::span<const char* const> values,
           const std::string& relation) {
    Result result(libpq().PQexecParams(server, command.c_str(), static_cast<int>(values.size()),
                                       nullptr, values.data(), nullptr, nullptr, 0));
    const ExecStatusType status = libpq().PQresultStatus(result.get());
    if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK && status != PGRES_COPY_IN &&
        status != PGRES_COPY_OUT)
        throw IoError(reason(result ? libpq().PQresultErrorMessage(result.get())
                                    : libpq().PQerrorMessage(server)),
                      {.file = relation});
    return result;
}

std::string text_of(const PGresult* result, int row, int column) {
    return {libpq().PQgetvalue(result, row, column),
            static_cast<std::size_t>(libpq().PQgetlength(result, row, column))};
}

/// Throws ParseError for a column of binary data.
void require_text(const PGresult* rows, int column, const std::string& relation) {
    constexpr Oid bytea = 17;
    if (libpq().PQftype(rows, column) == bytea)
        throw ParseError(
            "column '" + printable(libpq().PQfname(rows, column)) + "' has binary data",
            {.file = relation}, binary_data_hint);
}

/// The rows of a cursor of the server, which sends some of them at a time. It makes the next ones
/// while those that have come are read.
class PostgresqlRows final : public RowCursor {
public:
    PostgresqlRows(PGconn* server, std::string relation)
        : server_(server), relation_(std::move(relation)) {
        ask();
        receive();
    }
    PostgresqlRows(const PostgresqlRows&) = delete;
    PostgresqlRows& operator=(const PostgresqlRows&) = delete;
    ~PostgresqlRows() override {
        if (is_asked_) end_answer();
    }

    std::vector<std::string> names() const {
        std::vector<std::string> names;
        for (int i = 0; i < libpq().PQnfields(rows_.get()); ++i)
            names.emplace_back(libpq().PQfname(rows_.get(), i));
        return names;
    }

    bool next() override {
        if (++row_ < libpq().PQntuples(rows_.get())) return true;
        row_ = libpq().PQntuples(rows_.get());
        if (!is_asked_) return false;
        receive();
        row_ = 0;
        return libpq().PQntuples(rows_.get()) > 0;
    }

    std::optional<std::string_view> cell(std::size_t column) override {
        const int i = static_cast<int>(column);
        if (libpq().PQgetisnull(rows_.get(), row_, i)) return std::nullopt;
        require_text(rows_.get(), i, relation_);
        return std::string_view(
            libpq().PQgetvalue(rows_.get(), row_, i),
            static_cast<std::size_t>(libpq().PQgetlength(rows_.get(), row_, i)));
    }

private:
    /// The first rows show how many columns there are, so that the others come in pieces of a few
    /// megabytes.
    void ask() {
        constexpr int cells = 200'000;
        wanted_ = rows_
                      ? std::clamp(cells / std::max(libpq().PQnfields(rows_.get()), 1), 16, 20'000)
                      : 16;
        const std::string command = "FETCH FORWARD " + std::to_string(wanted_) + " FROM pgm_rows";
        is_asked_ = libpq().PQsendQueryParams(server_, command.c_str(), 0, nullptr, nullptr,
                                              nullptr, nullptr, 0) == 1;
        if (!is_asked_) fail(libpq().PQerrorMessage(server_));
    }

    void receive() {
        rows_.reset(libpq().PQgetResult(server_));
        const bool is_good = libpq().PQresultStatus(rows_.get()) == PGRES_TUPLES_OK;
        const std::string message = is_good ? ""
                                    : rows_ ? libpq().PQresultErrorMessage(rows_.get())
                                            : libpq().PQerrorMessage(server_);
        end_answer();
        if (!is_good) fail(message.c_str());
        if (libpq().PQntuples(rows_.get()) == wanted_) ask();
    }

    void end_answer() {
        while (const Result rest = Result(libpq().PQgetResult(server_))) continue;
        is_asked_ = false;
    }

    [[noreturn]] void fail(const char* message) const {
        throw IoError(reason(message), {.file = relation_});
    }

    PGconn* server_;
    std::string relation_;
    Result rows_;
    int wanted_ = 0;         ///< rows of the last FETCH
    bool is_asked_ = false;  ///< and whether its answer is still to come
    int row_ = -1;
};

/// The rows of a query as the server copies them out. What is not read is given up: the server is
/// told to end, and the transaction goes on from where the copying began.
class CopiedRows final : public RowLines {
public:
    CopiedRows(PGconn* server, const std::string& select, std::string relation)
        : server_(server), relation_(std::move(relation)) {
        describe(select);
        run(server_, "SAVEPOINT pgm_lines", {}, relation_);
        run(server_, "COPY (" + select + ") TO STDOUT (FORMAT csv)", {}, relation_);
        is_copying_ = true;
    }
    CopiedRows(const CopiedRows&) = delete;
    CopiedRows& operator=(const CopiedRows&) = delete;
    ~CopiedRows() override {
        if (is_copying_) give_up();
        Result(libpq().PQexec(server_, "RELEASE SAVEPOINT pgm_lines"));
    }

    const std::vector<std::string>& names() const override { return names_; }

    bool append_next(std::string& text) override {
        if (!is_copying_) return false;
        const Row row = next_row();
        if (!row.text) {
            end_copying();
            return false;
        }
        // A blank line is the row of a table of one column whose cell is NULL.
        if (row.bytes == 1) text += "\"\"";
        text.append(row.text.get(), row.bytes);
        return true;
    }

private:
    struct FreeText {
        void operator()(char* text) const { libpq().PQfreemem(text); }
    };
    struct Row {
        std::unique_ptr<char, FreeText> text;
        std::size_t bytes = 0;
    };

    Row next_row() {
        char* text = nullptr;
        const int bytes = libpq().PQgetCopyData(server_, &text, 0);
        return {std::unique_ptr<char, FreeText>(text),
                static_cast<std::size_t>(std::max(bytes, 0))};
    }

    void describe(const std::string& select) {
        const Result prepared(libpq().PQprepare(server_, "", select.c_str(), 0, nullptr));
        require_good(prepared.get());
        const Result description(libpq().PQdescribePrepared(server_, ""));
        require_good(description.get());
        for (int i = 0; i < libpq().PQnfields(description.get()); ++i) {
            names_.emplace_back(libpq().PQfname(description.get(), i));
            require_text(description.get(), i, relation_);
        }
    }

    void require_good(const PGresult* result) const {
        if (result == nullptr || libpq().PQresultStatus(result) != PGRES_COMMAND_OK)
            throw IoError(reason(result ? libpq().PQresultErrorMessage(result)
                                        : libpq().PQerrorMessage(server_)),
                          {.file = relation_});
    }

    /// There are no more rows, or the server or the connection has failed.
    void end_copying() {
        is_copying_ = false;
        Result last(libpq().PQgetResult(server_));
        while (const Result rest = Result(libpq().PQgetResult(server_))) continue;
        require_good(last.get());
    }

    void give_up() {
        if (PGcancel* const cancel = libpq().PQgetCancel(server_)) {
            std::array<char, 256> message{};
            libpq().PQcancel(cancel, message.data(), static_cast<int>(message.size()));
            libpq().PQfreeCancel(cancel);
        }
        while (next_row().text) continue;
        while (const Result rest = Result(libpq().PQgetResult(server_))) continue;
        Result(libpq().PQexec(server_, "ROLLBACK TO SAVEPOINT pgm_lines"));
    }

    PGconn* server_;
    std::string relation_;
    std::vector<std::string> names_;
    bool is_copying_ = false;
};

class PostgresqlConnection final : public Connection {
public:
    PostgresqlConnection(const DatabaseAddress& address, Access access) : relation_(address.text) {
        // What the address says goes before what stands here and behind it.
        const std::array keywords = {"connect_timeout", "dbname", "client_encoding",
                                     static_cast<const char*>(nullptr)};
        const std::array values = {"15", address.place.c_str(), "UTF8",
                                   static_cast<const char*>(nullptr)};
        server_.reset(libpq().PQconnectdbParams(keywords.data(), values.data(), 1));
        if (!server_) throw std::bad_alloc();
        // A library prints nothing.
        libpq().PQsetNoticeReceiver(
            server_.get(), [](void*, const PGresult*) {}, nullptr);
        if (libpq().PQstatus(server_.get()) != CONNECTION_OK)
            throw IoError(reason(libpq().PQerrorMessage(server_.get())), {.file = relation_});
        execute("SET extra_float_digits = 1");
        execute("SET cursor_tuple_fraction = 1");
        // As long as a locked file of SQLite is waited for.
        execute("SET lock_timeout = '10s'");
        execute(access == Access::reading
                    ? "BEGIN TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY"
                    : "BEGIN");
    }

    OpenedQuery query(const std::string& select) override {
        close_cursor();
        execute("DECLARE pgm_rows NO SCROLL CURSOR FOR " + select);
        has_cursor_ = true;
        auto rows = std::make_unique<PostgresqlRows>(server_.get(), relation_);
        std::vector<std::string> names = rows->names();
        return {std::move(names), std::move(rows)};
    }

    std::unique_ptr<RowLines> lines(const std::string& select) override {
        close_cursor();
        return std::make_unique<CopiedRows>(server_.get(), select, relation_);
    }

    std::optional<std::string> find_table(const DatabaseAddress& address) override {
        const std::string quoted = quoted_table(address);
        const std::array values = {quoted.c_str()};
        const Result found =
            run(server_.get(), "SELECT pg_catalog.to_regclass($1) IS NOT NULL", values, relation_);
        return text_of(found.get(), 0, 0) == "t" ? std::optional(quoted) : std::nullopt;
    }

    std::vector<std::string> tables(const std::optional<std::string>& schema) override {
        const std::array values = {schema ? schema->c_str() : nullptr};
        return first_column(
            "SELECT relname FROM pg_catalog.pg_class JOIN pg_catalog.pg_namespace AS n ON n.oid = "
            "relnamespace WHERE relkind IN ('r', 'p', 'v', 'm', 'f') AND CASE WHEN $1::text IS "
            "NULL THEN pg_catalog.pg_table_is_visible(pg_class.oid) AND nspname <> 'pg_catalog' "
            "AND nspname <> 'information_schema' ELSE nspname = $1 END ORDER BY relname",
            values);
    }
    std::vector<std::string> schemas() override {
        return first_column("SELECT nspname FROM pg_catalog.pg_namespace ORDER BY nspname", {});
    }

    bool has_grouping_sets() const override { return true; }
    /// Collations take different texts for equal only where their makers asked for it.
    std::string group_term(const std::string& column) const override { return column; }

    void create_table(const DatabaseAddress& address,
                      std::span<const WrittenColumn> columns) override {
        std::string list;
        for (const WrittenColumn& column : columns)
            list += (list.empty() ? "" : ", ") + quoted_name(column.name) +
                    (column.holds_numbers ? " double precision" : " text");
        const std::string table = quoted_table(address);
        execute("CREATE TABLE " + table + " (" + list + ")");
        execute("COPY " + table + " FROM STDIN");
    }

    void add_row(std::span<const std::optional<std::string_view>> cells) override {
        for (std::size_t i = 0; i < cells.size(); ++i) {
            if (i > 0) lines_ += '\t';
            if (cells[i])
                append_copied(*cells[i]);
            else
                lines_ += "\\N";
        }
        lines_ += '\n';
        constexpr std::size_t piece = std::size_t{1} << 18;
        if (lines_.size() > piece) send_lines();
    }

    void commit() override {
        send_lines();
        if (libpq().PQputCopyEnd(server_.get(), nullptr) != 1) fail();
        while (const Result result = Result(libpq().PQgetResult(server_.get())))
            if (libpq().PQresultStatus(result.get()) != PGRES_COMMAND_OK)
                throw IoError(reason(libpq().PQresultErrorMessage(result.get())),
                              {.file = relation_});
        execute("COMMIT");
    }

private:
    [[noreturn]] void fail() const {
        throw IoError(reason(libpq().PQerrorMessage(server_.get())), {.file = relation_});
    }

    void close_cursor() {
        if (std::exchange(has_cursor_, false)) execute("CLOSE pgm_rows");
    }

    std::vector<std::string> first_column(const std::string& select,
                                          std::span<const char* const> values) {
        const Result found = run(server_.get(), select, values, relation_);
        std::vector<std::string> texts;
        for (int i = 0; i < libpq().PQntuples(found.get()); ++i)
            texts.push_back(text_of(found.get(), i, 0));
        return texts;
    }

    void execute(const std::string& command) { run(server_.get(), command, {}, relation_); }

    /// The text format of COPY.
    void append_copied(std::string_view text) {
        for (const char c : text) {
            switch (c) {
                case '\\':
                    lines_ += "\\\\";
                    break;
                case '\t':
                    lines_ += "\\t";
                    break;
                case '\n':
                    lines_ += "\\n";
                    break;
                case '\r':
                    lines_ += "\\r";
                    break;
                default:
                    lines_ += c;
            }
        }
    }

    void send_lines() {
        if (libpq().PQputCopyData(server_.get(), lines_.data(), static_cast<int>(lines_.size())) !=
            1)
            fail();
        lines_.clear();
    }

    std::string relation_;
    Server server_;
    bool has_cursor_ = false;
    std::string lines_;  ///< of COPY that were not sent
};

}  // namespace

std::unique_ptr<Connection> connect_postgresql(const DatabaseAddress& address, Access access) {
    return std::make_unique<PostgresqlConnection>(address, access);
}

}  // namespace pgm::sources::detail
