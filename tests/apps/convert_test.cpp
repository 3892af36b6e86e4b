#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>
#include <filesystem>

using namespace pgm::tests;

TEST_CASE("pgm convert: a model goes round through every format unchanged") {
    const TemporaryFolder folder;
    const std::string answers = run_pgm({"marginals", asia(), "--json", "-e", "xray=yes"}).out;
    std::string from = asia();
    for (const char* name : {"a.bif", "b.bif.gz", "c.pgmodel", "d.pgmodel.gz", "e.bif"}) {
        INFO(name);
        const ProgramRun run = run_pgm({"convert", from, folder.file(name)});
        CHECK(run.status == 0);
        CHECK(run.err.empty());
        from = folder.file(name);
        CHECK(run_pgm({"marginals", from, "--json", "-e", "xray=yes"}).out == answers);
    }
    CHECK(read_file(folder.file("a.bif")) == read_file(folder.file("e.bif")));
    CHECK(run_pgm({"convert", asia(), "-"}).out == read_file(folder.file("a.bif")));
}

TEST_CASE("pgm convert: what would be lost is said, and needs --lossy") {
    const TemporaryFolder folder;
    const ProgramRun refused = run_pgm({"convert", asia(), folder.file("a.dot")});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err,
               Catch::StartsWith("pgm: error: '" + folder.file("a.dot") + "' cannot hold "));
    CHECK_THAT(refused.err, Catch::Contains("--lossy"));
    CHECK_FALSE(std::filesystem::exists(folder.file("a.dot")));
    const ProgramRun done = run_pgm({"convert", asia(), folder.file("a.dot"), "--lossy"});
    CHECK(done.status == 0);
    CHECK_THAT(done.err, Catch::StartsWith("pgm: note: "));
    CHECK_THAT(read_file(folder.file("a.dot")), Catch::StartsWith("digraph"));
}

TEST_CASE("pgm convert: an unknown suffix or folder is bad input and leaves nothing behind") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"convert", asia(), folder.file("a.xyz")}).status == 1);
    CHECK(run_pgm({"convert", asia(), folder.file("no/such/a.bif")}).status == 1);
    CHECK(run_pgm({"convert", folder.write("bad.bif", "nonsense"), folder.file("a.bif")}).status ==
          1);
    CHECK_FALSE(std::filesystem::exists(folder.file("a.bif")));
}
