#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;

namespace {

const std::string header = "outlook,windy,play\n";
const std::string monday = "sunny,no,no\nsunny,yes,no\nrain,no,yes\novercast,no,yes\nrain,yes,no\n";
const std::string tuesday = "overcast,yes,yes\nrain,no,yes\nsunny,no,yes\n";

}  // namespace

TEST_CASE(
    "pgm update: adding rows gives what fitting all rows gives, in the same file if so asked") {
    const TemporaryFolder folder;
    const std::string model = folder.file("play.pgmodel"), both = folder.file("both.pgmodel"),
                      more = folder.write("tuesday.csv", header + tuesday);
    for (const char* structure : {"nb", "tan"}) {
        REQUIRE(run_pgm({"fit", folder.write("monday.csv", header + monday), "--class", "play",
                         "--structure", structure, "--updatable", "-o", model})
                    .status == 0);
        REQUIRE(run_pgm({"fit", folder.write("both.csv", header + monday + tuesday), "--class",
                         "play", "--structure", structure, "--updatable", "-o", both})
                    .status == 0);
        const ProgramRun run = run_pgm({"update", model, more, "-o", model});
        CHECK(run.err == "");
        REQUIRE(run.status == 0);
        CHECK_THAT(run.out, Catch::Contains("tuesday.csv, 3 rows added to 5\n"));
        CHECK_THAT(run.out, Catch::Contains("play: no 3, yes 5\n"));
        const std::string question = "P(play=yes | outlook=sunny, windy=no)";
        CHECK(run_pgm({"query", model, question}).out == run_pgm({"query", both, question}).out);
        CHECK(read_file(model) == read_file(both));
    }
}

TEST_CASE("pgm update: JSON tells how many rows there were, and the counts of all") {
    const TemporaryFolder folder;
    const std::string model = folder.file("play.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("monday.csv", header + monday), "--class", "play",
                     "--updatable", "-o", model})
                .status == 0);
    const auto report =
        run_pgm({"update", model, folder.write("tuesday.csv", header + tuesday), "--json"}).json();
    CHECK(report["rows_before"] == 5);
    CHECK(report["rows"] == 8);
    CHECK(report["class_counts"] == nlohmann::ordered_json({3, 5}));
    CHECK(report["model"].is_null());
}

TEST_CASE(
    "pgm update: a model that keeps no statistics is refused with the option that keeps them") {
    const TemporaryFolder folder;
    const std::string data = folder.write("monday.csv", header + monday),
                      model = folder.file("play.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "play", "-o", model}).status == 0);
    const ProgramRun run = run_pgm({"update", model, data, "-o", model});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::Contains("kept no statistics") && Catch::Contains("--updatable"));
}

TEST_CASE("pgm update: what cannot be added says why") {
    const TemporaryFolder folder;
    const std::string data = folder.write("monday.csv", header + monday),
                      model = folder.file("play.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "play", "--updatable", "-o", model}).status == 0);
    const std::string before = read_file(model);
    const auto refused = [&](const std::string& rows, const std::string& words) {
        const ProgramRun run =
            run_pgm({"update", model, folder.write("more.csv", rows), "-o", model});
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Catch::Contains(words));
        CHECK(read_file(model) == before);
    };
    refused("outlook,play\nsunny,no\n", "windy");
    refused(header + "hail,no,yes\n", "hail");
    refused("outlook,windy\nrain,no\n", "play");
    CHECK(run_pgm({"update", model, data, "-o", data}).status == 2);
    CHECK(run_pgm({"update", data, data}).status == 1);
}

TEST_CASE("pgm fit: what has no statistics cannot be made updatable") {
    const TemporaryFolder folder;
    const std::string data = folder.write("monday.csv", header + monday);
    CHECK(run_pgm({"fit", data, "--class", "play", "--structure", "stack", "--updatable"}).status ==
          2);
    CHECK(
        run_pgm({"fit", data, "--class", "play", "--missing-cells", "em", "--updatable"}).status ==
        2);
}
