#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <string>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

std::string two_coins(const std::string& table_b, const std::string& first_state = "0") {
    return "network n { }\nvariable B { type discrete [ 2 ] { 0, 1 }; }\n"
           "variable A { type discrete [ 2 ] { " +
           first_state +
           ", 1 }; }\nprobability ( A ) { table 0.5, 0.5; }\nprobability ( B ) { table " + table_b +
           "; }\n";
}

/// P(B=1 | A=0) = 0.1, P(B=1 | A=1) = 0.8
const char* const arrow =
    "network n { }\nvariable A { type discrete [ 2 ] { 0, 1 }; }\n"
    "variable B { type discrete [ 2 ] { 0, 1 }; }\nprobability ( A ) { table 0.5, 0.5; }\n"
    "probability ( B | A ) { (0) 0.9, 0.1; (1) 0.2, 0.8; }\n";

}  // namespace

TEST_CASE("pgm compare: a network with itself") {
    const ProgramRun run = run_pgm({"compare", asia(), asia(), "--json"});
    CHECK(run.status == 0);
    CHECK(run.json() == json::parse(R"({"shd":0,"shd_cpdag":0,"skeleton":{"precision":1,"recall":1},
                          "arcs":{"precision":1,"recall":1},"cpdag":{"precision":1,"recall":1},
                          "kl":0})"));
}

TEST_CASE("pgm compare: structures and distributions, variables matched by name") {
    const TemporaryFolder folder;
    const std::string first = folder.write("arrow.bif", arrow),
                      second = folder.write("coins.bif", two_coins("0.5, 0.5"));
    const json result = run_pgm({"compare", first, second, "--json"}).json();
    CHECK(result["shd"] == 1);
    CHECK(result["skeleton"] == json::parse(R"({"precision":1,"recall":0})"));
    const double expected =
        0.45 * std::log(1.8) + 0.05 * std::log(0.2) + 0.1 * std::log(0.4) + 0.4 * std::log(1.6);
    CHECK(result["kl"].get<double>() == Approx(expected).epsilon(1e-13));
    CHECK_THAT(run_pgm({"compare", first, second}).out,
               Catch::StartsWith("structural Hamming distance  1\n") &&
                   Catch::Contains("nats from the first to the second"));
}

TEST_CASE("pgm compare: an infinite divergence is said and is no number") {
    const TemporaryFolder folder;
    const std::string first = folder.write("arrow.bif", arrow),
                      second = folder.write("coins.bif", two_coins("1, 0"));
    const json result = run_pgm({"compare", first, second, "--json"}).json();
    CHECK(result["kl"].is_null());
    CHECK(result["kl_infinite"] == true);
    CHECK_THAT(run_pgm({"compare", first, second}).out, Catch::Contains("infinite: "));
}

TEST_CASE("pgm compare: other states leave the structures to be compared, other variables do not") {
    const TemporaryFolder folder;
    const std::string first = folder.write("arrow.bif", arrow),
                      second = folder.write("coins.bif", two_coins("0.5, 0.5", "2"));
    const ProgramRun states = run_pgm({"compare", first, second, "--json"});
    CHECK(states.status == 0);
    CHECK(states.json()["shd"] == 1);
    CHECK(states.json()["kl"].is_null());
    CHECK(states.json()["kl_infinite"] == false);
    CHECK_THAT(states.err, Catch::Contains("variable 'A' differs"));
    const ProgramRun variables = run_pgm({"compare", first, asia()});
    CHECK(variables.status == 1);
    CHECK_THAT(variables.err, Catch::Contains("only the first one has A, B, only the second one") &&
                                  Catch::Contains("matched by name"));
    CHECK(run_pgm({"compare", first}).status == 2);
    CHECK(run_pgm({"compare", "-", "-"}).status == 2);
}
