#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

/// It rains on three days of ten; P(rain | wet) = 0.27 / 0.34. The water has the mean 10 on wet
/// days and 2 on others, and a pot holds half of it.
const std::string lawn =
    "Rain{no|yes} -> Wet{no|yes} -> water{real} -> pot{real}\n"
    "Rain: 0.7 0.3\n"
    "Wet | Rain=no: 0.9 0.1\n"
    "Wet | Rain=yes: 0.1 0.9\n"
    "water | Wet=no: normal(2, var 1)\n"
    "water | Wet=yes: normal(10, var 1)\n"
    "pot: normal(0.5 water, var 0)";

std::string rows(const TemporaryFolder& folder) {
    return folder.write("days.csv",
                        "day,Rain,Wet,water,pot\n"
                        "007,,yes,9.5,4.75\n"
                        "008,no,,10.0,\n"
                        "009,,no,,\n"
                        ",yes,yes,1,0.5\n");
}

}  // namespace

TEST_CASE("pgm complete: each missing cell gets the most probable state, or the mean") {
    const TemporaryFolder folder;
    const ProgramRun run = run_pgm({"complete", rows(folder), lawn});
    CHECK(run.status == 0);
    CHECK(run.out ==
          "day,Rain,Wet,water,pot\n"
          "007,yes,yes,9.5,4.75\n"
          "008,no,yes,10,5\n"
          "009,no,no,2,1\n"
          ",yes,yes,1,0.5\n");
    CHECK_THAT(run.err, Contains("1 missing cell stay so"));
    const json answer = run_pgm({"complete", rows(folder), lawn, "--json"}).json();
    CHECK(answer["rows"][1]["Wet"] == "yes");
    CHECK(answer["rows"][1]["pot"] == 5.0);
    CHECK(answer["rows"][3]["day"].is_null());
    CHECK(answer["filled"] == 6);
    CHECK(answer["left"] == 1);
}

TEST_CASE("pgm complete --draw: the values of a row are drawn together, the same for a seed") {
    const TemporaryFolder folder;
    std::string csv = "Rain,Wet,water\n";
    for (int row = 0; row < 2000; ++row) csv += ",,\n";
    const std::string path = folder.write("empty.csv", csv + "yes,yes,10\n"),
                      out = folder.file("drawn.csv");
    REQUIRE(run_pgm({"complete", path, lawn, "--draw", "--seed", "3", "-o", out}).status == 0);
    const std::string drawn = read_file(out);
    std::size_t rains = 0, wet = 0, at_odds = 0, lines = 0;
    for (std::size_t begin = drawn.find('\n') + 1; begin < drawn.size(); ++lines) {
        const std::size_t end = drawn.find('\n', begin);
        const std::string line = drawn.substr(begin, end - begin);
        const bool is_wet = line.find(",yes,") != line.npos;
        const double water = std::stod(line.substr(line.rfind(',') + 1));
        rains += line.starts_with("yes");
        wet += is_wet;
        at_odds += is_wet != (water > 6);
        begin = end + 1;
    }
    CHECK(lines == 2001);
    CHECK(std::abs(static_cast<double>(rains) / 2001 - 0.3) < 0.05);
    CHECK(std::abs(static_cast<double>(wet) / 2001 - 0.34) < 0.05);
    CHECK(at_odds < 3);
    CHECK(run_pgm({"complete", path, lawn, "--draw", "--seed", "3"}).out == drawn);
    CHECK(run_pgm({"complete", path, lawn, "--draw", "--seed", "4"}).out != drawn);
}

TEST_CASE("pgm complete --imputations: one table below the other, each drawn by itself") {
    const TemporaryFolder folder;
    const ProgramRun run =
        run_pgm({"complete", rows(folder), lawn, "--draw", "--imputations", "3"});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("imputation,day,Rain,Wet,water,pot\n1,007,"));
    CHECK_THAT(run.out, Contains("\n3,,yes,yes,1,0.5\n"));
    CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 13);
    CHECK(run_pgm({"complete", rows(folder), lawn, "--imputations", "3"}).status == 2);
}

TEST_CASE("pgm complete: a table that does not fit the model is refused or remarked on") {
    const TemporaryFolder folder;
    const auto fails = [&](const std::string& csv, int status, const std::string& words,
                           const std::vector<std::string>& more = {}) {
        std::vector<std::string> arguments{"complete", folder.write("t.csv", csv), lawn};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const ProgramRun run = run_pgm(arguments);
        CHECK(run.status == status);
        CHECK_THAT(run.err, Contains(words));
    };
    fails("a,b\n1,\n", 1, "a column of no variable of the network");
    fails("Rain,Wet\n", 1, "no row");
    fails("Rain,Wet\nsnow,\n", 0, "snow");
    fails("Rain,Wet\nsnow,\n", 1, "snow", {"--unseen", "error"});
    // The pot holds half of the water, always.
    fails("Wet,water,pot\n,10,1\n", 0, "1 missing cell stay so");
    CHECK(run_pgm({"complete", lawn, rows(folder)}).status != 0);
    CHECK(run_pgm({"complete", rows(folder), lawn, "-o", rows(folder)}).status == 2);
}
