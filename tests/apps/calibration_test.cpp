#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;
using Catch::WithinRel;

namespace {

/// Three copies of one feature: naive Bayes counts its word three times and is too sure.
std::string copied_feature() {
    std::ostringstream text;
    text << "c,x,y,z\n";
    for (int i = 0; i < 200; ++i) {
        const bool c = i % 2 == 0, x = i % 10 < 3 ? !c : c;  // P(yes | 1) = 3/4
        const char* const word = x ? "1" : "0";
        text << (c ? "yes" : "no");
        for (int copy = 0; copy < 3; ++copy) text << ',' << word;
        text << '\n';
    }
    return text.str();
}

/// Concentrations so small that the temperature alone makes up for the copies.
std::vector<std::string> fit_call(const std::string& data, const std::string& model) {
    return {"fit",         data,          "--class", "c",        "--discrete",
            "x,y,z",       "--structure", "nb",      "--smooth", "backoff:0.5",
            "--calibrate", "temperature", "-o",      model,      "--json"};
}

}  // namespace

TEST_CASE("pgm fit --calibrate: the temperature makes up for features that repeat each other") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", copied_feature()),
                      model = folder.file("m.pgmodel");
    const ProgramRun run = run_pgm(fit_call(data, model));
    REQUIRE(run.status == 0);
    const auto report = run.json();
    CHECK(report["calibration"] == "temperature");
    CHECK(report["concentrations"].size() == 1);
    // The word of one feature is said three times: a third of its logarithm is right.
    CHECK_THAT(report["temperature"].get<double>(), WithinRel(3.0, 0.1));
    const auto info = run_pgm({"info", model, "--json"}).json();
    CHECK(info["temperature"] == report["temperature"]);
    CHECK_THAT(run_pgm({"info", model}).out, Contains("temperature"));

    const std::string row = folder.write("row.csv", "x,y,z\n1,1,1\n");
    const ProgramRun predicted = run_pgm({"predict", model, row, "--proba"});
    REQUIRE(predicted.status == 0);
    const std::string probability =
        predicted.out.substr(predicted.out.rfind(',') + 1);  // of yes, the later word
    CHECK_THAT(std::stod(probability), WithinRel(0.75, 0.02));
}

TEST_CASE("pgm convert: a network says that it loses the temperature") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", copied_feature()),
                      model = folder.file("m.pgmodel");
    REQUIRE(run_pgm(fit_call(data, model)).status == 0);
    const ProgramRun run = run_pgm({"convert", model, folder.file("m.bif")});
    CHECK_THAT(run.err, Contains("the temperature"));
}

TEST_CASE("pgm fit --calibrate: only where rows can be taken out of the tables") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", copied_feature());
    const ProgramRun floor =
        run_pgm({"fit", data, "--class", "c", "--smooth", "floor", "--calibrate", "temperature"});
    CHECK(floor.status != 0);
    CHECK_THAT(floor.err, Contains("a temperature is learned by taking rows out of the tables"));
    const ProgramRun continuous =
        run_pgm({"fit", data, "--class", "c", "--smooth", "backoff", "--calibrate", "temperature",
                 "--numbers", "x", "--continuous", "gaussian"});
    CHECK(continuous.status != 0);
    CHECK_THAT(continuous.err, Contains("'x' is continuous"));
    CHECK(run_pgm({"fit", data, "--class", "c", "--calibrate", "heat"}).status == 2);
    CHECK(run_pgm({"fit", data, "--class", "c", "--smooth", "backoff:-1"}).status == 2);
}

TEST_CASE("pgm learn --smooth backoff: the concentrations are told, and shape the tables") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", copied_feature()),
                      model = folder.file("m.bif"), given = folder.file("g.bif");
    const ProgramRun run = run_pgm(
        {"learn", data, "--smooth", "backoff", "-o", model, "--json", "--discrete", "x,y,z"});
    REQUIRE(run.status == 0);
    const auto concentrations = run.json()["concentrations"];
    REQUIRE(concentrations.size() > 1);
    std::string words = "backoff:";
    for (const auto& concentration : concentrations)
        words += (words.back() == ':' ? "" : ",") + concentration.dump();
    const ProgramRun again =
        run_pgm({"learn", data, "--smooth", words, "-o", given, "--discrete", "x,y,z"});
    REQUIRE(again.status == 0);
    CHECK_THAT(again.out, Contains("rows per level of back-off"));
    CHECK(read_file(model) == read_file(given));
}
