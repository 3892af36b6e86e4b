#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using json = nlohmann::ordered_json;

TEST_CASE("pgm mpe: the most probable explanation assigns every variable") {
    const ProgramRun run = run_pgm({"mpe", asia(), "-e", "smoke=no", "--json"});
    CHECK(run.status == 0);
    const auto answer = run.json();
    CHECK(answer.size() == 3);
    CHECK(answer["assignment"].size() == 8);
    for (const auto& variable : answer["assignment"].items()) CHECK(variable.value() == "no");
    CHECK_THAT(answer["log_probability"].get<double>(),
               WithinAbs(std::log(0.99 * 0.99 * 0.5 * 0.99 * 0.7 * 0.95 * 0.9), 1e-14));
    CHECK_THAT(answer["log_evidence"].get<double>(), WithinAbs(std::log(0.5), 1e-15));
}

TEST_CASE("pgm mpe: impossible evidence has status 3 alone and is marked in an array") {
    const ProgramRun alone = run_pgm({"mpe", asia(), "-e", "either=no, tub=yes", "--json"});
    CHECK(alone.status == 3);
    CHECK(alone.json() ==
          json::parse(
              R"({"log_evidence":null,"impossible":true,"conflict":["either=no","tub=yes"]})"));
    CHECK(run_pgm({"mpe", asia(), "-e", "either=no, tub=yes"}).err ==
          "pgm: error: the evidence has probability zero: either=no and tub=yes cannot be true "
          "together\n");
    const ProgramRun array = run_pgm({"mpe", asia(), "--evidence-file", "-", "--json"},
                                     R"([{"either": "no", "tub": "yes"}, {}])");
    CHECK(array.status == 0);
    CHECK(array.json()[0] == alone.json());
    CHECK(array.json()[1]["assignment"].size() == 8);
}

TEST_CASE("pgm mpe: reference explanations of published networks") {
    for (const std::string name : {"asia", "child", "alarm", "insurance"}) {
        const auto reference = reference_file("marginals/" + name + ".json.gz");
        const auto model = reference_file("networks/bif/" + name + ".bif");
        if (!reference || !model) {
            WARN("SKIPPED: " + name);
            return;
        }
        const json parsed = json::parse(read_file(*reference));
        for (const json& query : parsed.at("queries")) {
            if (!query.contains("mpe") || query.contains("soft_evidence")) continue;
            INFO(name << " " << query.at("id"));
            const auto answer = run_pgm({"mpe", *model, "--evidence-file", "-", "--json"},
                                        query.at("evidence").dump())
                                    .json();
            const double expected = query.at("mpe").at("log_p").get<double>();
            CHECK_THAT(answer["log_probability"].get<double>(),
                       WithinAbs(expected, 1e-9 * std::max(1.0, std::abs(expected))));
        }
    }
}

TEST_CASE("pgm mpe: a probability below the range of doubles is a bound, not zero") {
    // 350 fair draws among 8 states: P(assignment) = 2^-1050, about 1e-316.
    const TemporaryFolder folder;
    std::string model = "network n {}\n";
    for (int i = 0; i < 350; ++i) {
        const std::string x = "x" + std::to_string(i);
        model += "variable " + x + " { type discrete [8] {a, b, c, d, e, f, g, h}; }\n";
        model += "probability (" + x +
                 ") { table 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125, 0.125; }\n";
    }
    const std::string file = folder.write("m.bif", model);
    const ProgramRun run = run_pgm({"mpe", file});
    CHECK(run.status == 0);
    CHECK_THAT(run.out,
               Catch::Contains(
                   "log P(assignment, evidence) = -727.805   P(assignment | evidence) < 1e-308\n"));
    CHECK_THAT(run_pgm({"query", file, "argmax(*)"}).out,
               Catch::Contains("with probability < 1e-308 given"));
    std::string all;
    for (int i = 0; i < 350; ++i) all += (i > 0 ? ", x" : "x") + std::to_string(i) + "=h";
    CHECK_THAT(run_pgm({"marginals", file, "-e", all}).out,
               Catch::StartsWith("P(evidence) < 1e-308   log P(evidence) = -727.805\n"));
}

TEST_CASE("pgm mpe -k: the next best explanations, ties and all that are possible") {
    constexpr const char* coins = "A{h|t}; B{h|t} -> C{h|t}; A: 0.5 0.5; B: 0.75 0.25;"
                                  "C | B=h: 1 0; C | B=t: 0 1";
    const ProgramRun run = run_pgm({"mpe", coins, "-k", "3", "--json"});
    CHECK(run.status == 0);
    const json best = run.json()["best"];
    REQUIRE(best.size() == 3);
    CHECK(best[0]["assignment"] == run.json()["assignment"]);
    CHECK_THAT(best[0]["probability"].get<double>(), WithinAbs(0.375, 1e-15));
    CHECK(best[1]["tied"] == true);
    CHECK(best[2]["assignment"]["B"] == "t");
    CHECK_THAT(best[2]["probability"].get<double>(), WithinAbs(0.125, 1e-15));
    CHECK_FALSE(best[2].contains("tied"));
    const ProgramRun all = run_pgm({"mpe", coins, "--best", "100", "-e", "A=t"});
    CHECK_THAT(all.out, Catch::Contains("all that are possible, 2:"));
    const json with_known = run_pgm({"mpe", coins, "-k", "2", "-e", "A=t", "--json"}).json();
    CHECK(with_known["best"][1]["assignment"].size() == 3);
    CHECK(with_known["best"][1]["assignment"]["A"] == "t");
    CHECK(run_pgm({"mpe", coins, "-k", "1"}).out == run_pgm({"mpe", coins}).out);
    CHECK(run_pgm({"mpe", coins, "-k", "0"}).status == 2);
}
