#include <tests/support/run_program.hpp>

#include <catch2/catch.hpp>
#include <cmath>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using json = nlohmann::ordered_json;

TEST_CASE("pgm query: a probability is one number with the query as it was written") {
    const auto answer = run_pgm({"query", asia(), "P(lung=yes or tub=yes)", "--json"}).json();
    CHECK(answer.size() == 2);
    CHECK(answer["query"] == "P(lung=yes or tub=yes)");
    CHECK_THAT(answer["probability"].get<double>(), WithinAbs(0.064828, 1e-15));  // 1 - (1 - 0.055)(1 - 0.0104)
}

TEST_CASE("pgm query: a distribution lists every assignment, the last variable fastest") {
    const auto answer = run_pgm({"query", asia(), "P(smoke, lung)", "--json"}).json();
    CHECK(answer.size() == 3);
    CHECK(answer["variables"] == json({"smoke", "lung"}));
    const std::vector<double> expected = {0.05, 0.45, 0.005, 0.495};
    REQUIRE(answer["distribution"].size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(answer["distribution"][i]["assignment"] == json({{"smoke", i < 2 ? "yes" : "no"}, {"lung", i % 2 == 0 ? "yes" : "no"}}));
        CHECK_THAT(answer["distribution"][i]["probability"].get<double>(), WithinAbs(expected[i], 1e-15));
    }
}

TEST_CASE("pgm query: interventions and evidence differ") {
    const auto seen = run_pgm({"query", asia(), "P(smoke=yes | lung=yes)", "--json"}).json();
    const auto made = run_pgm({"query", asia(), "P(smoke=yes | do(lung=yes))", "--json"}).json();
    CHECK_THAT(seen["probability"].get<double>(), WithinAbs(0.05 / 0.055, 1e-15));
    CHECK_THAT(made["probability"].get<double>(), WithinAbs(0.5, 1e-15));
}

TEST_CASE("pgm query: argmax gives an assignment with its probability") {
    const auto answer = run_pgm({"query", asia(), "argmax(lung, bronc | smoke=yes)", "--json"}).json();
    CHECK(answer["query"] == "argmax(lung, bronc | smoke=yes)");
    CHECK(answer["assignment"] == json({{"lung", "no"}, {"bronc", "yes"}}));
    CHECK_THAT(answer["probability"].get<double>(), WithinAbs(0.54, 1e-15));
    CHECK_THAT(answer["log_evidence"].get<double>(), WithinAbs(std::log(0.5), 1e-15));
    CHECK_THAT(answer["log_probability"].get<double>(), WithinAbs(std::log(0.27), 1e-15));
    CHECK(answer.size() == 5);
}

TEST_CASE("pgm query: several queries give an array") {
    const auto answers = run_pgm({"query", asia(), "P(lung)", "P(tub=yes)", "--json"}).json();
    REQUIRE(answers.size() == 2);
    CHECK(answers[0]["query"] == "P(lung)");
    CHECK_THAT(answers[1]["probability"].get<double>(), WithinAbs(0.0104, 1e-15));
}

TEST_CASE("pgm query: impossible evidence names what cannot be true together") {
    const ProgramRun run = run_pgm({"query", asia(), "P(smoke | tub=yes or lung=yes, either=no, xray=no)"});
    CHECK(run.status == 3);
    CHECK_THAT(run.out, Catch::Contains("\n  undefined: the evidence has probability zero: "
                                        "(tub=yes or lung=yes) and either=no cannot be true together\n"));
    CHECK_THAT(run.err, Catch::Contains("(tub=yes or lung=yes) and either=no cannot be true together\n"));
    const ProgramRun made = run_pgm({"query", asia(), "P(smoke | bronc=yes, do(bronc=no))", "--json"});
    CHECK(made.json()["conflict"] == json({"bronc=yes", "do(bronc=no)"}));
}

TEST_CASE("pgm query: impossible evidence has its own status, in JSON it is an answer") {
    const ProgramRun run = run_pgm({"query", asia(), "P(asia | either=no, tub=yes)", "--json"});
    CHECK(run.status == 3);
    CHECK(run.json() == json::parse(R"json({"query":"P(asia | either=no, tub=yes)","impossible":true,"log_evidence":null,"conflict":["either=no","tub=yes"]})json"));
    CHECK(run.error().at("code") == "impossible");
    CHECK(run.error().at("message") ==
          "P(asia | either=no, tub=yes): the evidence has probability zero: "
          "either=no and tub=yes cannot be true together");
    const ProgramRun text = run_pgm({"query", asia(), "P(lung)", "P(asia | either=no, tub=yes)"});
    CHECK(text.status == 3);
    CHECK(text.err == "pgm: error: P(asia | either=no, tub=yes): the evidence has probability zero: "
                      "either=no and tub=yes cannot be true together\n");
}

TEST_CASE("pgm query: an error is shown under the query with a caret, and nothing is answered") {
    const ProgramRun run = run_pgm({"query", asia(), "P(lung)", "P(lung | smkoe=yes)"});
    CHECK(run.status == 1);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::StartsWith("pgm: error: column 10: "));
    CHECK_THAT(run.err, Catch::Contains("did you mean 'smoke'?"));
    CHECK_THAT(run.err, Catch::EndsWith("    P(lung | smkoe=yes)\n             ^\n"));
}

TEST_CASE("pgm query: hostile queries are errors of one kind") {
    for (const std::string& query :
         {std::string(), std::string("P("), std::string("P()"), std::string("P(lung"), std::string("\xff\xfe"), std::string(100'000, '('),
          "P(" + std::string(50'000, '!') + "lung=yes)", std::string("argmax(*, lung)"), std::string("P(lung=)")}) {
        INFO(query.substr(0, 40));
        const ProgramRun run = run_pgm({"query", asia(), query});
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Catch::StartsWith("pgm: error: "));
    }
}

TEST_CASE("pgm query: people see states, probabilities and bars") {
    const ProgramRun run = run_pgm({"query", asia(), "P(smoke)", "P(lung=yes)"});
    CHECK(run.out == "P(smoke)\n  smoke\n  yes    0.5  ##########\n  no     0.5  ##########\nP(lung=yes) = 0.055\n");
}
