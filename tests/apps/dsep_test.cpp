#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using json = nlohmann::ordered_json;

namespace {

std::string quoted(const json& name) {
    return "'" + name.get<std::string>() + "'";
}

}  // namespace

TEST_CASE("pgm dsep: separated variables, status 0") {
    const ProgramRun run = run_pgm({"dsep", asia(), "asia _||_ smoke", "--json"});
    CHECK(run.status == 0);
    CHECK(run.json() == json::parse(R"({"separated":true})"));
    CHECK(run_pgm({"dsep", asia(), "asia _||_ smoke"}).out == "true\n");
}

TEST_CASE("pgm dsep: connected variables come with an active path, status 0") {
    const ProgramRun run = run_pgm({"dsep", asia(), "asia _||_ smoke | dysp", "--json"});
    CHECK(run.status == 0);
    CHECK(
        run.json() ==
        json::parse(R"({"separated":false,"active_path":["asia","tub","either","lung","smoke"]})"));
    CHECK(run_pgm({"dsep", asia(), "asia _||_ smoke | dysp"}).out ==
          "false, active path: asia -> tub -> either <- lung <- smoke\n");
}

TEST_CASE("pgm dsep: a variable on both sides is an error, one that is given is constant") {
    const ProgramRun run = run_pgm({"dsep", asia(), "asia _||_ asia"});
    CHECK(run.status == 1);
    CHECK(run.out.empty());
    CHECK_THAT(run.err, Catch::StartsWith("pgm: error: column 11: 'asia' stands on both sides"));
    CHECK(run_pgm({"dsep", asia(), "tub _||_ asia"}).out == "false, active path: tub <- asia\n");
    CHECK(run_pgm({"dsep", asia(), "tub _||_ asia | asia"}).out == "true\n");
    CHECK(run_pgm({"dsep", asia(), "tub, asia _||_ either | asia"}).out ==
          "false, active path: tub -> either\n");
}

TEST_CASE("pgm dsep: an error is shown under the statement") {
    const ProgramRun run = run_pgm({"dsep", asia(), "asia _||_ smok"});
    CHECK(run.status == 1);
    CHECK_THAT(run.err, Catch::StartsWith("pgm: error: column 11: "));
    CHECK_THAT(run.err, Catch::EndsWith("    asia _||_ smok\n              ^\n"));
    for (const char* statement : {"", "asia", "asia _||_", "_||_ smoke"})
        CHECK(run_pgm({"dsep", asia(), statement}).status == 1);
}

TEST_CASE("pgm dsep: published statements") {
    const auto path = reference_file("networks/d_separation.json");
    if (!path) {
        WARN("SKIPPED: d_separation.json");
        return;
    }
    const json reference = json::parse(read_file(*path));
    for (const auto& [name, network] : reference.items()) {
        const auto model = reference_file("networks/bif/" + name + ".bif");
        if (!model) continue;
        for (std::size_t i = 0; i < 10; ++i) {
            const json& statement = network.at("statements").at(4 * i);
            std::string text = quoted(statement.at("a")) + " _||_ " + quoted(statement.at("b"));
            for (const json& given : statement.at("given"))
                text += (&given == &statement.at("given").front() ? " | " : ", ") + quoted(given);
            INFO(name << ": " << text);
            CHECK(run_pgm({"dsep", *model, text, "--json"}).json().at("separated") ==
                  statement.at("d_separated"));
        }
    }
}

TEST_CASE("pgm: a structure may be written where only the graph matters") {
    const TemporaryFolder folder;
    CHECK(run_pgm({"dsep", "A -> B -> C", "A _||_ C | B"}).out == "true\n");
    CHECK(run_pgm({"dsep", "A -> B <- C", "A _||_ C | B"}).out ==
          "false, active path: A -> B <- C\n");
    const auto info = run_pgm({"info", "A{x|y|z} -> B; C -> B", "--json"}).json();
    CHECK(info["variables"] == 3);
    CHECK(info["parameters"] == 2 + 1 + 6);
    CHECK(run_pgm({"draw", "A -> B, C", "-o", folder.file("a.dot")}).status == 0);
    CHECK(read_file(folder.file("a.dot")).find("n0 -> n2;") != std::string::npos);
    const ProgramRun cycle = run_pgm({"dsep", "A -> B -> A", "A _||_ B"});
    CHECK(cycle.status == 1);
    CHECK(cycle.err.find("A") != std::string::npos);
    CHECK(run_pgm({"dsep", "A -> ", "A _||_ B"}).status == 1);
    CHECK(run_pgm({"marginals", "A -> B"}).status == 1);
    CHECK(
        run_pgm({"draw", "A -> B", "--tables", "-o", "-"}).err.find("a structure has no numbers") !=
        std::string::npos);
    CHECK(run_pgm({"compare", "A -> B", "B -> A", "--json"}).json()["shd"] == 1);
}

TEST_CASE("pgm dsep: a star is each other variable by itself") {
    const auto answer = run_pgm({"dsep", asia(), "asia _||_ * | tub", "--json"}).json();
    REQUIRE(answer["variables"].size() == 6);
    for (const auto& row : answer["variables"]) CHECK(row["separated"] == true);
    const ProgramRun run = run_pgm({"dsep", "A{2} -> B{2}; C{2}", "A _||_ *"});
    CHECK(run.out == "B  false  active path: A -> B\nC  true\n");
    CHECK(run_pgm({"dsep", "A{2} -> B{2}; C{2}", "* _||_ A"}).out == run.out);
}
