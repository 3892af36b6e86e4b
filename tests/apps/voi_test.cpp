#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fstream>

using namespace pgm::tests;
using json = nlohmann::ordered_json;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

// Two coins, each of which pays 1 to who calls it; only one is called.
constexpr const char* coins =
    "A{0|1}; B{0|1}; Which{a|b, decision} -> Call{0|1, decision} -> Win{utility} <- A;"
    "B, Which -> Win; A: 0.4 0.6; B: 0.3 0.7; Win: 1 1 1 0 0 1 0 0 0 0 0 1 1 0 1 1";

json values_of(const std::string& model, std::vector<std::string> more) {
    std::vector<std::string> arguments{"voi", model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    arguments.emplace_back("--json");
    const ProgramRun run = run_pgm(arguments);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return run.json().at("value_of_perfect_information");
}

}  // namespace

TEST_CASE("pgm voi: each variable before each decision, the most valuable first",
          "[apps][decide]") {
    const json values = values_of(coins, {});
    REQUIRE(values.size() == 4);
    for (const json& one : values) CHECK(one.at("value").get<double>() >= 0);
    CHECK(values[0].at("before") == "Which");
    CHECK(values[2].at("before") == "Call");
    CHECK(values[0].at("value") >= values[1].at("value"));
    const json of_one = values_of(coins, {"--before", "Call", "--of", "A"});
    REQUIRE(of_one.size() == 1);
    CHECK(of_one[0].at("of") == "A");
}

TEST_CASE("pgm voi: costs decide the order, and the next look is named", "[apps][decide]") {
    const TemporaryFolder folder;
    const std::string costs = folder.file("costs.csv");
    std::ofstream(costs) << "variable,cost\nA,0.5\nB,0.01\n";
    const json values = values_of(coins, {"--before", "Which", "--cost", costs, "--ahead", "2"});
    REQUIRE(values.size() == 2);
    CHECK(values[0].at("of") == "B");
    CHECK_THAT(values[0].at("net_value").get<double>(),
               WithinAbs(values[0].at("value").get<double>() - 0.01, 1e-12));
    std::ofstream(costs) << "variable,cost\nC,1\n";
    const ProgramRun run = run_pgm({"voi", coins, "--cost", costs});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("'C'"));
}

TEST_CASE("pgm voi --class: which feature next, for one row", "[apps][decide]") {
    const std::string asia = source_file("examples/data/asia.bif");
    const json values = values_of(asia, {"--class", "bronc", "-e", "smoke=yes"});
    REQUIRE(values.size() == 6);
    CHECK(values[0].at("of") == "dysp");
    // P(bronc=yes | smoke=yes) is 0.6, so that 0.4 is lost without looking.
    const ProgramRun run = run_pgm({"voi", asia, "--class", "bronc", "-e", "smoke=yes", "--json"});
    CHECK_THAT(run.json().at("expected_loss").get<double>(), WithinAbs(0.4, 1e-12));
    for (const json& one : values) CHECK(one.contains("mutual_information"));
}

TEST_CASE("pgm voi: options that do not go together are refused", "[apps][decide]") {
    const std::string asia = source_file("examples/data/asia.bif");
    CHECK(run_pgm({"voi", coins, "--loss", "L.csv"}).status == 2);
    CHECK(run_pgm({"voi", asia, "--class", "bronc", "--before", "smoke"}).status == 2);
    CHECK(run_pgm({"voi", asia}).status == 1);
    CHECK(run_pgm({"voi", coins, "--before", "A"}).status == 1);
    CHECK(run_pgm({"voi", coins, "--of", "A", "--before", "A"}).status == 1);
    CHECK(run_pgm({"voi", coins, "--of", "Win"}).status == 1);
    CHECK(run_pgm({"voi", coins, "--accuracy", "2"}).status == 2);
}
