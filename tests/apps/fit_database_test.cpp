#include <tests/sources/databases.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Names, numbers with many digits, missing values, in the order of a file.
const std::vector<std::vector<std::string>> rows = {
    {"red", "0.1", "a"},   {"red", "2", "b"},  {"", "0.30000000000000004", "a"},
    {"blue", "1e-7", "b"}, {"red", "", ""},    {"green, dark", "1e9", "a"},
    {"blue", "3", "c"},    {"blue", "2", "c"}, {"red", "4", "b"}};

std::string csv() {
    std::string text = "colour,size,class\n";
    for (const std::vector<std::string>& row : rows)
        text += "\"" + row[0] + "\"," + row[1] + "," + row[2] + "\n";
    return text;
}

std::string commands(const std::string& table) {
    const auto cell = [](const std::string& text) {
        return text.empty() ? std::string("NULL") : "'" + text + "'";
    };
    std::string text =
        "CREATE TABLE " + table + " (colour text, size double precision, class text);";
    for (const std::vector<std::string>& row : rows)
        text += "INSERT INTO " + table + " VALUES (" + cell(row[0]) + ", " +
                (row[1].empty() ? "NULL" : row[1]) + ", " + cell(row[2]) + ");";
    return text;
}

/// Fits from each of the addresses and compares the model files with that of the rows in a file.
void check_models(const TemporaryFolder& folder, const std::vector<std::string>& addresses) {
    const std::string table = folder.write("rows.csv", csv());
    for (const std::string structure : {"nb", "tan", "kdb:2", "class -> size, colour"}) {
        const auto fit = [&](const std::string& data, const std::string& model) {
            return run_pgm({"fit", data, "--class", "class", "--structure", structure,
                            "--continuous", "gaussian", "--smooth", "laplace:1", "-o", model});
        };
        const std::string expected = folder.file("expected.pgmodel"),
                          model = folder.file("m.pgmodel");
        REQUIRE(fit(table, expected).status == 0);
        for (const std::string& address : addresses) {
            INFO(structure << " of " << address);
            const auto run = fit(address, model);
            INFO(run.err);
            REQUIRE(run.status == 0);
            CHECK(read_file(model) == read_file(expected));
        }
    }
}

}  // namespace

TEST_CASE("fit: rows and counts of SQLite give the model of the file, byte for byte") {
    const TemporaryFolder folder;
    const std::string file = folder.file("d.db");
    execute_sqlite(file, commands("t"));
    check_models(folder, {"sqlite:" + file, "sqlite:" + file + "?table=t",
                          "sqlite:" + file + "?query=SELECT colour, size, class FROM t",
                          "sqlite:" + file + "?table=t&count=database"});
}

TEST_CASE("fit: rows and counts of PostgreSQL give the model of the file", "[full]") {
    const auto server = PostgresqlServer::start();
    if (!server) return;
    server->execute(commands("t"));
    const TemporaryFolder folder;
    check_models(folder, {server->address("table=t"), server->address("query=SELECT * FROM t"),
                          server->address("table=t&count=database")});
    const std::string model = folder.file("m.pgmodel"), table = folder.write("rows.csv", csv());
    REQUIRE(run_pgm({"fit", table, "--class", "class", "--structure", "nb", "-o", model}).status ==
            0);
    const auto written = run_pgm({"predict", model, server->address("table=t"), "--proba", "--keep",
                                  "colour", "-o", server->address("table=Found")});
    INFO(written.err);
    REQUIRE(written.status == 0);
    CHECK(server->rows("SELECT COUNT(*), COUNT(\"colour\"), COUNT(\"P(a)\") FROM \"Found\"") ==
          "9|8|9\n");
    CHECK(run_pgm(
              {"predict", model, server->address("table=t"), "-o", server->address("table=Found")})
              .status == 1);
}

TEST_CASE("fit: other commands read a table of SQLite, and one is written by predict") {
    const TemporaryFolder folder;
    const std::string file = folder.file("d.db"), table = folder.write("rows.csv", csv()),
                      model = folder.file("m.pgmodel");
    execute_sqlite(file, commands("t"));
    const std::string address = "sqlite:" + file + "?table=t";
    REQUIRE(run_pgm({"fit", table, "--class", "class", "--structure", "nb", "-o", model}).status ==
            0);
    CHECK(run_pgm({"predict", model, address, "--proba"}).out ==
          run_pgm({"predict", model, table, "--proba"}).out);
    CHECK(run_pgm({"info", address, "--json"}).json().at("rows") == 9);
    const auto learned = [&](const std::string& data) {
        auto report = run_pgm({"learn", data, "--ignore", "size", "--json"}).json();
        report.erase("data");
        return report;
    };
    CHECK(learned(address) == learned(table));
    const auto written = run_pgm({"predict", model, address, "--proba", "--keep", "colour,size",
                                  "-o", "sqlite:" + file + "?table=found", "--json"});
    INFO(written.err);
    REQUIRE(written.status == 0);
    CHECK(written.json().at("rows") == 9);
    CHECK("predicted\n" + sqlite_rows(file, "SELECT predicted FROM found") ==
          run_pgm({"predict", model, table}).out);
    CHECK(sqlite_rows(file, "SELECT colour, typeof(\"P(a)\") FROM found LIMIT 1") == "red|real\n");
    CHECK(sqlite_rows(file, "SELECT COUNT(*), COUNT(colour), COUNT(size) FROM found") == "9|8|8\n");
}

TEST_CASE("fit: what a database cannot give is refused, with what to do") {
    const TemporaryFolder folder;
    const std::string file = folder.file("d.db"), table = folder.write("rows.csv", csv());
    execute_sqlite(file, commands("t"));
    const auto refused = [&](const std::vector<std::string>& arguments, int status,
                             const std::string& message) {
        const auto run = run_pgm(arguments);
        INFO(run.err);
        CHECK(run.status == status);
        CHECK_THAT(run.err, Contains(message));
    };
    const std::string address = "sqlite:" + file + "?table=t";
    refused({"fit", "sqlite:" + file + "?table=u", "-c", "class"}, 1, "there is no table 'u'");
    refused({"fit", "sqlite:" + folder.file("no.db") + "?table=u", "-c", "class"}, 1,
            "unable to open");
    refused({"fit", address, table, "-c", "class"}, 1, "read alone");
    refused({"fit", address, "-c", "clas", "--structure", "nb"}, 1, "clas");
    refused({"fit", address + "&count=database", "-c", "class", "--structure", "nb", "--continuous",
             "kde"},
            1, "the data come as counts");
    refused({"fit", address + "&count=database", "-c", "class", "--structure", "stack"}, 2,
            "one structure");
    refused({"learn", address + "&count=database"}, 1, "'pgm fit' only");
    refused({"fit", "postgresql://a:b@localhost/x?table=t", "-c", "class"}, 1, "PGPASSWORD");
    refused({"fit", "postgresql:///x?host=" + folder.path() + "&table=t", "-c", "class"}, 1,
            "PostgreSQL: ");
}

TEST_CASE("fit: without libpq nothing but a database of PostgreSQL is refused") {
    const TemporaryFolder folder;
    const std::string library = folder.write("libpq.so.5", "no library");
    const std::string pgm = "LD_LIBRARY_PATH='" + folder.path() + "' \"$pgm\" ";
    const auto refused = [&](const std::string& message) {
        const auto run = run_shell(pgm + "fit 'postgresql:///x?table=t' -c class");
        INFO(run.err);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("PostgreSQL: ") && Contains(message) && Contains("libpq5"));
    };
    refused(library + ": ");
    CHECK(run_shell(pgm + "query " + asia() + " 'P(dysp)'").out ==
          run_pgm({"query", asia(), "P(dysp)"}).out);
    // A library of that name without the functions.
    REQUIRE(
        run_shell("ln -sf $(ldd \"$pgm\" | awk '/libz[.]/ {print $3}') '" + library + "'").status ==
        0);
    refused("undefined symbol: PQ");
}
