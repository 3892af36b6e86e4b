#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

/// Two rows of each class: P(x=u | a) = 3/4 and P(x=u | b) = 1/4 by add-one smoothing, and as much
/// the other way round for z.
std::string explained_model(const TemporaryFolder& folder,
                            const std::string& smoothing = "laplace:1") {
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("t.csv", "x,z,c\nu,q,a\nu,q,a\nv,p,b\nv,p,b\n"), "--class",
                     "c", "--smooth", smoothing, "-o", model})
                .status == 0);
    return model;
}

}  // namespace

TEST_CASE("pgm predict --explain: a column per feature, empty where the cell is unknown") {
    const TemporaryFolder folder;
    const std::string model = explained_model(folder),
                      data = folder.write("d.csv", "n,z,x\n1,q,u\n2,,v\n");
    const ProgramRun run = run_pgm({"predict", model, data, "--explain", "--keep", "n"});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Catch::StartsWith("n,predicted,log odds,log prior odds,W(x),W(z),"
                                          "interaction,why\n1,a,2.19722457733621"));
    CHECK_THAT(run.out,
               Catch::Contains("\n2,b,1.0986122886681") && Catch::Contains(",,0,1.09861 = "));
}

TEST_CASE("pgm predict --explain --json: cells in the order of their weight, with values") {
    const TemporaryFolder folder;
    const std::string model = explained_model(folder),
                      data = folder.write("d.csv", "z,x\nq,u\n,v\nnew,u\n");
    const auto rows = run_pgm({"predict", model, data, "--explain", "--json"}).json().at("rows");
    const auto& first = rows[0].at("explanation");
    CHECK(first.at("class") == "a");
    CHECK_THAT(first.at("log_odds").get<double>(), WithinAbs(2 * std::log(3.0), 1e-14));
    CHECK_THAT(first.at("log_prior_odds").get<double>(), WithinAbs(0, 1e-15));
    CHECK(first.at("interaction") == 0);
    REQUIRE(first.at("cells").size() == 2);
    CHECK(first.at("cells")[0].at("value") ==
          (first.at("cells")[0].at("feature") == "x" ? "u" : "q"));
    CHECK_THAT(first.at("cells")[0].at("contribution").get<double>(),
               WithinAbs(std::log(3.0), 1e-14));
    REQUIRE(rows[1].at("explanation").at("cells").size() == 1);
    CHECK(rows[1].at("explanation").at("cells")[0].at("feature") == "x");
    CHECK(rows[2].at("explanation").at("cells").size() == 1);
}

TEST_CASE(
    "pgm predict --explain: no decision has no explanation, and what is certain is infinite") {
    const TemporaryFolder folder;
    const std::string model = explained_model(folder, "mle"),
                      data = folder.write("d.csv", "z,x\np,u\nq,\n");
    const ProgramRun run = run_pgm({"predict", model, data, "--explain"});
    CHECK(run.out ==
          "predicted,log odds,log prior odds,W(x),W(z),interaction,why\n,,,,,,\n"
          "a,inf,0,,inf,,inf = 0 prior + inf z=q\n");
    const auto rows = run_pgm({"predict", model, data, "--explain", "--json"}).json().at("rows");
    CHECK(rows[0].at("explanation").is_null());
    CHECK(rows[1].at("explanation").at("cells")[0].at("contribution").is_null());
}

TEST_CASE("pgm predict --explain: a sentence, the largest weights first") {
    const TemporaryFolder folder;
    const std::string model = explained_model(folder), data = folder.write("d.csv", "z,x\n,v\n");
    CHECK_THAT(run_pgm({"predict", model, data, "--explain"}).out,
               Catch::EndsWith(",b,1.09861 = 0 prior + 1.09861 x=v\n") ||
                   Catch::EndsWith(",1.09861 = 0 prior + 1.09861 x=v\n"));
    CHECK(run_pgm({"predict", model, data, "--explain", "--json"}).json().at("rows")[0].at("why") ==
          "1.09861 = 0 prior + 1.09861 x=v");
}

TEST_CASE("pgm predict --explain: cells that say nothing are left out, and what rounding leaves") {
    const TemporaryFolder folder;
    // P(z=q | a) = P(z=q | b), and every third weight of many features cancels out but for its last
    // digits.
    std::string header = "x,z", row_a = "u,q", row_b = "v,q", other_a = "u,p", other_b = "v,p";
    for (int i = 0; i < 30; ++i) {
        header += ",f" + std::to_string(i);
        row_a += i % 3 == 0 ? ",s" : ",u";
        row_b += i % 3 == 0 ? ",s" : ",v";
        other_a += i % 3 == 0 ? ",t" : ",u";
        other_b += i % 3 == 0 ? ",t" : ",v";
    }
    const std::string table = header + ",c\n" + row_a + ",a\n" + other_a + ",a\n" + row_b + ",b\n" +
                              other_b + ",b\n",
                      model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("t.csv", table), "--class", "c", "-s", "nb", "-o", model})
                .status == 0);
    const std::string data = folder.write("d.csv", header + "\n" + row_a + "\n");
    const std::string why = run_pgm({"predict", model, data, "--explain", "--json"})
                                .json()["rows"][0]["why"]
                                .get<std::string>();
    CHECK_THAT(why, Catch::Contains(" x=u") && Catch::Contains(" f1=u") &&
                        !Catch::Contains(" z=") && !Catch::Contains("=s") &&
                        !Catch::Contains("interaction") && !Catch::Contains("e-"));
    const auto explanation =
        run_pgm({"predict", model, data, "--explain", "--json"}).json()["rows"][0]["explanation"];
    CHECK(explanation["cells"].size() == 21);
    CHECK(explanation["log_prior_odds"] == 0);
    CHECK_THAT(run_pgm({"predict", model, data, "--explain"}).out, !Catch::Contains("e-"));
}

TEST_CASE("pgm predict --explain: a missing value that is a state has a weight and no value") {
    const TemporaryFolder folder;
    // With a state for missing values P(z=? | a) = 2/6 and P(z=? | b) = 1/6 by add-one smoothing;
    // P(x=u | a) = 4/5, P(x=u | b) = 1/5.
    const std::string model = folder.file("m.pgmodel"),
                      table = "x,z,c\nu,q,a\nu,q,a\nu,?,a\nv,p,b\nv,p,b\nv,p,b\n";
    REQUIRE(run_pgm({"fit", folder.write("t.csv", table), "--class", "c", "--missing-cells",
                     "state", "-o", model})
                .status == 0);
    for (const char* const rows : {"x,z\nu,?\n", "x\nu\n"}) {
        const std::string data = folder.write("d.csv", rows);
        INFO(rows);
        const auto cells = run_pgm({"predict", model, data, "--explain", "--json"})
                               .json()
                               .at("rows")[0]
                               .at("explanation")
                               .at("cells");
        REQUIRE(cells.size() == 2);
        CHECK(cells[0].at("value") == "u");
        CHECK_THAT(cells[0].at("contribution").get<double>(), WithinAbs(std::log(4.0), 1e-12));
        CHECK(cells[1].at("feature") == "z");
        CHECK(cells[1].at("value").is_null());
        CHECK_THAT(cells[1].at("contribution").get<double>(), WithinAbs(std::log(2.0), 1e-12));
        CHECK_THAT(run_pgm({"predict", model, data, "--explain"}).out,
                   Catch::EndsWith("prior + 1.38629 x=u + 0.693147 z=?\n"));
    }
}
