#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

TEST_CASE("pgm new: the network of a structure is uniform, and marked as one to be filled in") {
    const TemporaryFolder folder;
    const std::string path = folder.file("lawn.json");
    const std::string structure = "Cloudy{no|yes} -> Rain{no|yes}; Rain -> hours{real}";
    const json answer = run_pgm({"new", structure, "--name", "lawn", "-o", path, "--json"}).json();
    CHECK(answer["variables"] == 3);
    CHECK(answer["arcs"] == 2);
    const std::string text = read_file(path);
    CHECK_THAT(text, Contains("\"name\": \"lawn\""));
    CHECK_THAT(text, Contains("{\"given\": [\"yes\"], \"p\": [0.5, 0.5]}"));
    CHECK_THAT(text, Contains("{\"given\": [\"yes\"], \"intercept\": 0, \"variance\": 1}"));
    const ProgramRun check = run_pgm({"check", path});
    CHECK(check.status == 0);
    CHECK_THAT(check.err, Contains("the numbers of Cloudy, Rain, hours are to be filled in"));
}

TEST_CASE("pgm new: a filled-in network without its marks says nothing") {
    const TemporaryFolder folder;
    const std::string path = folder.file("a.json");
    REQUIRE(run_pgm({"new", "A{x|y}", "-o", path}).status == 0);
    std::string text = read_file(path);
    const std::string mark = "      \"annotations\": [\"status = to be filled in\"],\n";
    REQUIRE(text.find(mark) != std::string::npos);
    text.erase(text.find(mark), mark.size());
    text.replace(text.find("[0.5, 0.5]"), 10, "[0.25, 0.75]");
    const ProgramRun run = run_pgm({"query", folder.write("b.json", text), "P(A=x)", "--json"});
    CHECK(run.err.empty());
    CHECK(run.json()["probability"] == 0.25);
}

TEST_CASE("pgm new: BIF goes to standard output; what cannot be a network is refused") {
    CHECK_THAT(run_pgm({"new", "A -> B"}).out, Contains("probability ( B | A ) {"));
    CHECK(run_pgm({"new", ""}).status == 2);
    CHECK(run_pgm({"new", "A -> "}).status == 1);
    CHECK(run_pgm({"new", "A -> B -> A"}).status == 1);
    const ProgramRun turned = run_pgm({"new", "x{real} -> A{0|1}"});
    CHECK(turned.status == 1);
    CHECK_THAT(turned.err,
               Contains("'A' is discrete and cannot depend on 'x', which is continuous"));
    // BIF has no continuous variables, so JSON takes its place.
    CHECK_THAT(run_pgm({"new", "A -> x{real}"}).out, Contains("\"pgm-network\""));
}

TEST_CASE("pgm new: rows in the text are the numbers of the network") {
    const TemporaryFolder folder;
    const std::string path = folder.file("cells.json");
    const std::string text =
        "Diabetes{no|yes} -> cells{real} -> high{no|yes}\n"
        "Diabetes: 0.9 0.1\n"
        "cells | Diabetes=no: normal(30, sd 5)\n"
        "cells | Diabetes=yes: normal(46, var 36)\n"
        "high: threshold(2 cells - 10, at 70)\n";
    const ProgramRun made = run_pgm({"new", text, "-o", path});
    CHECK(made.status == 0);
    CHECK_THAT(made.out, !Contains("to be filled in"));
    // The same numbers from the file and from the text itself: P(cells > 40) is
    // 0.9 (1 - Phi(2)) + 0.1 (1 - Phi(-1)), and 2 cells - 10 > 70 is the same event.
    const double expected = 0.9 * 0.022750131948179207 + 0.1 * 0.8413447460685429;
    for (const std::string& model : {path, text}) {
        for (const std::string question : {"P(cells > 40)", "P(high=yes)"}) {
            const json answer = run_pgm({"query", model, question, "--json"}).json();
            CHECK(answer["probability"].get<double>() == Approx(expected).epsilon(1e-12));
        }
    }
    const ProgramRun unknown =
        run_pgm({"query", "Diabetes{no|yes} -> cells{real}", "P(cells > 1)"});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Contains("a structure has no numbers"));
    const ProgramRun part = run_pgm({"query", "A{no|yes} -> B{no|yes}; A: 0.5 0.5", "P(B)"});
    CHECK(part.status == 1);
    CHECK_THAT(part.err, Contains("the text has no row of 'B'"));
}

TEST_CASE("pgm new: all problems of the rows are listed with their places") {
    const ProgramRun run = run_pgm({"new",
                                    "A{no|yes} -> x{real}; A: 0.5 0.6; x | A=no: normal(1, 2)\n"
                                    "x | A=maybe: normal(1, sd 2); y: 1"});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("sums to 1.1"));
    CHECK_THAT(run.err, Contains("expected 'sd' or 'var' and a number"));
    CHECK_THAT(run.err, Contains("1:55"));
    CHECK_THAT(run.err, Contains("has no state 'maybe'"));
    CHECK_THAT(run.err, Contains("no variable 'y'"));
    CHECK(run_pgm({"new", "A{no|yes}; A:"}).status == 1);
}

TEST_CASE("pgm fit without a class: the tables of a given network, with its states") {
    // Of four rows with Rain = no, three have Wet = no: (3 + 1) / (4 + 3), and one of the two
    // others; 'soaked' never occurs.
    const TemporaryFolder folder;
    const std::string given = folder.file("given.json"), fitted = folder.file("fitted.json");
    REQUIRE(run_pgm({"new", "Rain{no|yes} -> Wet{no|yes|soaked}", "-o", given}).status == 0);
    const std::string data = folder.write(
        "rain.csv", "Wet,Rain,other\nno,no,1\nno,no,2\nno,no,1\nyes,no,1\nyes,yes,2\n");
    const ProgramRun run = run_pgm(
        {"fit", data, "--structure", given, "--smooth", "laplace:1", "-o", fitted, "--json"});
    REQUIRE(run.status == 0);
    CHECK_THAT(run.err, Contains("left out, for the network has no such variable: 'other'"));
    const json wet = run_pgm({"query", fitted, "P(Wet | Rain=no)", "--json"}).json();
    CHECK(wet["distribution"][0]["probability"].get<double>() == Approx(4.0 / 7).margin(1e-15));
    CHECK(wet["distribution"][2]["probability"].get<double>() == Approx(1.0 / 7).margin(1e-15));
    CHECK_THAT(read_file(fitted), !Contains("to be filled in"));
    const ProgramRun text =
        run_pgm({"fit", data, "--structure", "Rain -> Wet", "-o", folder.file("t.bif")});
    CHECK(text.status == 0);
    CHECK(run_pgm({"fit", data, "--structure", "nb"}).status == 2);
    CHECK(run_pgm({"fit", data, "--structure", given, "--updatable"}).status == 2);
}

TEST_CASE("pgm new: a text of a network is a file like any other") {
    const TemporaryFolder folder;
    const std::string text = folder.write(
        "lawn.bn", "# network lawn\nRain{no|yes} -> Wet{no|yes}\n\n// how often\nRain: 0.8 0.2\n"
                   "Wet | Rain=no: 0.9 0.1\nWet | Rain=yes: 0.25 0.75\n");
    const std::string expected = "P(Wet=yes) = 0.23\n";  // 0.8 0.1 + 0.2 0.75
    CHECK(run_pgm({"query", text, "P(Wet=yes)"}).out == expected);
    const std::string bif = folder.file("lawn.bif"), back = folder.file("back.bn.gz");
    REQUIRE(run_pgm({"new", text, "-o", bif}).status == 0);
    CHECK(run_pgm({"query", bif, "P(Wet=yes)"}).out == expected);
    REQUIRE(run_pgm({"convert", bif, back}).status == 0);
    CHECK(run_pgm({"query", back, "P(Wet=yes)"}).out == expected);
    CHECK(run_pgm({"compare", bif, back, "--json"}).status == 0);
    CHECK(run_pgm({"info", back, "--json"}).json()["variables"] == 2);
    CHECK_THAT(run_pgm({"new", folder.file("none.bn")}).err, Catch::Contains("No such file"));
}

TEST_CASE("pgm new: ranges of states, and words that mean something else") {
    const ProgramRun die = run_pgm({"new", "Die{1..6}"});
    CHECK_THAT(die.out, Catch::Contains("{ 1, 2, 3, 4, 5, 6 }"));
    CHECK_THAT(run_pgm({"new", "X{continuous}"}).err, Catch::Contains("declared {real}"));
    const ProgramRun step = run_pgm({"new", "R[t-1]{no|yes} -> R[t]{no|yes}"});
    CHECK(step.status == 1);
    CHECK_THAT(step.err, Catch::Contains("'R[t-1]' is a variable at a step in time"));
    CHECK_THAT(run_pgm({"new", "A -> B"}).err,
               Catch::Contains("'A', 'B' have the states 0 and 1"));
    CHECK_THAT(run_pgm({"new", "A{no|yes} = 0.3 0.7"}).err,
               Catch::Contains("rows are written A: 0.2 0.8"));
    CHECK_THAT(run_pgm({"new", "X{real}"}).out, Catch::StartsWith("{"));
}
