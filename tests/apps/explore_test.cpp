#include <tests/support/catch.hpp>
#include <tests/support/page_data.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <filesystem>
#include <fstream>

using namespace pgm::tests;
using Catch::Contains;

namespace {

void write_text(const std::string& path, const std::string& text) {
    std::ofstream(path) << text;
}

}  // namespace

TEST_CASE("pgm draw --explore: a page of a model, in the same bytes each time") {
    const TemporaryFolder folder;
    const std::string path = folder.file("asia.html");
    const ProgramRun run = run_pgm({"draw", asia(), "--explore", "-o", path});
    CHECK(run.status == 0);
    CHECK(run.out.empty());
    const std::string page = read_file(path);
    const nlohmann::json data = page_data(read_file(path));
    CHECK(data["title"] == "asia");
    CHECK(data["model"] == "asia.bif");
    CHECK(data["variables"].size() == 8);
    CHECK(data["interventions"] == true);
    REQUIRE(run_pgm({"draw", asia(), "--explore", "-o", path, "--json"}).json()["written"] == path);
    CHECK(read_file(path) == page);
}

TEST_CASE("pgm draw --explore: a part, what is known, a title, hidden variables and exercises") {
    const TemporaryFolder folder;
    const std::string path = folder.file("part.html"), questions = folder.file("questions.txt");
    write_text(questions,
               "# two\nP(lung=yes | smoke=yes)\n\nAmong smokers, how many? P(bronc=yes | "
               "smoke=yes)\r\n");
    REQUIRE(
        run_pgm({"draw", asia(), "--explore", "-o", path, "--around", "lung", "-e", "xray=yes",
                 "--title", "Lung", "--lock", "lung", "--theme", "dark", "--questions", questions})
            .status == 0);
    const nlohmann::json data = page_data(read_file(path));
    CHECK(data["title"] == "Lung");
    CHECK(data["theme"] == "dark");
    std::vector<std::string> names;
    for (const nlohmann::json& variable : data["variables"]) names.push_back(variable["name"]);
    CHECK(names == std::vector<std::string>{"smoke", "lung", "either"});
    CHECK(data["variables"][1]["locked"] == true);
    REQUIRE(data["questions"].size() == 2);
    CHECK(data["questions"][0]["answer"].get<double>() == Approx(0.1));
    CHECK(data["questions"][1]["text"] == "Among smokers, how many? P(bronc=yes | smoke=yes)");
    CHECK(data["questions"][1]["answer"].get<double>() == Approx(0.6));
}

TEST_CASE(
    "pgm draw --explore: a diagram has its strategy and the utilities of its configurations") {
    const TemporaryFolder folder;
    const std::string path = folder.file("oil.html");
    REQUIRE(run_pgm({"draw",
                     "Oil{dry|wet} -> Pay{utility} <- Drill{drill|not, decision}; Oil: 0.5 0.5; "
                     "Pay: -70 0 120 0",
                     "--explore", "-o", path})
                .status == 0);
    const nlohmann::json data = page_data(read_file(path));
    CHECK(data["utilities"][0]["values"] == nlohmann::json::array({-70, 0, 120, 0}));
    CHECK(data["utilities"][0]["total"] == true);
}

TEST_CASE("pgm draw --explore: what it refuses, and the way out") {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.html"), questions = folder.file("questions.txt");
    const auto refusal = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "draw");
        const ProgramRun run = run_pgm(arguments);
        CHECK(run.status != 0);
        CHECK_FALSE(std::filesystem::exists(path));
        return run.err;
    };
    CHECK_THAT(refusal({asia(), "--explore", "-o", folder.file("a.svg")}), Contains(".html"));
    CHECK_THAT(refusal({asia(), "--lock", "lung", "-o", path}), Contains("--explore"));
    CHECK_THAT(refusal({asia(), "--explore", "--tables", "-o", path}), Contains("--around"));
    CHECK_THAT(refusal({asia(), "--explore", "--lock", "lungs", "-o", path}), Contains("'lung'"));
    CHECK_THAT(refusal({asia(), "--explore", "--theme", "pink", "-o", path}), Contains("dark"));
    CHECK_THAT(refusal({asia(), "--explore", "-e", "xray=[0.5, 1]", "-o", path}),
               Contains("for good"));
    CHECK_THAT(refusal({"A{a|b} -> B{x|y}", "--explore", "-o", path}), Contains("no numbers"));
    CHECK_THAT(refusal({"X{real}; X: normal(0, sd 1); A{a|b} <- X", "--explore", "-o", path}),
               Contains("A"));

    const ProgramRun impossible =
        run_pgm({"draw", asia(), "--explore", "-o", path, "-e", "lung=yes,either=no"});
    CHECK(impossible.status == 3);
    CHECK_THAT(impossible.err, Contains("lung=yes"));

    write_text(questions, "P(lung=yes)\nP(lung)\n");
    CHECK_THAT(refusal({asia(), "--explore", "-o", path, "--questions", questions}),
               Contains(questions + ":2"));
    write_text(questions, "P(lungs=yes)\n");
    CHECK_THAT(refusal({asia(), "--explore", "-o", path, "--questions", questions}),
               Contains(questions + ":1"));
    CHECK_THAT(refusal({asia(), "--explore", "-o", path, "--questions", path}), Contains("a.html"));
}

TEST_CASE("pgm compile: a module of JavaScript and its types") {
    const TemporaryFolder folder;
    const std::string path = folder.file("asia.mjs");
    const ProgramRun run = run_pgm({"compile", asia(), "-o", path});
    REQUIRE(run.status == 0);
    CHECK(folder.names() == std::vector<std::string>{"asia.d.mts", "asia.mjs"});
    CHECK_THAT(read_file(folder.file("asia.d.mts")), Contains("\"smoke\"?: \"yes\" | \"no\""));
    for (const char* option : {"--float", "--compact", "--no-names", "--test", "--mpe"})
        CHECK_THAT(run_pgm({"compile", asia(), "-o", path, option}).err, Contains(option));
    CHECK_THAT(run_pgm({"compile", asia(), "-o", path, "--class", "lung"}).err,
               Contains("pgm convert"));
    REQUIRE(run_pgm({"compile", asia(), "-o", path, "--targets", "lung", "--evidence-on", "xray"})
                .status == 0);
    CHECK(read_file(folder.file("asia.d.mts")).find("\"smoke\"?:") == std::string::npos);
}
