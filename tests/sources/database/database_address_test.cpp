#include <sources/database/database_address.hpp>

#include <pgm/core/error.hpp>

#include <tests/support/catch.hpp>

using namespace pgm;
using namespace pgm::sources;
using Catch::Contains;

TEST_CASE("Database address: a file of SQLite, its table or a query") {
    const DatabaseAddress table = parse_database_address("sqlite:data/a b.db?table=my%20t");
    CHECK(table.server == DatabaseAddress::Server::sqlite);
    CHECK(table.place == "data/a b.db");
    CHECK(table.table == "my t");
    CHECK_FALSE(table.query);
    CHECK_FALSE(table.counts_there);
    const DatabaseAddress query =
        parse_database_address("sqlite:a%3Fb.db?query=SELECT a, b FROM t WHERE a <> 'x%26y' ; ");
    CHECK(query.place == "a?b.db");
    CHECK(query.query == "SELECT a, b FROM t WHERE a <> 'x&y'");
    const DatabaseAddress only = parse_database_address("sqlite:one.db");
    CHECK_FALSE(only.table);
    CHECK(parse_database_address("sqlite:a.db?schema=main&table=t&count=database").counts_there);
}

TEST_CASE("Database address: parameters that are not pgm's go to PostgreSQL") {
    const DatabaseAddress address = parse_database_address(
        "postgresql://ann@db.example:5433/shop?sslmode=require&table=Sales&schema=eu&service=s");
    CHECK(address.server == DatabaseAddress::Server::postgresql);
    CHECK(address.place == "postgresql://ann@db.example:5433/shop?sslmode=require&service=s");
    CHECK(address.table == "Sales");
    CHECK(address.schema == "eu");
    CHECK(parse_database_address("postgres:///shop?table=t").place == "postgres:///shop");
}

TEST_CASE("Database address: what is no address is refused with what to write") {
    const auto message = [](const char* text) -> std::string {
        try {
            parse_database_address(text);
        } catch (const ArgumentError& error) {
            return error.what();
        }
        return "no error";
    };
    CHECK_THAT(message("sqlite:?table=t"), Contains("names no file"));
    CHECK_THAT(message("sqlite:a.db?tabel=t"), Contains("'tabel' is no parameter"));
    CHECK_THAT(message("sqlite:a.db?table=t&table=u"), Contains("says table= twice"));
    CHECK_THAT(message("sqlite:a.db?table=t&query=SELECT 1"), Contains("both a table and a query"));
    CHECK_THAT(message("sqlite:a.db?schema=s"), Contains("a schema and no table"));
    CHECK_THAT(message("sqlite:a.db?query= ; "), Contains("is empty"));
    CHECK_THAT(message("sqlite:a.db?count=here"), Contains("count= takes 'database'"));
    CHECK_THAT(message("sqlite:a.db?table=50%"), Contains("%25"));
    CHECK_THAT(message("sqlite:a.db?table=%zz"), Contains("%XX"));
    CHECK_THAT(message("sqlite:a%00.db"), Contains("no NUL byte"));
    CHECK_THAT(message("postgresql:shop?table=t"), Contains("postgresql://USER@HOST/NAME"));
    CHECK_THAT(message("mysql://host/name"), Contains("is no address of a database"));
}

TEST_CASE("Database address: a password is refused and not repeated") {
    for (const char* const text : {"postgresql://ann:secret@host/shop?table=t",
                                   "postgresql://host/shop?user=ann&password=secret&table=t",
                                   "postgresql://host/shop?password=secret"}) {
        INFO(text);
        try {
            parse_database_address(text);
            FAIL("no error");
        } catch (const ArgumentError& error) {
            CHECK_THAT(error.what(), Contains("PGPASSWORD") && !Contains("secret"));
        }
    }
}
