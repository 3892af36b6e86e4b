#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fcntl.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>

using namespace pgm::tests;

namespace {

using Names = std::vector<std::string>;

bool is_packed(const std::string& path) {
    std::ifstream file(path, std::ios::binary);
    return file.get() == 0x1f && file.get() == 0x8b;
}

bool has_nameless_files(const TemporaryFolder& folder) {
    const int file = ::open(folder.path().c_str(), O_TMPFILE | O_WRONLY, 0600);
    if (file >= 0) ::close(file);
    return file >= 0;
}

/// Shell that runs a command in the background and sends it a signal once it has opened its output.
std::string stopped_while_writing(const std::string& command, const std::string& signal,
                                  const std::string& folder) {
    return command + " & pid=$!; until ls -l /proc/$pid/fd 2>/dev/null | grep -q '" + folder +
           "/'; do :; done; kill -" + signal + " $pid; wait $pid";
}

const char* const incomes = "income,default\nhigh,no\nhigh,no\nlow,yes\nlow,no\n";

}  // namespace

TEST_CASE("pgm: what is written under a name that ends in .gz is packed, by every command") {
    const TemporaryFolder folder;
    const std::string data = folder.write("loan.csv", incomes),
                      model = folder.file("loan.pgmodel.gz");
    REQUIRE(run_pgm({"fit", data, "-c", "default", "-o", model}).status == 0);
    CHECK(is_packed(model));
    const auto check = [&](const std::string& name, Names arguments, const std::string& plain) {
        INFO(name);
        arguments.insert(arguments.end(), {"-o", folder.file(name)});
        const ProgramRun run = run_pgm(arguments);
        CHECK(run.err == "");
        CHECK(run.status == 0);
        CHECK(is_packed(folder.file(name)));
        CHECK(read_file(folder.file(name)) == plain);
    };
    check("p.csv.gz", {"predict", model, data, "--proba"},
          run_pgm({"predict", model, data, "--proba"}).out);
    check("s.csv.gz", {"sample", asia(), "-n", "100000"},
          run_pgm({"sample", asia(), "-n", "100000"}).out);
    REQUIRE(run_pgm({"draw", asia(), "-o", folder.file("d.dot")}).status == 0);
    check("d.dot.gz", {"draw", asia()}, read_file(folder.file("d.dot")));
    CHECK(run_pgm({"info", folder.file("s.csv.gz"), "--json"}).json()["rows"] == 100000);
}

TEST_CASE("pgm: a file that a command reads is never written over, under whatever name") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.bif"), data = folder.write("loan.csv", incomes);
    std::filesystem::copy_file(asia(), model);
    std::filesystem::create_symlink("m.bif", folder.file("link.bif"));
    std::filesystem::create_symlink("m.bif", folder.file("link.dot"));
    std::filesystem::create_symlink("loan.csv", folder.file("loan.pgmodel"));
    std::filesystem::create_symlink("m.bif", folder.file("m.pgmodel"));
    const std::string evidence = folder.write("e.json", "{\"xray\":\"yes\"}");
    std::filesystem::create_symlink("e.json", folder.file("e.svg"));
    const auto refused = [&](const Names& arguments, const std::string& sentence) {
        const ProgramRun run = run_pgm(arguments);
        CHECK(run.status == 2);
        CHECK(run.err == "pgm: error: " + sentence + "\n");
        CHECK(read_file(model) == read_file(asia()));
        CHECK(read_file(data) == incomes);
    };
    const std::string samples =
        "the samples would be written over '" + model + "', which they are drawn from";
    refused({"sample", model, "-n", "5", "-o", model}, samples);
    refused({"sample", model, "-n", "5", "-o", folder.file("link.bif")}, samples);
    refused({"convert", model, folder.file("link.bif")},
            "the copy would be written over '" + model + "', which it is made from");
    refused({"draw", model, "-o", folder.file("link.dot")},
            "the picture would be written over '" + model + "', which it is made from");
    refused({"draw", model, "--evidence-file", evidence, "-o", folder.file("e.svg")},
            "the picture would be written over '" + evidence + "', which it is made from");
    refused({"fit", data, "-c", "default", "-o", folder.file("loan.pgmodel")},
            "the classifier would be written over '" + data + "', which it is made from");
    refused({"fit", data, "-c", "default", "-s", model, "-o", folder.file("m.pgmodel")},
            "the classifier would be written over '" + model + "', which it is made from");
    const ProgramRun redirected =
        run_shell("\"$pgm\" sample - -n 5 -o '" + model + "' < '" + model + "'");
    CHECK(redirected.status == 2);
    CHECK(read_file(model) == read_file(asia()));
}

TEST_CASE("pgm: a table is not written under the name of something else") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", incomes), model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", data, "-c", "default", "-o", model}).status == 0);
    for (const char* const name : {"a.json", "a.JSON.gz", "a.xlsx", "a.bif", "a.arff", "a.svg"}) {
        const std::string path = folder.file(name);
        for (const Names& call :
             {Names{"sample", asia(), "-n", "1", "-o", path},
              {"predict", model, data, "-o", path},
              {"evaluate", data, "-c", "default", "--folds", "2", "--predictions", path},
              {"learn", data, "--bootstrap", "2", "--confidence", path}}) {
            const ProgramRun run = run_pgm(call);
            INFO(call.front() << " " << name << ": " << run.err);
            CHECK(run.status == 2);
            CHECK_THAT(run.err, Catch::Contains("are written as CSV, not as '.") &&
                                    Catch::Contains("name a .csv, .tsv or .txt file"));
            CHECK_FALSE(std::filesystem::exists(path));
        }
    }
    CHECK_THAT(run_pgm({"sample", asia(), "-n", "1", "-o", folder.file("a.json")}).err,
               Catch::Contains("with --json and without -o, JSON goes to standard output"));
    for (const char* const name : {"a", "a.csv", "a.TSV", "a.txt.gz"})
        CHECK(run_pgm({"sample", asia(), "-n", "1", "-o", folder.file(name)}).status == 0);
}

TEST_CASE("pgm predict: a terminal is shown six digits, files and pipes have all") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", incomes), model = folder.file("m.pgmodel"),
                      call = "\"$pgm\" predict " + model + " " + data + " --proba --explain";
    REQUIRE(run_pgm({"fit", data, "-c", "default", "-s", "nb", "-o", model}).status == 0);
    const std::string all = run_shell(call).out;
    CHECK_THAT(all, Catch::Contains(",0.782608695652174,"));
    CHECK(run_shell(call + " -o " + folder.file("p.csv")).out.empty());
    CHECK(read_file(folder.file("p.csv")) == all);
    if (run_shell("command -v script").status != 0) return;  // nothing here makes a terminal
    // `script` runs a command in a pseudo-terminal, which ends lines with CR LF.
    const std::string shown = run_shell("export pgm; script -qec '" + call + "' /dev/null").out;
    CHECK_THAT(shown, Catch::Contains(",0.782609,") && !Catch::Contains("0.7826086"));
}

TEST_CASE("pgm: /dev/stdout is standard output, which is not cut") {
    const TemporaryFolder folder;
    const std::string log = folder.write("log", "before\n");
    const ProgramRun run =
        run_shell("\"$pgm\" sample '" + asia() + "' -n 3 -o /dev/stdout >> '" + log + "'");
    CHECK(run.status == 0);
    CHECK(read_file(log) == "before\n" + run_pgm({"sample", asia(), "-n", "3"}).out);
    CHECK(run_pgm({"convert", asia(), "/dev/stderr"}).err == run_pgm({"convert", asia(), "-"}).out);
    CHECK(run_shell("\"$pgm\" convert '" + asia() + "' /dev/fd/3 3>&1").out ==
          run_pgm({"convert", asia(), "-"}).out);
}

TEST_CASE("pgm: a file past the system's limit is an error and leaves the old one") {
    const TemporaryFolder folder;
    for (const char* name : {"s.csv", "s.csv.gz"}) {
        const std::string path = folder.write(name, "old");
        const ProgramRun run = run_shell("ulimit -f 20; \"$pgm\" sample '" + asia() +
                                         "' -n 1000000 -o '" + path + "'");
        CHECK(run.status == 1);
        CHECK(run.err == "pgm: error: " + path + ": cannot write: File too large\n");
        CHECK(read_file(path) == "old");
        std::filesystem::remove(path);
        CHECK(folder.names().empty());
    }
}

TEST_CASE("pgm: an interrupt and the time limit leave no part of a file") {
    const TemporaryFolder folder;
    if (!has_nameless_files(folder)) {
        WARN("SKIPPED: this file system has no nameless files");
        return;
    }
    const std::string path = folder.write("s.csv", "old");
    const std::string sample = "\"$pgm\" sample '" + asia() + "' -n 1000000000 -o '" + path + "'";
    CHECK(run_shell(stopped_while_writing(sample, "INT", folder.path())).status == 130);
    CHECK(folder.names() == Names{"s.csv"});
    CHECK(run_shell(stopped_while_writing(sample, "KILL", folder.path())).status != 0);
    CHECK(folder.names() == Names{"s.csv"});
    CHECK(read_file(path) == "old");
}
