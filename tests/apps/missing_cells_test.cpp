#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>
#include <sstream>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Where `a` is missing, the class is yes; `x` is missing in one row of 40.
std::string holes() {
    std::ostringstream text;
    text << "c,a,x\n";
    for (int i = 0; i < 40; ++i) {
        const bool yes = i % 2 == 0;
        text << (yes ? "yes," : "no,")
             << (yes && i % 8 != 0 ? ""
                 : i % 3 == 0      ? "u"
                                   : "v")
             << ',' << (i == 7 ? std::string() : std::to_string(i % 5)) << '\n';
    }
    return text.str();
}

std::vector<std::string> fit_with_holes(const std::string& data, const std::string& model,
                                        const std::string& treatment) {
    return {"fit",   data,  "--class",         "c",       "--structure",  "tan",
            "-o",    model, "--missing-cells", treatment, "--continuous", "frequency:2",
            "--json"};
}

}  // namespace

TEST_CASE("pgm fit --missing-cells: what missing cells become is told, kept and applied") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel"),
                      missing = folder.write("missing.csv", "a,x\n?,1\n"),
                      filled = folder.write("filled.csv", "a,x\nv,1\n");
    const ProgramRun run = run_pgm(fit_with_holes(data, model, "fill"));
    REQUIRE(run.status == 0);
    CHECK(run.json()["missing_cells"] == "fill");
    CHECK(run.json()["replacements"]["a"] == "v");
    CHECK(run_pgm({"info", model, "--json"}).json()["replacements"] == run.json()["replacements"]);
    CHECK_THAT(run_pgm({"info", model}).out, Contains("fill: a v, x "));
    CHECK(run_pgm({"predict", model, missing, "--proba"}).out ==
          run_pgm({"predict", model, filled, "--proba"}).out);
    REQUIRE(run_pgm(fit_with_holes(data, model, "sum")).status == 0);
    CHECK_FALSE(run_pgm({"info", model, "--json"}).json().contains("missing_cells"));
    CHECK(run_pgm({"predict", model, missing, "--proba"}).out !=
          run_pgm({"predict", model, filled, "--proba"}).out);
}

TEST_CASE("pgm fit --missing-cells state: the state can be asked about") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel");
    REQUIRE(run_pgm(fit_with_holes(data, model, "state")).status == 0);
    const ProgramRun asked = run_pgm({"query", model, "P(c=yes | a='?')"});
    CHECK(asked.status == 0);
    CHECK_THAT(asked.out, Contains("P(c=yes | a=") && Contains("= 0.9"));
    const ProgramRun predicted = run_pgm({"predict", model, folder.write("row.csv", "a,x\n?,1\n")});
    CHECK_THAT(predicted.out, Contains("yes"));
    const std::string bif = folder.file("m.bif");
    const ProgramRun refused = run_pgm({"convert", model, bif});
    CHECK(refused.status != 0);
    CHECK_THAT(refused.err, Contains("what missing cells become (state)"));
    CHECK(run_pgm({"convert", model, bif, "--lossy"}).status == 0);
}

TEST_CASE("pgm fit --missing-cells auto: a note tells how each treatment did") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel");
    const ProgramRun run = run_pgm(fit_with_holes(data, model, "auto"));
    REQUIRE(run.status == 0);
    CHECK(run.json()["missing_cells"] == "state");
    CHECK_THAT(run.json()["remarks"][0].get<std::string>(),
               Contains("missing cells are treated by state; log loss on rows left out: sum "));
    CHECK(run_pgm(fit_with_holes(data, model, "em")).json()["missing_cells"] == "em");
}

TEST_CASE("pgm evaluate --missing-cells: treatments are compared on the same folds") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes());
    const ProgramRun run =
        run_pgm({"evaluate", data, "--class", "c", "--structure", "nb", "--missing-cells", "sum",
                 "--missing-cells", "state", "--json"});
    REQUIRE(run.status == 0);
    CHECK(run.json()[0]["structure"] == "nb, sum");
    CHECK(run.json()[1]["structure"] == "nb, state");
    CHECK(run.json()[1]["log_loss"].get<double>() < run.json()[0]["log_loss"].get<double>());
}

TEST_CASE("pgm fit --missing-cells: wrong words and choices that do not go together") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel");
    const ProgramRun unknown = run_pgm(fit_with_holes(data, model, "fil"));
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, Contains("did you mean 'fill'"));
    const ProgramRun uncut = run_pgm(
        {"fit", data, "--class", "c", "--missing-cells", "state", "--continuous", "gaussian"});
    CHECK(uncut.status != 0);
    CHECK_THAT(uncut.err, Contains("'x' cannot be a state of their own"));
    const ProgramRun twice =
        run_pgm({"fit", data, "--class", "c", "--missing-cells", "em", "--missing-cells", "sum"});
    CHECK(twice.status == 2);
    CHECK_THAT(twice.err, Contains("in one way, not in 2"));
}
