#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Contains;
using Catch::WithinAbs;
using json = nlohmann::ordered_json;

namespace {

// The numbers of asia: P(smoke) = 0.5, P(lung | smoke) = 0.1, P(lung | no smoke) = 0.01,
// P(asia) = 0.01, P(tub | asia) = 0.05, P(tub | no asia) = 0.01, so P(tub) = 0.0104 and
// P(lung) = 0.055; either is tub or lung, P(xray | either) = 0.98, P(xray | not) = 0.05.
constexpr double tub = 0.0104, lung = 0.055;
constexpr double either = 1 - (1 - tub) * (1 - lung);
constexpr double xray = either * 0.98 + (1 - either) * 0.05;

json marginals(const std::string& evidence) {
    const ProgramRun run = run_pgm({"marginals", asia(), "-e", evidence, "--json"});
    INFO(evidence << "\n" << run.err);
    REQUIRE(run.status == 0);
    return run.json();
}

double yes(const json& answer, const std::string& variable) {
    return answer["marginals"][variable]["yes"].get<double>();
}

}  // namespace

TEST_CASE("pgm -e: conditions are those of questions") {
    CHECK_THAT(yes(marginals("smoke!=yes"), "lung"), WithinAbs(0.01, 1e-14));
    CHECK_THAT(yes(marginals("smoke in {yes, no}"), "lung"), WithinAbs(lung, 1e-14));
    CHECK_THAT(yes(marginals("not smoke=no"), "lung"), WithinAbs(0.1, 1e-14));

    const json one_of_both = marginals("tub=yes or lung=yes");
    CHECK_THAT(yes(one_of_both, "tub"), WithinAbs(tub / either, 1e-13));
    CHECK_THAT(yes(one_of_both, "either"), WithinAbs(1, 1e-15));
    CHECK_THAT(one_of_both["log_evidence"].get<double>(), WithinAbs(std::log(either), 1e-13));
    CHECK(one_of_both["marginals"].size() == 8);

    const json neither = marginals("not (tub=yes or lung=yes), do(smoke=yes)");
    CHECK_THAT(yes(neither, "xray"), WithinAbs(0.05, 1e-14));
    CHECK_THAT(std::exp(neither["log_evidence"].get<double>()), WithinAbs((1 - tub) * 0.9, 1e-13));
}

TEST_CASE("pgm -e: soft evidence is a likelihood or the posterior itself") {
    // P(report) = 0.9 P(xray) + 0.2 P(no xray).
    const json likelihood = marginals("xray=[0.9, 0.2]");
    const double report = 0.9 * xray + 0.2 * (1 - xray);
    CHECK_THAT(std::exp(likelihood["log_evidence"].get<double>()), WithinAbs(report, 1e-14));
    CHECK_THAT(yes(likelihood, "xray"), WithinAbs(0.9 * xray / report, 1e-14));

    const json jeffrey = marginals("xray~[0.7, 0.3]");
    const double shown = either * 0.98 / xray, hidden = either * 0.02 / (1 - xray);
    CHECK_THAT(yes(jeffrey, "xray"), WithinAbs(0.7, 1e-14));
    CHECK_THAT(yes(jeffrey, "either"), WithinAbs(0.7 * shown + 0.3 * hidden, 1e-13));
    CHECK_THAT(jeffrey["log_evidence"].get<double>(), WithinAbs(0, 1e-14));

    const json two = marginals("xray~[0.7, 0.3], smoke~[0.8, 0.2], dysp=yes");
    CHECK_THAT(yes(two, "xray"), WithinAbs(0.7, 1e-12));
    CHECK_THAT(yes(two, "smoke"), WithinAbs(0.8, 1e-12));
    CHECK_THAT(two["log_evidence"].get<double>(),
               WithinAbs(marginals("dysp=yes")["log_evidence"].get<double>(), 1e-11));
}

TEST_CASE("pgm: evidence files hold soft evidence of both kinds") {
    const ProgramRun run =
        run_pgm({"marginals", asia(), "--evidence-file", "-", "--json"},
                R"([{"xray": {"posterior": [0.7, 0.3]}, "smoke": "yes"}, {"xray": [0.9, 0.2]}])");
    REQUIRE(run.status == 0);
    CHECK(run.json()[0] == marginals("xray~[0.7, 0.3], smoke=yes"));
    CHECK(run.json()[1] == marginals("xray=[0.9, 0.2]"));
    const auto error = [](const std::string& text) {
        return run_pgm({"marginals", asia(), "--evidence-file", "-"}, text).err;
    };
    CHECK_THAT(error(R"({"xray": {"posterior": [0.7, 0.4]}})"),
               Contains("standard input:1:24: ") && Contains("sum to 1.1, not 1"));
    for (const char* text :
         {R"({"xray": {}})", R"({"xray": {"x": [1, 0]}})", R"({"xray": {"posterior": "yes"}})",
          R"({"xray": {"posterior": 1}})", R"({"xray": {"posterior": [1, 0], "x": 1}})",
          R"({"xray": {"posterior": {"yes": 1}}})"}) {
        INFO(text);
        CHECK_THAT(error(text), Contains("{\"posterior\": [0.7, 0.3]}"));
    }
}

TEST_CASE("pgm query -e: evidence is joined to what each question is given") {
    const auto answers = run_pgm({"query", asia(), "P(lung=yes)", "P(lung=yes | tub=no)", "-e",
                                  "smoke=yes or bronc=yes", "-e", "do(asia=no)", "--json"})
                             .json();
    CHECK(answers[0]["query"] == "P(lung=yes | smoke=yes or bronc=yes, do(asia=no))");
    CHECK(answers[1]["query"] == "P(lung=yes | tub=no, smoke=yes or bronc=yes, do(asia=no))");
    for (const auto& answer : answers)
        CHECK(answer["probability"] ==
              run_pgm({"query", asia(), answer["query"].get<std::string>(), "--json"})
                  .json()["probability"]);
    const ProgramRun soft = run_pgm({"query", asia(), "P(xray=yes)", "-e", "xray~[0.7, 0.3]"});
    CHECK(soft.out == "P(xray=yes | xray~[0.7, 0.3]) = 0.7\n");
    CHECK(run_pgm({"query", asia(), "P(xray=yes)", "-e", ""}).out ==
          run_pgm({"query", asia(), "P(xray=yes)"}).out);
    const ProgramRun impossible =
        run_pgm({"query", asia(), "P(smoke | tub=yes)", "-e", "either=no", "--json"});
    CHECK(impossible.status == 3);
    CHECK(impossible.json()["conflict"] == json({"either=no", "tub=yes"}));
    const ProgramRun set_twice =
        run_pgm({"query", asia(), "P(smoke | do(tub=yes))", "-e", "do(tub=no)"});
    CHECK(set_twice.status == 1);
    CHECK_THAT(set_twice.err, Contains("'tub' is set to two states at once"));
}

TEST_CASE("pgm -e: mistakes are shown with a caret, as in questions") {
    for (const char* command : {"marginals", "mpe", "query"}) {
        std::vector<std::string> arguments = {command, asia(), "-e", "smoke=yes or xray=[1, 0]"};
        if (arguments.front() == "query") arguments.push_back("P(lung)");
        const ProgramRun run = run_pgm(arguments);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("soft evidence cannot stand here") &&
                                Contains("\n    smoke=yes or xray=[1, 0]\n"
                                         "                     ^"));
    }
    CHECK_THAT(run_pgm({"marginals", asia(), "-e", "smoke=yes | tub=no"}).err,
               Contains("'|' has no place in evidence"));
    CHECK_THAT(run_pgm({"marginals", asia(), "-e", "either=no, tub~[0.5, 0.5]"}).err,
               Contains("'tub' is to be 'yes' with probability 0.5, which is impossible given the "
                        "other evidence"));
    CHECK(run_pgm({"marginals", asia(), "-e", "smoke=yes, smoke=no"}).status == 1);
    const ProgramRun impossible =
        run_pgm({"marginals", asia(), "-e", "tub=yes or lung=yes, either=no"});
    CHECK(impossible.status == 3);
    CHECK_THAT(impossible.err, Contains("(tub=yes or lung=yes) and either=no cannot be true"));
}

TEST_CASE("pgm mpe: conditions over several variables are maximised under") {
    // Of all assignments with a disease, no smoke and lung beats the others: checked over all 256.
    const json answer =
        run_pgm({"mpe", asia(), "-e", "tub=yes or lung=yes, xray != no", "--json"}).json();
    CHECK(answer.size() == 3);
    CHECK(answer["assignment"].size() == 8);
    // lung=yes, smoke=yes, asia=no, tub=no, either=yes, xray=yes, bronc=yes, dysp=yes:
    const double best = 0.5 * 0.1 * 0.99 * 0.99 * 0.98 * 0.6 * 0.9;
    CHECK_THAT(std::exp(answer["log_probability"].get<double>()), WithinAbs(best, 1e-15));
    CHECK(answer["assignment"]["lung"] == "yes");
    CHECK_THAT(std::exp(answer["log_evidence"].get<double>()), WithinAbs(either * 0.98, 1e-14));
}

TEST_CASE("pgm mpe: what was given stands apart from what was found") {
    const std::string out = run_pgm({"mpe", asia(), "-e", "smoke=no, do(xray=yes)"}).out;
    CHECK_THAT(out, Catch::StartsWith("given:\n  smoke  no\n  xray   yes\nmost probable:\n"));
    CHECK_THAT(out, Contains("  lung    no\n"));
    CHECK_THAT(run_pgm({"mpe", asia()}).out, Catch::StartsWith("  asia "));
    const std::string all = run_pgm({"mpe", asia(), "-e",
                                     "asia=no, tub=no, smoke=no, lung=no, bronc=no, either=no, "
                                     "xray=no, dysp!=yes"})
                                .out;
    CHECK_THAT(all, !Contains("most probable") && Contains("P(assignment | evidence) = 1\n"));
}

TEST_CASE("pgm draw and info --plan take any evidence") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"draw", asia(), "-o", folder.file("a.dot"), "-e",
                   "tub=yes or lung=yes, xray~[0.7, 0.3]"})
              .status == 0);
    CHECK_THAT(read_file(folder.file("a.dot")), Contains("0.7"));
    const ProgramRun plan =
        run_pgm({"info", asia(), "--plan", "-e", "tub=yes or lung=yes", "--json"});
    REQUIRE(plan.status == 0);
    CHECK(plan.json()["plan"].is_object());
    CHECK(run_pgm({"info", asia(), "--plan", "-e", "tub=yes, do(tub=no)", "--json"})
              .json()["plan"]
              .is_null());
}
