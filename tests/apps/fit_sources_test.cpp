#include <tests/sources/databases.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/mpirun.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <string>
#include <vector>

using namespace pgm::tests;

namespace {

using Words = std::vector<std::string>;

const Words choices = {"--class",      "play",     "--structure", "tan",
                       "--continuous", "gaussian", "--smooth",    "laplace:1"};

/// Rows of states, missing values and long numbers, in two parts with states of their own.
struct SourceRows {
    SourceRows() {
        for (int part = 0; part < 2; ++part) {
            std::string rows;
            for (int i = 0; i < 900; ++i) {
                const std::string sky = i % 13 == 0  ? ""
                                        : i % 3 == 0 ? "rain"
                                                     : "sun " + std::to_string(part);
                const std::string wind = i % 7 < 3 ? "weak" : "strong";
                const std::string size = i % 11 == 0 ? "" : std::to_string(i * i % 97) + ".1";
                const std::string play = i % 29 == 0 ? "" : (i + i / 5) % 2 == 0 ? "yes" : "no";
                rows += sky + "," + wind + "," + size + "," + play + "\n";
                const auto quoted = [](const std::string& cell) {
                    return cell.empty() ? std::string("NULL") : "'" + cell + "'";
                };
                commands += "INSERT INTO rows VALUES (" + quoted(sky) + ", " + quoted(wind) + ", " +
                            (size.empty() ? "NULL" : size) + ", " + quoted(play) + ");";
            }
            text += rows;
            parts.push_back(folder.write("part-" + std::to_string(part) + ".csv", header + rows));
        }
        whole = folder.write("whole.csv", text);
    }

    std::string fitted(Words arguments, const std::string& input = {}) const {
        const std::string model = folder.file("m.pgmodel");
        std::filesystem::remove(model);
        arguments.insert(arguments.begin(), "fit");
        arguments.insert(arguments.end(), {"-o", model});
        const auto run = run_pgm(arguments, input);
        INFO(run.err);
        CHECK(run.status == 0);
        return run.status == 0 ? read_file(model) : run.err;
    }
    std::string fitted_from(const Words& data, const std::string& input = {}) const {
        Words arguments = data;
        arguments.insert(arguments.end(), choices.begin(), choices.end());
        return fitted(arguments, input);
    }

    const std::string header = "sky,wind,size,play\n";
    std::string commands =
        "CREATE TABLE rows (sky text, wind text, size double precision, play text);";
    std::string text = header;
    TemporaryFolder folder;
    Words parts;
    std::string whole;
};

}  // namespace

TEST_CASE("fit: one model, byte for byte, from every source of the same rows", "[full]") {
    const SourceRows rows;
    const std::string expected = rows.fitted_from({rows.whole});
    const auto file = [&](const char* name) { return rows.folder.file(name); };
    const auto shell = [&](const std::string& line) {
        const auto run = run_shell("cd '" + rows.folder.path() + "' && " + line);
        INFO(line << ": " << run.err);
        CHECK(run.status == 0);
    };
    std::string words;
    for (const std::string& word : choices) words += " " + word;

    SECTION("files: several, packed, encoded, a pipe") {
        CHECK(rows.fitted_from(rows.parts) == expected);
        shell("gzip -k part-0.csv && gzip -k part-1.csv");
        CHECK(rows.fitted_from({file("part-0.csv.gz"), file("part-1.csv.gz")}) == expected);
        shell("\"$pgm\" encode part-0.csv part-1.csv -o whole.pgmdata");
        CHECK(rows.fitted_from({file("whole.pgmdata")}) == expected);
        CHECK(rows.fitted_from({"-"}, rows.text) == expected);
        shell("\"$pgm\" fit -" + words + " -o piped.pgmodel < whole.csv");
        CHECK(read_file(file("piped.pgmodel")) == expected);
        shell("cat whole.csv | \"$pgm\" fit -" + words + " -o piped.pgmodel");
        CHECK(read_file(file("piped.pgmodel")) == expected);
    }
    SECTION("shards that are counted apart and merged") {
        for (const std::string part : {"0", "1"})
            shell("\"$pgm\" stats part-" + part + ".csv" + words + " -o " + part + ".stats");
        shell("\"$pgm\" merge 1.stats 0.stats -o both");
        CHECK(rows.fitted({"--stats", file("both")}) == expected);
        CHECK(rows.fitted({"--stats", file("0.stats"), "--stats", file("1.stats")}) == expected);
    }
    SECTION("a checkpoint, from its beginning and from where a run was killed") {
        CHECK(rows.fitted_from({rows.whole, "--checkpoint", file("saved")}) == expected);
        shell("timeout -s KILL 0.02 \"$pgm\" fit whole.csv" + words +
              " --checkpoint saved || true");
        CHECK(rows.fitted_from({rows.whole, "--checkpoint", file("saved")}) == expected);
    }
    SECTION("SQLite, read and counted") {
        const std::string address = "sqlite:" + file("rows.db") + "?table=rows";
        execute_sqlite(file("rows.db"), "BEGIN;" + rows.commands + "COMMIT;");
        CHECK(rows.fitted_from({address}) == expected);
        CHECK(rows.fitted_from({address + "&count=database"}) == expected);
    }
    SECTION("PostgreSQL, read and counted") {
        if (const auto server = PostgresqlServer::start()) {
            server->execute(rows.commands);
            CHECK(rows.fitted_from({server->address("table=rows")}) == expected);
            CHECK(rows.fitted_from({server->address("table=rows&count=database")}) == expected);
        }
    }
    SECTION("ranks of MPI") {
        const std::string program = binary_file("apps/pgm-mpi");
        const bool is_there = can_run_ranks();
        for (int ranks = 1; is_there && ranks <= 4; ranks *= 2) {
            shell("timeout 120 mpirun -n " + std::to_string(ranks) + " '" + program +
                  "' fit part-0.csv part-1.csv" + words + " -o ranks.pgmodel");
            CHECK(read_file(file("ranks.pgmodel")) == expected);
        }
    }
}
