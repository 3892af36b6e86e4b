#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>
#include <string_view>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

const std::vector<std::string> commands = {
    "info", "check",  "query",   "marginals", "mpe",     "show",   "new",   "uai",
    "dsep", "sample", "convert", "draw",      "example", "encode", "stats", "merge"};

}  // namespace

TEST_CASE("pgm: without arguments the help goes to standard error and the usage is wrong") {
    const ProgramRun run = run_pgm({});
    CHECK(run.status == 2);
    CHECK(run.out.empty());
    for (const std::string& command : commands)
        CHECK_THAT(run.err, Catch::Contains("\n  " + command + " "));
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
        for (const char* option : {"--json", "--help-all"})
            CHECK_THAT(run.out, Catch::Contains(option));
        CHECK(run_pgm({"help", command}).out == run.out);
        const std::string all = run_pgm({command, "--help-all"}).out;
        for (const char* option : {"--timings", "--memory-limit", "--version"}) {
            CHECK_THAT(run.out, !Catch::Contains(option));
            CHECK_THAT(all, Catch::Contains(option));
        }
    }
}

TEST_CASE("pgm: --help shows at most twenty options in lines of at most 100 columns") {
    for (const std::string& command : commands) {
        INFO(command);
        for (const char* flag : {"--help", "--help-all"}) {
            std::istringstream lines(run_pgm({command, flag}).out);
            std::size_t options = 0;
            bool is_example = false;
            for (std::string line; std::getline(lines, line);) {
                is_example = is_example || line == "Example:";
                options += !is_example && line.starts_with("  -") ? 1 : 0;
                if (!is_example) CHECK(line.size() <= 100);
            }
            if (std::string_view(flag) == "--help") CHECK(options <= 20);
        }
    }
}

TEST_CASE("pgm help: topics have the long lists, in lines of at most 100 columns") {
    for (const char* topic : {"structures", "smoothing", "continuous", "missing-cells", "tables",
                              "options", "formats"}) {
        INFO(topic);
        const ProgramRun run = run_pgm({"help", topic});
        CHECK(run.status == 0);
        CHECK_THAT(run_pgm({"--help"}).out, Catch::Contains(topic));
        std::istringstream lines(run.out);
        for (std::string line; std::getline(lines, line);) CHECK(line.size() <= 100);
    }
    CHECK(run_pgm({"help", "nothing"}).status == 2);
}

TEST_CASE("pgm: an option that was renamed is refused, and the new name told") {
    CHECK(run_pgm({"fit", "d.csv", "--class", "c", "--empty-rows", "uniform"}).err ==
          "pgm: error: the option '--empty-rows' is called '--unseen-configurations' now (try 'pgm "
          "fit --help')\n");
    for (const char* old : {"--em", "--continuous-columns", "--missing", "--repeats", "--why"}) {
        const ProgramRun run = run_pgm({"evaluate", "d.csv", "--class", "c", old, "x"});
        CHECK(run.status == 2);
        CHECK_THAT(run.err, Catch::Contains("' now"));
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
    CHECK(run_pgm({"info", asia(), "surplus"}).err ==
          "pgm: error: unexpected argument 'surplus' (try 'pgm info --help')\n");
    for (const char* number : {"0", "-1", "x", "1.5", "99999999999999999999", ""}) {
        INFO(number);
        CHECK(run_pgm({"mpe", asia(), "--repeat", number}).status == 2);
    }
}

TEST_CASE("pgm: options may stand before the command") {
    CHECK(run_pgm({"--json", "info", asia()}).out == run_pgm({"info", asia(), "--json"}).out);
    CHECK(run_pgm({"--repeat", "3", "mpe", asia()}).status == 0);
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
    const ProgramRun run =
        run_pgm({"query", asia(), "P(lung)", "P(tub)", "--timings", "--repeat", "3"});
    const auto timings = nlohmann::json::parse(run.err);
    CHECK(timings.at("load_ms") > 0);
    CHECK(timings.at("compile_ms").size() == 2);
    CHECK(timings.at("query_ms").size() == 2);
    CHECK(timings.at("peak_rss_mb") > 0);
    CHECK(timings.size() == 4);
}

TEST_CASE("pgm: --timings tells compilation apart; a question that comes again finds its plan") {
    const auto compile_ms = [](const std::vector<std::string>& arguments) {
        return nlohmann::json::parse(run_pgm(arguments).err).at("compile_ms");
    };
    for (const char* question : {"P(lung, tub)", "P(lung=yes | dysp=no)",
                                 "argmax(lung, tub | dysp=yes)", "argmax(* | dysp=yes)"}) {
        const auto times = compile_ms({"query", asia(), question, question, "--timings"});
        INFO(question << ": " << times);
        CHECK(times[0] > 0);
        CHECK(times[1] == 0);
    }
    CHECK(compile_ms({"mpe", asia(), "-e", "dysp=yes", "--timings"})[0] > 0);
    CHECK(compile_ms({"marginals", asia(), "-e", "dysp=yes", "--timings"})[0] > 0);
}

TEST_CASE("pgm: a reader that goes away is no error, a full disk is one") {
    CHECK(run_shell("\"$pgm\" sample " + asia() +
                    " -n 1000000 2>&1 >/dev/null | wc -c | tr -d ' \\n'")
              .out == "0");
    const ProgramRun closed =
        run_shell("{ \"$pgm\" sample " + asia() + " -n 1000000; echo $? >&2; } | head -n 1");
    CHECK(closed.out == "asia,tub,smoke,lung,bronc,either,xray,dysp\n");
    CHECK(closed.err == "0\n");
    const ProgramRun full = run_shell("\"$pgm\" info " + asia() + " > /dev/full");
    CHECK(full.status == 1);
    CHECK_THAT(full.err, Catch::StartsWith("pgm: error: cannot write standard output: "));
}

TEST_CASE("pgm: an interrupt stops it quietly with status 130") {
    const ProgramRun run = run_shell("timeout -s INT 0.3 \"$pgm\" sample " + asia() +
                                     " -n 1000000000000 > /dev/null & wait $!; echo status");
    CHECK(run.err.empty());
    const ProgramRun status = run_shell("timeout --preserve-status -s INT 0.3 \"$pgm\" sample " +
                                        asia() + " -n 1000000000000 > /dev/null");
    CHECK(status.status == 130);
}

TEST_CASE("pgm: a name from a file cannot steer the terminal") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"info", folder.file("\x1b[31m\nred.bif")});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::Contains("\\x1b[31m\\nred.bif"));
    CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
}

TEST_CASE(
    "pgm: an empty text where a name belongs is wrong usage, whichever option it is given to") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", "x,c\n1,a\n2,b\n1,a\n2,b\n");
    const std::vector<std::vector<std::string>> lines = {
        {"evaluate", data, "--class", "c", "-s", ""},
        {"evaluate", data, "--class", "c", "-s", " "},
        {"evaluate", data, "--class", "c", "-s", "nb,"},
        {"evaluate", data, "--class", ""},
        {"evaluate", data, "", "--class", "c"},
        {"evaluate", data, "--class", "c", "--test", ""},
        {"evaluate", data, "--class", "c", "--plots", ""},
        {"evaluate", data, "--class", "c", "--holdout", ""},
        {"evaluate", data, "--class", "c", "--ignore", ""},
        {"evaluate", data, "--class", "c", "--ignore", " "},
        {"fit", data, "--class", "c", "-o", ""},
        {"fit", data, "--class", "c", "--smooth", ""},
        {"fit", data, "--class", "c", "--time-limit", ""},
        {"sample", asia(), "-n", "1", "-o", ""},
        {"marginals", asia(), "--targets", ""},
        {"marginals", asia(), "--evidence-file", ""},
        {"info", asia(), "--markov-blanket", ""},
        {"info", ""},
        {"convert", asia(), ""},
        {"draw", asia(), "-o", ""},
        {"example", ""},
        {"info", data, "--delimiter", ""},
    };
    for (const std::vector<std::string>& line : lines) {
        INFO(line[0] << " ... " << line[line.size() - 2] << " '" << line.back() << "'");
        const ProgramRun run = run_pgm(line);
        CHECK(run.status == 2);
        CHECK(run.out.empty());
        CHECK_THAT(run.err, Catch::StartsWith("pgm: error: "));
    }
}

TEST_CASE(
    "pgm: no finding and no mark of missing values but the empty one are texts that may be empty") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"marginals", asia(), "-e", ""}).out == run_pgm({"marginals", asia()}).out);
    const std::string data = folder.write("t.csv", "x,y\n?,1\nNA,2\n,3\n");
    const auto schema =
        run_pgm({"info", data, "--missing-marks", "", "--json"}).json().at("schema");
    CHECK(schema[0].at("states") == nlohmann::json({"?", "NA"}));
    CHECK(schema[0].at("missing") == 1);
}

TEST_CASE("pgm: '--' ends the options, so that names may begin with a dash") {
    const TemporaryFolder folder;
    folder.write("-dash.bif", read_file(asia()));
    const std::string here = "cd '" + folder.path() + "'; \"$pgm\" ";
    const std::string size = run_pgm({"info", asia(), "--json"}).out;
    CHECK(run_shell(here + "info --json -- -dash.bif").out == size);
    CHECK(run_shell(here + "--json -- info -dash.bif").out == size);
    CHECK(run_shell(here + "sample -n 1 -- -dash.bif").status == 0);
    CHECK(run_pgm({"dsep", "--", asia(), "asia _||_ smoke"}).out == "true\n");
    CHECK(run_pgm({"info", asia(), "--"}).status == 0);
    CHECK(run_pgm({"info", "--", asia(), "--jsno"}).err ==
          "pgm: error: unexpected argument '--jsno' (try 'pgm info --help')\n");
    CHECK(run_pgm({"info", "--jsno", "--", asia()}).err ==
          "pgm: error: unknown option '--jsno' (did you mean '--json'?)\n");
}

TEST_CASE("pgm: under --json every failure is one object on standard error") {
    const TemporaryFolder folder;
    const std::string bad =
        folder.write("bad.bif",
                     "network n {}\nvariable A { type discrete [2] {yes, no}; }\n"
                     "variable B { type discrete [2] {yes, no}; }\n"
                     "probability (A) { table 0.5, 0.6; }\nprobability (B) { table 0.5, 0.7; }\n");
    const auto failure = [](const std::vector<std::string>& line, int status,
                            const std::string& code) {
        const ProgramRun run = run_pgm(line);
        INFO(run.err);
        CHECK(run.status == status);
        CHECK(std::count(run.err.begin(), run.err.end(), '\n') == 1);
        auto error = run.error();
        CHECK(error.at("code") == code);
        CHECK(error.at("message").is_string());
        for (const char* member : {"file", "line", "column", "hint"}) CHECK(error.contains(member));
        return error;
    };
    const auto usage = failure({"info", asia(), "--jsno", "--json"}, 2, "usage");
    CHECK(usage.at("message") == "unknown option '--jsno'");
    CHECK(usage.at("hint") == "did you mean '--json'?");
    CHECK(usage.at("file").is_null());
    failure({"--json"}, 2, "usage");
    failure({"--json", "inof", asia()}, 2, "usage");
    failure({"evaluate", "x.csv", "-s", "", "--json"}, 2, "usage");

    const auto file = failure({"info", "no/such/file.bif", "--json"}, 1, "io");
    CHECK(file.at("file") == "no/such/file.bif");
    CHECK(file.at("line").is_null());

    const auto parse =
        failure({"info", folder.write("cut.bif", "network n {}\nvariable A { typo }\n"), "--json"},
                1, "parse");
    CHECK(parse.at("file") == folder.file("cut.bif"));
    CHECK(parse.at("line") == 2);
    CHECK(parse.at("column") == 14);

    for (const char* command : {"info", "check"}) {
        const auto model = failure({command, bad, "--json"}, 1, "model");
        CHECK(model.at("message") == "P(A) sums to 1.1, not 1");
        CHECK(model.at("line") == 4);
        REQUIRE(model.at("problems").size() == 2);
        CHECK(model.at("problems")[1].at("message") == "P(B) sums to 1.2, not 1");
        CHECK(model.at("problems")[1].at("line") == 5);
        CHECK(model.at("problems")[1].at("severity") == "error");
    }

    const auto query = failure({"query", asia(), "P(lung | smkoe=yes)", "--json"}, 1, "parse");
    CHECK(query.at("column") == 10);
    CHECK(query.at("text") == "P(lung | smkoe=yes)");
    failure({"marginals", asia(), "-e", "either=no, tub=yes", "--json"}, 3, "impossible");
    failure({"draw", asia(), "-o", folder.file("a.dot"), "-e", "either=no, tub=yes", "--json"}, 3,
            "impossible");
    failure({"convert", asia(), folder.file("a.dot"), "--json"}, 1, "argument");
    failure({"example", "sprinkel", "--json"}, 1, "argument");
    CHECK(failure({"query", asia(), "P(asia | either=no, tub=yes)", "P(lung | either=no, tub=yes)",
                   "--json"},
                  3, "impossible")
              .at("problems")
              .size() == 2);
}

TEST_CASE("pgm: under --json a question that is too large is an error of its own code") {
    const TemporaryFolder folder;
    std::string text = "network n {}\n", all;
    for (int i = 0; i < 40; ++i) {
        const std::string name = "x" + std::to_string(i);
        text += "variable " + name + " { type discrete [2] {yes, no}; }\nprobability (" + name +
                ") { table 0.5, 0.5; }\n";
        all += (i > 0 ? ", " : "") + name;
    }
    const ProgramRun run =
        run_pgm({"query", folder.write("wide.bif", text), "P(" + all + ")", "--json"});
    CHECK(run.status == 4);
    CHECK(run.error().at("code") == "too_large");
}

TEST_CASE("pgm: under --json warnings and notes are objects, too, a line each") {
    const TemporaryFolder folder;
    const std::string warns =
        folder.write("w.bif",
                     "network n {}\nvariable A { type discrete [2] {yes, no}; }\n"
                     "probability (A) { table 0.5, 0.5005; }\n");
    const ProgramRun run = run_pgm({"query", warns, "P(A=maybe)", "--json"});
    CHECK(run.status == 1);
    const std::size_t end = run.err.find('\n');
    const auto warning = nlohmann::json::parse(run.err.substr(0, end)).at("warning");
    CHECK(warning.at("file") == warns);
    CHECK(warning.at("line") == 3);
    CHECK(nlohmann::json::parse(run.err.substr(end + 1)).at("error").at("code") == "parse");
}

TEST_CASE(
    "pgm: under --json a file that is written is told, and what goes to standard output is a "
    "member") {
    const TemporaryFolder folder;
    const std::string dot = folder.file("a.dot"), model = folder.file("a.pgmodel"),
                      rows = folder.file("a.csv");
    CHECK(run_pgm({"draw", asia(), "-o", dot, "--json"}).json() == json({{"written", dot}}));
    const auto converted = run_pgm({"convert", asia(), model, "--json"}).json();
    CHECK(converted == json({{"written", model}, {"lost", {"10 comments"}}}));
    CHECK(run_pgm({"convert", asia(), dot, "--lossy", "--json"}).json().at("lost").size() == 2);
    const auto text = run_pgm({"convert", asia(), "-", "--json"}).json();
    CHECK(text.at("written").is_null());
    CHECK(text.at("text") == run_pgm({"convert", asia(), "-"}).out);
    CHECK(run_pgm({"sample", asia(), "-n", "3", "-o", rows, "--json"}).json() ==
          json({{"written", rows}, {"rows", 3}}));
    CHECK(run_pgm({"sample", asia(), "-n", "3", "-o", rows}).out.empty());
}
