#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using json = nlohmann::ordered_json;

namespace {

/// Fair coins v0, v1, ... that have nothing to do with each other, and the question for all.
struct Coins {
    explicit Coins(int count) {
        for (int v = 0; v < count; ++v) {
            const std::string name = "v" + std::to_string(v);
            bif += "variable " + name + " { type discrete { h, t }; }\n";
            bif += "probability ( " + name + " ) { table 0.5, 0.5; }\n";
            query += (v == 0 ? "P(" : ", ") + name;
        }
        query += ")";
    }
    std::string bif, query;
};

}  // namespace

TEST_CASE("pgm query: a probability is one number with the query as it was written") {
    const auto answer = run_pgm({"query", asia(), "P(lung=yes or tub=yes)", "--json"}).json();
    CHECK(answer.size() == 2);
    CHECK(answer["query"] == "P(lung=yes or tub=yes)");
    CHECK_THAT(answer["probability"].get<double>(),
               WithinAbs(0.064828, 1e-15));  // 1 - (1 - 0.055)(1 - 0.0104)
}

TEST_CASE("pgm query: an expected value is a number of its own kind") {
    const TemporaryFolder folder;
    const std::string model = folder.write("dose.bif",
                                           "network dose {}\n"
                                           "variable Dose { type discrete [ 2 ] { 5, 10 }; }\n"
                                           "variable Word { type discrete [ 2 ] { a, b }; }\n"
                                           "probability ( Dose ) { table 0.25, 0.75; }\n"
                                           "probability ( Word ) { table 0.5, 0.5; }\n");
    CHECK(run_pgm({"query", model, "E(Dose | Word=a)"}).out == "E(Dose | Word=a) = 8.75\n");
    CHECK(run_pgm({"query", model, "E(Dose)", "--json"}).json() ==
          json({{"query", "E(Dose)"}, {"value", 8.75}}));
    const ProgramRun refused = run_pgm({"query", model, "E(Word)"});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Catch::Contains("the state 'a' of 'Word' is no number"));
}

TEST_CASE("pgm query: a distribution lists every assignment, the last variable fastest") {
    const auto answer = run_pgm({"query", asia(), "P(smoke, lung)", "--json"}).json();
    CHECK(answer.size() == 3);
    CHECK(answer["variables"] == json({"smoke", "lung"}));
    const std::vector<double> expected = {0.05, 0.45, 0.005, 0.495};
    REQUIRE(answer["distribution"].size() == 4);
    for (std::size_t i = 0; i < 4; ++i) {
        CHECK(answer["distribution"][i]["assignment"] ==
              json({{"smoke", i < 2 ? "yes" : "no"}, {"lung", i % 2 == 0 ? "yes" : "no"}}));
        CHECK_THAT(answer["distribution"][i]["probability"].get<double>(),
                   WithinAbs(expected[i], 1e-15));
    }
}

TEST_CASE("pgm query: a distribution for people goes out line by line") {
    const TemporaryFolder folder;
    const Coins coins(19);
    const ProgramRun run =
        run_pgm({"query", folder.write("coins.bif", coins.bif), coins.query, "--timings"});
    REQUIRE(run.status == 0);
    // The question, the names, and 2^19 lines of 2^-19 = 1.90735e-06.
    CHECK(std::ranges::count(run.out, '\n') == 2 + (1 << 19));
    // Each state is as wide as the name above it, v0 or v10, and two blanks apart from the next.
    std::string last;
    for (int v = 0; v < 19; ++v) last += v < 10 ? "  t " : "  t  ";
    CHECK_THAT(run.out, Catch::EndsWith(last + "  1.90735e-06  .\n"));
    // A kilobyte and more for each line would be over 600 MB.
    CHECK(json::parse(run.err)["peak_rss_mb"] < 300);
}

TEST_CASE("pgm query: a joint distribution counts towards the memory limit") {
    const TemporaryFolder folder;
    const Coins coins(17);
    // 2^17 cells are a megabyte in the working memory and one more in the answer.
    const std::string file = folder.write("coins.bif", coins.bif);
    const ProgramRun run = run_pgm({"query", file, coins.query, "--memory-limit", "1"});
    CHECK(run.status == 4);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::Contains("exact inference would need about 0.0021 GB, the limit is "
                                        "0.00105 GB; the largest clique has 1.31e+05 cells"));
    CHECK(run_pgm({"query", file, coins.query, "--memory-limit", "3"}).status == 0);
}

TEST_CASE("pgm query: a question that takes more than the work allowed is refused") {
    const TemporaryFolder folder;
    const Coins coins(20);
    const std::string file = folder.write("coins.bif", coins.bif);
    const ProgramRun run = run_pgm({"query", file, coins.query, "--work-limit", "1"});
    CHECK(run.status == 4);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::Contains("multiplications, the limit is 1e+06") &&
                            Catch::EndsWith("or raise --work-limit)\n"));
    CHECK(run_pgm({"query", file, "P(v0)", "--work-limit", "1"}).status == 0);
}

TEST_CASE("pgm query: more than a million probabilities are refused before they are computed") {
    const TemporaryFolder folder;
    const Coins coins(21);
    const ProgramRun run = run_pgm({"query", folder.write("coins.bif", coins.bif), coins.query});
    CHECK(run.status == 4);
    CHECK(run.out.empty());
    CHECK_THAT(run.err,
               Catch::Contains("asks for 2.09715e+06 probabilities; at most 1048576 are written") &&
                   Catch::Contains("argmax(..)"));
}

TEST_CASE("pgm query: interventions and evidence differ") {
    const auto seen = run_pgm({"query", asia(), "P(smoke=yes | lung=yes)", "--json"}).json();
    const auto made = run_pgm({"query", asia(), "P(smoke=yes | do(lung=yes))", "--json"}).json();
    CHECK_THAT(seen["probability"].get<double>(), WithinAbs(0.05 / 0.055, 1e-15));
    CHECK_THAT(made["probability"].get<double>(), WithinAbs(0.5, 1e-15));
}

TEST_CASE("pgm query: argmax gives an assignment with its probability") {
    const auto answer =
        run_pgm({"query", asia(), "argmax(lung, bronc | smoke=yes)", "--json"}).json();
    CHECK(answer["query"] == "argmax(lung, bronc | smoke=yes)");
    CHECK(answer["assignment"] == json({{"lung", "no"}, {"bronc", "yes"}}));
    CHECK_THAT(answer["probability"].get<double>(), WithinAbs(0.54, 1e-15));
    CHECK_THAT(answer["log_evidence"].get<double>(), WithinAbs(std::log(0.5), 1e-15));
    CHECK_THAT(answer["log_probability"].get<double>(), WithinAbs(std::log(0.27), 1e-15));
    CHECK(answer.size() == 5);
}

TEST_CASE("pgm query: several queries give an array") {
    const auto answers = run_pgm({"query", asia(), "P(lung)", "P(tub=yes)", "--json"}).json();
    REQUIRE(answers.size() == 2);
    CHECK(answers[0]["query"] == "P(lung)");
    CHECK_THAT(answers[1]["probability"].get<double>(), WithinAbs(0.0104, 1e-15));
}

TEST_CASE("pgm query: impossible evidence names what cannot be true together") {
    const ProgramRun run =
        run_pgm({"query", asia(), "P(smoke | tub=yes or lung=yes, either=no, xray=no)"});
    CHECK(run.status == 3);
    CHECK_THAT(run.out,
               Catch::Contains("\n  undefined: the evidence has probability zero: "
                               "(tub=yes or lung=yes) and either=no cannot be true together\n"));
    CHECK_THAT(run.err,
               Catch::Contains("(tub=yes or lung=yes) and either=no cannot be true together\n"));
    const ProgramRun made =
        run_pgm({"query", asia(), "P(smoke | bronc=yes, do(bronc=no))", "--json"});
    CHECK(made.json()["conflict"] == json({"bronc=yes", "do(bronc=no)"}));
}

TEST_CASE("pgm query: impossible evidence has its own status, in JSON it is an answer") {
    const ProgramRun run = run_pgm({"query", asia(), "P(asia | either=no, tub=yes)", "--json"});
    CHECK(run.status == 3);
    CHECK(run.json() == json::parse(R"json({"query":"P(asia | either=no, tub=yes)",
                                            "impossible":true,"log_evidence":null,
                                            "conflict":["either=no","tub=yes"]})json"));
    CHECK(run.error().at("code") == "impossible");
    CHECK(run.error().at("message") ==
          "P(asia | either=no, tub=yes): the evidence has probability zero: "
          "either=no and tub=yes cannot be true together");
    const ProgramRun text = run_pgm({"query", asia(), "P(lung)", "P(asia | either=no, tub=yes)"});
    CHECK(text.status == 3);
    CHECK(text.err ==
          "pgm: error: P(asia | either=no, tub=yes): the evidence has probability zero: "
          "either=no and tub=yes cannot be true together\n");
}

TEST_CASE("pgm query: an error is shown under the query with a caret, and others are answered") {
    const ProgramRun run = run_pgm({"query", asia(), "P(lung=yes)", "P(lung | smkoe=yes)"});
    CHECK(run.status == 1);
    CHECK(run.out == "P(lung=yes) = 0.055\n");
    CHECK_THAT(run.err, Catch::StartsWith("pgm: error: column 10: "));
    CHECK_THAT(run.err, Catch::Contains("did you mean 'smoke'?"));
    CHECK_THAT(run.err, Catch::EndsWith("    P(lung | smkoe=yes)\n             ^\n"));
}

TEST_CASE("pgm query: hostile queries are errors of one kind") {
    for (const std::string& query :
         {std::string(), std::string("P("), std::string("P()"), std::string("P(lung"),
          std::string("\xff\xfe"), std::string(100'000, '('),
          "P(" + std::string(50'000, '!') + "lung=yes)", std::string("argmax(*, lung)"),
          std::string("P(lung=)")}) {
        INFO(query.substr(0, 40));
        const ProgramRun run = run_pgm({"query", asia(), query});
        CHECK(run.status == 1);
        CHECK_THAT(run.err, Catch::StartsWith("pgm: error: "));
    }
}

TEST_CASE("pgm query: people see states, probabilities and bars") {
    const ProgramRun run = run_pgm({"query", asia(), "P(smoke)", "P(lung=yes)"});
    CHECK(run.out ==
          "P(smoke)\n  smoke\n  yes    0.5  ##########\n  no     0.5  ##########\nP(lung=yes) = "
          "0.055\n");
}

TEST_CASE(
    "pgm query: a probability below the range of doubles is a bound, one that is zero is not") {
    // P(B=yes) = 1e-200 * 1e-200, and C=yes is impossible.
    const TemporaryFolder folder;
    const std::string file = folder.write("m.bif",
                                          "network n {}\n"
                                          "variable A { type discrete [2] {yes, no}; }\n"
                                          "variable B { type discrete [2] {yes, no}; }\n"
                                          "variable C { type discrete [2] {yes, no}; }\n"
                                          "probability (A) { table 1e-200, 1; }\n"
                                          "probability (B | A) { (yes) 1e-200, 1; (no) 0, 1; }\n"
                                          "probability (C) { table 0, 1; }\n");
    const auto text = [&](const char* query) { return run_pgm({"query", file, query}).out; };
    CHECK(text("P(B=yes)") == "P(B=yes) < 1e-308\n");
    CHECK(text("P(C=yes)") == "P(C=yes) = 0\n");
    CHECK(text("P(B=yes and C=no)") == "P(B=yes and C=no) < 1e-308\n");
    CHECK(text("P(B=yes and C=yes)") == "P(B=yes and C=yes) = 0\n");
    CHECK_THAT(text("P(A, B)"),
               Catch::Contains("yes  yes  < 1e-308  .\n") && Catch::Contains("no   yes  0\n"));
    CHECK_THAT(run_pgm({"marginals", file}).out,
               Catch::Contains("B  yes  < 1e-308  .\n") && Catch::Contains("C  yes  0\n"));
    CHECK(run_pgm({"query", file, "P(B=yes)", "--json"}).json()["probability"] == 0);
}

TEST_CASE("pgm query: a memory limit is megabytes, also a part of one, or has a unit") {
    const TemporaryFolder folder;
    const Coins coins(17);  // needs two megabytes
    const std::string file = folder.write("coins.bif", coins.bif);
    const auto run = [&](const char* limit) {
        return run_pgm({"query", file, coins.query, "--memory-limit", limit});
    };
    for (const char* enough :
         {"3MB", "3072K", "0.5G", "2gb", "3.5MiB", "1e3", "1TB", "99999999999999TB"}) {
        INFO(enough);
        CHECK(run(enough).status == 0);
    }
    for (const char* too_little : {"0.5", "1MB", "1024k", "0.001GB"}) {
        INFO(too_little);
        CHECK(run(too_little).status == 4);
    }
    for (const char* wrong : {"0", "-1", "", "MB", "1.5XB", "1 PB", "3MBs", "nan", "1e-9"}) {
        const ProgramRun refused = run(wrong);
        INFO(wrong);
        CHECK(refused.status == 2);
    }
    CHECK_THAT(run("half").err, Catch::Contains("--memory-limit: takes megabytes, or a size like "
                                                "512MB or 2GB, not 'half'"));
}

TEST_CASE("pgm query, marginals and mpe: a classifier that averages networks answers, too") {
    const TemporaryFolder folder;
    const std::string data = folder.write("abc.csv",
                                          "y,a,b\n0,0,0\n0,0,1\n0,1,0\n1,1,1\n1,1,1\n1,0,1\n"),
                      model = folder.file("aode.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "y", "--structure", "aode", "--discrete", "a,b", "-o",
                     model})
                .status == 0);
    // Of a=0, b=1 by hand: tests/learners/structure/aode_test.cpp.
    const auto answer = run_pgm({"query", model, "P(y=0 | a=0, b=1)", "--json"}).json();
    CHECK_THAT(answer["probability"].get<double>(), WithinAbs(85.0 / 173, 1e-15));
    const auto marginals = run_pgm({"marginals", model, "-e", "a=0, b=1", "--json"}).json();
    CHECK_THAT(marginals["marginals"]["y"]["1"].get<double>(), WithinAbs(88.0 / 173, 1e-15));
    CHECK(marginals["marginals"]["a"]["0"] == 1.0);
    const auto mpe = run_pgm({"mpe", model, "-e", "a=0, b=1", "--json"}).json();
    CHECK(mpe["assignment"] == json({{"y", "1"}, {"a", "0"}, {"b", "1"}}));
    CHECK_THAT(mpe["log_probability"].get<double>(), WithinAbs(std::log(88.0 / 600), 1e-14));
    CHECK(run_pgm({"query", model, "P(y | a=0, a=1)"}).status == 3);
}

TEST_CASE("pgm query: a variable without a state makes a table of answers") {
    const auto table = run_pgm({"query", asia(), "P(lung | smoke)", "--json"}).json();
    CHECK(table["given"] == json({"smoke"}));
    REQUIRE(table["table"].size() == 2);
    const json& row = table["table"][0];
    CHECK(row["given"] == json({{"smoke", "yes"}}));
    CHECK(row["query"] == "P(lung | smoke=yes)");
    CHECK(row["variables"] == json({"lung"}));
    CHECK_THAT(row["distribution"][0]["probability"].get<double>(), WithinAbs(0.1, 1e-15));
    CHECK(run_pgm({"query", asia(), "P(lung | smoke)"}).out ==
          "P(lung | smoke)\n"
          "  smoke   yes    no\n"
          "  yes     0.1   0.9\n"
          "  no     0.01  0.99\n");
    CHECK(run_pgm({"query", asia(), "P(lung=yes | do(smoke))"}).out ==
          "P(lung=yes | do(smoke))\n"
          "  smoke  probability\n"
          "  yes            0.1\n"
          "  no            0.01\n");
}

TEST_CASE("pgm query: an impossible row is told in the table, impossible evidence ends with 3") {
    const ProgramRun run = run_pgm({"query", asia(), "P(lung=yes | either, tub=yes)", "--json"});
    CHECK(run.status == 0);
    const json table = run.json();
    const json& rows = table["table"];
    CHECK(rows[0]["probability"].get<double>() > 0);
    CHECK(rows[1]["impossible"] == true);
    CHECK(rows[1]["conflict"] == json({"either=no", "tub=yes"}));
    CHECK(run_pgm({"query", asia(), "P(lung | smoke, either=no, tub=yes)"}).status == 3);
    CHECK(run_pgm({"query", asia(), "P(lung=yes)/P(lung=yes | either=no, tub=yes)"}).status == 3);
}

TEST_CASE("pgm query: formulas, odds and entropies are numbers") {
    CHECK(run_pgm({"query", asia(), "P(lung=yes|smoke=yes)/P(lung=yes|smoke=no)"}).out ==
          "P(lung=yes|smoke=yes)/P(lung=yes|smoke=no) = 10\n");
    const json odds = run_pgm({"query", asia(), "odds(smoke=yes)", "--json"}).json();
    CHECK(odds["query"] == "odds(smoke=yes)");
    CHECK_THAT(odds["value"].get<double>(), WithinAbs(1, 1e-14));
    const auto entropy = run_pgm({"query", asia(), "H(smoke)", "--json"}).json();
    CHECK(entropy["unit"] == "nats");
    CHECK_THAT(entropy["value"].get<double>(), WithinAbs(std::log(2.0), 1e-14));
    CHECK(run_pgm({"query", asia(), "H(smoke)"}).out == "H(smoke) = 0.693147 nats\n");
}

TEST_CASE("pgm query: a bad question refuses none of the others, and is told by its number") {
    const ProgramRun run =
        run_pgm({"query", asia(), "P(lung=yes)", "P(lung=yess)", "P(smoke=yes)"});
    CHECK(run.status == 1);
    CHECK(run.out == "P(lung=yes) = 0.055\nP(smoke=yes) = 0.5\n");
    CHECK_THAT(run.err, Catch::Contains("question 2, P(lung=yess): variable 'lung' has no state"));
    const ProgramRun listed =
        run_pgm({"query", asia(), "P(lung=yess)", "P(smoke=yes)", "P(lung | either=no, tub=yes)",
                 "--json"});
    CHECK(listed.status == 1);
    const json answers = listed.json();
    REQUIRE(answers.size() == 3);
    CHECK(answers[0]["query"] == "P(lung=yess)");
    CHECK(answers[0]["error"]["code"] == "parse");
    CHECK(answers[0]["error"]["column"] == 8);
    CHECK_THAT(answers[1]["probability"].get<double>(), WithinAbs(0.5, 1e-14));
    CHECK(answers[2]["impossible"] == true);
    CHECK(run_pgm({"query", asia(), "P(lung=yess)"}).out.empty());
}

TEST_CASE("pgm query: do() of a feature has a note that says why the class does not change") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", "y,a\n1,x\n1,x\n0,z\n0,x\n0,z\n");
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", data, "--class", "y", "-s", "nb", "-o", model}).status == 0);
    const ProgramRun run = run_pgm({"query", model, "P(y | do(a=x))"});
    CHECK_THAT(run.err, Catch::Contains("do() of 'a' changes nothing of 'y'"));
    CHECK(run_pgm({"query", model, "P(y | a=x)"}).err.empty());
    CHECK(run_pgm({"query", model, "P(a | do(y=1))"}).err.empty());
}
