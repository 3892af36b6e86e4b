#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>
#include <string>

using namespace pgm::tests;
using Catch::Contains;
using Catch::WithinRel;

TEST_CASE("pgm learn: tests that are stopped leave no structure and no file") {
    const TemporaryFolder folder;
    const std::string data = folder.write("rows.csv", "a,b,c\n0,0,1\n1,0,0\n1,1,1\n0,1,1\n"),
                      model = folder.file("net.bif");
    const ProgramRun run =
        run_pgm({"learn", data, "-a", "pc", "--time-limit", "0.000000001", "-o", model, "--json"});
    CHECK(run.status == 130);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Contains("the time limit was reached") && Contains("no file was written"));
    CHECK(run_pgm({"info", model}).status == 1);
}

TEST_CASE("pgm learn: ges on numbers and states obeys their order, stopped or not") {
    const TemporaryFolder folder;
    std::ostringstream rows;
    rows << "x,y,s,t\n";
    for (int i = 0; i < 300; ++i) {
        const int s = i % 3, t = (s + (i % 7 == 0 ? 1 : 0)) % 3, noise = i * 37 % 101;
        const int x = 40 * s + noise, y = x + 30 * t + i * 53 % 89;
        rows << x << ',' << y << ",s" << s << ",t" << t << '\n';
    }
    const std::string data = folder.write("rows.csv", rows.str()),
                      model = folder.file("net.pgmodel");
    const auto value = [&](const char* algorithm) {
        const ProgramRun run = run_pgm({"learn", data, "-a", algorithm, "--json"});
        return run.json()["score"]["value"].get<double>();
    };
    CHECK_THAT(value("ges"), WithinRel(value("hc"), 1e-12));
    for (const char* const seconds : {"0.000000001", "0.0003", "0.001", "0.003"}) {
        const ProgramRun run =
            run_pgm({"learn", data, "-a", "ges", "--time-limit", seconds, "-o", model});
        CHECK((run.status == 0 || run.status == 130));
        CHECK(run_pgm({"info", model}).status == 0);
    }
}

TEST_CASE("pgm learn: what bounds a score is said, and which penalty suits many columns") {
    const TemporaryFolder folder;
    std::ostringstream rows;
    rows << "state,gain\n";
    for (int i = 0; i < 60; ++i)
        rows << (i % 2 == 0 ? "none,0\n" : "some," + std::to_string(100 + i * 37 % 83) + "\n");
    const ProgramRun run = run_pgm({"learn", folder.write("gain.csv", rows.str()), "--json"});
    CHECK(run.json()["arcs"].size() == 1);
    CHECK_THAT(run.err, Contains("'gain' is constant, or nearly so, in 1 configuration"));
    const std::string few = folder.write("few.csv", "a,b,c\n0,0,1\n1,0,0\n1,1,1\n0,1,1\n");
    CHECK_THAT(run_pgm({"learn", few}).err, Contains("ebic:1 and bic:2"));
    CHECK_THAT(run_pgm({"learn", few, "-s", "ebic"}).err, !Contains("square root"));
    const auto score = run_pgm({"learn", few, "-s", "bic:2", "--json"}).json()["score"];
    CHECK(score["name"] == "bic");
    CHECK(score["penalty"] == 2);
}

namespace {

/// 300 rows: c is often whether x is above 60; z is on its own.
std::string cut_table() {
    std::string text = "x,c,z\n";
    for (int i = 0; i < 300; ++i) {
        const int x = i * 37 % 101;
        const bool c = (x > 60) != (i % 11 == 0);
        text += std::to_string(x) + ".5," + (c ? "yes" : "no") + "," + std::to_string(i * i % 89) +
                ".25\n";
    }
    return text;
}

}  // namespace

TEST_CASE("pgm learn --continuous: numbers are cut, and states can be their children") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", cut_table()),
                      rules = folder.write("rules.txt", "require x -> c\n"),
                      model = folder.file("model.bif");
    const ProgramRun run = run_pgm({"learn", table, "--continuous", "frequency:4", "--constraints",
                                    rules, "-o", model, "--json"});
    INFO(run.err);
    CHECK(run.status == 0);
    CHECK(run.json()["arcs"] == nlohmann::ordered_json::array({{"x", "c"}}));
    const ProgramRun given =
        run_pgm({"learn", table, "--continuous", "cut:x=60;width:3", "--json", "-o", model});
    CHECK(given.json()["free_parameters"] == 2 * 2 - 1 + 2);
    CHECK(run_pgm({"query", model, "P(c=yes | x=80)"}).status == 0);
    CHECK(run_pgm({"learn", table, "--constraints", rules}).status == 1);
    CHECK(run_pgm({"learn", table, "--continuous", "mdlp"}).status == 2);
    CHECK(run_pgm({"learn", table, "--continuous", "frequency"}).status == 2);
    CHECK(run_pgm({"learn", table, "--continuous", "cut:c=1"}).status == 1);
}

TEST_CASE("pgm learn: tests of tables with numbers and states are of conditional Gaussians") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", cut_table());
    for (const std::string algorithm : {"pc", "mmhc"}) {
        const ProgramRun run = run_pgm({"learn", table, "--algorithm", algorithm, "--json"});
        INFO(run.err);
        CHECK(run.status == 0);
        CHECK(run.json()["arcs"] == nlohmann::ordered_json::array({{"c", "x"}}));
        CHECK(run_pgm({"learn", table, "--algorithm", algorithm, "--test", "g2"}).status == 1);
    }
}
