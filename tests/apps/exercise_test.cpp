#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <set>

using namespace pgm::tests;
using Catch::Contains;

TEST_CASE("pgm exercise: a sheet of all kinds, and the same one for a seed", "[apps][explain]") {
    const ProgramRun run = run_pgm({"exercise", asia(), "--seed", "7", "--json"});
    REQUIRE(run.status == 0);
    CHECK(run.json().at("seed") == 7);
    const auto exercises = run.json().at("exercises");
    REQUIRE(exercises.size() == 4);
    std::set<std::string> kinds;
    for (const auto& exercise : exercises) {
        kinds.insert(exercise.at("kind").get<std::string>());
        CHECK(!exercise.at("question").get<std::string>().empty());
        CHECK(!exercise.at("answer").get<std::string>().empty());
        const auto solution = exercise.at("solution");
        CHECK(!solution.empty());
        if (exercise.at("kind") == "posterior")
            CHECK(std::ranges::count(solution, nlohmann::ordered_json("Normalise")) == 1);
        const std::string query = exercise.at("query").get<std::string>();
        const bool is_statement = exercise.at("kind") == "dsep";
        CHECK(run_pgm({is_statement ? "dsep" : "query", asia(), query}).status == 0);
    }
    CHECK(kinds == std::set<std::string>{"dsep", "elimination", "mpe", "posterior"});
    CHECK(run.out == run_pgm({"exercise", asia(), "--seed", "7", "--json"}).out);
    CHECK(run.out != run_pgm({"exercise", asia(), "--seed", "8", "--json"}).out);
}

TEST_CASE("pgm exercise: answers are closed in HTML, and at the end elsewhere", "[apps][explain]") {
    const TemporaryFolder folder;
    const auto sheet = [&](const std::string& name) {
        const std::string path = folder.file(name);
        const ProgramRun run = run_pgm({"exercise", asia(), "--count", "3", "-o", path});
        INFO(run.err);
        REQUIRE(run.status == 0);
        return read_file(path);
    };
    const std::string html = sheet("sheet.html");
    CHECK_THAT(html, Contains("<details>\n<summary>Answer</summary>") && Contains("<svg") &&
                         !Contains("<script"));
    CHECK_THAT(sheet("sheet.pdf"), Catch::StartsWith("%PDF"));
    for (const char* const name : {"sheet.tex", "sheet.md", "sheet.txt"}) {
        const std::string text = sheet(name);
        const std::size_t answers = text.find("Answers"), third = text.find("3. ");
        REQUIRE(third != std::string::npos);
        CHECK(answers > third);
        CHECK(text.find("Answer 1") > answers);
    }
    const std::string tex = sheet("sheet.tex");
    CHECK_THAT(tex, Catch::StartsWith("\\documentclass") && Contains("\\begin{tikzpicture}") &&
                        Contains("\\begin{tabular}") && Contains("\\end{document}"));
    CHECK_THAT(run_pgm({"exercise", asia()}).out, Catch::StartsWith("# Exercises\n"));
}

TEST_CASE("pgm exercise: a structure has those that need no numbers", "[apps][explain]") {
    const std::string structure = "A{a|b} -> C{a|b} <- B{a|b}; C -> D{a|b}";
    const ProgramRun run = run_pgm({"exercise", structure, "--count", "2", "--json"});
    REQUIRE(run.status == 0);
    CHECK(run.json().at("exercises")[0].at("kind") == "dsep");
    CHECK(run.json().at("exercises")[1].at("kind") == "elimination");
    CHECK(run_pgm({"exercise", structure, "--kind", "posterior"}).status == 1);
    const ProgramRun few = run_pgm({"exercise", structure, "--kind", "dsep", "--count", "50"});
    CHECK(few.status == 0);
    CHECK_THAT(few.err, Contains("different exercises of these kinds"));
}

TEST_CASE("pgm exercise: wrong usage, and models without exercises", "[apps][explain]") {
    CHECK(run_pgm({"exercise", asia(), "--kind", "integral"}).status == 2);
    CHECK(run_pgm({"exercise", asia(), "-o", "sheet.doc"}).status == 2);
    CHECK(run_pgm({"exercise", asia(), "-o", asia()}).status == 2);
    const ProgramRun none =
        run_pgm({"exercise", "A{a|b}: 0.5 0.5; B{a|b}: 0.5 0.5", "--kind", "posterior"});
    CHECK(none.status == 1);
    const ProgramRun diagram = run_pgm({"exercise", "D{a|b, decision} -> U{utility}; U: 1 0"});
    CHECK(diagram.status == 1);
    CHECK_THAT(diagram.err, Contains("decisions"));
}
