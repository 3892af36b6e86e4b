#include <pgm/core/text/number_text.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fstream>
#include <set>
#include <sstream>
#include <utility>

using namespace pgm::tests;
using Catch::Contains;
using Catch::WithinRel;

namespace {

/// c is true where a and b differ or, rarely, not; d is mostly c. Neither a nor b tells of the
/// other.
std::string collider() {
    std::ostringstream text;
    text << "a,b,c,d\n";
    const char* const words[] = {"no", "yes"};
    for (int i = 0; i < 400; ++i) {
        const int a = i % 2, b = i / 2 % 2, c = (a | b) ^ (i % 20 == 7 ? 1 : 0),
                  d = c ^ (i % 9 == 4 ? 1 : 0);
        text << words[a] << ',' << words[b] << ',' << words[c] << ',' << words[d] << '\n';
    }
    return text.str();
}

std::string text_of(const std::string& path) {
    std::ifstream in(path);
    std::stringstream text;
    text << in.rdbuf();
    return text.str();
}

}  // namespace

TEST_CASE("pgm learn: every algorithm reports the class of its network and writes the network") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider()), model = folder.file("net.bif");
    for (const std::string algorithm : {"hc", "tabu", "ges", "boss", "exact", "mmhc", "pc"}) {
        INFO(algorithm);
        const ProgramRun run =
            run_pgm({"learn", data, "--algorithm", algorithm, "-o", model, "--json"});
        REQUIRE(run.status == 0);
        const auto json = run.json();
        CHECK(json["algorithm"] == algorithm);
        CHECK(json["score"]["name"] == "bic");
        CHECK(json["rows"] == 400);
        CHECK(json["partial"] == false);
        CHECK(json["model"] == model);
        CHECK(json.contains("bound") == (algorithm == "exact"));
        if (algorithm == "exact") CHECK(json["bound"] == json["score"]["value"]);
        const auto scored = run_pgm({"score", model, data, "--json"}).json();
        CHECK_THAT(scored["bic"].get<double>(),
                   WithinRel(json["score"]["value"].get<double>(), 1e-14));
        CHECK(scored["free_parameters"] == json["free_parameters"]);
        if (algorithm == "hc" || algorithm == "mmhc") continue;  // stay at a local optimum
        CHECK(json["arcs"].dump() == R"([["a","c"],["b","c"],["c","d"]])");
        CHECK(json["undirected"].dump() == "[]");
        CHECK(json["free_parameters"] == 8);
    }
}

TEST_CASE("pgm learn --score auto: says what was chosen and by which numbers") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider());
    const ProgramRun run = run_pgm({"learn", data, "--score", "auto", "--json"});
    REQUIRE(run.status == 0);
    const auto choice = run.json()["score_choice"];
    CHECK(choice["held_out_rows"] == 133);
    REQUIRE(choice["candidates"].size() == 2);
    const double bic = choice["candidates"][0]["log_likelihood"],
                 qnml = choice["candidates"][1]["log_likelihood"];
    CHECK(choice["candidates"][0]["score"] == "bic");
    CHECK(choice["candidates"][1]["score"] == "qnml");
    CHECK(run.json()["score"]["name"] == (qnml > bic ? "qnml" : "bic"));
    CHECK_THAT(run_pgm({"learn", data, "--score", "auto"}).out,
               Contains("held out    133 rows, log-likelihood by bic -"));
    CHECK(!run_pgm({"learn", data, "--json"}).json().contains("score_choice"));
    const ProgramRun of_pc = run_pgm({"learn", data, "-a", "pc", "--score", "auto"});
    CHECK(of_pc.status == 2);
    CHECK_THAT(of_pc.err, Contains("'pc' learns the same by every score"));
}

TEST_CASE("pgm learn: a tree leaves all its directions open") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider());
    const ProgramRun run =
        run_pgm({"learn", data, "-a", "chow-liu", "--score", "bdeu:5", "--json"});
    REQUIRE(run.status == 0);
    CHECK(run.json()["arcs"].empty());
    CHECK(run.json()["undirected"].size() == 3);
    CHECK(run.json()["score"]["ess"] == 5);
    CHECK(run.json()["model"].is_null());
}

TEST_CASE("pgm learn: the level and the conditions of tests decide how many edges there are") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider());
    const auto edges = [&](std::vector<std::string> options) {
        options.insert(options.begin(), {"learn", data, "-a", "pc", "--json"});
        const ProgramRun run = run_pgm(options);
        REQUIRE(run.status == 0);
        return run.json()["arcs"].size() + run.json()["undirected"].size();
    };
    CHECK(edges({"--test", "x2"}) == 3);
    CHECK(edges({"--max-conditions", "0"}) == 5);  // a and b alone are independent
    CHECK(edges({"--alpha", "1"}) == 6);           // no p is above 1
}

TEST_CASE("pgm learn: constraints come from a file, and their mistakes are located") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider()),
                      rules = folder.write("rules.txt",
                                           "forbid c -> d\nforbid d -> c\n"
                                           "require d -> a\nmax parents 2\n"),
                      bad = folder.write("bad.txt", "# rules\nrequire a -> e\n");
    for (const std::string algorithm : {"hc", "tabu", "ges", "boss", "exact", "mmhc", "pc"}) {
        INFO(algorithm);
        const std::string model = folder.file("net.bif");
        const ProgramRun run = run_pgm(
            {"learn", data, "-a", algorithm, "--constraints", rules, "-o", model, "--json"});
        REQUIRE(run.status == 0);
        CHECK_THAT(text_of(model), Contains("( a | d") || Contains("d )"));
        const auto json = run.json();
        for (const char* const key : {"arcs", "undirected"})
            for (const auto& pair : json[key])
                CHECK_FALSE(std::set<std::string>{pair[0], pair[1]} ==
                            std::set<std::string>{"c", "d"});
    }
    const ProgramRun run = run_pgm({"learn", data, "--constraints", bad});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("bad.txt:2:14: there is no variable e"));
    CHECK(run_pgm({"learn", data, "--max-parents", "1", "--constraints", rules}).status == 0);
}

TEST_CASE("pgm learn: the bootstrap gives arcs a confidence, and an averaged network") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider());
    const std::vector<std::string> call = {"learn", data,     "-a", "ges",   "--bootstrap",
                                           "30",    "--seed", "4",  "--json"};
    const ProgramRun run = run_pgm(call);
    REQUIRE(run.status == 0);
    CHECK(run.json()["replicates"] == 30);
    const auto first = run.json()["confidence"][0];
    CHECK(first["confidence"] >= 0.9);
    CHECK(run_pgm(call).out == run.out);
    std::vector<std::string> averaged = call;
    averaged.insert(averaged.end(), {"--average", "auto"});
    const auto json = run_pgm(averaged).json();
    CHECK(json["threshold"] <= 0.5);
    CHECK(json["arcs"].size() + json["undirected"].size() >= 3);
}

TEST_CASE("pgm learn: the confidence of arcs is written as a table, which pgm draw shows") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider()), model = folder.file("net.bif"),
                      arcs = folder.file("arcs.csv"), picture = folder.file("net.dot");
    const ProgramRun run = run_pgm({"learn", data, "-a", "ges", "--bootstrap", "30", "-o", model,
                                    "--confidence", arcs, "--json"});
    REQUIRE(run.status == 0);
    const auto json = run.json();
    std::string expected = "from,to,confidence\n";
    for (const auto& sure : json["confidence"])
        expected += sure["arc"][0].get<std::string>() + "," + sure["arc"][1].get<std::string>() +
                    "," + pgm::to_text(sure["confidence"].get<double>()) + "\n";
    CHECK(text_of(arcs) == expected);
    REQUIRE(run_pgm({"draw", model, "--confidence", arcs, "-o", picture}).status == 0);
    CHECK_THAT(text_of(picture), Contains("penwidth=2.5"));
}

TEST_CASE("pgm learn: without time the best so far is written, marked and told by the status") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider()), model = folder.file("net.bif");
    const ProgramRun run =
        run_pgm({"learn", data, "--time-limit", "0.000000001", "-o", model, "--json"});
    CHECK(run.status == 130);
    CHECK(run.json()["partial"] == true);
    CHECK(run_pgm({"info", model}).status == 0);
}

TEST_CASE("pgm learn: wrong usage is refused before any work") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", collider());
    const std::vector<std::pair<std::vector<std::string>, std::string>> calls = {
        {{"-a", "bos"}, "there is no search algorithm 'bos'"},
        {{"-a", "ges", "--restarts", "3"}, "'ges' knows no --restarts"},
        {{"-a", "pc", "--restarts", "3"}, "'pc' knows no --restarts"},
        {{"-a", "pc", "--alpha", "2"}, "--alpha takes a number from 0 to 1, not '2'"},
        {{"-a", "pc", "--test", "g3"}, "g3"},
        {{"--alpha", "0.05"}, "'boss' asks no tests and knows no --alpha"},
        {{"-a", "hc", "--max-conditions", "0"}, "knows no --max-conditions"},
        {{"-s", "bicc"}, "bicc"},
        {{"--average", "auto"}, "--average needs --bootstrap"},
        {{"--average", "2", "--bootstrap", "3"}, "a number from 0 to 1"},
        {{"--smooth", "prior:3"}, "needs a prior network"},
        {{"-o", data}, "rows.csv"},
        {{"--confidence", "arcs.csv"}, "--confidence needs --bootstrap"},
        {{"--confidence", "-", "--bootstrap", "3"}, "--confidence takes a file name"},
        {{"--confidence", data, "--bootstrap", "3"}, "rows.csv"},
    };
    for (const auto& [options, message] : calls) {
        std::vector<std::string> call = {"learn", data};
        call.insert(call.end(), options.begin(), options.end());
        INFO(message);
        const ProgramRun run = run_pgm(call);
        CHECK(run.status == 2);
        CHECK_THAT(run.err, Contains(message));
    }
    CHECK(run_pgm({"learn", data, "-o", (folder.file("net.xyz"))}).status == 1);
}

TEST_CASE("pgm learn: columns of one number are left out with one note") {
    const TemporaryFolder folder;
    std::string text = "a,k1,k2,b\n", constant = "k\n";
    for (int i = 0; i < 40; ++i) {
        text += std::to_string(i * 37 % 100) + ".5,3," + (i % 7 == 0 ? "" : "7") + "," +
                std::to_string(i * 71 % 100) + ".25\n";
        constant += "2.5\n";
    }
    const std::string data = folder.write("d.csv", text), model = folder.file("m.pgmodel");
    const ProgramRun run = run_pgm({"learn", data, "-o", model});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK_THAT(run.err, Contains("'k1', 'k2' have the same number in every row and are left out"));
    CHECK(run_pgm({"info", model, "--json"}).json()["variables"] == 2);
    const ProgramRun all = run_pgm({"learn", folder.write("k.csv", constant)});
    CHECK(all.status == 1);
    CHECK_THAT(all.err, Contains("'k' has the same number in every row"));
}

TEST_CASE("pgm learn: what the format cannot hold is refused before the search") {
    const TemporaryFolder folder;
    std::string text = "a,b\n";
    for (int i = 0; i < 40; ++i)
        text += std::to_string(i * 37 % 100) + ".5," + std::to_string(i * 71 % 100) + ".25\n";
    // The search itself would refuse this score: it is not reached.
    const ProgramRun run =
        run_pgm({"learn", folder.write("d.csv", text), "-s", "bdeu", "-o", folder.file("x.bif")});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains("BIF knows discrete variables only, and 'a' is continuous"));
    CHECK(folder.names() == std::vector<std::string>{"d.csv"});
}

TEST_CASE("pgm learn: an arc between a class and a number points to the number") {
    const TemporaryFolder folder;
    std::string text = "c,x\n";
    for (int i = 0; i < 60; ++i)
        text += std::string(i % 2 == 0 ? "a," : "b,") + std::to_string(i * 37 % 19 + i % 2 * 10) +
                ".5\n";
    const std::string data = folder.write("d.csv", text);
    const auto report = run_pgm({"learn", data, "--bootstrap", "20", "--json"}).json();
    INFO(report.dump());
    CHECK(report["arcs"].size() == 1);
    CHECK(report["undirected"].empty());
}

namespace {

/// Sales go with the temperature, which is there in two units; rows are of two shops.
std::string temperatures() {
    std::string text = "celsius,fahrenheit,sales,shop\n";
    for (int i = 0; i < 80; ++i) {
        const int tenths = i * 37 % 101, noise = i * 71 % 53;
        text += std::to_string(tenths / 10) + "." + std::to_string(tenths % 10) + "," +
                std::to_string((tenths * 18 + 3200) / 100) + "." +
                std::to_string(100 + (tenths * 18 + 3200) % 100).substr(1) + "," +
                std::to_string(tenths * 2 + noise) + ".5," + (noise % 2 ? "a" : "b") + "\n";
    }
    return text;
}

constexpr const char* said_of_fahrenheit =
    "'fahrenheit' is a linear function of 'celsius': fahrenheit = 1.8 celsius + 32";

}  // namespace

TEST_CASE("pgm learn: a column that is a linear function of another is named and modelled so") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", temperatures()),
                      model = folder.file("m.pgmodel");
    for (const std::vector<std::string>& options : {std::vector<std::string>{},
                                                    {"-a", "ges"},
                                                    {"-a", "pc", "--ignore", "shop"},
                                                    {"--bootstrap", "5"},
                                                    {"--bootstrap", "5", "--average", "auto"}}) {
        std::vector<std::string> call{"learn", data, "-o", model, "--json"};
        call.insert(call.end(), options.begin(), options.end());
        const ProgramRun run = run_pgm(call);
        INFO((options.empty() ? "boss" : options[1]) << ": " << run.err);
        REQUIRE(run.status == 0);
        CHECK_THAT(run.err, Contains(said_of_fahrenheit));
        const auto json = run.json();
        CHECK(json["score"]["value"].is_number());
        CHECK(json["undirected"] ==
              nlohmann::json::parse(R"([["celsius","fahrenheit"],["celsius","sales"]])"));
        CHECK(json["linear_relations"][0]["column"] == "fahrenheit");
        CHECK(json["linear_relations"][0]["slopes"]["celsius"].get<double>() == Approx(1.8));
        const ProgramRun scored = run_pgm({"score", model, data, "--json"});
        CHECK_THAT(scored.err, Contains(said_of_fahrenheit));
        CHECK(scored.json()["bic"].get<double>() ==
              Approx(json["score"]["value"].get<double>()).epsilon(1e-12));
    }
    CHECK_THAT(run_pgm({"learn", data}).out, Contains("fahrenheit = 1.8 celsius + 32"));
}

TEST_CASE("pgm learn: edges that the rules direct are arcs of the report") {
    const TemporaryFolder folder;
    std::ostringstream text;
    text << "age,balance,loan\n";
    for (int i = 0; i < 300; ++i) {
        const int age = i % 2, balance = age ^ (i % 7 == 3), loan = balance ^ (i % 11 == 5);
        text << (age ? "old" : "young") << (balance ? ",much" : ",little")
             << (loan ? ",yes\n" : ",no\n");
    }
    const std::string data = folder.write("bank.csv", text.str());
    const auto learned = [&](const std::string& rules) {
        return run_pgm({"learn", data, "--json", "--constraints", folder.write("rules.txt", rules)})
            .json();
    };
    const auto open_edges = learned("max parents 2\n");
    CHECK(open_edges["arcs"].dump() == "[]");
    for (const char* rules : {"forbid balance -> age\n", "require age -> balance\n",
                              "tier 1: age\ntier 2: balance, loan\n"}) {
        const auto report = learned(rules);
        CHECK(report["arcs"].dump() == R"([["age","balance"],["balance","loan"]])");
        CHECK(report["undirected"].dump() == "[]");
    }
}

TEST_CASE("pgm learn: constraints that no determined column can obey are refused by name") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", temperatures()),
                      rules = folder.write("r.txt",
                                           "require celsius -> sales\n"
                                           "require fahrenheit -> sales\n");
    const ProgramRun run = run_pgm({"learn", data, "--constraints", rules});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Contains(said_of_fahrenheit) &&
                            Contains("the constraints require fahrenheit -> sales"));
}

TEST_CASE("pgm learn: the report is there whatever happens to the files") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", temperatures()),
                      model = folder.file("none/m.pgmodel"), arcs = folder.file("none/c.csv");
    const ProgramRun text = run_shell("$pgm learn " + data + " -o " + model + " 2>&1");
    CHECK(text.status == 1);
    CHECK_THAT(text.out, Contains("algorithm") && !Contains("written"));
    CHECK(text.out.find("pgm: error: " + model) > text.out.find("celsius - sales"));
    const ProgramRun json = run_pgm({"learn", data, "-o", model, "--json"});
    CHECK(json.status == 1);
    CHECK(json.json()["model"].is_null());
    CHECK(json.json()["undirected"].size() == 2);
    const ProgramRun both =
        run_pgm({"learn", data, "-o", model, "--bootstrap", "2", "--confidence", arcs, "--json"});
    CHECK(both.status == 1);
    CHECK(both.json()["confidence"].size() == 4);
    CHECK_THAT(both.err, Contains(model) && Contains(arcs));
    const ProgramRun confidence = run_pgm({"learn", data, "-o", folder.file("m.pgmodel"),
                                           "--bootstrap", "2", "--confidence", arcs, "--json"});
    CHECK(confidence.status == 1);
    CHECK(confidence.json()["model"] == folder.file("m.pgmodel"));
    // Standard output is where the network does not fit: the report does not, either.
    const ProgramRun full = run_shell("$pgm learn " + data +
                                      " --ignore celsius,fahrenheit,sales -o - 2>&1 > /dev/full");
    CHECK(full.status != 0);
}
