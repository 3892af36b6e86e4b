#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;

TEST_CASE("pgm: a table in Latin-1 is refused with its place, or read by --encoding latin1") {
    const TemporaryFolder folder;
    const std::string data =
        folder.write("t.csv", "city,rain\nM\xFCnchen,yes\nM\xF6nchen,no\nM\xFCnchen,yes\n");
    const std::string model = folder.file("m.pgmodel");
    const ProgramRun refused = run_pgm({"fit", data, "-c", "rain", "-o", model});
    CHECK(refused.status == 1);
    CHECK(refused.err == "pgm: error: " + data +
                             ":2:1: 'M\uFFFDnchen' in column 'city' is not UTF-8 "
                             "(save the file as UTF-8, or read it with --encoding latin1)\n");
    CHECK(folder.names() == std::vector<std::string>{"t.csv"});

    REQUIRE(run_pgm({"fit", data, "-c", "rain", "-s", "nb", "-o", model, "--encoding", "latin1"})
                .status == 0);
    const auto marginals = run_pgm({"marginals", model, "--json"}).json()["marginals"];
    CHECK(marginals["city"].size() == 2);
    CHECK(marginals["city"].contains("M\u00FCnchen"));
    CHECK(run_pgm({"predict", model, data, "--encoding", "latin1"}).out ==
          "predicted\nyes\nno\nyes\n");
    CHECK(run_pgm({"convert", model, folder.file("m.bif")}).status == 0);
    CHECK(run_pgm({"check", folder.file("m.bif")}).status == 0);
    CHECK(run_pgm({"info", data, "--encoding", "ebcdic"}).status == 2);
}

TEST_CASE("pgm: evidence that is not UTF-8 is refused with its place") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm(
        {"marginals", asia(), "--evidence-file", folder.write("e.json", "{\"xray\":\n\"\xFC\"}")});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::Contains("e.json:2:2: not valid JSON") && Catch::Contains("UTF-8"));
}
