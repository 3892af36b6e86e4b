#include <tests/support/catch.hpp>
#include <tests/support/child_process.hpp>
#include <tests/support/mpirun.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;

// They run pgm-mpi under mpirun, more processes than there are cores and as any user.
namespace {

using Words = std::vector<std::string>;

/// Runs pgm-mpi on so many ranks; one that hangs is ended after a minute, with status 124.
ChildResult run_mpi(std::size_t ranks, Words arguments) {
    Words words = {
        "timeout", "60", "mpirun", "-n", std::to_string(ranks), binary_file("apps/pgm-mpi")};
    words.insert(words.end(), arguments.begin(), arguments.end());
    return run_child(words, {});
}

/// A table in four shards; each has a state and a number that no other has.
struct ShardedTable {
    ShardedTable() {
        const std::string header = "kind,colour,size,half,w\n";
        std::string text = header;
        for (int shard = 0; shard < 4; ++shard) {
            std::string rows;
            for (int i = shard * 500; i < (shard + 1) * 500; ++i)
                rows += std::string(i % 3 == 0    ? "\"a, b\","
                                    : i % 31 == 0 ? "?,"
                                                  : "c,") +
                        (i % 17 == 0  ? "NA,"
                         : i % 5 == 0 ? "hue" + std::to_string(shard) + ","
                                      : "red,") +
                        std::to_string(i % 4 + i % 3) + "," + std::to_string(i % 7) + ".5," +
                        std::to_string(i % 2 + 1) + "\n";
            text += rows;
            shards.push_back(folder.write("part-" + std::to_string(shard) + ".csv", header + rows));
        }
        whole = folder.write("whole.csv", text);
        encoded = folder.file("whole.pgmdata");
        REQUIRE(run_pgm({"encode", whole, "--discrete", "size,kind", "-o", encoded}).status == 0);
    }

    TemporaryFolder folder;
    Words shards;
    std::string whole, encoded;
};

Words command(const std::string& name, const Words& files, const Words& options) {
    Words words = {name};
    words.insert(words.end(), files.begin(), files.end());
    words.insert(words.end(), options.begin(), options.end());
    return words;
}

}  // namespace

TEST_CASE("pgm-mpi fit: model and report are those of pgm fit, for 1, 2 and 4 ranks", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    const std::string model = table.folder.file("m.pgmodel");
    const std::string expected_model = table.folder.file("e.pgmodel");
    for (const Words& options :
         {Words{"--structure", "tan", "--discrete", "size", "--ignore", "half"},
          Words{"--structure", "kdb:2", "--discrete", "size,half", "--weights", "w"},
          Words{"--structure", "nb", "--continuous", "gaussian", "--missing-cells", "fill"},
          Words{"--structure", "nb", "--continuous", "kde"}, Words{"--structure", "tan"}}) {
        Words all = {"--class", "kind", "--json", "-o"};
        all.insert(all.begin(), options.begin(), options.end());
        const auto fit = [&](Words files, const std::string& to) {
            Words words = command("fit", files, all);
            words.push_back(to);
            return words;
        };
        const ProgramRun expected = run_pgm(fit({table.whole}, expected_model));
        INFO(options[1] << expected.err);
        REQUIRE(expected.status == 0);
        auto expected_report = expected.json();
        expected_report.erase("model");
        for (const std::size_t ranks : {1, 2, 4})
            for (const Words& files : {Words{table.whole}, table.shards}) {
                if (ranks == 2 && files.size() == 1) continue;  // one file on 4 ranks is enough
                const ChildResult run = run_mpi(ranks, fit(files, model));
                INFO(ranks << " ranks: " << run.errors);
                REQUIRE(run.exit_status == 0);
                auto report = nlohmann::ordered_json::parse(run.output);
                report.erase("model");
                CHECK(report == expected_report);
                CHECK(read_file(model) == read_file(expected_model));
            }
    }
}

TEST_CASE("pgm-mpi fit: the parts of an encoded table are spread") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    const std::string model = table.folder.file("m.pgmodel"),
                      other = table.folder.file("e.pgmodel");
    const Words options = {"--class", "kind", "--structure", "tan", "--continuous", "gaussian"};
    Words words = command("fit", {table.encoded}, options);
    words.insert(words.end(), {"-o", other});
    REQUIRE(run_pgm(words).status == 0);
    words.back() = model;
    REQUIRE(run_mpi(3, words).exit_status == 0);
    CHECK(read_file(model) == read_file(other));
}

TEST_CASE("pgm-mpi: a malformed shard ends all ranks, with shard and line", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    for (std::size_t bad = 0; bad < 4; ++bad) {
        Words files = table.shards;
        files[bad] = table.folder.write("bad.csv", read_file(files[bad]) + "c,red\n");
        const ChildResult run = run_mpi(4, command("fit", files, {"--class", "kind"}));
        INFO(run.errors);
        CHECK(run.exit_status == 1);
        CHECK_THAT(run.errors, Catch::Contains("bad.csv:502:"));
        CHECK(run.output.empty());
    }
}

TEST_CASE("pgm-mpi: an error of all ranks is said once", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    const ChildResult run = run_mpi(4, command("fit", table.shards, {"--class", "knd"}));
    INFO(run.errors);
    CHECK(run.exit_status == 1);
    const std::size_t first = run.errors.find("no column 'knd'");
    CHECK(first != std::string::npos);
    CHECK(run.errors.find("no column 'knd'", first + 1) == std::string::npos);
}

TEST_CASE("pgm-mpi: a rank that is killed ends all of them within seconds", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    // One rank waits for a shard that never comes, and is killed; the others wait for it.
    const std::string pipe = table.folder.file("never.csv");
    const std::string line =
        "mkfifo '" + pipe + "'; exec 9<>'" + pipe + "'; timeout 50 mpirun -n 2 '" +
        binary_file("apps/pgm-mpi") + "' fit '" + table.shards[0] + "' '" + pipe +
        "' --class kind & run=$!; sleep 2; for p in $(pgrep -P $(pgrep -P $run)); do last=$p; "
        "done; kill -9 $last; wait $run";
    const ProgramRun run = run_shell(line);
    INFO(run.err);
    CHECK(run.status != 0);
    CHECK(run.status != 124);
    CHECK_THAT(run.err, Catch::Contains("signal 9"));
}

TEST_CASE("pgm-mpi: what it does not spread is left to pgm") {
    if (!can_run_ranks()) return;
    const ChildResult run = run_mpi(2, {"info", "x.csv"});
    CHECK(run.exit_status == 2);
    CHECK_THAT(run.errors, Catch::Contains("'pgm-mpi' does not spread 'info'"));
    CHECK(run_mpi(2, {"fit", "-", "--class", "y"}).exit_status == 2);
    CHECK_THAT(run_mpi(2, {"--help"}).output, Catch::Contains("mpirun -n 4 pgm-mpi fit"));
}

TEST_CASE("pgm-mpi fit by em: the bits of pgm fit", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    const std::string model = table.folder.file("m.pgmodel"),
                      other = table.folder.file("e.pgmodel");
    for (const Words& options :
         {Words{"--class", "kind", "--structure", "tan", "--discrete", "size", "--ignore",
                "half,w"},
          Words{"--class", "kind", "--structure", "nb", "--continuous", "gaussian"},
          Words{"--structure", "size -> colour -> kind; H{2 states, hidden} -> colour",
                "--discrete", "size", "--ignore", "half,w", "--seed", "3"}}) {
        Words words = command("fit", {table.whole}, options);
        words.insert(words.end(), {"--missing-cells", "em", "--json", "-o", other});
        const ProgramRun expected = run_pgm(words);
        INFO(expected.err);
        REQUIRE(expected.status == 0);
        for (const std::size_t ranks : {1, 2, 3}) {
            words.back() = model;
            const ChildResult run = run_mpi(ranks, words);
            INFO(ranks << " ranks: " << run.errors);
            REQUIRE(run.exit_status == 0);
            CHECK(read_file(model) == read_file(other));
            CHECK(nlohmann::ordered_json::parse(run.output)["em"] == expected.json()["em"]);
        }
    }
}

TEST_CASE("pgm-mpi predict: rows in order, as pgm writes them", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    const std::string model = table.folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", table.shards[0], "--class", "kind", "--structure", "tan", "--discrete",
                     "size", "--continuous", "gaussian", "-o", model})
                .status == 0);
    std::string text = read_file(table.whole);
    const std::string rows = text.substr(text.find('\n') + 1);
    for (int i = 0; i < 20; ++i) text += rows;  // more rows than a block has
    const std::string data = table.folder.write("many.csv", text);
    const std::string out = table.folder.file("o.tsv"), other = table.folder.file("e.tsv");
    const Words options = {"predict", model, data, "--proba", "--keep", "half", "--json", "-o"};
    Words words = options;
    words.push_back(other);
    const ProgramRun expected = run_pgm(words);
    REQUIRE(expected.status == 0);
    for (const std::size_t ranks : {1, 2, 4}) {
        words.back() = out;
        const ChildResult run = run_mpi(ranks, words);
        INFO(run.errors);
        REQUIRE(run.exit_status == 0);
        CHECK(read_file(out) == read_file(other));
        auto report = nlohmann::ordered_json::parse(run.output), wanted = expected.json();
        report.erase("written");
        wanted.erase("written");
        CHECK(report == wanted);
    }
    const Words to_standard_output = {"predict", model, table.whole, "--proba"};
    CHECK(run_mpi(2, to_standard_output).output == run_pgm(to_standard_output).out);
}

TEST_CASE("pgm-mpi evaluate: the report of pgm", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    const Words words = {"evaluate", table.whole, "--class", "kind",   "--structure",
                         "nb,tan",   "--folds",   "5",       "--seed", "2",
                         "--ignore", "half",      "--json"};
    const ProgramRun expected = run_pgm(words);
    REQUIRE(expected.status == 0);
    for (const std::size_t ranks : {2, 3}) {
        const ChildResult run = run_mpi(ranks, words);
        INFO(run.errors);
        CHECK(run.exit_status == 0);
        CHECK(run.output == expected.out);
    }
}

TEST_CASE("pgm-mpi learn: network and report are those of pgm learn", "[full]") {
    if (!can_run_ranks()) return;
    const ShardedTable table;
    const std::string model = table.folder.file("m.bif"), other = table.folder.file("e.bif");
    for (const char* algorithm : {"hc", "tabu", "boss", "pc"}) {
        const Words options = {"--algorithm", algorithm, "--discrete",
                               "size,half,w", "--json",  "-o"};
        Words words = command("learn", {table.whole}, options);
        words.push_back(other);
        const ProgramRun expected = run_pgm(words);
        INFO(algorithm << expected.err);
        REQUIRE(expected.status == 0);
        for (const Words& files : {Words{table.whole}, table.shards}) {
            words = command("learn", files, options);
            words.push_back(model);
            const ChildResult run = run_mpi(3, words);
            INFO(run.errors);
            REQUIRE(run.exit_status == 0);
            CHECK(read_file(model) == read_file(other));
            auto report = nlohmann::ordered_json::parse(run.output), wanted = expected.json();
            report.erase("model");
            wanted.erase("model");
            CHECK(report == wanted);
        }
    }
}
