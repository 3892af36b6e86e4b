#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using json = nlohmann::ordered_json;
using Catch::Contains;

namespace {

constexpr const char* oil =
    "Test{test|not, decision}; Oil{dry|wet|soaking} -> Seismic{closed|open|diffuse|none} <- Test;"
    "Seismic, Test -> Drill{drill|not, decision}; Drill, Oil -> Pay{utility};"
    "Test -> Cost{utility}; Oil: 0.5 0.3 0.2; Seismic: 0 0 0 1;"
    "Seismic | Oil=dry, Test=test: 0.1 0.3 0.6 0; Seismic | Oil=wet, Test=test: 0.3 0.4 0.3 0;"
    "Seismic | Oil=soaking, Test=test: 0.5 0.4 0.1 0; Pay: -70 50 200 0 0 0; Cost: -10 0";
constexpr const char* odd =
    "'a \"b\", c'{'x, y'|'=\"'} -> \"d'd\"{'1|2'|'{3}', decision} -> 'u u'{utility} <- 'a \"b\", "
    "c';"
    "'a \"b\", c': 0.5 0.5; 'u u': 1 2 3 4";
constexpr const char* apart =
    "X{no|yes} -> A{a|b, decision} -> U{utility}; Y{no|yes} -> B{a|b, decision} -> U;"
    "X: 0.5 0.5; Y: 0.5 0.5; U: 1 0 0 2";

ProgramRun decide(const char* model, std::vector<std::string> more = {}) {
    std::vector<std::string> arguments{"decide", model};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return run_pgm(arguments);
}

json answer_of(const char* model, std::vector<std::string> more = {}) {
    more.emplace_back("--json");
    const ProgramRun run = decide(model, more);
    CHECK(run.status == 0);
    CHECK(run.err.empty());
    return run.json();
}

void check_error(const ProgramRun& run, const std::string& part, int status = 1) {
    CHECK(run.status == status);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Contains(part));
}

/// The names of the members of an object, in their order.
std::vector<std::string> members(const json& object) {
    std::vector<std::string> names;
    for (const auto& item : object.items()) names.push_back(item.key());
    return names;
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("pgm decide: the best strategy with every number behind it", "[apps][decide]") {
    const json answer = answer_of(oil);
    CHECK(members(answer) == Names{"maximum_expected_utility", "standard_deviation_of_utility",
                                   "optimal", "order", "utilities", "strategy", "needs",
                                   "probabilities"});
    CHECK(answer["maximum_expected_utility"].get<double>() == Approx(22.5));
    CHECK(answer["standard_deviation_of_utility"].get<double>() == Approx(87.45713235637217));
    CHECK(answer["optimal"] == "global");
    CHECK(answer["order"] == json::parse(R"(["Test", "Drill"])"));
    CHECK(answer["utilities"]["Pay"].get<double>() == Approx(32.5));
    CHECK(answer["utilities"]["Cost"].get<double>() == Approx(-10));
    CHECK(members(answer["strategy"]) == Names{"Test", "Drill"});
    const json& rows = answer["strategy"]["Drill"];
    REQUIRE(rows.size() == 4);
    CHECK(members(rows[0]) == Names{"given", "expected_utility", "best"});
    for (const json& row : rows) {
        if (row["given"]["Seismic"] != "closed") continue;
        CHECK(row["given"]["Test"] == "test");
        CHECK(row["expected_utility"]["drill"].get<double>() == Approx(77.5));
        CHECK(row["expected_utility"]["not"].get<double>() == Approx(-10));
        CHECK(row["best"] == json::parse(R"(["drill"])"));
    }
    CHECK(answer["strategy"]["Test"][0]["given"] == json::object());
    CHECK(answer["probabilities"]["Drill"]["drill"].get<double>() == Approx(0.59));
    CHECK_FALSE(answer.contains("distribution"));
}

TEST_CASE("pgm decide: people read a table for each decision", "[apps][decide]") {
    const ProgramRun run = decide(oil);
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("22.5"));
    CHECK_THAT(run.out, Contains("no strategy is better"));
    CHECK_THAT(run.out, Contains("77.5"));
    const ProgramRun barren = decide("D{a|b, decision}; A{x|y} -> U{utility}; A: 0.5 0.5; U: 1 3");
    CHECK_THAT(barren.out, Contains("D, which no utility depends on"));
    CHECK_THAT(barren.out, Contains("a or b"));
}

TEST_CASE("pgm decide: names are as they are in JSON", "[apps][decide]") {
    const json answer = answer_of(odd);
    const json& rows = answer["strategy"]["d'd"];
    REQUIRE(rows.size() == 2);
    CHECK(rows[0]["given"]["a \"b\", c"] == "x, y");
    CHECK(members(rows[0]["expected_utility"]) == Names{"1|2", "{3}"});
    CHECK(rows[1]["best"] == json::parse(R"(["{3}"])"));
    CHECK(answer["utilities"]["u u"].get<double>() == Approx(3.5));
}

TEST_CASE("pgm decide: findings, settled and impossible ones", "[apps][decide]") {
    const json without = answer_of(oil, {"-e", "Test=not"});
    CHECK(without["maximum_expected_utility"].get<double>() == Approx(20));
    CHECK(members(without["strategy"]) == Names{"Drill"});
    CHECK(without["strategy"]["Drill"][0]["given"].size() == 1);
    CHECK(answer_of(oil, {"-e", "Seismic=open"})["optimal"] == "local");
    const ProgramRun impossible = decide(oil, {"-e", "Test=not, Seismic=open", "--json"});
    CHECK(impossible.status == 3);
    CHECK(impossible.json()["impossible"] == true);
    CHECK(decide(oil, {"-e", "Test=not, Seismic=open"}).status == 3);
    const json excluded = answer_of(oil, {"-e", "Drill=[0, 1]"});
    CHECK(excluded["strategy"]["Test"][0]["expected_utility"]["not"].get<double>() == Approx(0));
    CHECK(excluded["strategy"]["Drill"][0]["expected_utility"]["drill"].is_null());
    check_error(decide(oil, {"-e", "Pay=50"}), "Pay");
    check_error(decide(oil, {"-e", "Oil=dri"}), "did you mean");
    check_error(decide(oil, {"-e", "Oil=dry or Seismic=open"}), "several variables together");
}

TEST_CASE("pgm decide: --limited keeps each decision to its parents", "[apps][decide]") {
    check_error(decide(apart), "no arcs say which of the decisions 'A' and 'B' is taken first");
    check_error(decide(apart), "--limited");
    const json answer = answer_of(apart, {"--limited"});
    CHECK(answer["maximum_expected_utility"].get<double>() == Approx(2));
    CHECK(answer["optimal"] == "global");
    CHECK(members(answer["strategy"]["B"][0]["given"]) == Names{"Y"});
}

TEST_CASE("pgm decide: a strategy is saved, read back and settled", "[apps][decide]") {
    const TemporaryFolder folder;
    const std::string path = folder.file("S.csv");
    CHECK(decide(oil, {"-o", path}).status == 0);
    const std::string text = read_file(path);
    CHECK_THAT(text, Catch::StartsWith("decision,given,choice\nTest,,test\nDrill,"));
    CHECK(answer_of(oil, {"--strategy", path})["strategy"] == answer_of(oil)["strategy"]);
    const std::string never = folder.write("never.csv", "decision,given,choice\nDrill,,not\n");
    const json settled = answer_of(oil, {"--strategy", never});
    CHECK(settled["maximum_expected_utility"].get<double>() == Approx(0));
    CHECK(settled["strategy"]["Test"][0]["best"] == json::parse(R"(["not"])"));
    const std::string bad = folder.write("bad.csv", "decision,given,choice\nDrill,Oil=dry,not\n");
    check_error(decide(oil, {"--strategy", bad}), "'Oil' is not known when 'Drill' is taken");
    check_error(decide(oil, {"--strategy", bad}), "bad.csv:2");
    check_error(decide(oil, {"--strategy", folder.file("none.csv")}), "none.csv");
    const std::string odd_path = folder.file("odd.csv");
    CHECK(decide(odd, {"-o", odd_path}).status == 0);
    CHECK(answer_of(odd, {"--strategy", odd_path})["strategy"] == answer_of(odd)["strategy"]);
}

TEST_CASE("pgm decide: risk", "[apps][decide]") {
    const char* gamble =
        "Coin{heads|tails} -> Pay{utility} <- D{play|stop, decision}; Coin: 0.5 0.5;"
        "Pay: 100 40 0 40";
    CHECK(answer_of(gamble)["strategy"]["D"][0]["best"] == json::parse(R"(["play"])"));
    const json averse = answer_of(gamble, {"--risk-tolerance", "50"});
    CHECK(averse["strategy"]["D"][0]["best"] == json::parse(R"(["stop"])"));
    CHECK(averse["strategy"]["D"][0]["expected_utility"]["play"].get<double>() ==
          Approx(-50 * std::log(0.5 + 0.5 * std::exp(-2.0))));
    check_error(decide(gamble, {"--risk-tolerance", "-1"}), "--risk-tolerance", 2);
    check_error(decide(gamble, {"--risk-tolerance", "0"}), "positive");
    check_error(decide(gamble, {"--risk-tolerance", "much"}), "--risk-tolerance", 2);
    const json distribution = answer_of(gamble, {"--distribution"})["distribution"];
    REQUIRE(distribution.size() == 2);
    CHECK(distribution[0]["utility"].get<double>() == Approx(0).margin(1e-12));
    CHECK(distribution[1]["utility"].get<double>() == Approx(100));
    CHECK(distribution[1]["probability"].get<double>() == Approx(0.5));
}

TEST_CASE("pgm decide: models without anything to decide are refused", "[apps][decide]") {
    check_error(decide("A{x|y} -> B{x|y}; A: 0.5 0.5; B: 0.5 0.5"),
                "neither a decision nor a utility");
    check_error(decide("none.xdsl"), "none.xdsl");
    check_error(decide("D{a|b, decision} -> U{utility}"), "the text has no row of the utility 'U'");
    check_error(decide("U{utility} -> A{x|y}; U: 1; A: 0.5 0.5"), "depends on the utility 'U'");
}

TEST_CASE("Questions about a diagram are answered under its best strategy", "[apps][decide]") {
    const ProgramRun query = run_pgm({"query", oil, "P(Oil | Drill=drill)", "--json"});
    CHECK(query.status == 0);
    CHECK_THAT(query.err, Contains("is an influence diagram"));
    const ProgramRun marginals = run_pgm({"marginals", oil, "--json"});
    CHECK(marginals.status == 0);
    CHECK_THAT(marginals.out, Contains("0.59"));
    CHECK(run_pgm({"mpe", oil, "-e", "Oil=dry"}).status == 0);
    CHECK(run_pgm({"info", oil}).status == 0);
}

TEST_CASE("Commands that need a joint distribution refuse a diagram, and say what does not",
          "[apps][decide]") {
    const TemporaryFolder folder;
    const std::string data = folder.write("d.csv", "Oil,Seismic\ndry,open\nwet,closed\n");
    const std::string saved = folder.file("oil.pgmodel");
    CHECK(run_pgm({"convert", oil, saved}).status == 0);
    CHECK(answer_of(saved.c_str()) == answer_of(oil));
    const std::vector<std::vector<std::string>> commands = {
        {"sample", oil, "-n", "5"},
        {"predict", oil, data, "--class", "Oil"},
        {"effect", oil, "--of", "Test", "--on", "Seismic"},
        {"update", saved, data, "-o", folder.file("u.pgmodel")},
    };
    for (const std::vector<std::string>& command : commands) {
        const ProgramRun run = run_pgm(command);
        INFO(command[0] << ": " << run.out << run.err);
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Contains("is an influence diagram"));
    }
    // Structures are compared, distributions are not.
    const ProgramRun compared = run_pgm({"compare", oil, oil});
    CHECK(compared.status == 0);
    CHECK_THAT(compared.err, Contains("no divergence: 'Test' is a decision"));
}
