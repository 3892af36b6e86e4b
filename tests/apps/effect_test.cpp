#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

constexpr const char* simpson =
    "Stone{small|large} -> Treatment{open|keyhole} -> Success{no|yes} <- Stone;"
    "Stone: 0.51 0.49; Treatment | Stone=small: 0.25 0.75; Treatment | Stone=large: 0.75 0.25;"
    "Success | Treatment=open, Stone=small: 0.07 0.93; Success | Treatment=open, Stone=large: 0.27 "
    "0.73; Success | Treatment=keyhole, Stone=small: 0.13 0.87; Success | Treatment=keyhole, "
    "Stone=large: 0.31 0.69";
constexpr const char* bow = "U{2, hidden} -> X -> Y <- U";

ProgramRun effect_of(const std::string& model, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"effect", model, "--of", "X", "--on", "Y"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_pgm(arguments);
}

ProgramRun kidney(std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"effect", simpson, "--of", "Treatment", "--on", "Success"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_pgm(arguments);
}

void check_error(const ProgramRun& run, const std::string& part) {
    CHECK(run.status == 1);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::Contains(part));
}

}  // namespace

TEST_CASE("pgm effect: adjustment, with numbers") {
    const json answer = kidney({"--json"}).json();
    CHECK(answer["identified"] == true);
    CHECK(answer["method"] == "back-door");
    CHECK(answer["minimal_adjustment_sets"] == json::parse(R"([["Stone"]])"));
    CHECK(answer["front_door_sets"] == json::array());
    CHECK(answer["estimand"] == "sum_Stone P(Success | Treatment, Stone) P(Stone)");
    CHECK(answer["estimand_latex"] ==
          R"(\sum_{\mathrm{Stone}} P(\mathrm{Success} \mid \mathrm{Treatment}, )"
          R"(\mathrm{Stone})\, P(\mathrm{Stone}))");
    // 0.93 * 0.51 + 0.73 * 0.49, 0.87 * 0.51 + 0.69 * 0.49
    CHECK(answer["distributions"]["open"]["yes"].get<double>() == Approx(0.832));
    CHECK(answer["distributions"]["keyhole"]["yes"].get<double>() == Approx(0.7818));
    CHECK(answer["from"] == "open");
    CHECK(answer["to"] == "keyhole");
    CHECK(answer["difference"]["yes"]["value"].get<double>() == Approx(-0.0502));
    CHECK(answer["ratio"]["yes"]["value"].get<double>() == Approx(0.7818 / 0.832));
    CHECK(answer["odds_ratio"]["yes"]["value"].get<double>() ==
          Approx((0.7818 / 0.2182) / (0.832 / 0.168)));
    // P(open) = 0.495, P(open, yes) = 0.51 * 0.25 * 0.93 + 0.49 * 0.75 * 0.73
    CHECK(answer["bounds"]["open"]["yes"][0].get<double>() == Approx(0.38685));
    CHECK(answer["bounds"]["open"]["yes"][1].get<double>() == Approx(0.38685 + 0.505));
    CHECK(answer["conditional"]["open"]["yes"].get<double>() == Approx(0.38685 / 0.495));
    const json reversed = kidney({"--from", "keyhole", "--to", "open", "--json"}).json();
    CHECK(reversed["difference"]["yes"]["value"].get<double>() == Approx(0.0502));
}

TEST_CASE("pgm effect: people read the verdict first") {
    const ProgramRun run = kidney();
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Catch::StartsWith("The effect of Treatment on Success is identified: "
                                          "adjustment for Stone.\n"
                                          "P(Success | do(Treatment)) = sum_Stone "
                                          "P(Success | Treatment, Stone) P(Stone)\n"));
    CHECK_THAT(run.out, Catch::Contains("from do(Treatment=open) to do(Treatment=keyhole)"));
}

TEST_CASE("pgm effect: a structure has formulas and no numbers") {
    const json door = effect_of("U{2, hidden} -> X -> Z -> Y <- U", {"--json"}).json();
    CHECK(door == json::parse(R"j({"identified":true,"method":"front-door",
        "estimand":"sum_Z P(Z | X) sum_X' P(Y | X', Z) P(X')",
        "estimand_latex":"\\sum_{Z} P(Z \\mid X)\\, \\sum_{X'} P(Y \\mid X', Z)\\, P(X')",
        "minimal_adjustment_sets":[],"front_door_sets":[["Z"]],"instruments":[]
})j"));
    CHECK(effect_of("X -> Z -> Y; U -> X, Y", {"--hidden", "U", "--json"}).json() == door);
    const ProgramRun napkin = effect_of("A{2, hidden} -> W, X; B{2, hidden} -> W, Y; W->Z->X->Y");
    CHECK_THAT(napkin.out, Catch::Contains("for any state of Z"));
    CHECK(effect_of("Z -> X{real} -> Y{real} <- Z", {"--json"}).json()["minimal_adjustment_sets"] ==
          json::parse(R"([["Z"]])"));
}

TEST_CASE("pgm effect: what is not identified has a hedge and bounds") {
    const json answer = effect_of(std::string(bow) + "; I -> X", {"--json"}).json();
    CHECK(answer["identified"] == false);
    CHECK(answer["method"] == "none");
    CHECK(answer["hedge"] == json::parse(R"({"larger":["X","Y"],"smaller":["Y"]})"));
    CHECK(answer["instruments"] == json::parse(R"(["I"])"));
    CHECK_FALSE(answer.contains("estimand"));
    const json numbers =
        effect_of(std::string("U: 0.6 0.4; X | U=0: 0.7 0.3; X | U=1: 0.3 0.7; Y | X=0, U=0: 0.8 "
                              "0.2; Y | X=0, U=1: 0.4 0.6; Y | X=1, U=0: 0.5 0.5; Y | X=1, U=1: "
                              "0.1 0.9;") +
                      bow,
                  {"--json"})
            .json();
    CHECK_FALSE(numbers.contains("distributions"));
    CHECK_FALSE(numbers.contains("difference"));
    // P(X=1) = 0.46, P(X=1, Y=1) = 0.6 * 0.3 * 0.5 + 0.4 * 0.7 * 0.9
    CHECK(numbers["bounds"]["1"]["1"][0].get<double>() == Approx(0.342));
    CHECK(numbers["bounds"]["1"]["1"][1].get<double>() == Approx(0.342 + 0.54));
    CHECK_THAT(effect_of(bow).out, Catch::StartsWith("The effect of X on Y is not identified"));
}

TEST_CASE("pgm effect: no causal path, no effect") {
    const json answer = effect_of("Y -> X", {"--json"}).json();
    CHECK(answer["method"] == "back-door");
    CHECK(answer["minimal_adjustment_sets"] == json::parse("[[]]"));
    CHECK(answer["estimand"] == "P(Y)");
    CHECK_THAT(effect_of("Y -> X").out, Catch::StartsWith("X has no effect on Y"));
}

TEST_CASE("pgm effect: a set to adjust for is checked") {
    const std::string m = "A{2, hidden} -> X, C; B{2, hidden} -> C, Y; X -> M -> Y; X -> D; W -> Y";
    CHECK(effect_of(m, {"--adjust", "W", "--json"}).json()["estimand"] == "sum_W P(Y | X, W) P(W)");
    CHECK(effect_of(m, {"--adjust", "", "--json"}).json()["estimand"] == "P(Y | X)");
    CHECK(effect_of(m, {"--adjust", "auto", "--json"}).json()["estimand"] == "P(Y | X)");
    check_error(effect_of(m, {"--adjust", "C"}),
                "{C} does not adjust: the path X <- A -> C <- B -> Y is open");
    check_error(effect_of(m, {"--adjust", "W, M"}),
                "{W, M} does not adjust: M is on a causal path");
    check_error(effect_of(m, {"--adjust", "A"}), "'A' is hidden");
    check_error(effect_of(m, {"--adjust", "X"}), "'X' is the cause");
    check_error(effect_of(m, {"--adjust", "WW"}), "did you mean 'W'?");
}

TEST_CASE("pgm effect: what is no effect is refused with a reason") {
    check_error(kidney({"--hidden", "Treatment"}), "'Treatment' is hidden");
    check_error(run_pgm({"effect", "X -> Y", "--of", "X", "--on", "X"}), "the same variable");
    check_error(run_pgm({"effect", "Xa -> Y", "--of", "Xb", "--on", "Y"}), "did you mean 'Xa'?");
    check_error(effect_of("X{real} -> Y{no|yes}; X: normal(0, sd 1); Y: threshold(X, at 0, sd 1)"),
                "'X' is continuous and the effect is not");
    check_error(kidney({"--to", "opn"}), "did you mean 'open'?");
    check_error(effect_of("X -> Y -> X"), "X");
    CHECK(effect_of("X -> Y", {"--from", "0"}).status == 2);
    CHECK(run_pgm({"effect", "X -> Y", "--of", "X"}).status == 2);
}

TEST_CASE("pgm effect: a stratum without rows of the cause is named") {
    const ProgramRun run = effect_of(
        "Z -> X; Z, X -> Y; Z: 0.5 0.5; X | Z=0: 0.5 0.5; X | Z=1: 1 0; Y | Z=0, X=0: "
        "0.9 0.1; Y | Z=0, X=1: 0.6 0.4; Y | Z=1, X=0: 0.3 0.7; Y | Z=1, X=1: 0.2 0.8",
        {"--json"});
    CHECK(run.status == 0);
    CHECK(run.json()["distributions"]["1"]["1"].is_null());
    CHECK(run.json()["difference"]["1"]["value"].is_null());
    CHECK(run.json()["positivity_violations"] == json::parse(R"([{"Z":"1","X":"1"}])"));
    CHECK_THAT(run.err, Catch::Contains("Z=1, X=1"));
}

TEST_CASE("pgm effect: a file declares its hidden variables") {
    const TemporaryFolder folder;
    const std::string path =
        folder.write("bow.bif",
                     "network bow { }\n"
                     "variable U { type discrete [ 2 ] { no, yes }; property hidden; }\n"
                     "variable X { type discrete [ 2 ] { no, yes }; }\n"
                     "variable Y { type discrete [ 2 ] { no, yes }; }\n"
                     "probability ( U ) { table 0.6, 0.4; }\n"
                     "probability ( X | U ) { (no) 0.7, 0.3; (yes) 0.3, 0.7; }\n"
                     "probability ( Y | X, U ) { (no, no) 0.8, 0.2; (no, yes) 0.4, 0.6;\n"
                     "  (yes, no) 0.5, 0.5; (yes, yes) 0.1, 0.9; }\n");
    CHECK(effect_of(path, {"--json"}).json()["identified"] == false);
}

TEST_CASE("pgm query: what would have been") {
    const std::string squad =
        "Order{no|yes} -> A{no|yes}, B{no|yes} -> Death{no|yes}; Nerves{no|yes} -> A;"
        "Order: 0.3 0.7; Nerves: 0.9 0.1; B | Order=no: 1 0; B | Order=yes: 0 1;"
        "A | Order=no, Nerves=no: 1 0; A: 0 1; Death | A=no, B=no: 1 0; Death: 0 1";
    const std::string question = "P(Death[do(A=no)]=yes | Death=yes)";
    // Pearl 2009, section 7.1.2: 0.7 / (1 - 0.3 * 0.9)
    const json answer = run_pgm({"query", squad, question, "--json"}).json();
    CHECK(answer["query"] == question);
    CHECK(answer["probability"].get<double>() == Approx(0.7 / 0.73));
    const std::string same = "P(Death[do(A=no)]=yes)";
    CHECK(run_pgm({"query", squad, same, "-e", "Death=yes", "--json"})
              .json()["probability"]
              .get<double>() == Approx(0.7 / 0.73));
    check_error(run_pgm({"query", squad, "P(Deat[do(A=no)]=yes)"}), "did you mean 'Death'?");
    check_error(run_pgm({"query", asia(), "P(dysp[do(smoke=no)] | dysp=yes)"}),
                "would have been does not follow");
    check_error(
        run_pgm({"query", asia(), "P(dysp[do(smoke=no)]=yes | dysp=yes)", "--interval", "95%"}),
        "no interval");
}

TEST_CASE("pgm query: bounds of what would have been") {
    // P(y | do(x)) = 0.6 and P(y | do(x')) = 0.3 without confounding, P(x) = 0.5.
    const std::string model = "X -> Y; X: 0.5 0.5; Y | X=0: 0.7 0.3; Y | X=1: 0.4 0.6";
    const std::string necessity = "P(Y[do(X=0)]=0 | X=1, Y=1)";
    const ProgramRun run = run_pgm({"query", model, necessity, "--json"});
    CHECK(run.json()["query"] == necessity);
    CHECK(run.json()["bounds"][0].get<double>() == Approx(0.5));  // (0.45 - 0.3) / 0.3
    CHECK(run.json()["bounds"][1].get<double>() == Approx(1));    // (0.7 - 0.35) / 0.3, at most 1
    CHECK_THAT(run.json()["missing"].get<std::string>(), Catch::Contains("'Y'"));
    CHECK_THAT(run_pgm({"query", model, "P(Y[do(X=0)]=0)", "-e", "X=1, Y=1"}).out,
               Catch::Contains("is between 0.5 and 1"));
    const json treated = run_pgm({"query", model, "P(Y[do(X=0)]=1 | X=1)", "--json"}).json();
    CHECK(treated["probability"].get<double>() == Approx(0.3));
    CHECK_FALSE(treated.contains("bounds"));
    CHECK(run_pgm({"query", model, "P(Y[do(X=0)]=1 | X=1, X=0)"}).status == 3);
}

TEST_CASE("pgm query: a variable is drawn, or made a function of others") {
    const std::string model =
        "Z -> X -> Y <- Z; Z: 0.6 0.4; X | Z=0: 0.9 0.1; X | Z=1: 0.2 0.8; Y | X=0, Z=0: 0.8 0.2;"
        "Y | X=0, Z=1: 0.5 0.5; Y | X=1, Z=0: 0.4 0.6; Y | X=1, Z=1: 0.1 0.9";
    const auto value = [&](const std::string& query) {
        return run_pgm({"query", model, query, "--json"}).json()["probability"].get<double>();
    };
    CHECK(value("P(Y=1 | do(X~[0.25, 0.75]))") == Approx(0.25 * 0.32 + 0.75 * 0.72));
    CHECK(value("P(Y=1 | do(X := Z))") == Approx(0.6 * 0.2 + 0.4 * 0.9));
    const json marginals =
        run_pgm({"marginals", model, "-e", "do(X := if Z=1 then 0 else 1)", "--json"}).json();
    CHECK(marginals["marginals"]["X"]["1"].get<double>() == Approx(0.6));
    CHECK(marginals["marginals"]["Y"]["1"].get<double>() == Approx(0.6 * 0.6 + 0.4 * 0.5));
    const ProgramRun rows = run_pgm({"sample", model, "-n", "50", "-e", "do(X := Z)"});
    CHECK(rows.status == 0);
    CHECK_THAT(rows.out, !Catch::Contains("0,1,") && !Catch::Contains("1,0,"));
    check_error(run_pgm({"query", model, "P(Y | do(Z := Y))"}), "depend on itself");
}

TEST_CASE("pgm effect: the numbers of a table, standardised") {
    const TemporaryFolder folder;
    const std::string table =
        folder.write("rows.csv",
                     "Z,X,Y,w\n0,0,0,6\n0,0,1,2\n0,1,0,1\n0,1,1,1\n1,0,0,1\n1,0,1,1\n1,1,0,2\n"
                     "1,1,1,6\n,1,1,3\n");
    const std::string graph = "Z -> X -> Y <- Z";
    const ProgramRun run =
        effect_of(graph, {table, "--weights", "w", "--interval", "95%", "--json"});
    // P(Z=0) = 0.5: P(Y=1 | do(X=0)) = (2/8 + 1/2) / 2, P(Y=1 | do(X=1)) = (1/2 + 6/8) / 2.
    const json answer = run.json();
    CHECK(answer["distributions"]["0"]["1"].get<double>() == Approx(0.375));
    CHECK(answer["distributions"]["1"]["1"].get<double>() == Approx(0.625));
    CHECK(answer["difference"]["1"]["value"].get<double>() == Approx(0.25));
    CHECK(answer["difference"]["1"]["interval"][0].get<double>() < 0.05);
    CHECK_THAT(run.err, Catch::Contains("1 row without a value"));
    // The model's own numbers do not matter, its states do.
    const json own =
        effect_of("Z{1|0} -> X{1|0} -> Y{1|0} <- Z; Z: 0.9 0.1; X: 0.5 0.5; Y: 0.3 0.7",
                  {table, "--weights", "w", "--json"})
            .json();
    CHECK(own["from"] == "1");
    CHECK(own["difference"]["1"]["value"].get<double>() == Approx(-0.25));
    check_error(effect_of(graph + "; Z{2, hidden} -> V", {table}), "'Z' is hidden in the model");
    check_error(effect_of("Q -> X -> Y <- Q", {table, "--weights", "w"}), "'Q'");
    CHECK(effect_of(graph, {table, "--equivalent"}).status == 2);
}

TEST_CASE("pgm effect: a stratum of the table without rows of the cause is named") {
    const TemporaryFolder folder;
    const std::string table =
        folder.write("rows.csv", "Z,X,Y\na,no,no\na,no,yes\na,yes,yes\nb,no,no\n");
    const ProgramRun run = effect_of("Z -> X -> Y <- Z", {table, "--json"});
    CHECK(run.json()["distributions"]["yes"]["yes"].is_null());
    CHECK(run.json()["positivity_violations"] == json::parse(R"([{"Z":"b","X":"yes"}])"));
    CHECK_THAT(run.err, Catch::Contains("positivity is violated: Z=b, X=yes"));
}

TEST_CASE("pgm effect: numbers have differences of means") {
    const std::string model =
        "Z{real} -> X{real} -> Y{real} <- Z; Z: normal(5, sd 1); X: normal(2 + Z, sd 1);"
        "Y: normal(1 + 3 X - 2 Z, sd 1)";
    const json answer = effect_of(model, {"--json"}).json();
    CHECK(answer["from"] == 0);
    CHECK(answer["mean_from"]["value"].get<double>() == Approx(-9));  // 1 - 2 5
    CHECK(answer["difference"]["value"].get<double>() == Approx(3));
    CHECK_FALSE(answer.contains("ratio"));
    const ProgramRun text = effect_of(model, {"--from", "2", "--to", "4"});
    CHECK_THAT(text.out, Catch::Contains("E(Y | do(X=2))"));
    CHECK_THAT(text.out, Catch::Contains("6"));
    const json groups =
        effect_of("X -> Y{real}; X: 0.5 0.5; Y | X=0: normal(0, sd 1); Y | X=1: normal(1.5, sd 1)",
                  {"--json"})
            .json();
    CHECK(groups["to"] == "1");
    CHECK(groups["difference"]["value"].get<double>() == Approx(1.5));
    const json open = effect_of(
                          "U{real} -> X{real} -> Y{real} <- U; U: normal(0, sd 1);"
                          "X: normal(U, sd 1); Y: normal(X + U, sd 1)",
                          {"--hidden", "U", "--json"})
                          .json();
    CHECK(open["identified"] == false);
    CHECK_FALSE(open.contains("difference"));
    CHECK(effect_of(model, {"--from", "low"}).status == 2);
}

TEST_CASE("pgm effect: regression on a table of numbers has an interval") {
    const TemporaryFolder folder;
    std::string rows = "Z,X,Y\n";
    for (int i = 0; i < 40; ++i) {
        const int z = i % 7, x = z + i * i % 5, y = 3 * x - 2 * z + i * 3 % 4;
        rows += std::to_string(z) + "," + std::to_string(x) + "," + std::to_string(y) + "\n";
    }
    const json answer =
        effect_of("Z{real} -> X{real} -> Y{real} <- Z",
                  {folder.write("numbers.csv", rows), "--interval", "95%", "--json"})
            .json();
    const json& difference = answer["difference"];
    CHECK(difference["value"].get<double>() == Approx(3).margin(0.5));
    CHECK(difference["interval"][0].get<double>() < difference["value"].get<double>());
    CHECK(difference["interval"][1].get<double>() > difference["value"].get<double>());
}

TEST_CASE("pgm effect: the members of a Markov equivalence class") {
    const std::string model =
        "Z -> X -> Y; Z: 0.5 0.5; X | Z=0: 0.9 0.1; X | Z=1: 0.2 0.8; Y | X=0: 0.7 0.3; Y | X=1: "
        "0.4 0.6";
    const json members = effect_of(model, {"--equivalent", "--json"}).json()["members"];
    // Z - X - Y without direction: no parent, Z, or Y, but not both.
    REQUIRE(members.size() == 3);
    CHECK(members[0]["parents"] == json::array());
    CHECK(members[0]["estimand"] == "P(Y | X)");
    CHECK(members[0]["difference"]["1"]["value"].get<double>() == Approx(0.3));
    CHECK(members[1]["parents"] == json::parse(R"(["Z"])"));
    CHECK(members[1]["difference"]["1"]["value"].get<double>() == Approx(0.3));
    CHECK(members[2]["parents"] == json::parse(R"(["Y"])"));
    CHECK(members[2]["estimand"] == "P(Y)");
    CHECK(members[2]["difference"]["1"]["value"].get<double>() == Approx(0).margin(1e-15));
    CHECK_THAT(effect_of(model, {"--equivalent"}).out, Catch::Contains("{Y}"));
    CHECK(effect_of(model, {"--equivalent", "--hidden", "Z"}).status == 2);
}

TEST_CASE("pgm effect: the members of a class of numbers have differences of means") {
    // Of X - M - Y: X alone, or below M, which then has all of the effect.
    const std::string model =
        "X{real} -> M{real} -> Y{real}; X: normal(0, sd 1); M: normal(2 X, sd 1);"
        "Y: normal(1 + 3 M, sd 1)";
    const json members = effect_of(model, {"--equivalent", "--json"}).json()["members"];
    REQUIRE(members.size() == 2);
    CHECK(members[0]["parents"] == json::array());
    CHECK(members[0]["mean_from"]["value"].get<double>() == Approx(1));
    CHECK(members[0]["difference"]["value"].get<double>() == Approx(6));
    CHECK(members[1]["parents"] == json::parse(R"(["M"])"));
    CHECK(members[1]["difference"]["value"].get<double>() == Approx(0).margin(1e-12));
    CHECK_THAT(effect_of(model, {"--equivalent", "--to", "2"}).out,
               Catch::Contains("E(Y | do(X=2))"));
    // A structure has no numbers, so that none is missing.
    const ProgramRun structure =
        effect_of("A{a|b} -> X{real} -> Z{real} <- A; X -> Y{real}", {"--equivalent", "--json"});
    CHECK(structure.err.empty());
    CHECK(structure.json()["members"].size() == 2);
    const std::string states =
        "X{real} -> Y{no|yes}; X: normal(0, sd 1); Y: threshold(X, at 1, logistic 1)";
    check_error(effect_of(states, {"--equivalent"}), "'X' is continuous and the effect is not");
}
