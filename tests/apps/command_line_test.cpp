#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>

using namespace pgm::tests;

namespace {

const std::vector<std::string> commands = {"info", "check", "query", "marginals", "mpe", "dsep", "sample", "convert", "draw", "example"};

}  // namespace

TEST_CASE("pgm: without arguments the help goes to standard error and the usage is wrong") {
    const ProgramRun run = run_pgm({});
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    for (const std::string& command : commands) CHECK_THAT(run.err, Catch::Contains("\n  " + command + " "));
}

TEST_CASE("pgm: --help lists the commands, and every command explains itself with an example") {
    CHECK(run_pgm({"--help"}).status == 0);
    CHECK(run_pgm({"help"}).out == run_pgm({"--help"}).out);
    for (const std::string& command : commands) {
        INFO(command);
        const ProgramRun run = run_pgm({command, "--help"});
        CHECK(run.status == 0);
        CHECK(run.err.empty());
        CHECK_THAT(run.out, Catch::Contains("Example:\n  pgm " + command));
        for (const char* option : {"--json", "--timings", "--repeat", "--memory-limit", "--version"}) CHECK_THAT(run.out, Catch::Contains(option));
        CHECK(run_pgm({"help", command}).out == run.out);
    }
}

TEST_CASE("pgm: --version tells name and number, with a command or without") {
    CHECK_THAT(run_pgm({"--version"}).out, Catch::Matches("pgm [0-9]+\\.[0-9]+\\.[0-9]+\n"));
    CHECK(run_pgm({"info", "--version"}).out == run_pgm({"--version"}).out);
}

TEST_CASE("pgm: an unknown command or option is wrong usage and names the nearest one") {
    const ProgramRun command = run_pgm({"marginal", asia()});
    CHECK(command.status == 2);
    CHECK(command.err == "pgm: error: unknown command 'marginal' (did you mean 'marginals'?)\n");

    const ProgramRun option = run_pgm({"info", asia(), "--jsno"});
    CHECK(option.status == 2);
    CHECK(option.err == "pgm: error: unknown option '--jsno' (did you mean '--json'?)\n");

    const ProgramRun first_of_two_problems = run_pgm({"info", "--jsno"});
    CHECK(first_of_two_problems.err == option.err);
}

TEST_CASE("pgm: missing, surplus and malformed arguments are wrong usage") {
    CHECK(run_pgm({"info"}).status == 2);
    CHECK(run_pgm({"--json"}).status == 2);
    CHECK(run_pgm({"query", asia()}).status == 2);
    CHECK(run_pgm({"info", asia(), "surplus"}).err == "pgm: error: unexpected argument 'surplus' (try 'pgm info --help')\n");
    for (const char* number : {"0", "-1", "x", "1.5", "99999999999999999999", ""}) {
        INFO(number);
        CHECK(run_pgm({"info", asia(), "--repeat", number}).status == 2);
    }
}

TEST_CASE("pgm: options may stand before the command") {
    CHECK(run_pgm({"--json", "info", asia()}).out == run_pgm({"info", asia(), "--json"}).out);
    CHECK(run_pgm({"--repeat", "3", "info", asia()}).status == 0);
}

TEST_CASE("pgm: a file that is not there is bad input, told in one line") {
    for (const std::string command : {"info", "check", "marginals", "mpe"}) {
        const ProgramRun run = run_pgm({command, "no/such/file.bif"});
        INFO(command);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Catch::StartsWith("pgm: error: no/such/file.bif: "));
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
    }
}

TEST_CASE("pgm: '-' reads the model from standard input") {
    const std::string text = read_file(asia());
    CHECK(run_pgm({"info", "-", "--json"}, text).out == run_pgm({"info", asia(), "--json"}).out);
    CHECK(run_pgm({"check", "-"}, "variable").status == 1);
}

TEST_CASE("pgm: --timings adds one line of JSON to standard error, one entry per question") {
    const ProgramRun run = run_pgm({"query", asia(), "P(lung)", "P(tub)", "--timings", "--repeat", "3"});
    const auto timings = nlohmann::json::parse(run.err);
    CHECK(timings.at("load_ms") > 0);
    CHECK(timings.at("compile_ms").size() == 2);
    CHECK(timings.at("query_ms").size() == 2);
    CHECK(timings.at("peak_rss_mb") > 0);
    CHECK(timings.size() == 4);
}

TEST_CASE("pgm: --timings tells compilation apart; a question that comes again finds its plan") {
    const auto compile_ms = [](const std::vector<std::string>& arguments) { return nlohmann::json::parse(run_pgm(arguments).err).at("compile_ms"); };
    for (const char* question : {"P(lung, tub)", "P(lung=yes | dysp=no)", "argmax(lung, tub | dysp=yes)", "argmax(* | dysp=yes)"}) {
        const auto times = compile_ms({"query", asia(), question, question, "--timings"});
        INFO(question << ": " << times);
        CHECK(times[0] > 0);
        CHECK(times[1] == 0);
    }
    CHECK(compile_ms({"mpe", asia(), "-e", "dysp=yes", "--timings"})[0] > 0);
    CHECK(compile_ms({"marginals", asia(), "-e", "dysp=yes", "--timings"})[0] > 0);
}

TEST_CASE("pgm: a reader that goes away is no error, a full disk is one") {
    CHECK(run_shell("\"$pgm\" sample " + asia() + " -n 1000000 2>&1 >/dev/null | wc -c | tr -d ' \\n'").out == "0");
    const ProgramRun closed = run_shell("{ \"$pgm\" sample " + asia() + " -n 1000000; echo $? >&2; } | head -n 1");
    CHECK(closed.out == "asia,tub,smoke,lung,bronc,either,xray,dysp\n");
    CHECK(closed.err == "0\n");
    const ProgramRun full = run_shell("\"$pgm\" info " + asia() + " > /dev/full");
    CHECK(full.status == 1);
    CHECK_THAT(full.err, Catch::StartsWith("pgm: error: cannot write standard output: "));
}

TEST_CASE("pgm: an interrupt stops it quietly with status 130") {
    const ProgramRun run = run_shell("timeout -s INT 0.3 \"$pgm\" sample " + asia() + " -n 1000000000000 > /dev/null & wait $!; echo status");
    CHECK(run.err.empty());
    const ProgramRun status = run_shell("timeout --preserve-status -s INT 0.3 \"$pgm\" sample " + asia() + " -n 1000000000000 > /dev/null");
    CHECK(status.status == 130);
}

TEST_CASE("pgm: a name from a file cannot steer the terminal") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"info", folder.file("\x1b[31m\nred.bif")});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::Contains("\\x1b[31m\\nred.bif"));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
}
