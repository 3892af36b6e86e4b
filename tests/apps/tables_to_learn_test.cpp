#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

/// A -> B, of which the tables are to be learned.
const char* const arc =
    "network net {\n}\n"
    "variable A {\n  type discrete [ 2 ] { x, y };\n}\n"
    "variable B {\n  type discrete [ 2 ] { x, y };\n}\n"
    "probability ( A ) {\n  table -1, -1;\n}\n"
    "probability ( B | A ) {\n  table -1, -1, -1, -1;\n}\n";

const char* const data = "A,B\nx,x\nx,y\ny,y\ny,y\n";

}  // namespace

TEST_CASE("pgm fit: a structure may be a file whose tables are to be learned") {
    const TemporaryFolder folder;
    const std::string model = folder.file("o.pgmodel");
    const ProgramRun fit = run_pgm({"fit", folder.write("d.csv", data), "--class", "A",
                                    "--structure", folder.write("s.bif", arc), "-o", model});
    CHECK(fit.err == "");
    REQUIRE(fit.status == 0);
    // One is added to each count.
    CHECK(run_pgm({"query", model, "P(B=y | A=y)"}).out == "P(B=y | A=y) = 0.75\n");
}

TEST_CASE("pgm fit: a classifier of one network is written in any format, without what is lost") {
    const TemporaryFolder folder;
    const std::string table = folder.write("d.csv", data), network = folder.file("o.bif");
    const ProgramRun fit = run_pgm(
        {"fit", table, "--class", "A", "--structure", folder.write("s.bif", arc), "-o", network});
    REQUIRE(fit.status == 0);
    CHECK_THAT(fit.err, Catch::Contains("has the network alone"));
    CHECK(run_pgm({"query", network, "P(B=y | A=y)"}).out == "P(B=y | A=y) = 0.75\n");
    CHECK(run_pgm({"predict", network, table, "--class", "A"}).status == 0);
    const std::string wide = folder.write("w.csv", "A,B,C\nx,x,x\nx,y,y\ny,y,x\ny,y,y\n");
    CHECK_THAT(
        run_pgm({"fit", wide, "--class", "A", "--structure", "aode", "-o", folder.file("a.bif")})
            .err,
        Catch::Contains("a classifier is saved as .pgmodel"));
}

TEST_CASE("pgm: commands that need the numbers refuse tables that are to be learned") {
    const TemporaryFolder folder;
    const std::string model = folder.write("s.bif", arc), table = folder.write("d.csv", data);
    for (const std::vector<std::string>& command :
         std::vector<std::vector<std::string>>{{"query", model, "P(B=y | A=y)"},
                                               {"marginals", model},
                                               {"mpe", model},
                                               {"sample", model, "-n", "1"},
                                               {"predict", model, table, "--class", "B"},
                                               {"info", model, "--plan"},
                                               {"draw", model, "--bars", "-o", "-"},
                                               {"draw", model, "--tables", "-o", "-"},
                                               {"convert", model, folder.file("s.pgmodel")},
                                               {"convert", model, "-"},
                                               {"fit", table, "--class", "B", "--structure", "nb",
                                                "--prior", model, "--smooth", "prior:1"}}) {
        INFO(command.front());
        const ProgramRun run = run_pgm(command);
        CHECK(run.status == 1);
        CHECK(run.out == "");
        CHECK_THAT(run.err, Catch::Contains("s.bif:10:9: the table of 'A' is left unspecified: the "
                                            "file has -1 for its numbers, as it has for 1 more"));
        CHECK_THAT(run.err, Catch::Contains("pgm fit DATA --class COLUMN --structure FILE"));
    }
    CHECK_THAT(folder.names(), !Catch::VectorContains(std::string("s.pgmodel")));
}

TEST_CASE("pgm: the arcs of a file whose tables are to be learned can be asked about") {
    const TemporaryFolder folder;
    const std::string model = folder.write("s.bif", arc), table = folder.write("d.csv", data);
    CHECK(run_pgm({"dsep", model, "A _||_ B"}).out == "false, active path: A -> B\n");
    const auto info = run_pgm({"info", model, "--json", "--equivalent", model}).json();
    CHECK(info["arcs"] == 1);
    CHECK(info["tables_to_learn"] == json({"A", "B"}));
    CHECK(info["equivalent"] == true);
    CHECK_THAT(run_pgm({"info", model}).out, Catch::Contains("2 tables: A, B"));
    CHECK(run_pgm({"info", "-", "--json"}, arc).json()["arcs"] == 1);
    CHECK(run_pgm({"score", model, table, "--json"}).json()["rows"] == 4);
    const ProgramRun draw = run_pgm({"draw", model, "-o", folder.file("s.dot")});
    CHECK(draw.status == 0);
    CHECK(draw.err == "");
}

TEST_CASE("pgm compare: there is no divergence from tables that are to be learned") {
    const TemporaryFolder folder;
    const std::string model = folder.write("s.bif", arc);
    const ProgramRun run = run_pgm({"compare", model, model, "--json"});
    CHECK(run.status == 0);
    CHECK(run.json()["shd"] == 0);
    CHECK(run.json()["kl"].is_null());
    CHECK_THAT(run.err, Catch::Contains("no divergence: the table of 'A' is left unspecified"));
}

TEST_CASE("pgm check: tables that are to be learned are warnings") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"check", folder.write("s.bif", arc)});
    CHECK(run.status == 0);
    CHECK(run.out == "0 errors, 2 warnings\n");
    CHECK_THAT(run.err, Catch::Contains("s.bif:13:9: the table of 'B' is left unspecified"));
}
