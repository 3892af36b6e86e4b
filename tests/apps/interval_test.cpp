#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

/// 40 rows: of ten with A=a four have B=b, of thirty others six.
std::string forty_rows() {
    std::string csv = "A,B\n";
    for (int row = 0; row < 40; ++row)
        csv += std::string(row < 10 ? "a" : "other") + "," +
               (row < 4 || (row >= 10 && row < 16) ? "b" : "other") + "\n";
    return csv;
}

/// The network fitted to these rows with the weight that maximum likelihood has.
std::string interval_model(const TemporaryFolder& folder, const std::string& name) {
    const std::string path = folder.file(name);
    const ProgramRun run = run_pgm({"fit", folder.write("rows.csv", forty_rows()), "-s", "A -> B",
                                    "--smooth", "mle", "-o", path});
    INFO(run.err);
    REQUIRE(run.status == 0);
    return path;
}

double beta_sd(double a, double b) {
    return std::sqrt(a * b / ((a + b) * (a + b) * (a + b + 1)));
}

}  // namespace

TEST_CASE("pgm query --interval: how sure a probability of a fitted network is") {
    const TemporaryFolder folder;
    for (const std::string name : {"m.pgmodel", "m.json"}) {
        CAPTURE(name);
        const std::string model = interval_model(folder, name);
        const json answer =
            run_pgm({"query", model, "P(B=b | A=a)", "--interval", "95%", "--json"}).json();
        CHECK(answer["probability"].get<double>() == Approx(0.4));
        CHECK(answer["sd"].get<double>() == Approx(beta_sd(4, 6)).epsilon(0.05));
        CHECK(answer["interval"].size() == 2);
        const ProgramRun text = run_pgm({"query", model, "P(B=b | A=a)", "--interval", "0.95"});
        CHECK_THAT(text.out,
                   Catch::Matches("P\\(B=b \\| A=a\\) = 0\\.4 \\(0\\.1\\d+ to 0\\.\\d+\\)\n"));
        const json marginals =
            run_pgm({"marginals", model, "-e", "A=other", "--interval", "90%", "--json"}).json();
        CHECK(marginals["intervals"]["B"]["b"]["sd"].get<double>() ==
              Approx(beta_sd(6, 24)).epsilon(0.05));
        CHECK(marginals["intervals"]["A"]["a"]["interval"] == json::array({0.0, 0.0}));
    }
}

TEST_CASE("pgm query --interval: distributions, tables and differences have intervals") {
    const TemporaryFolder folder;
    const std::string model = interval_model(folder, "m.pgmodel");
    const json answers = run_pgm({"query", model, "P(A, B)", "P(B | A)",
                                  "P(B=b | A=a) - P(B=b | A=other)", "--interval", "95%", "--json"})
                             .json();
    CHECK(answers[0]["distribution"][3].contains("interval"));
    CHECK(answers[1]["table"][1]["distribution"][0].contains("sd"));
    CHECK(answers[2]["interval"][0].get<double>() < 0.2);
    CHECK_THAT(run_pgm({"query", model, "P(B | A)", "--interval", "95%"}).out, Contains(" to "));
}

TEST_CASE("pgm query --interval: where there is none, it says why") {
    const TemporaryFolder folder;
    const std::string model = interval_model(folder, "m.pgmodel");
    const auto fails = [&](const std::vector<std::string>& arguments, int status,
                           const std::string& words) {
        const ProgramRun run = run_pgm(arguments);
        CHECK(run.status == status);
        CHECK_THAT(run.err, Contains(words));
    };
    fails({"query", asia(), "P(lung=yes)", "--interval", "95%"}, 1, "estimated from rows");
    fails({"query", model, "argmax(A)", "--interval", "95%"}, 1, "no number");
    for (const std::string wrong : {"0", "100%", "1", "-5%", "many", "%"})
        fails({"query", model, "P(A=a)", "--interval", wrong}, 2, "between 0 and 1");
    fails({"query", model, "P(A=a)", "--interval", "95%", "--draws", "1"}, 2, "at least 2");
    fails({"marginals", asia(), "--interval", "95%"}, 1, "estimated from rows");
}

TEST_CASE("pgm show --counts: the weight of the rows behind each row") {
    const TemporaryFolder folder;
    const std::string model = interval_model(folder, "m.pgmodel");
    const ProgramRun run = run_pgm({"show", model, "--counts"});
    CHECK_THAT(run.out, Contains("other  rows\n  a      0.4    0.6    10\n"));
    const json rows = run_pgm({"show", model, "--counts", "--json"})
                          .json()["networks"][0]["distributions"][1]["rows"];
    CHECK(rows[1]["weight"] == 30.0);
    CHECK(run_pgm({"show", asia(), "--counts", "--json"})
              .json()["networks"][0]["distributions"][0]["rows"][0]["weight"]
              .is_null());
}

TEST_CASE("pgm query --interval: Dirichlet posteriors of the reference tables", "[reference]") {
    const std::optional<std::string> file = reference_file("next/practice/intervals.json");
    if (!file) {
        WARN("SKIPPED: next/practice/intervals.json");
        return;
    }
    const TemporaryFolder folder;
    for (const json& set : json::parse(read_file(*file))) {
        const std::string model = folder.file("m.pgmodel"),
                          data = "next/practice/" + set["data"].get<std::string>();
        CAPTURE(data);
        REQUIRE(run_pgm({"fit", *reference_file(data), "-s", set["structure"], "--smooth",
                         set["smooth"], "-o", model})
                    .status == 0);
        for (const auto& [query, expected] : set["questions"].items()) {
            CAPTURE(query);
            const json found =
                run_pgm({"query", model, query, "--interval", "95%", "--json"}).json();
            CHECK(found["probability"].get<double>() ==
                  Approx(expected["probability"].get<double>()).epsilon(1e-9));
            CHECK(found["sd"].get<double>() == Approx(expected["sd"].get<double>()).epsilon(0.05));
            const double low = expected["interval"][0], high = expected["interval"][1];
            CHECK(std::abs(found["interval"][0].get<double>() - low) < 0.06 * (high - low));
            CHECK(std::abs(found["interval"][1].get<double>() - high) < 0.06 * (high - low));
        }
    }
}

TEST_CASE("pgm fit --structure FILE: weights follow the parents as the file has them") {
    const TemporaryFolder folder;
    // The file names B's parents in the order C, A; the table has them as columns A, C.
    const std::string file = folder.write(
        "m.bif",
        "network n {}\nvariable A { type discrete [2] {0, 1}; }\nvariable C { type discrete [2] "
        "{0, 1}; }\nvariable B { type discrete [2] {0, 1}; }\nprobability (A) { table 0.5, 0.5; "
        "}\nprobability (C) { table 0.5, 0.5; }\nprobability (B | C, A) { default 0.5, 0.5; }\n");
    const std::string data =
        folder.write("d.csv", "A,B,C\n0,0,1\n0,1,1\n0,1,1\n1,0,0\n0,0,0\n1,1,1\n1,1,1\n");
    const std::string out = folder.file("out.json");
    REQUIRE(run_pgm({"fit", data, "-s", file, "--discrete", "A,B,C", "--smooth", "mle", "-o", out})
                .status == 0);
    const json rows = run_pgm({"show", out, "--of", "B", "--counts", "--json"})
                          .json()["networks"][0]["distributions"][0]["rows"];
    // (C, A): 00 once, 01 once, 10 three times, 11 twice.
    CHECK(rows[0]["weight"] == 1.0);
    CHECK(rows[1]["weight"] == 1.0);
    CHECK(rows[2]["weight"] == 3.0);
    CHECK(rows[3]["weight"] == 2.0);
    CHECK(run_pgm({"query", out, "P(B=0 | C=1, A=0)", "--interval", "95%", "--json"})
              .json()["sd"]
              .get<double>() == Approx(beta_sd(1, 2)).epsilon(0.05));
}

TEST_CASE("pgm predict --interval: how sure each probability of a class is") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", forty_rows()),
                      model = folder.file("m.pgmodel");
    REQUIRE(
        run_pgm({"fit", data, "--class", "A", "-s", "nb", "--smooth", "mle", "-o", model}).status ==
        0);
    const ProgramRun run = run_pgm({"predict", model, data, "--interval", "90%"});
    CHECK_THAT(run.out, Catch::StartsWith("predicted,P(a),P(other),low P(a),high P(a),low "
                                          "P(other),high P(other)\nother,0.4,"));
    const json row =
        run_pgm({"predict", model, data, "--interval", "90%", "--json"}).json()["rows"][0];
    // P(a | b) = p q / (p q + (1 - p) r) about 0.4
    CHECK(row["intervals"]["a"]["interval"][0].get<double>() < 0.3);
    CHECK(row["intervals"]["a"]["interval"][1].get<double>() > 0.5);
    CHECK_THAT(
        run_pgm({"predict", asia(), "-", "--class", "lung", "--interval", "90%"}, "smoke\nyes\n")
            .err,
        Contains("no number of the classifier was estimated from rows"));
}

TEST_CASE("pgm fit --bootstrap: the replicates of a classifier answer in place of draws") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", forty_rows()),
                      model = folder.file("m.pgmodel"), again = folder.file("n.pgmodel");
    const std::vector<std::string> fit{"fit", data, "--class",     "A",
                                       "-s",  "nb", "--bootstrap", "400"};
    const auto fitted = [&](std::vector<std::string> more) {
        std::vector<std::string> words = fit;
        words.insert(words.end(), more.begin(), more.end());
        return run_pgm(words);
    };
    REQUIRE(fitted({"-o", model, "--smooth", "mle"}).status == 0);
    // The share of 10 in 40 rows has the standard deviation sqrt(p q / 40).
    const json answer = run_pgm({"query", model, "P(A=a)", "--interval", "95%", "--json"}).json();
    CHECK(answer["probability"] == 0.25);
    CHECK(answer["sd"].get<double>() == Approx(std::sqrt(0.25 * 0.75 / 40)).epsilon(0.1));
    CHECK(run_pgm({"predict", model, data, "--interval", "90%"}).status == 0);
    REQUIRE(fitted({"-o", again, "--smooth", "mle"}).status == 0);
    CHECK(run_pgm({"query", again, "P(A=a)", "--interval", "95%", "--json"}).json() == answer);
    CHECK_THAT(run_pgm({"convert", model, folder.file("m.bif")}).err,
               Contains("its 400 replicates"));

    CHECK_THAT(fitted({"-o", folder.file("m.json")}).err, Contains("a .pgmodel file"));
    CHECK_THAT(
        run_pgm({"fit", data, "--class", "A", "-s", "stack", "--bootstrap", "9", "-o", model}).err,
        Contains("has no replicates"));
}

TEST_CASE("pgm learn --bootstrap: structure and numbers of a network are uncertain together") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", forty_rows()),
                      model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"learn", data, "--bootstrap", "100", "-o", model}).status == 0);
    const json answer =
        run_pgm({"query", model, "P(A=a | B=b)", "--interval", "95%", "--json"}).json();
    CHECK(answer["interval"][0].get<double>() < answer["probability"].get<double>());
    CHECK(answer["interval"][1].get<double>() > answer["probability"].get<double>());
    const std::string given = folder.file("given.pgmodel");
    REQUIRE(run_pgm({"fit", data, "-s", "A -> B", "--bootstrap", "50", "-o", given}).status == 0);
    CHECK(run_pgm({"marginals", given, "--interval", "95%"}).status == 0);
}
