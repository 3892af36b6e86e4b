#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;

TEST_CASE("pgm example: without a name the examples are listed, with a name one runs") {
    const ProgramRun list = run_pgm({"example"});
    CHECK(list.status == 0);
    const auto examples = run_pgm({"example", "--json"}).json();
    CHECK(examples.size() >= 10);
    for (const auto& example : examples) {
        const std::string name = example.at("name");
        INFO(name);
        CHECK_THAT(list.out, Catch::Contains(name + " "));
        const ProgramRun run = run_pgm({"example", name});
        CHECK(run.status == 0);
        CHECK(run.err.empty());
        CHECK(run.out.size() > 200);
        CHECK(run_pgm({"example", name, "--json"}).json().at("text") == run.out);
    }
}

TEST_CASE("pgm example: an unknown name is bad input with a suggestion") {
    const ProgramRun run = run_pgm({"example", "sprinkle"});
    CHECK(run.status == 1);
    CHECK(run.err == "pgm: error: no example 'sprinkle' (did you mean 'sprinkler'?)\n");
}

TEST_CASE("pgm example: -o saves the model of an example, which answers like its page") {
    const TemporaryFolder folder;
    const std::string asia = folder.file("asia.bif"), heart = folder.file("heart.pgmodel");
    const ProgramRun run = run_pgm({"example", "asia", "-o", asia});
    CHECK(run.status == 0);
    CHECK(run.out == run_pgm({"example", "asia"}).out);
    CHECK(run_pgm({"info", asia, "--json"}).json()["variables"] == 8);
    CHECK(run_pgm({"query", asia, "P(tub=yes)", "--json"}).json()["probability"].get<double>() ==
          Approx(0.0104).epsilon(1e-12));
    CHECK(run_pgm({"example", "heart", "-o", heart}).status == 0);
    CHECK(run_pgm({"info", heart, "--json"}).json()["classifier"]["class"] == "HeartDisease");
    CHECK_THAT(run_pgm({"example", "sprinkler", "-o", "-"}).out, Catch::StartsWith("network"));
    for (const auto& example : run_pgm({"example", "--json"}).json()) {
        const std::string file = folder.file(example["name"].get<std::string>() + ".pgmodel");
        INFO(file);
        CHECK(run_pgm({"example", example["name"], "-o", file}).status == 0);
        CHECK(run_pgm({"info", file}).status == 0);
    }
    CHECK(run_pgm({"example", "-o", asia}).status == 2);
    CHECK_THAT(run_pgm({"example", "density", "-o", folder.file("d.bif")}).err,
               Catch::Contains("BIF knows discrete variables only"));
}
