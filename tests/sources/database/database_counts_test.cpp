#include <sources/database/database.hpp>

#include <io/csv/csv.hpp>
#include <learners/fit/estimator.hpp>
#include <learners/fit/fit.hpp>
#include <pgm/core/error.hpp>
#include <tests/sources/databases.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm;
using namespace pgm::sources;
using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Rows with and without a class, missing values, numbers, states that differ in case.
std::string commands_of_rows() {
    std::string text = "CREATE TABLE t (colour text, size double precision, kind text, y text);";
    const std::vector<std::string> colours = {"'red'", "'Red'", "'blue, \"dark\"'", "NULL"};
    const std::vector<std::string> kinds = {"'1'", "'2'", "'10'"};
    const std::vector<std::string> classes = {"'yes'", "'no'", "'no'", "NULL", "'maybe'"};
    for (int i = 0; i < 240; ++i)
        text += "INSERT INTO t VALUES (" + colours[i * 7 % 4] + ", " +
                (i % 11 == 0 ? "NULL" : std::to_string(i * i % 17) + ".1") + ", " +
                kinds[i * 5 % 3] + ", " + classes[(i + i / 7) % 5] + ");";
    return text;
}

/// The sums over the rows that are read, for each of the families.
Sums sums_of_rows(const Dataset& rows, const CountRequest& request) {
    return Rows(rows).count(request).statistics;
}

void check_counts(const std::string& text) {
    const DatabaseAddress address = parse_database_address(text);
    const io::DataOptions options{.columns = {{.name = "kind"}}};
    const auto source = open_relation(address, 1 << 20);
    const Dataset rows = io::read_csv(*source, options_of_relation(options));
    const DatabaseCounts counts(address, options);
    REQUIRE(counts.schema() == rows.schema());
    CHECK(counts.rows() == 240);
    CHECK(counts.rows_of_states(3) == std::vector<double>{48, 96, 48});

    const std::vector<Variable>& all = counts.schema();
    CountRequest request{.schema = {all[3], all[0], all[1], all[2]}};
    const ColumnId y(0), colour(1), size(2), kind(3);
    request.families = {{y, {}},           {colour, {y}},       {size, {y}},
                        {size, {y, kind}}, {kind, {y, colour}}, {size, {y, colour, kind}}};
    const CountedRows counted = counts.source().count(request);
    CHECK(counted.statistics == sums_of_rows(rows, request));
    CHECK(counted.statistics.rows() == 192);
    CHECK(counted.rows_without_class == 48);

    for (const char* const structure : {"nb", "tan", "y -> colour, kind; kind -> size"}) {
        INFO(structure);
        const learners::Estimator learner =
            learners::parse_learner(structure, {.continuous = "gaussian"});
        CHECK(learners::fit(counts.source(), "y", learner) == learners::fit(rows, "y", learner));
    }
}

}  // namespace

TEST_CASE("Counts of SQLite are those of the rows") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    execute_sqlite(file, commands_of_rows());
    check_counts("sqlite:" + file + "?table=t&count=database");
    check_counts("sqlite:" + file + "?query=SELECT * FROM t&count=database");
}

TEST_CASE("Counts of SQLite: a collation that takes texts for equal does not merge states") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    execute_sqlite(file,
                   "CREATE TABLE t (a text COLLATE NOCASE, y);"
                   "INSERT INTO t VALUES ('p', 'u'), ('P', 'u'), ('q', 'v'), ('p', 'v');");
    const DatabaseCounts counts(parse_database_address("sqlite:" + file), {});
    CHECK(counts.schema()[0].states() == std::vector<std::string>{"P", "p", "q"});
    CHECK(counts.rows_of_states(0) == std::vector<double>{1, 2, 1});
}

TEST_CASE("Counts of a database: what needs rows, weights and absent columns are refused") {
    const TemporaryFolder folder;
    const std::string file = folder.file("a.db");
    execute_sqlite(file,
                   "CREATE TABLE none (a, y); CREATE TABLE t (a text, x real, y text);"
                   "INSERT INTO t VALUES ('p', 1, 'u'), ('q', 2, 'v');");
    const DatabaseAddress address = parse_database_address("sqlite:" + file + "?table=t");
    const DatabaseCounts counts(address, {});
    CHECK_THROWS_WITH(
        learners::fit(counts.source(), "y", learners::parse_learner("nb", {.continuous = "kde"})),
        Contains("the data come as counts"));
    CHECK_THROWS_WITH(DatabaseCounts(address, {.weights = "x"}), Contains("rows with weights"));
    CHECK_THROWS_WITH(DatabaseCounts(address, {.columns = {{.name = "z"}}}),
                      Contains("there is no column 'z'"));
    CHECK(DatabaseCounts(parse_database_address("sqlite:" + file + "?table=none"), {}).rows() == 0);
}

TEST_CASE("Counts of PostgreSQL are those of the rows", "[full]") {
    const auto server = PostgresqlServer::start();
    if (!server) return;
    server->execute(commands_of_rows());
    check_counts(server->address("table=t&count=database"));
    check_counts(server->address("query=SELECT * FROM t&count=database"));
}

TEST_CASE("Counts of PostgreSQL: more columns than GROUPING() takes", "[full]") {
    const auto server = PostgresqlServer::start();
    if (!server) return;
    std::string columns, cells;
    for (int i = 0; i < 40; ++i) {
        columns += "c" + std::to_string(i) + " text, ";
        cells += "((g * " + std::to_string(i + 3) + ") / 7 % 3)::text || 's', ";
    }
    server->execute("CREATE TABLE wide (" + columns + "y text); INSERT INTO wide SELECT " + cells +
                    "(g % 2)::text || 'y' FROM generate_series(1, 500) AS g");
    const DatabaseAddress address = parse_database_address(server->address("table=wide"));
    const auto source = open_relation(address, 1 << 20);
    const Dataset rows = io::read_csv(*source, options_of_relation({}));
    const DatabaseCounts counts(address, {});
    const learners::Estimator tan = learners::parse_learner("tan");
    CHECK(learners::fit(counts.source(), "y", tan) == learners::fit(rows, "y", tan));
}
