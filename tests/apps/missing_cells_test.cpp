#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Where `a` is missing, the class is yes; `x` is missing in one row of 40.
std::string holes() {
    std::ostringstream text;
    text << "c,a,x\n";
    for (int i = 0; i < 40; ++i) {
        const bool yes = i % 2 == 0;
        text << (yes ? "yes," : "no,")
             << (yes && i % 8 != 0 ? ""
                 : i % 3 == 0      ? "u"
                                   : "v")
             << ',' << (i == 7 ? std::string() : std::to_string(i % 5)) << '\n';
    }
    return text.str();
}

std::vector<std::string> fit_with_holes(const std::string& data, const std::string& model,
                                        const std::string& treatment) {
    return {"fit",   data,  "--class",         "c",       "--structure",  "tan",
            "-o",    model, "--missing-cells", treatment, "--continuous", "frequency:2",
            "--json"};
}

}  // namespace

TEST_CASE("pgm fit --missing-cells: what missing values become is told, kept and applied") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel"),
                      missing = folder.write("missing.csv", "a,x\n?,1\n"),
                      filled = folder.write("filled.csv", "a,x\nv,1\n");
    const ProgramRun run = run_pgm(fit_with_holes(data, model, "fill"));
    REQUIRE(run.status == 0);
    CHECK(run.json()["missing_cells"] == "fill");
    CHECK(run.json()["replacements"]["a"] == "v");
    CHECK(run_pgm({"info", model, "--json"}).json()["replacements"] == run.json()["replacements"]);
    CHECK_THAT(run_pgm({"info", model}).out, Contains("fill: a v, x "));
    CHECK(run_pgm({"predict", model, missing, "--proba"}).out ==
          run_pgm({"predict", model, filled, "--proba"}).out);
    REQUIRE(run_pgm(fit_with_holes(data, model, "sum")).status == 0);
    CHECK_FALSE(run_pgm({"info", model, "--json"}).json().contains("missing_cells"));
    CHECK(run_pgm({"predict", model, missing, "--proba"}).out !=
          run_pgm({"predict", model, filled, "--proba"}).out);
}

TEST_CASE("pgm fit --missing-cells state: the state can be asked about") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel");
    REQUIRE(run_pgm(fit_with_holes(data, model, "state")).status == 0);
    const ProgramRun asked = run_pgm({"query", model, "P(c=yes | a='?')"});
    CHECK(asked.status == 0);
    CHECK_THAT(asked.out, Contains("P(c=yes | a=") && Contains("= 0.9"));
    const ProgramRun predicted = run_pgm({"predict", model, folder.write("row.csv", "a,x\n?,1\n")});
    CHECK_THAT(predicted.out, Contains("yes"));
    const std::string bif = folder.file("m.bif");
    const ProgramRun refused = run_pgm({"convert", model, bif});
    CHECK(refused.status != 0);
    CHECK_THAT(refused.err, Contains("what missing values become (state)"));
    CHECK(run_pgm({"convert", model, bif, "--lossy"}).status == 0);
}

TEST_CASE("pgm fit --missing-cells auto: a note tells how each treatment did") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel");
    const ProgramRun run = run_pgm(fit_with_holes(data, model, "auto"));
    REQUIRE(run.status == 0);
    CHECK(run.json()["missing_cells"] == "state");
    CHECK_THAT(run.json()["remarks"][0].get<std::string>(),
               Contains("missing values are treated by state; log loss on rows left out: sum "));
    CHECK(run_pgm(fit_with_holes(data, model, "em")).json()["missing_cells"] == "em");
}

TEST_CASE("pgm evaluate --missing-cells: treatments are compared on the same folds") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes());
    const ProgramRun run =
        run_pgm({"evaluate", data, "--class", "c", "--structure", "nb", "--missing-cells", "sum",
                 "--missing-cells", "state", "--json"});
    REQUIRE(run.status == 0);
    CHECK(run.json()[0]["structure"] == "nb, sum");
    CHECK(run.json()[1]["structure"] == "nb, state");
    CHECK(run.json()[1]["log_loss"].get<double>() < run.json()[0]["log_loss"].get<double>());
}

TEST_CASE("pgm fit --missing-cells: wrong words and choices that do not go together") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", holes()), model = folder.file("m.pgmodel");
    const ProgramRun unknown = run_pgm(fit_with_holes(data, model, "fil"));
    CHECK(unknown.status == 2);
    CHECK_THAT(unknown.err, Contains("did you mean 'fill'"));
    const ProgramRun uncut = run_pgm(
        {"fit", data, "--class", "c", "--missing-cells", "state", "--continuous", "gaussian"});
    CHECK(uncut.status != 0);
    CHECK_THAT(uncut.err, Contains("'x' cannot be a state of their own"));
    const ProgramRun twice =
        run_pgm({"fit", data, "--class", "c", "--missing-cells", "em", "--missing-cells", "sum"});
    CHECK(twice.status == 2);
    CHECK_THAT(twice.err, Contains("in one way, not in 2"));
}

namespace {

/// Six independent coins, every tenth cell missing: a table of pseudo-random numbers.
std::string coins_with_holes(const char* hole = "") {
    std::ostringstream text;
    text << "a,b,c,d,e,f\n";
    std::uint32_t number = 12345;
    const auto next = [&] { return (number = number * 1664525u + 1013904223u) >> 16; };
    for (int row = 0; row < 1000; ++row)
        for (int column = 0; column < 6; ++column) {
            const char* const coin = next() % 2 == 0 ? "heads" : "tails";
            text << (next() % 10 == 0 ? hole : coin) << (column < 5 ? ',' : '\n');
        }
    return text.str();
}

/// b is mostly a, c a coin; cells of all are missing.
std::string copy_with_holes() {
    std::ostringstream text;
    text << "a,b,c\n";
    std::uint32_t number = 777;
    const auto next = [&] { return (number = number * 1664525u + 1013904223u) >> 16; };
    for (int row = 0; row < 600; ++row) {
        const bool a = next() % 2 == 0, b = a != (next() % 8 == 0), c = next() % 2 == 0;
        const auto cell = [&](bool value) {
            return next() % 8 == 0 ? "?" : value ? "yes" : "no";
        };
        text << cell(a) << ',' << cell(b) << ',' << cell(c) << '\n';
    }
    return text.str();
}

}  // namespace

TEST_CASE("pgm learn: missing values make no arcs between independent columns") {
    const TemporaryFolder folder;
    const std::string data = folder.write("coins.csv", coins_with_holes());
    for (const std::string algorithm : {"boss", "hc", "tabu", "ges", "exact", "mmhc", "pc"}) {
        INFO(algorithm);
        const ProgramRun run = run_pgm({"learn", data, "-a", algorithm, "--json"});
        REQUIRE(run.status == 0);
        CHECK(run.json()["arcs"].empty());
        CHECK(run.json()["undirected"].empty());
        CHECK(run.json()["missing_cells"] == (algorithm == "pc" ? "sum" : "draw"));
        CHECK_THAT(run.err, Contains("cells are missing"));
    }
    for (const std::string score : {"bdeu:10", "qnml", "fnml", "auto"})
        CHECK(run_pgm({"learn", data, "-s", score, "--json"}).json()["undirected"].empty());
    for (const std::string treatment : {"complete", "em"})
        CHECK(run_pgm({"learn", data, "--missing-cells", treatment, "--json"})
                  .json()["undirected"]
                  .empty());
}

TEST_CASE("pgm learn --missing-cells: the report says how sure arcs are, the network is written") {
    const TemporaryFolder folder;
    const std::string data = folder.write("copy.csv", copy_with_holes()),
                      model = folder.file("m.bif");
    const ProgramRun run = run_pgm({"learn", data, "-o", model, "--json"});
    REQUIRE(run.status == 0);
    const auto json = run.json();
    CHECK(json["undirected"] == nlohmann::json::parse(R"([["a","b"]])"));
    CHECK(json["rounds"].get<int>() >= 6);
    CHECK(json["settled"] == true);
    CHECK(json["confidence"].size() == 2);
    CHECK(json["confidence"][0]["confidence"] == 0.5);
    // P(b = a) is 7/8 where both are known.
    CHECK_THAT(run_pgm({"query", model, "P(b=yes | a=yes)", "--json"}).out, Contains("0.8"));
    const ProgramRun text = run_pgm({"learn", data});
    CHECK_THAT(text.out, Contains("draw, ") && Contains("rounds until the arcs repeated"));
    CHECK_THAT(text.out, Contains("a - b      0.500  1.000"));
    CHECK(run_pgm({"learn", data, "--json"}).out == run_pgm({"learn", data, "--json"}).out);
    for (const std::string treatment : {"complete", "em"}) {
        const ProgramRun other =
            run_pgm({"learn", data, "--missing-cells", treatment, "-o", model, "--json"});
        REQUIRE(other.status == 0);
        CHECK(other.json()["undirected"] == json["undirected"]);
        CHECK(other.json()["missing_cells"] == treatment);
        CHECK_FALSE(other.json().contains("confidence"));
    }
    const ProgramRun resampled = run_pgm({"learn", data, "--bootstrap", "5", "--json"});
    CHECK(resampled.json()["confidence"].size() == 2);
    const std::string arcs = folder.file("arcs.csv");
    CHECK(run_pgm({"learn", data, "--confidence", arcs}).status == 0);
}

TEST_CASE("pgm learn --missing-cells: without time the best so far is written and marked") {
    const TemporaryFolder folder;
    const std::string data = folder.write("copy.csv", copy_with_holes()),
                      model = folder.file("m.bif");
    for (const std::string treatment : {"draw", "complete"}) {
        INFO(treatment);
        const ProgramRun run = run_pgm({"learn", data, "--missing-cells", treatment,
                                        "--time-limit", "1e-9", "-o", model, "--json"});
        CHECK(run.status == 130);
        CHECK(run.json()["partial"] == true);
        CHECK_THAT(run.err, Contains("the best one found so far"));
        CHECK(run_pgm({"info", model}).status == 0);
    }
}

TEST_CASE("pgm learn --missing-cells: the score of what tests find is that of pgm score") {
    const TemporaryFolder folder;
    const std::string data = folder.write("copy.csv", copy_with_holes()),
                      model = folder.file("m.bif");
    for (const std::vector<std::string>& how :
         {std::vector<std::string>{"-a", "pc"}, {"--missing-cells", "em"}}) {
        std::vector<std::string> words{"learn", data, "-o", model, "--json"};
        words.insert(words.end(), how.begin(), how.end());
        const double learned = run_pgm(words).json()["score"]["value"];
        const double scored = run_pgm({"score", model, data, "--json"}).json()["bic"];
        CHECK(learned == Approx(scored).epsilon(1e-12));
    }
}

TEST_CASE("pgm learn --missing-cells: what cannot be is refused with the way out") {
    const TemporaryFolder folder;
    const std::string data = folder.write("copy.csv", copy_with_holes()),
                      none = folder.write("none.csv", "a,b\nyes,?\n?,no\nno,?\n?,yes\n"),
                      empty = folder.write("empty.csv", "a,b\n?,?\n?,?\n");
    CHECK(run_pgm({"learn", data, "--missing-cells", "drawn"}).status == 2);
    const ProgramRun sums = run_pgm({"learn", data, "--missing-cells", "sum"});
    CHECK(sums.status == 1);
    CHECK_THAT(sums.err, Contains("draw, complete or em"));
    const ProgramRun complete = run_pgm({"learn", none, "--missing-cells", "complete"});
    CHECK(complete.status == 1);
    CHECK_THAT(complete.err, Contains("every row has a missing value"));
    CHECK(run_pgm({"learn", none}).status == 0);
    CHECK(run_pgm({"learn", empty}).status == 1);
    const ProgramRun bayes = run_pgm({"learn", data, "--missing-cells", "em", "-s", "k2"});
    CHECK(bayes.status == 1);
    CHECK_THAT(bayes.err, Contains("expected bic"));
}

TEST_CASE("pgm score: missing values do not pay for arcs") {
    const TemporaryFolder folder;
    const std::string data = folder.write("coins.csv", coins_with_holes());
    const auto bic = [&](const std::string& arcs) {
        const std::string model =
            folder.write("m.bn", "a{heads|tails}; b{heads|tails}; c{heads|tails}; "
                                 "d{heads|tails}; e{heads|tails}; f{heads|tails}; " + arcs);
        const ProgramRun run = run_pgm({"score", model, data, "--json"});
        REQUIRE(run.status == 0);
        return run.json()["bic"].get<double>();
    };
    CHECK(bic("a -> b; a -> c; b -> d") < bic(""));
}
