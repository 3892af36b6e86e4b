#include <sources/database/database.hpp>

#include <io/csv/csv.hpp>
#include <io/data_file.hpp>
#include <pgm/core/error.hpp>
#include <tests/sources/databases.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

#include <optional>
#include <string>
#include <utility>
#include <vector>

using namespace pgm;
using namespace pgm::sources;
using namespace pgm::tests;
using Catch::Contains;

namespace {

std::string text_of(const std::string& address) {
    const auto source = open_relation(parse_database_address(address), 1 << 20);
    const std::string once = io::read_text(*source);
    source->restart();
    CHECK(io::read_text(*source) == once);
    return once;
}

Dataset table_of(const std::string& address) {
    const auto source = open_relation(parse_database_address(address), 1 << 20);
    return io::read_csv(*source, options_of_relation({}));
}

std::string message_of(const std::string& address) {
    try {
        text_of(address);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

/// Cells that a CSV file has to quote, NULL, and numbers of many digits.
constexpr const char* odd_rows =
    "CREATE TABLE t (name text, n bigint, x double precision);"
    "INSERT INTO t VALUES ('plain', 1, 0.1), ('a, \"b\"', 9007199254740993, 1e-300), "
    "(NULL, NULL, NULL), ('two\nlines', -2, 0.30000000000000004), ('', 0, 2), ('ü', 3, 1);";

void check_rows(const std::string& address) {
    CHECK(text_of(address) ==
          "\"name\",\"n\",\"x\"\nplain,1,0.1\n\"a, \"\"b\"\"\",9007199254740993,1e-300\n,,\n"
          "\"two\nlines\",-2,0.30000000000000004\n\"\",0,2\nü,3,1\n");
    const Dataset table = table_of(address);
    REQUIRE(table.rows() == 6);
    CHECK(table.column("x").value(3) == 0.1 + 0.2);
    CHECK(table.column("x").value(1) == 1e-300);
    CHECK(table.column("name").is_missing(2));
}

}  // namespace

TEST_CASE("Relations of SQLite: the rows as CSV, with all digits") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    execute_sqlite(file, odd_rows);
    check_rows("sqlite:" + file);
    check_rows("sqlite:" + file + "?table=t");
    check_rows("sqlite:" + file + "?query=SELECT * FROM t -- all");
    CHECK(
        text_of("sqlite:" + file + "?query=SELECT n FROM t WHERE n < 1 OR n IS NULL ORDER BY n") ==
        "\"n\"\n\"\"\n-2\n0\n");
}

TEST_CASE("Relations of SQLite: what cannot be read is named") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    CHECK_THAT(message_of("sqlite:" + file), Contains("unable to open database file"));
    execute_sqlite(file,
                   "CREATE TABLE people (a); CREATE TABLE plays (a); CREATE TABLE b (x);"
                   "INSERT INTO b VALUES (1), (x'00ff');");
    CHECK_THAT(message_of("sqlite:" + file),
               Contains("several tables") && Contains("people, plays"));
    CHECK_THAT(message_of("sqlite:" + file + "?table=play"), Contains("did you mean 'plays'?"));
    CHECK_THAT(message_of("sqlite:" + file + "?table=b"),
               Contains("column 'x' has binary data in row 2"));
    CHECK_THAT(message_of("sqlite:" + file + "?query=SELECT nope FROM b"),
               Contains("no such column: nope"));
    CHECK_THAT(message_of("sqlite:" + file + "?query=SELECT x FROM b; DROP TABLE b"),
               Contains("SQLite: "));
    CHECK_THAT(message_of("sqlite:" + file + "?query=SELECT x FROM b) AS r; DROP TABLE b; --"),
               Contains("a query is one SELECT"));
    CHECK(sqlite_rows(file, "SELECT COUNT(*) FROM b") == "2\n");
    const std::string none = folder.write("none.db", "This is no database, only a text.");
    CHECK_THAT(message_of("sqlite:" + none + "?table=t"), Contains("not a database"));
}

TEST_CASE("Relations: cells that are not wanted come empty, whatever they hold") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db"), address = "sqlite:" + file + "?table=b";
    execute_sqlite(file, "CREATE TABLE b (x, y, \"bin \"\"\"); "
                         "INSERT INTO b VALUES (1, 'p', x'00ff'), (2, 'q', NULL);");
    CHECK_THAT(message_of(address), Contains("column 'bin \"' has binary data in row 1") &&
                                        Contains("DataOptions::columns"));
    const auto wants = [](const std::string& column) { return column != "bin \""; };
    const auto source = open_relation(parse_database_address(address), 1 << 20, {.wants = wants});
    CHECK(io::read_text(*source) == "\"x\",\"y\",\"bin \"\"\"\n1,p,\n2,q,\n");
    const auto none =
        open_relation(parse_database_address("sqlite:" + file + "?query=SELECT * FROM b"), 1 << 20,
                      {.wants = [](const std::string&) { return false; }});
    CHECK_THAT(io::read_text(*none), Contains("\n,,\n,,\n"));
}

TEST_CASE("Relations of SQLite: a schema that is not there is told, and a table in one that is") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db"), address = "sqlite:" + file;
    execute_sqlite(file, "CREATE TABLE fine (a); INSERT INTO fine VALUES (1);");
    CHECK_THAT(message_of(address + "?table=fine&schema=maim"),
               Contains("there is no schema 'maim' (did you mean 'main'?)"));
    CHECK_THAT(message_of(address + "?table=fine&schema=S"), Contains("there is no schema 'S'"));
    CHECK_THAT(message_of(address + "?table=fin&schema=main"), Contains("did you mean 'fine'?"));
    CHECK(text_of(address + "?table=fine&schema=main") == "\"a\"\n1\n");
    const std::vector<WrittenColumn> columns = {{"a"}};
    CHECK_THROWS_WITH(
        DatabaseWriter(parse_database_address(address + "?table=new&schema=S"), columns),
        Contains("there is no schema 'S'"));
}

TEST_CASE("Relations of SQLite: who waits for a locked file is told so, once") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    execute_sqlite(file, "CREATE TABLE t (a); INSERT INTO t VALUES (1);");
    std::optional<LockedSqlite> locked(std::in_place, file);
    std::vector<std::string> notices;
    const auto notice = [&](const std::string& sentence) {
        notices.push_back(sentence);
        locked.reset();
    };
    const auto source = open_relation(parse_database_address("sqlite:" + file + "?table=t"),
                                      1 << 20, {.notice = notice});
    CHECK(io::read_text(*source) == "\"a\"\n1\n");
    REQUIRE(notices.size() == 1);
    CHECK_THAT(notices.front(), Contains("another program has locked the file"));
}

TEST_CASE("Relations of SQLite: names are quoted, never pasted") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    execute_sqlite(file,
                   "CREATE TABLE t (a); INSERT INTO t VALUES (1);"
                   "CREATE TABLE \"x\"\"; DROP TABLE t; --\" (\"a\"\"); DROP TABLE t; --\", "
                   "\"@relation\", \"select\");"
                   "INSERT INTO \"x\"\"; DROP TABLE t; --\" VALUES ('p', 'q', 'r');");
    CHECK(text_of("sqlite:" + file + "?table=x\"; DROP TABLE t; --") ==
          "\"a\"\"); DROP TABLE t; --\",\"@relation\",\"select\"\np,q,r\n");
    CHECK_THAT(message_of("sqlite:" + file + "?table=t\"; DROP TABLE t; --"),
               Contains("there is no table"));
    const DatabaseCounts counts(
        parse_database_address("sqlite:" + file + "?table=x\"; DROP TABLE t; --"), {});
    CHECK(counts.schema()[0].name() == "a\"); DROP TABLE t; --");
    CHECK(sqlite_rows(file, "SELECT COUNT(*) FROM t") == "1\n");
}

TEST_CASE("Relations of SQLite: a snapshot from the first row on") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    execute_sqlite(file, "PRAGMA journal_mode = WAL; CREATE TABLE t (a); INSERT INTO t VALUES (1)");
    const auto source =
        open_relation(parse_database_address("sqlite:" + file + "?table=t"), 1 << 20);
    CHECK(io::read_text(*source) == "\"a\"\n1\n");
    execute_sqlite(file, "INSERT INTO t VALUES (2)");
    source->restart();
    CHECK(io::read_text(*source) == "\"a\"\n1\n");
}

TEST_CASE("A new table: all of its rows, or none") {
    const TemporaryFolder folder;
    const std::string file = folder.file("new.db");
    const DatabaseAddress address = parse_database_address("sqlite:" + file + "?table=p \"q\"");
    const std::vector<WrittenColumn> columns = {{"who"}, {"P(yes)", true}};
    {
        DatabaseWriter writer(address, columns);
        writer.add("ann,0.25\n");
    }
    CHECK(sqlite_rows(file, "SELECT COUNT(*) FROM sqlite_master") == "0\n");
    DatabaseWriter writer(address, columns);
    writer.add("ann,0.1\n\"b, \"\"c\"\"\",\n");
    writer.add("");
    writer.add(",1e-300\n");
    writer.commit();
    CHECK(sqlite_rows(file,
                      "SELECT who, \"P(yes)\" = 0.1, typeof(\"P(yes)\") FROM \"p \"\"q\"\"\"") ==
          "ann|1|real\nb, \"c\"||null\n|0|real\n");
    CHECK_THROWS_WITH(DatabaseWriter(address, columns), Contains("there is a table of that name"));
    CHECK_THROWS_WITH(DatabaseWriter(parse_database_address("sqlite:" + file), columns),
                      Contains("names no table to write"));
}

TEST_CASE("Relations of PostgreSQL: rows, tables, queries, and what goes wrong", "[full]") {
    const auto server = PostgresqlServer::start();
    if (!server) return;
    server->execute(odd_rows);
    check_rows(server->address("table=t"));
    check_rows(server->address("schema=public&table=t"));
    check_rows(server->address("query=SELECT * FROM t"));
    CHECK_THAT(message_of(server->address("table=T")), Contains("did you mean 't'?"));
    CHECK_THAT(message_of(server->address("query=SELECT nope FROM t")), Contains("\"nope\""));
    // One statement, in a transaction that only reads.
    CHECK_THAT(message_of(server->address("query=SELECT 1) AS r; DROP TABLE t; --")),
               Contains("PostgreSQL: "));
    server->execute(
        "CREATE FUNCTION evil() RETURNS int LANGUAGE sql AS "
        "'DELETE FROM t; SELECT 1'");
    CHECK_THAT(message_of(server->address("query=SELECT evil()")), Contains("read-only"));
    CHECK(server->rows("SELECT COUNT(*) FROM t") == "6\n");
    server->execute("CREATE TABLE b (x bytea); INSERT INTO b VALUES ('\\x00ff')");
    CHECK_THAT(message_of(server->address("table=b")), Contains("binary data"));

    const std::vector<WrittenColumn> columns = {{"who"}, {"p", true}};
    DatabaseWriter writer(parse_database_address(server->address("table=new")), columns);
    writer.add("\"tab\there\",0.1\n\"back\\slash\",\n,1e-300\n");
    writer.commit();
    CHECK(server->rows("SELECT who, p = 0.1 FROM new") == "tab\there|t\nback\\slash|\n|f\n");
    CHECK_THROWS_WITH(DatabaseWriter(parse_database_address(server->address("table=new")), columns),
                      Contains("there is a table of that name"));

    // No line of a single column is blank, and none is the end mark of a copy.
    server->execute(
        "CREATE TABLE one (a text); INSERT INTO one VALUES (NULL), (''), (E'\\\\.'), ('x')");
    CHECK(text_of(server->address("table=one")) == "\"a\"\n\"\"\n\"\"\n\"\\.\"\nx\n");

    // Rows that are given up in the middle come again from the first one on.
    server->execute("CREATE TABLE long AS SELECT g AS a FROM generate_series(1, 300000) AS g");
    const auto source =
        open_relation(parse_database_address(server->address("table=long")), std::size_t{1} << 30);
    for (int i = 0; i < 3; ++i) CHECK(source->first_bytes(1000).starts_with("\"a\"\n1\n2\n"));
    CHECK(io::read_text(*source).ends_with("\n299999\n300000\n"));

    // A connection that is lost in the middle.
    source->restart();
    std::string piece(1000, '\0');
    CHECK(source->read(piece) > 0);
    server->end_connections();
    CHECK_THROWS_WITH(io::read_text(*source), Contains("PostgreSQL: "));
}
