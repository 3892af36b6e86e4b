#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <map>
#include <sstream>

using namespace pgm::tests;

namespace {

std::map<std::string, std::size_t> count_lines(const std::string& text) {
    std::map<std::string, std::size_t> counts;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) ++counts[line];
    return counts;
}

}  // namespace

TEST_CASE("pgm sample: a header and as many rows as asked, the same for the same seed") {
    const ProgramRun run = run_pgm({"sample", asia(), "-n", "1000", "--seed", "7"});
    CHECK(run.status == 0);
    CHECK_THAT(run.out, Catch::StartsWith("asia,tub,smoke,lung,bronc,either,xray,dysp\n"));
    CHECK(std::count(run.out.begin(), run.out.end(), '\n') == 1001);
    CHECK(run_pgm({"sample", asia(), "-n", "1000", "--seed", "7"}).out == run.out);
    CHECK(run_pgm({"sample", asia(), "-n", "1000", "--seed", "8"}).out != run.out);
    CHECK(run_pgm({"sample", asia(), "-n", "0", "--seed", "7"}).out ==
          "asia,tub,smoke,lung,bronc,either,xray,dysp\n");
}

TEST_CASE("pgm sample: -o writes the same bytes to a file") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"sample", asia(), "-n", "500", "--seed", "3", "-o", folder.file("s.csv")})
              .status == 0);
    CHECK(read_file(folder.file("s.csv")) ==
          run_pgm({"sample", asia(), "-n", "500", "--seed", "3"}).out);
    CHECK(
        run_pgm({"sample", asia(), "-n", "5", "-o", folder.file("no/such/folder/s.csv")}).status ==
        1);
}

TEST_CASE("pgm sample: frequencies follow the tables") {
    const TemporaryFolder folder;
    const std::string model = folder.write("m.bif",
                                           "network n {}\nvariable A { type discrete [3] {a, b, "
                                           "c}; }\nprobability (A) { table 0.2, 0.0, 0.8; }\n");
    constexpr double rows = 100'000;
    auto counts = count_lines(run_pgm({"sample", model, "-n", "100000", "--seed", "1"}).out);
    CHECK(counts["b"] == 0);
    const double five_standard_errors = 5 * std::sqrt(0.2 * 0.8 * rows);
    CHECK(std::abs(static_cast<double>(counts["a"]) - 0.2 * rows) < five_standard_errors);
}

TEST_CASE("pgm sample: odd names and states are quoted as RFC 4180 asks") {
    const TemporaryFolder folder;
    const std::string model = folder.write("m.bif",
                                           "network n {}\nvariable \"a, b\" { type discrete [1] "
                                           "{\"x,y\"}; }\nprobability (\"a, b\") { table 1.0; }\n");
    CHECK(run_pgm({"sample", model, "-n", "1"}).out == "\"a, b\"\n\"x,y\"\n");
}

TEST_CASE("pgm sample: the number of rows must be given and be a number") {
    CHECK(run_pgm({"sample", asia()}).status == 2);
    CHECK(run_pgm({"sample", asia(), "-n", "many"}).status == 2);
    CHECK(run_pgm({"sample", asia(), "-n", "-1"}).status == 2);
}

TEST_CASE("pgm sample: --json gives the same rows as the table, an object each") {
    const auto rows =
        run_pgm({"sample", asia(), "-n", "50", "--seed", "3", "--json"}).json().at("rows");
    std::istringstream table(run_pgm({"sample", asia(), "-n", "50", "--seed", "3"}).out);
    std::string line, again;
    std::getline(table, line);
    REQUIRE(rows.size() == 50);
    for (const auto& row : rows) {
        again.clear();
        for (const auto& cell : row.items())
            again += (again.empty() ? "" : ",") + cell.value().get<std::string>();
        std::getline(table, line);
        CHECK(again == line);
    }
    CHECK(run_pgm({"sample", asia(), "-n", "0", "--json"}).json().at("rows").empty());
}

TEST_CASE("pgm sample -e: rows given what is known, and given what is done") {
    const auto rows = [](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"sample",
                                           "Rain{no|yes} -> Wet{no|yes}; Rain: 0.7 0.3; Wet | "
                                           "Rain=no: 0.9 0.1; Wet | Rain=yes: 0.2 0.8",
                                           "-n",
                                           "20000",
                                           "--seed",
                                           "5"};
        arguments.insert(arguments.end(), more.begin(), more.end());
        return count_lines(run_pgm(arguments).out);
    };
    CHECK(rows({"-e", "Wet=yes"}) == rows({"-e", "Wet=yes"}));
    auto wet = rows({"-e", "Wet=yes"});  // P(rain | wet) = 0.24 / 0.31
    CHECK(wet["no,no"] + wet["yes,no"] == 0);
    CHECK(std::abs(static_cast<double>(wet["yes,yes"]) / 20000 - 0.24 / 0.31) < 0.02);
    auto done = rows({"-e", "do(Wet=yes)"});
    CHECK(std::abs(static_cast<double>(done["yes,yes"]) / 20000 - 0.3) < 0.02);
    auto either = rows({"-e", "Wet=yes or Rain=yes"});
    CHECK(either["no,no"] == 0);
    CHECK(std::abs(static_cast<double>(either["yes,no"]) / 20000 - 0.06 / 0.37) < 0.02);
    CHECK(run_pgm({"sample", asia(), "-n", "5", "-e", "tub=yes, either=no"}).status == 3);
    CHECK(run_pgm({"sample", asia(), "-n", "5", "-e", "xray=[0.9, 0.2]"}).status == 1);
}

TEST_CASE("pgm sample --missing: cells are left out at random, and the others stay") {
    const ProgramRun whole = run_pgm({"sample", asia(), "-n", "5000"}),
                     run = run_pgm(
                         {"sample", asia(), "-n", "5000", "--missing", "asia=0.25, dysp=1"});
    std::istringstream all(whole.out), some(run.out);
    std::size_t empty = 0, rows = 0;
    std::string a, b;
    std::getline(all, a);
    std::getline(some, b);
    for (; std::getline(all, a) && std::getline(some, b); ++rows) {
        CHECK(b.ends_with(","));
        empty += b.starts_with(",");
        const std::size_t first = b.find(',');
        const std::string inner = b.substr(first, b.size() - first - 1);
        CHECK(a.substr(a.find(',')).starts_with(inner));
    }
    CHECK(rows == 5000);
    CHECK(std::abs(static_cast<double>(empty) / 5000 - 0.25) < 0.04);
    CHECK(run_pgm({"sample", asia(), "-n", "1", "--missing", "dysp=1", "--json"})
              .json()["rows"][0]["dysp"]
              .is_null());
    CHECK(run_pgm({"sample", asia(), "-n", "1", "--missing", "dysp=2"}).status == 2);
    CHECK(run_pgm({"sample", asia(), "-n", "1", "--missing", "dysp"}).status == 2);
    CHECK(run_pgm({"sample", asia(), "-n", "1", "--missing", "dyspnoe=1"}).status == 1);
}
