#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// A shell in which $pipe is a table of which nothing ever comes.
std::string with_silent_pipe(const TemporaryFolder& folder, const std::string& line) {
    return "pipe='" + folder.file("rows.csv") + "'; mkfifo \"$pipe\"; exec 9<>\"$pipe\"; " + line;
}

const std::vector<std::string> readers = {
    "learn $pipe", "fit $pipe --class c", "fit $pipe --class c -s nb --missing-cells em",
    "fit $pipe --structure 'a -> b'", "evaluate $pipe --class c",
    "evaluate $pipe --target x --structure 'a -> x'"};

}  // namespace

TEST_CASE("pgm: the time limit counts while a table is read, and ends with a word") {
    for (const std::string& command : readers) {
        INFO(command);
        const TemporaryFolder folder;
        const ProgramRun run = run_shell(
            with_silent_pipe(folder, "\"$pgm\" " + command + " --time-limit 0.1"));
        CHECK(run.status == 130);
        CHECK(run.err == "pgm: error: stopped by the time limit; no file was written\n");
    }
}

TEST_CASE("pgm: an interrupt while a table is read ends with a word, in the form that is wanted") {
    for (const std::string& command : readers) {
        INFO(command);
        const TemporaryFolder folder;
        const ProgramRun run = run_shell(with_silent_pipe(
            folder, "\"$pgm\" " + command +
                        " --json & child=$!; sleep 1; kill -INT $child; wait $child"));
        CHECK(run.status == 130);
        CHECK(run.error().at("code") == "stopped");
        CHECK(run.error().at("message") == "interrupted; no file was written");
    }
}

TEST_CASE("pgm: rows for a fitted model are waited for no longer than the time limit") {
    const TemporaryFolder models;
    const std::string data = models.write("t.csv", "x,c\n1,a\n2,b\n1,a\n2,b\n"),
                      model = models.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "c", "-s", "nb", "-o", model, "--updatable"}).status ==
            0);
    for (const std::string command : {"predict", "evaluate", "update"}) {
        INFO(command);
        const TemporaryFolder folder;
        const ProgramRun run = run_shell(with_silent_pipe(
            folder, "\"$pgm\" " + command + " '" + model + "' - --time-limit 0.1 <&9"));
        CHECK(run.status == 130);
        CHECK(run.err == "pgm: error: stopped by the time limit; no file was written\n");
    }
}

TEST_CASE("pgm: a small table is read to its end after the time limit, and has the best so far") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", "x,c\n1,a\n2,b\n1,a\n2,b\n");
    const ProgramRun run = run_pgm({"learn", data, "--time-limit", "1e-9", "--discrete", "x"});
    CHECK(run.status == 130);
    CHECK_THAT(run.err, Contains("the best one found so far"));
}
