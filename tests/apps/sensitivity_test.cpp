#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <fstream>
#include <iterator>

using namespace pgm::tests;
using json = nlohmann::ordered_json;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

constexpr const char* disease =
    "D{no|yes} -> T{neg|pos}; D -> S{none|mild|bad}; D: 0.9 0.1; T | D=no: 0.95 0.05;"
    "T | D=yes: 0.2 0.8; S | D=no: 1 0 0; S | D=yes: 0.2 0.3 0.5";

ProgramRun sensitivity(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"sensitivity", disease});
    return run_pgm(arguments);
}

json sensitivity_json(std::vector<std::string> arguments) {
    arguments.emplace_back("--json");
    const ProgramRun run = sensitivity(std::move(arguments));
    INFO(run.err);
    REQUIRE(run.status == 0);
    return run.json();
}

}  // namespace

TEST_CASE("pgm sensitivity: every number of every table, the widest range first",
          "[apps][explain]") {
    const json found = sensitivity_json({"P(D=yes | T=pos)"});
    CHECK(found.at("query") == "P(D=yes | T=pos)");
    CHECK_THAT(found.at("probability").get<double>(), WithinAbs(0.64, 1e-12));
    REQUIRE(found.at("parameters").size() == 11);
    const json& first = found.at("parameters")[0];
    CHECK(first.at("variable") == "D");
    CHECK(first.at("given").empty());
    CHECK(first.at("function").size() == 4);
    CHECK(found.at("cannot_vary") ==
          json::parse(R"([{"variable":"S","state":"none","given":{"D":"no"}}])"));
    CHECK(found.at("left_out").empty());
    // P(D=yes) at which the posterior is 1/2: 0.8 t = 0.05 (1 - t).
    bool has_flip = false;
    for (const json& one : found.at("most_probable_changes")) {
        if (one.at("variable") != "D" || one.at("state") != "yes") continue;
        has_flip = one.at("most_probable") == "no";
        CHECK_THAT(one.at("to").get<double>(), WithinAbs(0.05 / 0.85, 1e-12));
    }
    CHECK(has_flip);
    CHECK(sensitivity_json({"P(D=yes | T=pos)", "--top", "3"}).at("parameters").size() == 3);
    for (const json& one :
         sensitivity_json({"P(D=yes)", "-e", "T=pos", "--of", "T"}).at("parameters"))
        CHECK(one.at("variable") == "T");
}

TEST_CASE("pgm sensitivity: what brings the answer to a number", "[apps][explain]") {
    const json found = sensitivity_json({"P(D=yes | T=pos)", "--reach", "0.8"});
    CHECK(found.at("requirement") == json::parse(R"({"at_least":0.8})"));
    CHECK(found.at("holds") == false);
    CHECK(found.at("single_changes").size() == 4);  // of D and of T given D=no, two states each
    CHECK(found.at("table_changes").size() == 2);
    const json& table = found.at("table_changes")[0].at("table");
    CHECK(table.size() * table[0].size() == 4);
    CHECK(sensitivity_json({"P(D=yes | T=pos)", "--reach", "<=0.8"}).at("holds") == true);
    CHECK_THAT(sensitivity({"P(D=yes | T=pos)", "--reach", ">=0.5"}).out,
               Contains("P(D=yes | T=pos) >= 0.5 holds already"));
    CHECK_THAT(sensitivity({"P(D=yes | D=no)", "--reach", "0.5"}).out,
               Contains("by one number: never") && Contains("by one table: never"));
    const json ratio = sensitivity_json({"P(D=yes | T=pos) / P(D=yes | T=neg)", "--reach", "40"});
    CHECK(ratio.contains("value"));
    CHECK(!ratio.contains("table_changes"));
    CHECK(!ratio.at("single_changes").empty());
}

TEST_CASE("pgm sensitivity: ranges within a share, and the chart of them", "[apps][explain]") {
    const json found = sensitivity_json({"P(D=yes | T=pos)", "--within", "10%", "--of", "T"});
    CHECK(found == sensitivity_json({"P(D=yes | T=pos)", "--within", "0.1", "--of", "T"}));
    for (const json& one : found.at("parameters")) {
        CHECK(one.at("range")[0] >= found.at("range")[0]);
        CHECK(one.at("range")[1] <= found.at("range")[1]);
    }
    const TemporaryFolder folder;
    const std::string picture = folder.file("tornado.svg");
    CHECK_THAT(sensitivity({"P(D=yes | T=pos)", "-o", picture}).out, Contains(picture));
    std::ifstream file(picture);
    CHECK_THAT(std::string(std::istreambuf_iterator<char>(file), {}), Contains("P(T=neg | D=no)"));
    CHECK(sensitivity({"P(D=yes)", "-o", folder.file("tornado.png")}).status == 2);
}

TEST_CASE("pgm sensitivity refuses what has no numbers", "[apps][explain]") {
    const ProgramRun impossible = sensitivity({"P(T=pos | D=no, S=bad)"});
    CHECK(impossible.status == 3);
    CHECK_THAT(impossible.err, Contains("D=no and S=bad cannot be true together"));
    CHECK(sensitivity({"P(T=pos | D=no, S=bad)", "--json"}).json().at("impossible") == true);
    const ProgramRun distribution = sensitivity({"P(D | T=pos)"});
    CHECK(distribution.status == 1);
    CHECK_THAT(distribution.err, Contains("ask for P(A=a | B=b)"));
    CHECK(sensitivity({"P(D=maybe)"}).status == 1);
    CHECK(sensitivity({"P(D=yes)", "--reach", "much"}).status == 2);
    CHECK(sensitivity({"P(D=yes)", "--within", "-1"}).status == 2);
    CHECK(run_pgm({"sensitivity", "H{real}; H: normal(0, sd 1)", "P(H > 1)"}).status == 1);
}
