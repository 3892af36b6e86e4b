#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Contains;
using Catch::Matchers::WithinAbs;
using json = nlohmann::ordered_json;

namespace {

constexpr const char* cabs =
    "Cab{green|blue} -> Witness{green|blue}; Cab: 0.85 0.15; Witness | Cab=green: 0.8 0.2;"
    "Witness | Cab=blue: 0.2 0.8";

json why(std::vector<std::string> arguments, int status = 0) {
    arguments.insert(arguments.begin(), "why");
    arguments.emplace_back("--json");
    const ProgramRun run = run_pgm(arguments);
    CHECK(run.status == status);
    return run.json();
}

}  // namespace

TEST_CASE("pgm why: what a witness did to the odds of a blue cab", "[apps][why]") {
    const json answer = why({cabs, "P(Cab=blue | Witness=blue)"});
    CHECK(answer["query"] == "P(Cab=blue | Witness=blue)");
    CHECK_THAT(answer["posterior"].get<double>(), WithinAbs(12.0 / 29, 1e-15));
    CHECK(answer["prior"] == 0.15);
    CHECK_THAT(answer["conflict"].get<double>(), WithinAbs(0, 1e-15));
    REQUIRE(answer["findings"].size() == 1);
    const json& witness = answer["findings"][0];
    CHECK(witness["finding"] == "Witness=blue");
    CHECK(witness["without"] == 0.15);
    CHECK_THAT(witness["weight_of_evidence"].get<double>(), WithinAbs(std::log(4), 1e-12));
    CHECK_THAT(witness["decibans"].get<double>(), WithinAbs(10 * std::log10(4), 1e-12));
    CHECK_THAT(witness["alternatives"]["green"].get<double>(), WithinAbs(3.0 / 71, 1e-15));
    CHECK_THAT(witness["alternatives"]["blue"].get<double>(), WithinAbs(12.0 / 29, 1e-15));
    CHECK(answer["most_probable"] == "green");
    CHECK(answer["smallest_changes"].empty());
    CHECK(answer["sufficient"] == json::parse("[[]]"));
    CHECK(answer["most_relevant"].empty());
}

TEST_CASE("pgm why: evidence of the options, soft evidence and interventions are findings",
          "[apps][why]") {
    const json answer =
        why({asia(), "P(lung=yes | xray=[0.9, 0.2])", "-e", "dysp=yes, do(smoke=yes)"});
    REQUIRE(answer["findings"].size() == 3);
    CHECK(answer["findings"][0]["finding"] == "dysp=yes");
    CHECK(answer["findings"][1]["finding"] == "do(smoke=yes)");
    CHECK(answer["findings"][2]["finding"] == "xray=[0.9, 0.2]");
    CHECK_THAT(answer["prior"].get<double>(), WithinAbs(0.1, 1e-15));
    CHECK(answer["findings"][2]["alternatives"].size() == 2);
}

TEST_CASE("pgm why: a question without a state is about the most probable one", "[apps][why]") {
    const ProgramRun run = run_pgm({"why", cabs, "P(Cab | Witness=blue)"});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("P(Cab=green | Witness=blue) = 0.586207"));
    CHECK_THAT(run.out, Contains("against"));
    CHECK_THAT(run.err, Contains("the event is the most probable state"));
}

TEST_CASE("pgm why: the most relevant explanation of a positive X-ray", "[apps][why]") {
    const json answer = why({asia(), "P(lung=yes | xray=yes)", "--relevant", "tub, lung, bronc"});
    const json& best = answer["most_relevant"][0];
    CHECK(best["explanation"] == json::parse(R"({"lung":"yes"})"));
    CHECK(best["dominated"] == false);
    // P(lung) = 0.055, P(tub) = 0.0104; an X-ray shows either in 98 of 100, and else in 5.
    const double otherwise = (0.0104 * 0.98 + 0.9896 * 0.05);
    CHECK_THAT(best["bayes_factor"].get<double>(), WithinAbs(0.98 / otherwise, 1e-12));
    CHECK(answer["most_relevant"].size() == 5);
}

TEST_CASE("pgm why: the smallest change, and what suffices", "[apps][why]") {
    const json answer = why({asia(), "P(either=yes | xray=yes, dysp=yes, smoke=yes)"});
    CHECK(answer["most_probable"] == "yes");
    CHECK(answer["sufficient"] == json::parse(R"([["smoke","xray","dysp"]])"));
    REQUIRE(answer["smallest_changes"].size() == 3);
    CHECK(answer["smallest_changes"][0]["change"] == json::parse(R"({"xray":"no"})"));
    CHECK(answer["smallest_changes"][0]["most_probable"] == "no");
    const json cut = why({asia(), "P(either=yes | xray=yes, dysp=yes, smoke=yes)", "--tries", "2"});
    CHECK(cut["sufficient"].is_null());
}

TEST_CASE("pgm why: impossible findings have status 3 and their conflict", "[apps][why]") {
    const ProgramRun run = run_pgm({"why", asia(), "P(lung=yes | either=no, tub=yes, xray=yes)"});
    CHECK(run.status == 3);
    CHECK_THAT(run.err, Contains("either=no and tub=yes cannot be true together"));
    const json answer = why({asia(), "P(lung | either=no, tub=yes)"}, 3);
    CHECK(answer["impossible"] == true);
    CHECK(answer["conflict"] == json::parse(R"(["either=no","tub=yes"])"));
}

TEST_CASE("pgm why: what is no question about one variable is refused", "[apps][why]") {
    for (const char* question : {"P(lung=yes or tub=yes | xray=yes)", "argmax(lung)",
                                 "P(lung, tub)", "P(lung=yes | xray)", "P(lung=perhaps)"}) {
        INFO(question);
        CHECK(run_pgm({"why", asia(), question}).status == 1);
    }
    CHECK(run_pgm({"why", asia(), "P(lung=yes | xray=yes)", "--relevant", "xray"}).status == 1);
    CHECK(run_pgm({"why", asia(), "P(lung=yes | xray=yes)", "--relevant", "tub, tubs"}).status ==
          1);
}
