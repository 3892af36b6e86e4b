#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <io/data_file.hpp>
#include <pgm/data/dataset.hpp>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

/// 150 rows of three classes.
const std::string iris = source_file("examples/data/iris.csv");

}  // namespace

TEST_CASE("pgm evaluate: structures, smoothings, cuts and calibrations are all combined") {
    const ProgramRun run =
        run_pgm({"evaluate", iris, "--class", "species", "--structure", "nb,tan", "--smooth",
                 "laplace:1", "--smooth", "backoff:1,2,4", "--continuous", "mdlp", "--continuous",
                 "frequency:3", "--calibrate", "none", "--folds", "3", "--json"});
    REQUIRE(run.status == 0);
    std::vector<std::string> labels;
    for (const json& report : run.json()) labels.push_back(report["structure"].get<std::string>());
    CHECK(labels == std::vector<std::string>{
                        "nb, laplace:1, mdlp", "nb, backoff:1,2,4, mdlp",
                        "nb, laplace:1, frequency:3", "nb, backoff:1,2,4, frequency:3",
                        "tan, laplace:1, mdlp", "tan, backoff:1,2,4, mdlp",
                        "tan, laplace:1, frequency:3", "tan, backoff:1,2,4, frequency:3"});
}

TEST_CASE("pgm evaluate --predictions: every row of every repeat, as it was predicted left out") {
    const TemporaryFolder folder;
    const std::string file = folder.file("p.csv");
    const ProgramRun run =
        run_pgm({"evaluate", iris, "--class", "species", "--structure", "nb,tan", "--folds", "4",
                 "--cv-repeats", "2", "--predictions", file, "--json"});
    REQUIRE(run.status == 0);
    const pgm::Dataset rows = pgm::io::read_data(file);
    CHECK(rows.rows() == 2 * 2 * 150);
    CHECK(rows.schema().size() == 6 + 3);
    CHECK(rows.columns()[6].name() == "P(setosa)");
    CHECK(rows.column("choice").variable.states() == std::vector<std::string>{"nb", "tan"});
    // The accuracy of nb, counted again.
    double correct = 0;
    for (std::size_t row = 0; row < 300; ++row) {
        const auto name = [&](const char* column) {
            const pgm::Column& of = rows.column(column);
            return of.variable.state(*of.state(row));
        };
        CHECK(name("choice") == "nb");
        correct += name("truth") == name("predicted");
    }
    CHECK(run.json()[0]["accuracy"].get<double>() == Approx(correct / 300).epsilon(1e-14));
    CHECK(run_pgm({"evaluate", iris, "--class", "species", "--predictions", iris}).status == 2);
    CHECK(run_pgm({"evaluate", iris, "--class", "species", "--test", iris, "--predictions", file})
              .status == 2);
}

TEST_CASE("pgm evaluate: agreement, correlation and means over classes") {
    const ProgramRun run =
        run_pgm({"evaluate", iris, "--class", "species", "--structure", "nb", "--folds", "5"});
    CHECK_THAT(run.out, Catch::Contains("  kappa ") && Catch::Contains(", macro F1 "));
    const json report = run_pgm({"evaluate", iris, "--class", "species", "--structure", "nb",
                                 "--folds", "5", "--json"})
                            .json();
    // From the confusion matrix alone; no row is undecided.
    double correct = 0, chance = 0, recall = 0;
    const auto count = [&](int truth, int predicted) {
        return report["confusion"][truth][predicted].get<double>() / 150;
    };
    for (int k = 0; k < 3; ++k) {
        const double of_class = count(k, 0) + count(k, 1) + count(k, 2);
        correct += count(k, k);
        chance += of_class * (count(0, k) + count(1, k) + count(2, k));
        recall += count(k, k) / of_class / 3;
    }
    CHECK(report["kappa"].get<double>() == Approx((correct - chance) / (1 - chance)));
    CHECK(report["balanced_accuracy"].get<double>() == Approx(recall));
    for (const char* measure : {"mcc", "macro_f1", "average_precision"}) {
        INFO(measure);
        CHECK(report[measure].get<double>() > 0.8);
        CHECK(report[measure].get<double>() <= 1);
    }
    CHECK(report["per_class"][0]["average_precision"].get<double>() > 0.8);
}
