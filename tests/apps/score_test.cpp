#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Contains;
using Catch::WithinRel;

namespace {

/// b given a: of three rows with a = 0 two have b = 0; the row with a = 1 has b = 1.
constexpr const char* four_rows = "b,a\n0,0\n0,0\n1,0\n1,1\n";
constexpr const char* arc_from_a_to_b =
    "network n {}\nvariable a { type discrete [2] { 0, 1 }; }\n"
    "variable b { type discrete [2] { 0, 1 }; }\n"
    "probability (a) { table 0.5, 0.5; }\n"
    "probability (b | a) { (0) 0.5, 0.5; (1) 0.5, 0.5; }\n";

}  // namespace

TEST_CASE("pgm score: all scores of a small structure, by hand") {
    const TemporaryFolder folder;
    const std::string model = folder.write("n.bif", arc_from_a_to_b),
                      data = folder.write("rows.csv", four_rows);
    const ProgramRun run = run_pgm({"score", model, data, "--json", "--score", "bds:2", "-s",
                                    "fnml", "-s", "qnml", "-s", "bdeu:8"});
    REQUIRE(run.status == 0);
    const auto json = run.json();
    // a: counts 3 and 1; b: 2 and 1 given a = 0, 0 and 1 given a = 1.
    const double likelihood = 3 * std::log(3.0 / 4) + std::log(1.0 / 4) + std::log(4.0 / 27);
    CHECK(json["rows"] == 4);
    CHECK(json["free_parameters"] == 3);
    CHECK_THAT(json["log_likelihood"].get<double>(), WithinRel(likelihood, 1e-14));
    CHECK_THAT(json["aic"].get<double>(), WithinRel(likelihood - 3, 1e-14));
    CHECK_THAT(json["bic"].get<double>(), WithinRel(likelihood - 1.5 * std::log(4.0), 1e-14));
    // a: 1! 3! 1! / 5!; b: 2!/4! 1!/2!
    CHECK_THAT(json["k2"].get<double>(), WithinRel(std::log(6.0 / 120 * 2 / 24 / 2), 1e-14));
    CHECK(json["bdeu"]["ess"] == 8);
    // a: 4 5 6 4 / (8 9 10 11); b: 2 3 2 / (4 5 6) and 2/4.
    CHECK_THAT(json["bdeu"]["value"].get<double>(),
               WithinRel(std::log(480.0 / 7920 * 12 / 120 / 2), 1e-14));
    CHECK(json["bds"]["ess"] == 2);
    CHECK_THAT(json["fnml"].get<double>(),
               WithinRel(likelihood - std::log(103.0 / 32 * 26 / 9 * 2), 1e-14));
    CHECK(json["qnml"].is_number());
    CHECK(json.begin().key() == "rows");
}

TEST_CASE("pgm score: text for people") {
    const TemporaryFolder folder;
    const std::string model = folder.write("n.bif", arc_from_a_to_b),
                      data = folder.write("rows.csv", four_rows);
    const ProgramRun run = run_pgm({"score", model, data});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Contains("free parameters") && Contains("bdeu:10") && Contains("bic"));
    CHECK(run.err.empty());
}

TEST_CASE("pgm score: columns too many are named, columns too few are an error") {
    const TemporaryFolder folder;
    const std::string model = folder.write("n.bif", arc_from_a_to_b);
    const ProgramRun more =
        run_pgm({"score", model, folder.write("m.csv", "a,b,c\n0,0,x\n1,1,y\n")});
    CHECK(more.status == 0);
    CHECK_THAT(more.err, Contains("left out, for the network has no such variable: 'c'"));
    const ProgramRun fewer = run_pgm({"score", model, folder.write("f.csv", "a\n0\n1\n")});
    CHECK(fewer.status == 1);
    CHECK_THAT(fewer.err, Contains("the table has no column 'b'"));
    const ProgramRun unknown = run_pgm({"score", model, folder.write("u.csv", "a,b\n0,0\n1,2\n")});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Contains("'2'"));
}

TEST_CASE("pgm score: missing values are said, unknown scores are wrong usage") {
    const TemporaryFolder folder;
    const std::string model = folder.write("n.bif", arc_from_a_to_b),
                      data = folder.write("h.csv", "a,b\n0,?\n1,1\n0,1\n");
    const ProgramRun holes = run_pgm({"score", model, data, "--json"});
    CHECK(holes.status == 0);
    CHECK(holes.json()["rows"] == 3);
    CHECK_THAT(holes.err, Contains("1 cell is missing"));
    CHECK(run_pgm({"score", model, data, "--score", "bicc"}).status == 2);
    const ProgramRun bge =
        run_pgm({"score", model, data, "--score", "bge", "--score", "bdeu:1", "--json"});
    CHECK(bge.json()["bge"] == bge.json()["bdeu"]["value"]);
}

TEST_CASE("pgm score: a family without a score is named") {
    const TemporaryFolder folder;
    // y is a linear function of x where g is u, in the second table.
    std::string rows = "g,x,y\n", linear = rows;
    for (int i = 0; i < 12; ++i) {
        const std::string begin = std::string(i % 2 == 0 ? "u," : "v,") + std::to_string(i) + ",";
        rows += begin + std::to_string(i * 5 % 7) + "\n";
        linear += begin + std::to_string(i % 2 == 0 ? 2 * i : i * 5 % 7) + "\n";
    }
    const std::string model = folder.file("m.pgmodel"),
                      rules = folder.write("r.txt", "require g -> y\nrequire x -> y\n");
    REQUIRE(run_pgm({"learn", folder.write("d.csv", rows), "--constraints", rules, "-o", model})
                .status == 0);
    const ProgramRun scored =
        run_pgm({"score", model, folder.write("linear.csv", linear), "--json"});
    CHECK(scored.json()["bic"].is_null());
    CHECK_THAT(scored.err,
               Contains("'y' has no score by loglik") && Contains("its likelihood has no bound"));
}
