#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using Catch::Contains;

TEST_CASE("pgm set: one number of a file changes, and no other line") {
    const TemporaryFolder folder;
    const std::string before = read_file(asia()), model = folder.write("a.bif", before);
    const ProgramRun run = run_pgm({"set", model, "P(lung=yes | smoke=yes) = 0.25"});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("P(lung | smoke=yes): 0.1 0.9 became 0.25 0.75"));
    const std::string after = read_file(model);
    std::size_t differing = 0;
    for (std::size_t a = 0, b = 0; a < before.size() && b < after.size();) {
        const std::size_t end_a = before.find('\n', a), end_b = after.find('\n', b);
        differing += before.substr(a, end_a - a) != after.substr(b, end_b - b);
        a = end_a + 1;
        b = end_b + 1;
    }
    CHECK(differing == 1);
    CHECK(std::count(before.begin(), before.end(), '\n') ==
          std::count(after.begin(), after.end(), '\n'));
    CHECK(run_pgm({"query", model, "P(lung=yes | smoke=yes)", "--json"}).json()["probability"] ==
          0.25);
}

TEST_CASE("pgm set: several changes, one after the other, to another file") {
    const TemporaryFolder folder;
    const std::string out = folder.file("changed.json");
    const auto answer =
        run_pgm({"set", asia(), "state smoke: yes -> smoker", "P(lung=yes | smoke=smoker) = 0.2",
                 "remove smoke -> bronc", "-o", out, "--json"})
            .json();
    CHECK(answer["changes"].size() == 3);
    CHECK(run_pgm({"query", out, "P(lung=yes | smoke=smoker)", "--json"})
              .json()["probability"]
              .get<double>() == Approx(0.2));
    // P(bronc=yes) = 0.5 (0.6 + 0.3), whoever smokes.
    CHECK(run_pgm({"query", out, "P(bronc=yes | smoke=smoker)", "--json"})
              .json()["probability"]
              .get<double>() == Approx(0.45));
}

TEST_CASE("pgm set: what cannot be changed is refused, and the file stays") {
    const TemporaryFolder folder;
    const std::string model = folder.write("a.bif", read_file(asia()));
    const auto refused = [&](const std::string& change, int status, const std::string& words) {
        const ProgramRun run = run_pgm({"set", model, change});
        CHECK(run.status == status);
        CHECK_THAT(run.err, Contains(words));
        CHECK(read_file(model) == read_file(asia()));
    };
    refused("P(lung=yes | smok=yes) = 0.25", 1, "smoke");
    refused("P(lung=yes | smoke=yes) = 2", 1, "from 0 to 1");
    refused("P(lung=yes) = 0.2", 1, "'smoke', which is not named");
    refused("add xray -> asia", 1, "cycle");
    CHECK(run_pgm({"set", "A -> B", "P(A=0) = 0.2"}).status == 2);
    CHECK_THAT(run_pgm({"set", "A{a|b} -> B{a|b}; A: 0.5 0.5; B | A=a: 0.5 0.5; B | A=b: 0.1 0.9",
                        "P(A=a) = 0.2", "-o", "-"})
                   .out,
               Contains("0.2, 0.8"));
}
