#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <sstream>
#include <string>
#include <vector>

using namespace pgm::tests;
using Catch::Contains;

namespace {

/// Two numbers and a word that all tell something about the class, 120 rows.
std::string informative_rows() {
    std::ostringstream text;
    text << "c,x,y,z\n";
    for (int i = 0; i < 120; ++i) {
        const bool c = i % 2 == 0;
        text << (c ? "yes" : "no") << ',' << (i * 7 % 40 + (c ? 15 : 0)) << ','
             << (i * 11 % 30 + (i % 3 == 0 ? 10 : 0)) << ',' << (i % 5 < 2 ? "low" : "high")
             << '\n';
    }
    return text.str();
}

}  // namespace

TEST_CASE("pgm fit --structure stack: fitted, described, saved, and as sure as its weights") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel");
    const ProgramRun run =
        run_pgm({"fit", data, "--class", "c", "--structure", "stack", "-o", model, "--json"});
    REQUIRE(run.status == 0);
    const auto report = run.json();
    CHECK(report["structure"] == "stack:nb,tan,kdb:5+select,aode,aode+select,lda,qda");
    CHECK(report["smoothing"] == "backoff");
    CHECK(report["temperature"].get<double>() > 0);
    double sum = 0, before = 1;
    for (const auto& stacked : report["stack"]) {
        const double weight = stacked["weight"].get<double>();
        CHECK(weight <= before);
        CHECK(stacked["temperature"].get<double>() > 0);
        sum += before = weight;
    }
    CHECK(sum == Approx(1));
    CHECK(run_pgm({"info", model, "--json"}).json()["stack"] == report["stack"]);
    CHECK_THAT(run_pgm({"info", model}).out, Contains("stack") && Contains("frequency:"));
    const ProgramRun predicted = run_pgm({"predict", model, data, "--proba"});
    CHECK(predicted.status == 0);
    CHECK_THAT(run_pgm({"evaluate", model, data}).out, Contains("120 rows"));
}

TEST_CASE("A stack answers every question, by its heaviest network where it has no joint") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel"), member = folder.file("nb.pgmodel"),
                      bif = folder.file("m.bif");
    // The only member that has all features, cut or not, is naive Bayes.
    REQUIRE(run_pgm({"fit", data, "--class", "c", "--structure", "stack:nb,nb+select",
                     "--continuous", "frequency:3", "-o", model})
                .status == 0);
    REQUIRE(run_pgm({"fit", data, "--class", "c", "--structure", "nb", "--continuous",
                     "frequency:3", "--smooth", "backoff", "-o", member})
                .status == 0);
    const std::string note = "'nb' of weight ";
    const auto same = [&](std::vector<std::string> words) {
        const ProgramRun asked = run_pgm(words);
        CHECK(asked.status == 0);
        CHECK_THAT(asked.err, Contains(note));
        words[1] = member;
        CHECK(asked.out == run_pgm(words).out);
    };
    same({"query", model, "P(z)"});
    same({"query", model, "P(z | c=yes)", "P(c | do(z=low))"});
    same({"marginals", model, "--targets", "x, y, z", "-e", "z=low"});
    same({"mpe", model, "-e", "c=no"});
    same({"sample", model, "-n", "5"});
    same({"dsep", model, "x _||_ y | c"});
    CHECK(run_pgm({"info", model, "--topological", "--json"}).json()["topological_order"] ==
          run_pgm({"info", member, "--topological", "--json"}).json()["topological_order"]);
    same({"draw", model, "-o", "-"});
    CHECK_THAT(run_pgm({"compare", model, member}).err, Contains(note));
}

TEST_CASE("A stack says what it predicts of its class, and which network says the rest") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel"),
                      row = folder.write("row.csv", "x,y,z\n20,5,low\n"),
                      bif = folder.file("m.bif");
    REQUIRE(run_pgm({"fit", data, "--class", "c", "--structure", "stack:nb,nb+select", "-o", model})
                .status == 0);
    const std::string predicted = run_pgm({"predict", model, row, "--proba", "--json"})
                                      .json()["rows"][0]["probabilities"]["yes"]
                                      .dump();
    const auto of_query =
        run_pgm({"query", model, "P(c=yes | x=20, y=5)", "P(z=low)", "-e", "z=low", "--json"})
            .json();
    CHECK(of_query[0]["probability"].dump() == predicted);
    CHECK_FALSE(of_query[0].contains("network"));
    CHECK(of_query[1]["network"].get<std::string>().starts_with("nb, "));
    const auto marginals = run_pgm({"marginals", model, "-e", "x=20, y=5, z=low", "--json"}).json();
    CHECK(marginals["marginals"]["c"]["yes"].dump() == predicted);
    CHECK(marginals["network"].get<std::string>().starts_with("nb, "));
    CHECK_THAT(run_pgm({"convert", model, bif}).err,
               Contains("cannot hold the other 5 classifiers (pgm fit --structure nb makes one "
                        "network)"));
    CHECK(run_pgm({"convert", model, bif, "--lossy"}).status == 0);
    CHECK(run_pgm({"query", bif, "P(c)"}).status == 0);
}

TEST_CASE("pgm fit --structure stack: members, cuts and estimation are those that are given") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel");
    const auto report = run_pgm({"fit", data, "--class", "c", "--structure", "stack:nb,tan",
                                 "--continuous", "frequency:3", "--smooth", "backoff:1,2",
                                 "--calibrate", "none", "-o", model, "--json"})
                            .json();
    CHECK(report["structure"] == "stack:nb,tan");
    for (const auto& stacked : report["stack"]) {
        CHECK(stacked["continuous"] == "frequency:3");
        CHECK(stacked["concentrations"] == nlohmann::json{1, 2});
        CHECK_FALSE(stacked.contains("temperature"));
    }
    CHECK(run_pgm({"query", model, "P(c | z=low)"}).status == 0);
    const auto compared =
        run_pgm({"evaluate", data, "--class", "c", "--structure", "nb,stack:nb,tan", "--json"})
            .json();
    REQUIRE(compared.size() == 2);
    CHECK(compared[1]["structure"] == "stack:nb,tan");
}

TEST_CASE("pgm fit --structure auto: tells what was tried, how each did and what was chosen") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel");
    const std::vector<std::string> words = {"fit",         data,   "--class", "c",
                                            "--structure", "auto", "-o",      model};
    const ProgramRun told = run_pgm(words);
    REQUIRE(told.status == 0);
    CHECK_THAT(told.out, Contains("tried") && Contains(", chosen") && Contains("auto chose"));
    std::vector<std::string> with_json = words;
    with_json.push_back("--json");
    const auto report = run_pgm(with_json).json();
    std::vector<std::string> names;
    for (const auto& trial : report["trials"]) {
        names.push_back(trial["name"].get<std::string>());
        CHECK(trial["log_loss"].get<double>() > 0);
        CHECK(trial["accuracy"].get<double>() > 0.3);
    }
    REQUIRE(names.size() > 10);
    CHECK(names.front() == "nb, mdlp");
    CHECK(names[names.size() - 2] == "qda, gaussian");
    CHECK(names.back() == "the stack of " + std::to_string(names.size() - 1));
    CHECK(std::ranges::find(names, "tan, frequency:10") != names.end());
    CHECK(std::ranges::find(names, report["chosen"].get<std::string>()) != names.end());
    CHECK(report["partial"] == false);
    CHECK(run_pgm({"predict", model, data}).status == 0);
    const auto compared = run_pgm({"evaluate", data, "--class", "c", "--structure",
                                   "nb,auto:nb,tan", "--folds", "3", "--json"})
                              .json();
    REQUIRE(compared.size() == 2);
    CHECK(compared[1]["structure"] == "auto:nb,tan");
}

TEST_CASE("pgm fit --structure auto: when the time is over, the best so far is written") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel");
    const ProgramRun run = run_pgm({"fit", data, "--class", "c", "--structure", "auto",
                                    "--time-limit", "0.000001", "-o", model});
    CHECK(run.status == 130);
    CHECK_THAT(run.err, Contains("the result is the best of them"));
    CHECK(run_pgm({"predict", model, data}).status == 0);
}

TEST_CASE("pgm fit --structure stack: what cannot be stacked says why") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows());
    const auto refusal = [&](const std::vector<std::string>& more) {
        std::vector<std::string> words = {"fit", data, "--class", "c"};
        words.insert(words.end(), more.begin(), more.end());
        const ProgramRun run = run_pgm(words);
        CHECK(run.status != 0);
        return run.err;
    };
    CHECK_THAT(refusal({"--structure", "stack", "--smooth", "floor:0.001"}),
               Contains("taking rows out of the tables"));
    CHECK_THAT(refusal({"--structure", "stack", "--continuous", "gaussian"}),
               Contains("'x' is continuous"));
    CHECK_THAT(refusal({"--structure", "auto:nb,foo"}), Contains("'foo'"));
    CHECK_THAT(refusal({"--structure", "auto", "--missing-cells", "em"}),
               Contains("one structure, not auto"));
    CHECK_THAT(refusal({"--structure", "stack:nb,foo"}), Contains("'foo'"));
    CHECK_THAT(refusal({"--structure", "stack:"}), Contains("expected a name"));
    CHECK_THAT(refusal({"--structure", "stack", "--missing-cells", "em"}),
               Contains("one structure, not stack"));
}

TEST_CASE("pgm fit --structure stack: classifiers that keep different features are one model") {
    const TemporaryFolder folder;
    std::string text = "c,x,constant\n";
    for (int i = 0; i < 60; ++i)
        text += (i % 2 == 0 ? "yes," : "no,") + std::string(i % 10 < 9 - i % 2 * 8 ? "a" : "b") +
                ",k\n";
    const std::string data = folder.write("rows.csv", text), model = folder.file("m.pgmodel");
    const ProgramRun run =
        run_pgm({"fit", data, "--class", "c", "--structure", "stack:nb+select,nb", "-o", model});
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Contains("1 of 2 features") &&
                            Contains("nb+select, mdlp: 1 of 2 features are kept"));
    const auto info = run_pgm({"info", model, "--json"}).json();
    CHECK(info["variables"] == 3);
    CHECK(info["arcs"] == 2);
    CHECK(run_pgm({"dsep", model, "x _||_ constant | c"}).out == "true\n");
    CHECK_THAT(run_pgm({"draw", model, "-o", "-", "--no-bars"}).out, Contains("constant"));
    CHECK(run_pgm({"query", model, "P(c | x=a)"}).status == 0);
    CHECK(run_pgm({"query", model, "P(x)"}).status == 0);
    CHECK(run_pgm({"predict", model, data}).status == 0);
}

TEST_CASE("pgm: what pools classifiers answers about the class as it predicts") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "c", "--structure", "stack:nb,tan,qda", "-o", model})
                .status == 0);
    const std::string one = folder.write("one.csv", "x,y,z\n21,14,low\n"),
                      predictions = folder.file("p.csv");
    REQUIRE(run_pgm({"predict", model, one, "--proba", "-o", predictions}).status == 0);
    std::istringstream lines(read_file(predictions));
    std::string line;
    std::getline(lines, line);
    CHECK(line == "predicted,P(no),P(yes)");
    std::getline(lines, line);
    const double predicted = std::stod(line.substr(line.rfind(',') + 1));

    const auto asked = run_pgm({"query", model, "P(c=yes | x=21, y=14, z=low)", "--json"}).json();
    CHECK(asked["probability"].get<double>() == Approx(predicted).epsilon(1e-12));
    const auto all = run_pgm({"marginals", model, "-e", "x=21, y=14, z=low", "--json"}).json();
    CHECK(all["marginals"].size() == 4);
    CHECK(all["marginals"]["c"]["yes"].get<double>() == Approx(predicted).epsilon(1e-12));
    CHECK(all["log_evidence"].is_number());
    CHECK_THAT(run_pgm({"query", model, "argmax(c | x=21, y=14, z=low)"}).out,
               Contains(predicted > 0.5 ? "yes" : "no"));

    const std::string picture = folder.file("m.dot");
    REQUIRE(run_pgm({"draw", model, "-o", picture, "-e", "z=low"}).status == 0);
    for (const char* const name : {"c", "x", "y", "z"})
        CHECK_THAT(read_file(picture), Contains(std::string(name) + "</"));
}

TEST_CASE("pgm info: a classifier says what it is") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", informative_rows()),
                      model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "c", "--structure", "tan", "--smooth", "laplace:1",
                     "--continuous", "cut:x=20;y=10,30", "-o", model})
                .status == 0);
    const auto of_it = run_pgm({"info", model, "--json"}).json()["classifier"];
    CHECK(of_it["class"] == "c");
    CHECK(of_it["classes"] == nlohmann::ordered_json{"no", "yes"});
    CHECK(of_it["structure"] == "tan");
    CHECK(of_it["smoothing"] == "laplace:1");
    CHECK(of_it["rows"] == 120);
    CHECK(of_it["features"][0]["cuts"] == nlohmann::ordered_json{20});
    const std::string text = run_pgm({"info", model}).out;
    CHECK_THAT(text, Contains("class          c: no, yes") && Contains("structure      tan") &&
                         Contains("fitted to      120 rows") && Contains("<20, >=20"));
    CHECK_FALSE(run_pgm({"info", data, "--json"}).json().contains("classifier"));
}
