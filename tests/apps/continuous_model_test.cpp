#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <string>
#include <vector>

using namespace pgm::tests;
using json = nlohmann::ordered_json;
using Catch::Contains;

namespace {

/// 150 rows of three classes, four numbers.
const std::string iris_file = source_file("examples/data/iris.csv");

}  // namespace

TEST_CASE("pgm fit --continuous auto: one classifier, and what it was chosen from") {
    const ProgramRun run = run_pgm({"fit", iris_file, "--class", "species", "--structure", "nb",
                                    "--continuous", "auto", "--json"});
    REQUIRE(run.status == 0);
    const json report = run.json();
    CHECK(report["structure"] == "nb");
    // Of 150 rows the cubic root makes five intervals, as frequency:5 does.
    CHECK(report["trials"].size() == 8);
    const std::string chosen = report["chosen"].get<std::string>();
    CHECK(chosen == "nb, " + report["continuous"].get<std::string>());
    double least = 1e9;
    for (const json& trial : report["trials"])
        least = std::min(least, trial["log_loss"].get<double>());
    for (const json& trial : report["trials"])
        if (trial["name"] == chosen) CHECK(trial["log_loss"] == least);
    const ProgramRun text = run_pgm(
        {"fit", iris_file, "--class", "species", "--structure", "skdb", "--continuous", "auto"});
    CHECK(text.status == 0);
    CHECK_THAT(text.out, Contains("tried") && Contains(", chosen") &&
                             Contains("from 4 candidates") && !Contains("stack"));
}

TEST_CASE("pgm evaluate --continuous auto: each fold chooses from its own training rows") {
    const auto evaluate = [](const char* threads) {
        return run_pgm({"evaluate", iris_file, "--class", "species", "--structure", "nb",
                        "--continuous", "auto", "--continuous", "mixture", "--folds", "3",
                        "--threads", threads, "--json"});
    };
    const ProgramRun run = evaluate("1");
    REQUIRE(run.status == 0);
    CHECK(run.json()[0]["structure"] == "nb, auto");
    CHECK(run.json()[1]["structure"] == "nb, mixture");
    CHECK(run.json()[0]["accuracy"].get<double>() > 0.9);
    CHECK(evaluate("3").out == run.out);
}

TEST_CASE("pgm fit --continuous auto: where there is nothing to choose it says so") {
    const ProgramRun em = run_pgm({"fit", iris_file, "--class", "species", "--structure", "tan",
                                   "--missing-cells", "em", "--continuous", "auto"});
    CHECK(em.status == 2);
    CHECK_THAT(em.err, Contains("expectation maximisation takes one model"));
    const ProgramRun unknown =
        run_pgm({"fit", iris_file, "--class", "species", "--continuous", "mixtur"});
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, Contains("did you mean 'mixture'"));
}

TEST_CASE("pgm: a mixture is asked, described, drawn and predicts with missing values") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", iris_file, "--class", "species", "--structure", "nb", "--continuous",
                     "mixture:2", "-o", model})
                .status == 0);
    const ProgramRun query = run_pgm(
        {"query", model, "P(petal_length_component | petal_length=1, species=setosa)", "--json"});
    CHECK(query.status == 0);
    CHECK(run_pgm({"info", model}).status == 0);
    CHECK(run_pgm({"check", model}).status == 0);
    CHECK(run_pgm({"draw", model, "-o", folder.file("m.svg")}).status == 0);
    const std::string rows = folder.write("rows.csv",
                                          "sepal_length,sepal_width,petal_length,petal_width\n"
                                          "5.1,3.5,1.4,0.2\n?,?,?,?\n?,?,6.0,2.3\n");
    const ProgramRun predicted = run_pgm({"predict", model, rows, "--proba", "--json"});
    REQUIRE(predicted.status == 0);
    const ProgramRun lines = run_pgm({"predict", model, rows});
    CHECK_THAT(lines.out, Contains("setosa") && Contains("virginica"));
    CHECK(run_pgm({"sample", model, "-n", "5", "--seed", "1"}).status == 0);
}
