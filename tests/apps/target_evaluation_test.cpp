#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <numbers>
#include <string>

using namespace pgm::tests;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

/// Least squares: y = 0.5 + 1.4 x with residuals 0.1, -0.3, 0.3, -0.1.
const char* const points = "x,y\n1,2\n2,3\n3,5\n4,6\n";

}  // namespace

TEST_CASE("pgm evaluate --target: a fold per row has the residuals of leave-one-out") {
    const TemporaryFolder folder;
    const std::string data = folder.write("points.csv", points);
    const auto result = run_pgm({"evaluate", data, "--target", "y", "--structure", "x -> y",
                                 "--folds", "4", "--json"})
                            .json();
    // Residual / (1 - leverage), with leverages 0.7, 0.3, 0.3, 0.7: 1/3, -3/7, 3/7, -1/3.
    const double squares = 2.0 / 9 + 18.0 / 49;
    CHECK(result["target"] == "y");
    CHECK(result["rows"] == 4);
    CHECK(result["structure"] == "x -> y");
    CHECK(result["folds"] == 4);
    CHECK(result["interval"] == 0.9);
    CHECK_THAT(result["rmse"].get<double>(), WithinAbs(std::sqrt(squares / 4), 1e-12));
    CHECK_THAT(result["mae"].get<double>(), WithinAbs((1.0 / 3 + 3.0 / 7) / 2, 1e-12));
    CHECK_THAT(result["r2"].get<double>(), WithinAbs(1 - squares / 10, 1e-12));
    CHECK(result["partial"] == false);
}

TEST_CASE("pgm evaluate --target: a fitted model is tested as it is") {
    const TemporaryFolder folder;
    const std::string data = folder.write("points.csv", points), model = folder.file("line.json");
    REQUIRE(run_pgm({"fit", data, "--structure", "x -> y", "-o", model}).status == 0);
    const auto result =
        run_pgm({"evaluate", model, data, "--target", "y", "--interval", "0.5", "--json"}).json();
    // Residuals 0.1, 0.3, 0.3, 0.1 of a deviation of sqrt(0.05): half of them are within 0.1508.
    CHECK_THAT(result["rmse"].get<double>(), WithinAbs(std::sqrt(0.05), 1e-12));
    CHECK_THAT(result["mae"].get<double>(), WithinAbs(0.2, 1e-12));
    CHECK(result["coverage"] == 0.5);
    CHECK_THAT(result["width"].get<double>(),
               WithinAbs(2 * 0.6744897501960817 * std::sqrt(0.05), 1e-12));
    // The maximum of the likelihood: -(log(2 pi 0.05) + 1) / 2.
    CHECK_THAT(result["log_density"].get<double>(),
               WithinAbs(-(std::log(2 * std::numbers::pi * 0.05) + 1) / 2, 1e-12));
    CHECK_THAT(result["r2"].get<double>(), WithinAbs(0.98, 1e-12));
    const ProgramRun text = run_pgm({"evaluate", model, data, "--target", "y"});
    CHECK_THAT(text.out, Contains("4 rows, target y, intervals of 90 %") && Contains("0.2236"));
}

TEST_CASE("pgm evaluate --target: several structures make a list, and --test another table") {
    const TemporaryFolder folder;
    const std::string data = folder.write("points.csv", points),
                      test = folder.write("test.csv", "x,y\n10,14.5\n?,4\n11,?\n");
    const auto both = run_pgm({"evaluate", data, "--target", "y", "-s", "x -> y", "-s", "x; y",
                               "--holdout", "0.5", "--cv-repeats", "3", "--json"})
                          .json();
    REQUIRE(both.size() == 2);
    CHECK(both[1]["structure"] == "x; y");
    CHECK(both[1]["splits"] == 3);
    CHECK(both[1]["rows"] == 6);
    const auto tested =
        run_pgm({"evaluate", data, "--target", "y", "-s", "x -> y", "--test", test, "--json"})
            .json();
    CHECK(tested["rows"] == 2);
    CHECK_THAT(tested["rmse"].get<double>(), WithinAbs(0, 1e-12));
}

TEST_CASE("pgm evaluate --target: what is no question is refused with what to do") {
    const TemporaryFolder folder;
    const std::string data = folder.write("points.csv", points);
    const auto error = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"evaluate", data});
        const ProgramRun run = run_pgm(options);
        CHECK(run.status != 0);
        return run.err;
    };
    CHECK_THAT(error({"--target", "y"}),
               Contains("--structure is required with --target") && Contains("'a, b -> y'"));
    CHECK_THAT(error({"--target", "y", "-s", "nb"}), Contains("nb is one of a class"));
    CHECK_THAT(error({"--target", "z", "-s", "x -> y"}), Contains("has no column 'z'"));
    CHECK_THAT(error({"--target", "y", "--class", "x"}),
               Contains("--target and --class exclude each other"));
    CHECK_THAT(error({"--target", "y", "-s", "x -> y", "--plots", folder.file("p")}),
               Contains("--target and --plots exclude each other"));
    const std::string names = folder.write("names.csv", "x,y\n1,low\n2,high\n");
    CHECK_THAT(run_pgm({"evaluate", names, "--target", "y", "-s", "x -> y"}).err,
               Contains("'low'"));
}
