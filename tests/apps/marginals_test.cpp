#include <tests/support/bif_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using json = nlohmann::ordered_json;

namespace {

double number(const json& value) {
    return value.get<double>();
}

/// The evidence of a reference query as the program reads it: soft findings are arrays.
json evidence_of(const json& query) {
    json evidence = query.at("evidence");
    if (query.contains("soft_evidence"))
        for (const auto& [name, likelihood] : query["soft_evidence"].items())
            evidence[name] = likelihood;
    return evidence;
}

double largest_difference(const json& expected, const json& marginals) {
    double largest = 0;
    for (const auto& [variable, probabilities] : expected.items()) {
        std::size_t i = 0;
        for (const auto& state : marginals.at(variable).items())
            largest =
                std::max(largest, std::abs(number(state.value()) - number(probabilities.at(i++))));
    }
    return largest;
}

}  // namespace

TEST_CASE(
    "pgm marginals: without evidence log P(e) is 0 and variables and states come in file order") {
    const ProgramRun run = run_pgm({"marginals", asia(), "--json"});
    CHECK(run.status == 0);
    const auto answer = run.json();
    CHECK(answer.size() == 2);
    CHECK_THAT(number(answer["log_evidence"]), WithinAbs(0, 1e-15));
    std::vector<std::string> names;
    for (const auto& variable : answer["marginals"].items()) names.push_back(variable.key());
    CHECK(names == std::vector<std::string>{"asia", "tub", "smoke", "lung", "bronc", "either",
                                            "xray", "dysp"});
    CHECK(answer["marginals"]["tub"].begin().key() == "yes");
    CHECK_THAT(number(answer["marginals"]["tub"]["yes"]), WithinAbs(0.0104, 1e-15));
    CHECK_THAT(number(answer["marginals"]["xray"]["yes"]), WithinAbs(0.11029004, 1e-15));
}

TEST_CASE("pgm marginals: an observed variable is a point mass") {
    const auto answer = run_pgm({"marginals", asia(), "-e", "lung=no", "--json"}).json();
    CHECK(answer["marginals"]["lung"] == json({{"yes", 0.0}, {"no", 1.0}}));
    CHECK_THAT(number(answer["log_evidence"]), WithinAbs(std::log(0.945), 1e-15));
}

TEST_CASE("pgm marginals: evidence comes from the command line, a file or both") {
    const TemporaryFolder folder;
    const auto direct = run_pgm({"marginals", asia(), "-e", "smoke=yes, xray=no", "--json"});
    const std::string file = folder.write("e.json", R"({"xray": "no", "smoke": "yes"})");
    CHECK(run_pgm({"marginals", asia(), "--evidence-file", file, "--json"}).out == direct.out);
    CHECK(run_pgm({"marginals", asia(), "-e", "smoke=yes", "-e", "xray=no", "--json"}).out ==
          direct.out);
    CHECK(run_pgm({"marginals", "-e", "xray=no", asia(), "--json", "--evidence-file",
                   folder.write("s.json", R"({"smoke": "yes"})")})
              .out == direct.out);
    CHECK(run_pgm({"marginals", asia(), "--evidence-file", "-", "--json"},
                  R"({"smoke": [1, 0], "xray": [0, 1]})")
              .json()["marginals"]["lung"] == direct.json()["marginals"]["lung"]);
    CHECK(run_pgm({"marginals", asia(), "-e", "xray=yes", "--evidence-file", file}).status == 1);
}

TEST_CASE("pgm marginals: a likelihood per state enters P(e) as it is") {
    const TemporaryFolder folder;
    const auto answer = run_pgm({"marginals", asia(), "--json", "--evidence-file",
                                 folder.write("e.json", R"({"smoke": [3, 1]})")})
                            .json();
    CHECK_THAT(number(answer["log_evidence"]), WithinAbs(std::log(2.0), 1e-15));
    CHECK_THAT(number(answer["marginals"]["smoke"]["yes"]), WithinAbs(0.75, 1e-15));
}

TEST_CASE(
    "pgm marginals: an array of evidence gives an array of answers, the impossible ones marked, "
    "status 0") {
    const TemporaryFolder folder;
    const std::string file =
        folder.write("e.json", R"([{}, {"either": "no", "tub": "yes"}, {"lung": "yes"}])");
    const ProgramRun run = run_pgm({"marginals", asia(), "--json", "--evidence-file", file});
    CHECK(run.status == 0);
    CHECK(run.err.empty());
    const auto answers = run.json();
    REQUIRE(answers.size() == 3);
    CHECK(answers[0]["marginals"].size() == 8);
    CHECK(answers[1] ==
          json::parse(
              R"({"log_evidence":null,"impossible":true,"conflict":["either=no","tub=yes"]})"));
    CHECK_THAT(number(answers[2]["log_evidence"]), WithinAbs(std::log(0.055), 1e-14));
    CHECK(run_pgm({"marginals", asia(), "--json", "--evidence-file", file, "--threads", "4"}).out ==
          run.out);
    CHECK(run_pgm({"marginals", asia(), "--evidence-file", file}).status == 0);
    CHECK(
        run_pgm({"marginals", asia(), "--json", "--evidence-file", folder.write("none.json", "[]")})
            .json() == json::array());
}

TEST_CASE("pgm marginals: where the system gives no more threads, fewer do") {
    // The limit does not hold for root, who becomes someone else.
    const std::string as = "$([ $(id -u) = 0 ] && echo setpriv --reuid=65534 --clear-groups)";
    const std::string sets = "[{\"smoke\": \"yes\"}, {\"xray\": \"no\"}]";
    const auto answers = [&](const std::string& threads) {
        return run_shell("echo '" + sets + "' | prlimit --nproc=1 " + as + " \"$pgm\" marginals '" +
                         asia() + "' --json --evidence-file - --threads " + threads);
    };
    const ProgramRun alone = answers("1");
    if (alone.status != 0) {
        WARN("SKIPPED: no limit can be put to the number of threads here");
        return;
    }
    const ProgramRun run = answers("4");
    CHECK(run.err.empty());
    CHECK(run.status == 0);
    CHECK(run.out == alone.out);
}

TEST_CASE("pgm marginals: a single impossible evidence has status 3") {
    const ProgramRun run = run_pgm({"marginals", asia(), "-e", "either=no, tub=yes", "--json"});
    CHECK(run.status == 3);
    CHECK(run.json() ==
          json::parse(
              R"({"log_evidence":null,"impossible":true,"conflict":["either=no","tub=yes"]})"));
    CHECK(run.error().at("code") == "impossible");
    CHECK(run.error().at("message") ==
          "the evidence has probability zero: either=no and tub=yes cannot be true together");
    const ProgramRun text = run_pgm({"marginals", asia(), "-e", "either=no, tub=yes"});
    CHECK(text.status == 3);
    CHECK(text.err ==
          "pgm: error: the evidence has probability zero: either=no and tub=yes cannot be true "
          "together\n");
    CHECK(text.out.empty());
}

TEST_CASE("pgm marginals: --targets chooses and orders") {
    const auto answer = run_pgm({"marginals", asia(), "--targets", "xray, asia", "--json"}).json();
    REQUIRE(answer["marginals"].size() == 2);
    CHECK(answer["marginals"].begin().key() == "xray");
    CHECK(run_pgm({"marginals", asia(), "--targets", "xray,xray"}).status == 1);
    CHECK(run_pgm({"marginals", asia(), "--targets", "xray,,asia"}).status == 1);
}

TEST_CASE("pgm marginals: a question beyond the memory limit has status 4 and names the clique") {
    const TemporaryFolder folder;
    const ProgramRun run =
        run_pgm({"marginals", folder.write("dense.bif", dense_bif(30, "a, b, c, d"))});
    CHECK(run.status == 4);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::StartsWith("pgm: error: exact inference would need about "));
    CHECK_THAT(run.err, Catch::EndsWith(
                            "(observe some of these variables, ask for fewer targets, or give the "
                            "variables fewer states or parents)\n"));
    const std::string small = folder.write("small.bif", dense_bif(12, "a, b, c, d"));
    CHECK_THAT(run_pgm({"marginals", small, "--memory-limit", "1"}).err,
               Catch::EndsWith("or raise --memory-limit)\n"));
    CHECK(run_pgm({"info", folder.file("dense.bif")}).status == 0);
    CHECK(run_pgm({"marginals", folder.file("dense.bif"), "--targets", "x0"}).status == 0);
}

TEST_CASE("pgm marginals: impossible evidence names findings that cannot be true together") {
    const ProgramRun run =
        run_pgm({"marginals", asia(), "-e", "smoke=yes, tub=yes, either=no, xray=no"});
    CHECK(run.status == 3);
    CHECK(run.out.empty());
    CHECK(run.err ==
          "pgm: error: the evidence has probability zero: either=no and tub=yes cannot be true "
          "together\n");

    const std::string sets =
        R"([{"lung": [0, 0], "smoke": "yes"}, {"either": [0, 1], "tub": "yes"}])";
    const ProgramRun array = run_pgm(
        {"marginals", asia(), "--json", "--evidence-file", "-", "-e", "do(bronc=no)"}, sets);
    CHECK(array.json()[0]["conflict"] == json({"lung=[0, 0]"}));
    CHECK(array.json()[1]["conflict"] == json({"either=[0, 1]", "tub=yes"}));
    CHECK(run_pgm({"marginals", asia(), "--json", "--evidence-file", "-", "-e", "do(bronc=no)",
                   "--threads", "2"},
                  sets)
              .out == array.out);
    CHECK_THAT(
        run_pgm({"marginals", asia(), "--evidence-file", "-"}, sets).out,
        Catch::Contains(
            "evidence set 1:\nthe evidence has probability zero: lung=[0, 0] cannot be true\n"));

    const ProgramRun made =
        run_pgm({"marginals", asia(), "-e", "do(tub=yes), either=no, do(smoke=no)", "--json"});
    CHECK(made.json()["conflict"] == json({"do(tub=yes)", "either=no"}));
}

TEST_CASE("pgm marginals: bad evidence is told with its place") {
    const TemporaryFolder folder;
    const auto error = [&](const char* evidence) {
        const ProgramRun run =
            run_pgm({"marginals", asia(), "--evidence-file", folder.write("e.json", evidence)});
        CHECK(run.status == 1);
        CHECK(run.out.empty());
        const std::string prefix = "pgm: error: " + folder.file("e.json") + ":";
        CHECK_THAT(run.err, Catch::StartsWith(prefix));
        return run.err.substr(std::min(prefix.size(), run.err.size()));
    };
    CHECK(error(R"({"smok": "yes"})") == "1:2: no variable 'smok' (did you mean 'smoke'?)\n");
    CHECK(error("[{},\n {\"smoke\": \"yse\"}]") ==
          "2:12: evidence set 2: variable 'smoke' has no state 'yse' (did you mean 'yes'?)\n");
    CHECK(error("{\"smoke\": \"yes\",\r\n \"smoke\": \"no\"}") ==
          "2:2: variable 'smoke' is given twice\n");
    CHECK_THAT(error("{\"smoke\" : [0.5, 0.5], \"xray\":\n  [1, 2, 3]}"),
               Catch::StartsWith("2:3: the likelihood of 'xray' has 3 values"));
    CHECK_THAT(error("{\"\\u0073moke\": [0.5, 0.5],\n\"xray\" :null}"),
               Catch::StartsWith("2:9: null where"));
    CHECK_THAT(error("\xEF\xBB\xBF{\"smoke\":-1.5e1, \"xray\":{}}"),
               Catch::StartsWith("1:13: variable 'smoke' has no state"));
    CHECK_THAT(error("{\"smoke\":true,\"xray\":\"}]\\\"\"}"), Catch::StartsWith("1:10: "));
    CHECK_THAT(error("{\"smoke\":[1,0],\"xray\":\"}]\\\"\",\"dysp\":\"\"}"),
               Catch::StartsWith("1:23: "));
    CHECK_THAT(error("{\"smoke\": \"yes\",\n \"xray\" \"no\"}"), Catch::StartsWith("2:"));
    for (const char* evidence :
         {"", "[", "5", "null", "\"yes\"", "{\"smoke\": null}", "{\"smoke\": {}}",
          "{\"smoke\": [[1,0]]}", "{\"smoke\": [1]}", "{\"smoke\": [1,-1]}",
          "{\"smoke\": [1,\"x\"]}", "{\"smoke\": [1,1e999]}", "[[{}]]", "{\"smoke\": true}",
          "{\"smoke\": 1}", "{} {}", "\xff\xfe{}"}) {
        INFO(evidence);
        CHECK_FALSE(error(evidence).empty());
    }
    CHECK_FALSE(error(std::string(200'000, '[').c_str()).empty());
    CHECK(run_pgm({"marginals", asia(), "--evidence-file", folder.path()}).status == 1);
    CHECK(run_pgm({"marginals", asia(), "-e", "smoke=yse"}).status == 1);
}

TEST_CASE("pgm marginals: numbers and truth values in evidence stand for the states of that text") {
    const TemporaryFolder folder;
    const std::string model = folder.write(
        "m.bif",
        "network n {}\nvariable A { type discrete [3] {0, 1, 1.50}; }\nvariable B { type discrete "
        "[2] {true, false}; }\n"
        "probability (A) { table 0.25, 0.25, 0.5; }\nprobability (B) { table 0.5, 0.5; }\n");
    const auto answer = run_pgm({"marginals", model, "--json", "--evidence-file", "-"},
                                R"([{"A": 1, "B": true}, {"A": 1.50}])")
                            .json();
    CHECK(answer[0]["marginals"]["A"]["1"] == 1.0);
    CHECK(answer[0]["marginals"]["B"]["true"] == 1.0);
    CHECK(answer[1]["marginals"]["A"]["1.50"] == 1.0);
}

TEST_CASE("pgm marginals: reference posteriors of published networks") {
    for (const std::string name :
         {"asia", "cancer", "survey", "sachs", "child", "alarm", "insurance", "win95pts"}) {
        const auto reference = reference_file("marginals/" + name + ".json.gz");
        const auto model = reference_file("networks/bif/" + name + ".bif");
        if (!reference || !model) {
            WARN("SKIPPED: " + name);
            return;
        }
        const json queries = json::parse(read_file(*reference)).at("queries");
        json evidence = json::array();
        for (const json& query : queries) evidence.push_back(evidence_of(query));
        const json answers = json::parse(
            run_pgm({"marginals", *model, "--json", "--evidence-file", "-"}, evidence.dump()).out);
        REQUIRE(answers.size() == queries.size());
        for (std::size_t i = 0; i < queries.size(); ++i) {
            INFO(name << " " << queries[i].at("id"));
            if (queries[i].at("possible") == false) {
                CHECK(answers[i].at("impossible") == true);
                continue;
            }
            const double log_evidence = number(queries[i].at("log_p_evidence"));
            CHECK_THAT(number(answers[i].at("log_evidence")),
                       WithinAbs(log_evidence, 1e-9 * std::max(1.0, std::abs(log_evidence))));
            CHECK(largest_difference(queries[i].at("posterior"), answers[i].at("marginals")) <
                  1e-9);
        }
    }
}
