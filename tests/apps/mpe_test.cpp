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
