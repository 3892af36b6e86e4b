#include <tests/support/run_program.hpp>

#include <catch2/catch.hpp>

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
