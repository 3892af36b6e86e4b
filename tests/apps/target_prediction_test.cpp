#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <string>

using namespace pgm::tests;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

/// Least squares: y = 0.5 + 1.4 x, residual sum of squares 0.2, of which maximum likelihood makes
/// the variance 0.05.
const char* const target_points = "x,y\n1,2\n2,3\n3,5\n4,6\n";

std::string fitted_line(const TemporaryFolder& folder) {
    const std::string model = folder.file("line.json");
    REQUIRE(run_pgm({"fit", folder.write("target_points.csv", target_points), "--structure",
                     "x -> y", "-o", model})
                .status == 0);
    return model;
}

}  // namespace

TEST_CASE("pgm predict --target: the mean, deviation and interval of a regression, line by line") {
    const TemporaryFolder folder;
    const std::string model = fitted_line(folder), data = folder.write("new.csv", "x\n10\n?\n");
    const ProgramRun run = run_pgm({"predict", model, data, "--target", "y", "--json"});
    const auto rows = run.json()["rows"];
    REQUIRE(rows.size() == 2);
    CHECK_THAT(rows[0]["mean"].get<double>(), WithinAbs(14.5, 1e-12));
    CHECK_THAT(rows[0]["sd"].get<double>(), WithinAbs(std::sqrt(0.05), 1e-12));
    CHECK_THAT(rows[0]["low"].get<double>(),
               WithinAbs(14.5 - 1.6448536269514722 * std::sqrt(0.05), 1e-12));
    // Nothing known: the mean and the deviation of y in the four rows.
    CHECK_THAT(rows[1]["mean"].get<double>(), WithinAbs(4, 1e-12));
    CHECK_THAT(rows[1]["sd"].get<double>(), WithinAbs(std::sqrt(2.5), 1e-12));
    CHECK(run.json()["impossible"] == 0);
    const ProgramRun half =
        run_pgm({"predict", model, data, "--target", "y", "--interval", "0.5", "--json"});
    CHECK_THAT(half.json()["rows"][0]["high"].get<double>(),
               WithinAbs(14.5 + 0.6744897501960817 * std::sqrt(0.05), 1e-12));
}

TEST_CASE("pgm predict --target: a column of the target is not used, and --keep copies columns") {
    const TemporaryFolder folder;
    const std::string model = fitted_line(folder);
    const std::string with = folder.write("with.csv", "id,y,x\n007,99,10\n008,?,10\n"),
                      without = folder.write("without.csv", "x\n10\n10\n");
    const ProgramRun kept =
        run_pgm({"predict", model, with, "--target", "y", "--keep", "id,y", "-o", "-"});
    CHECK(kept.err.empty());
    const ProgramRun plain = run_pgm({"predict", model, without, "--target", "y"});
    CHECK_THAT(plain.out, Catch::StartsWith("mean,sd,low,high\n14.5"));
    const std::string numbers =
        plain.out.substr(plain.out.find('\n') + 1, plain.out.rfind('\n') / 2);
    CHECK_THAT(kept.out, Catch::StartsWith("id,y,mean,sd,low,high\n007,99,14.5"));
    CHECK_THAT(kept.out, Contains("\n008,,14.5"));
    CHECK(run_pgm({"predict", model, without, "--target", "y", "-o", folder.file("p.csv")}).out ==
          "");
    CHECK(read_file(folder.file("p.csv")) == plain.out);
}

TEST_CASE("pgm predict --target: what the network finds impossible has empty cells and a note") {
    const TemporaryFolder folder;
    const std::string data =
        folder.write("groups.csv", "group,half,y\na,no,1\na,no,3\nb,yes,5\nb,yes,9\n");
    const std::string model = folder.file("m.json");
    REQUIRE(run_pgm({"fit", data, "--structure", "group -> y; group -> half", "--smooth", "mle",
                     "-o", model})
                .status == 0);
    const ProgramRun run =
        run_pgm({"predict", model, folder.write("new.csv", "group,half\na,no\na,yes\n,yes\n"),
                 "--target", "y"});
    CHECK_THAT(run.out, Contains("\n2,1,") && Contains("\n,,,\n") && Contains("\n7,2,"));
    CHECK_THAT(run.err, Contains("no forecast of 1 of 3 rows: their values are impossible"));
    const auto json =
        run_pgm({"predict", model, folder.file("new.csv"), "--target", "y", "--json"}).json();
    CHECK(json["rows"][1]["mean"].is_null());
    CHECK(json["impossible"] == 1);
}

TEST_CASE("pgm predict --target: what is no question is refused with what to do") {
    const TemporaryFolder folder;
    const std::string model = fitted_line(folder), data = folder.write("new.csv", "x\n10\n");
    const auto error = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"predict", model, data});
        const ProgramRun run = run_pgm(options);
        CHECK(run.status != 0);
        return run.err;
    };
    CHECK_THAT(error({"--target", "Y"}), Contains("no variable 'Y'") && Contains("'y'"));
    CHECK_THAT(error({"--target", "y", "--interval", "1"}),
               Contains("--interval takes a probability between 0 and 1, not '1'"));
    CHECK_THAT(error({"--target", "y", "--interval", "much"}),
               Contains("--interval takes a probability between 0 and 1, not 'much'"));
    CHECK_THAT(error({"--target", "y", "--proba"}),
               Contains("--target and --proba exclude each other"));
    CHECK_THAT(error({"--target", "y", "--class", "y"}),
               Contains("--target and --class exclude each other"));
    CHECK_THAT(error({"--target", "y", "--keep", "z"}), Contains("the data have no column 'z'"));
    const std::string odd = folder.write("odd.csv", "x,mean\n1,2\n");
    CHECK_THAT(run_pgm({"predict", model, odd, "--target", "y", "--keep", "mean"}).err,
               Contains("the predictions have a column 'mean' of their own"));
    CHECK_THAT(
        run_pgm({"predict", source_file("examples/data/asia.bif"), data, "--target", "lung"}).err,
        Contains("the target 'lung' is discrete") && Contains("without --target"));
    CHECK_THAT(run_pgm({"predict", model, folder.write("z.csv", "z\n1\n"), "--target", "y"}).err,
               Contains("the data have a column of no variable of the network but the target"));
}
