#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <string>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

using Names = std::vector<std::string>;

/// Counts of (a, b): 10 20 / 30 40. c is constant; x and y are numbers.
std::string small_table() {
    std::string text = "a,b,c,x,y\n";
    for (int i = 0; i < 100; ++i) {
        const bool a = i >= 30, b = a ? i >= 60 : i >= 10;
        text += std::string(a ? "1" : "0") + "a," + (b ? "1" : "0") + "b,same," +
                std::to_string(i) + "," + std::to_string(i * i % 17) + "\n";
    }
    return text;
}

}  // namespace

TEST_CASE("pgm test: statistic, degrees of freedom, p and rows") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", small_table());
    const ProgramRun run = run_pgm({"test", table, "a _||_ b", "--test", "x2", "--json"});
    CHECK(run.status == 0);
    const json result = run.json();
    const double expected = 100.0 * 200 * 200 / (30.0 * 70 * 40 * 60);
    CHECK(result["test"] == "x2");
    CHECK(result["statistic"].get<double>() == Approx(expected).epsilon(1e-13));
    CHECK(result["degrees_of_freedom"] == 1);
    CHECK(result["p"].get<double>() == Approx(std::erfc(std::sqrt(expected / 2))).epsilon(1e-12));
    CHECK(result["rows"] == 100);
    CHECK(result.size() == 5);
    CHECK_THAT(run_pgm({"test", table, "a _||_ b"}).out,
               Catch::StartsWith("test                g2\n") && Catch::Contains("rows") &&
                   Catch::Contains("degrees of freedom  1\n"));
}

TEST_CASE("pgm test: a permutation test has the p-value of Fisher's exact test") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", small_table());
    const auto result_of = [&](const std::string& test) {
        return run_pgm({"test", table, "a _||_ b", "--test", test, "--json"}).json();
    };
    const json drawn = result_of("mc-g2:20000");
    CHECK(drawn["test"] == "mc-g2:20000");
    CHECK(drawn["statistic"] == result_of("g2")["statistic"]);
    // The hypergeometric probabilities of all tables with as large a statistic, 0.3863, are counted
    // until 50 have occurred.
    CHECK(drawn["p"].get<double>() == Approx(0.3863).epsilon(0.6));
    CHECK(run_pgm({"test", table, "a _||_ b", "--test", "mc-g2:0"}).status == 2);
}

TEST_CASE(
    "pgm test: the statistic is chosen by the columns, and a column of one state says nothing") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", small_table());
    CHECK(run_pgm({"test", table, "x _||_ y", "--json"}).json()["test"] == "fisher-z");
    CHECK(run_pgm({"test", table, "x _||_ y", "--json"}).json()["degrees_of_freedom"] == 97);
    const json constant = run_pgm({"test", table, "a _||_ c | b", "--json"}).json();
    CHECK(constant["degrees_of_freedom"] == 0);
    CHECK(constant["p"] == 1);
    CHECK(run_pgm({"test", table, "a, b _||_ c", "--json"}).json()["p"] == 1);
    CHECK(run_pgm({"test", table, "a _||_ b | a", "--json"}).json()["p"] == 1);
    CHECK(run_pgm({"test", table, "x _||_ a", "--discrete", "x", "--json"})
              .json()["degrees_of_freedom"] == 99);
}

TEST_CASE("pgm test: columns of both kinds are tested by conditional Gaussians") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", small_table());
    const json result = run_pgm({"test", table, "a _||_ x", "--json"}).json();
    CHECK(result["test"] == "cg");
    CHECK(result["degrees_of_freedom"] == 2);  // a mean and a variance
    CHECK(result["rows"] == 100);
    CHECK(result["p"] < 1e-10);
    CHECK(run_pgm({"test", table, "a _||_ b | x", "--json"}).json()["test"] == "cg");
    CHECK(run_pgm({"test", table, "a, b _||_ y", "--json"}).json()["degrees_of_freedom"] == 6);
    CHECK(run_pgm({"test", table, "x _||_ y | a", "--json"}).json()["degrees_of_freedom"] == 2);
    CHECK_THAT(run_pgm({"test", table, "a, x _||_ y"}).err,
               Contains("one column of numbers, not 2 columns together"));
}

TEST_CASE("pgm test: mistakes are named, those in the statement with a caret") {
    const TemporaryFolder folder;
    const std::string table = folder.write("table.csv", small_table());
    const ProgramRun unknown = run_pgm({"test", table, "a _||_ bb"});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Catch::StartsWith("pgm: error: column 8: no variable 'bb'") &&
                                Catch::EndsWith("    a _||_ bb\n           ^\n"));
    const ProgramRun kind = run_pgm({"test", table, "a _||_ x", "--test", "g2"});
    CHECK(kind.status == 1);
    CHECK_THAT(kind.err, Catch::Contains("'x' is continuous") && Catch::Contains("--discrete 'x'"));
    CHECK_THAT(run_pgm({"test", table, "x _||_ a", "--test", "fisher-z"}).err,
               Catch::Contains("'a' is discrete") && Catch::Contains("--test cg"));
    CHECK_THAT(run_pgm({"test", table, "a _||_ b", "--test", "t"}).err,
               Catch::Contains("fisher-z"));
    CHECK(run_pgm({"test", table, "a _||_ a"}).status == 1);
    CHECK(run_pgm({"test", table, ""}).status == 1);
    CHECK(run_pgm({"test", table}).status == 2);
    CHECK(run_pgm({"test", folder.file("none.csv"), "a _||_ b"}).status == 1);
}

TEST_CASE("pgm test: without a row that has all values nothing is tested") {
    const TemporaryFolder folder;
    const std::string apart = folder.write("apart.csv", "x,c,z\n1,?,a\n?,2,b\n3,?,a\n?,4,b\n");
    const std::string names = folder.write("names.csv", "x,c\nu,\n,v\nw,\n,t\n");
    for (const std::string& data : {apart, names}) {
        const ProgramRun run = run_pgm({"test", data, "x _||_ c"});
        INFO(run.out + run.err);
        CHECK(run.status == 1);
        CHECK(run.out.empty());
        CHECK(run.err.find(data) != std::string::npos);
    }
}

TEST_CASE("pgm test: a column without any value is named, whatever kind it is asked to be") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv", "a,m\nu,\nv,\nu,\n");
    for (const Names& options : {Names{}, Names{"--discrete", "m"}, Names{"--test", "fisher-z"}}) {
        Names call{"test", data, "a _||_ m"};
        call.insert(call.end(), options.begin(), options.end());
        CHECK_THAT(run_pgm(call).err,
                   Contains("no row has a value in every column of the statement ('m' has no value "
                            "at all: nothing can be tested"));
    }
}

TEST_CASE("pgm test: a column that does not vary is told, since its p is that of independence") {
    const TemporaryFolder folder;
    const std::string data = folder.write("t.csv",
                                          "a,k,x,n\nu,one,1,7\nv,one,2,7\nu,one,4,7\nv,one,5,7\n"
                                          "u,two,?,7\n");
    const auto told = [](const std::string& column) {
        return "pgm: note: the column '" + column +
               "' does not vary in the rows that count: p is 1 whatever it depends on\n";
    };
    CHECK(run_pgm({"test", data, "n _||_ x"}).err == told("n"));
    CHECK(run_pgm({"test", data, "a _||_ n", "--discrete", "n"}).err == told("n"));
    // The one row with another k has no x.
    CHECK(run_pgm({"test", data, "k _||_ x", "--discrete", "x"}).err == told("k"));
    CHECK(run_pgm({"test", data, "k _||_ a"}).err.empty());
}

TEST_CASE("pgm test: columns that are linear functions of each other are named") {
    const TemporaryFolder folder;
    std::string text = "c,f,s\n";
    for (int i = 0; i < 30; ++i)
        text += std::to_string(i * 7 % 31) + "," + std::to_string(i * 7 % 31 * 2 + 5) + "," +
                std::to_string(i * 11 % 37) + "\n";
    const std::string data = folder.write("t.csv", text);
    CHECK_THAT(run_pgm({"test", data, "c _||_ f"}).err,
               Contains("'f' is a linear function of 'c': f = 2 c + 5"));
    const ProgramRun given = run_pgm({"test", data, "c _||_ s | f", "--json"});
    CHECK(given.json()["p"] == 1);
    CHECK_THAT(given.err, Contains("'c' is a linear function of 'f'") &&
                              Contains("nothing is tested: p is 1 whatever it depends on"));
    CHECK(run_pgm({"test", data, "c _||_ s"}).err.empty());
}

TEST_CASE("pgm test: a test that does not exist is wrong usage") {
    const TemporaryFolder folder;
    const std::string data = folder.write("d.csv", "a,b\nx,y\nu,v\n");
    const ProgramRun run = run_pgm({"test", data, "a _||_ b", "--test", "g3"});
    CHECK(run.status == 2);
    CHECK_THAT(run.err, Contains("there is no test 'g3'"));
}
