#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>

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
    CHECK_THAT(turned.err, Contains("the discrete variable 'A' has the continuous parent 'x'"));
    CHECK(run_pgm({"new", "A -> x{real}"}).status == 1);  // BIF has no continuous variables
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
