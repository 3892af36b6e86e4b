#include <io/network_file.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/small_mixture.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>
#include <map>
#include <sstream>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using json = nlohmann::ordered_json;

namespace {

/// The classifier of small_mixture.hpp in a file.
struct MixtureFile {
    TemporaryFolder folder;
    std::string path = folder.file("two.pgmodel");

    MixtureFile() { pgm::io::write_classifier(small_mixture(), path); }
};

}  // namespace

TEST_CASE("pgm info: a classifier that averages networks has the sizes of all of them") {
    const MixtureFile model;
    const json sizes = {
        {"variables", 3},
        {"networks", 2},
        {"arcs", 2},
        {"parameters", 8},
        {"max_in_degree", 1},
        {"junction_tree",
         {{"cliques", 4}, {"largest_clique_cells", 4}, {"total_cells", 12}, {"bytes", 96}}}};
    json told = run_pgm({"info", model.path, "--json"}).json();
    CHECK(told["classifier"]["class"] == "A");
    told.erase("classifier");
    CHECK(told == sizes);
    const std::string text = run_pgm({"info", model.path}).out;
    CHECK_THAT(text, Catch::Contains("2, averaged"));
    CHECK_THAT(text, !Catch::Contains("factorisation"));
    for (const char* question : {"--moral", "--plan"}) {
        const ProgramRun refused = run_pgm({"info", model.path, question});
        CHECK(refused.status == 1);
        CHECK_THAT(refused.err, Catch::Contains("averages 2 networks, each with a graph and a plan "
                                                "of its own (pgm convert --member 1"));
    }
    CHECK(run_pgm({"check", model.path}).status == 0);
}

TEST_CASE("pgm sample: of networks that are averaged, each row is one of them") {
    const MixtureFile model;
    constexpr int rows = 40'000;
    const std::vector<std::string> command = {"sample", model.path, "-n", std::to_string(rows)};
    const ProgramRun run = run_pgm(command);
    CHECK(run_pgm(command).out == run.out);
    std::istringstream lines(run.out);
    std::map<std::string, int> counts;
    for (std::string line; std::getline(lines, line);) ++counts[line];
    CHECK(counts["A,B,C"] == 1);
    CHECK(counts["0,1,1"] == 0);
    const std::map<std::string, double> joint = {
        {"0,0,0", 0.4825},  {"0,0,1", 0.0625},  {"0,1,0", 0.06},   {"1,0,0", 0.18625},
        {"1,0,1", 0.00625}, {"1,1,0", 0.14625}, {"1,1,1", 0.05625}};
    for (const auto& [row, p] : joint) {
        INFO(row);
        CHECK(std::abs(counts[row] - rows * p) <= 5 * std::sqrt(rows * p * (1 - p)));
    }
}

TEST_CASE("pgm dsep: which of the averaged networks speaks is a hidden parent of every variable") {
    const MixtureFile model;
    CHECK(run_pgm({"dsep", model.path, "A _||_ B"}).out == "false, active path: A -> B\n");
    CHECK(run_pgm({"dsep", model.path, "C _||_ A | B", "--json"}).json() ==
          json({{"separated", false}, {"active_path", {"C", "(which network)", "A"}}}));
    CHECK(run_pgm({"dsep", model.path, "C _||_ A | B"}).out ==
          "false, active path: C <- (which network) -> A\n");
    CHECK(run_pgm({"dsep", model.path, "C _||_ A | C"}).out == "true\n");
}

TEST_CASE("pgm draw: averaged networks are one picture, with all arcs and the average's bars") {
    const MixtureFile model;
    const std::string picture = model.folder.file("two.dot");
    REQUIRE(run_pgm({"draw", model.path, "-o", picture}).status == 0);
    const std::string text = read_file(picture);
    CHECK_THAT(text, Catch::Contains("n0 -> n1;\nn1 -> n0;\n"));
    CHECK_THAT(text, Catch::Contains(">0.395<"));  // P(A=1)
    const ProgramRun impossible = run_pgm(
        {"draw", model.path, "-o", model.folder.file("no.dot"), "-e", "A=0, B=1, C=1", "--json"});
    CHECK(impossible.status == 3);
    CHECK(impossible.json()["conflict"] == json({"A=0", "B=1", "C=1"}));
    const ProgramRun tables = run_pgm({"draw", model.path, "-o", picture, "--tables"});
    CHECK(tables.status == 1);
    CHECK_THAT(tables.err, Catch::Contains("averages 2 networks, each with tables of its own"));
}

TEST_CASE("pgm convert: a classifier is copied whole, or one of its networks is taken out") {
    const MixtureFile model;
    const std::string copy = model.folder.file("copy.pgmodel"), one = model.folder.file("one.bif");
    CHECK(run_pgm({"convert", model.path, copy, "--json"}).json()["lost"] == json::array());
    CHECK(read_file(copy) == read_file(model.path));
    const ProgramRun refused = run_pgm({"convert", model.path, one, "--lossy"});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err,
               Catch::Contains("cannot hold an average of 2 networks (a .pgmodel or .json file "
                               "can; --member 1 writes the first of them alone)"));
    REQUIRE(run_pgm({"convert", model.path, one, "--member", "2"}).status == 0);
    const json marginals = run_pgm({"marginals", one, "--json"}).json()["marginals"];
    CHECK_THAT(marginals["A"]["1"].get<double>(), WithinAbs(0.36, 1e-15));
    CHECK(run_pgm({"convert", model.path, one, "--member", "3"}).status == 1);
}

TEST_CASE("pgm query, marginals and mpe: averaged networks tell a conflict like any model") {
    const MixtureFile model;
    const json conflict = {"A=0", "B=1", "C=1"};
    const ProgramRun query = run_pgm({"query", model.path, "P(A | A=0, B=1, C=1)", "--json"});
    CHECK(query.status == 3);
    CHECK(query.json()["conflict"] == conflict);
    CHECK_THAT(run_pgm({"query", model.path, "P(A | A=0, B=1, C=1)"}).err,
               Catch::Contains("A=0, B=1 and C=1 cannot be true together"));
    for (const char* command : {"marginals", "mpe"}) {
        const ProgramRun run = run_pgm({command, model.path, "-e", "C=1, A=0, B=1", "--json"});
        INFO(command);
        CHECK(run.status == 3);
        CHECK(run.json()["conflict"] == conflict);
    }
    CHECK_THAT(run_pgm({"query", model.path, "P(A=1 | B=1)", "--json"})
                   .json()["probability"]
                   .get<double>(),
               WithinAbs(0.2025 / 0.2625, 1e-15));
}

TEST_CASE("Every structure that averages networks is saved, asked and drawn like any other") {
    const TemporaryFolder folder;
    const std::string data = source_file("examples/data/weather.csv"),
                      model = folder.file("weather.pgmodel"), picture = folder.file("weather.svg");
    struct Averaged {
        const char *structure, *says;
        int networks;
    };
    // Of four features: one network for each, or one for each of six pairs.
    for (const auto& [structure, says, networks] :
         {Averaged{"aode", "the mean of 4 networks", 4}, Averaged{"a2de", "the mean of 6", 6}}) {
        INFO(structure);
        const ProgramRun fitted =
            run_pgm({"fit", data, "--class", "play", "--structure", structure, "-o", model});
        CHECK(fitted.status == 0);
        CHECK_THAT(fitted.out, Catch::Contains(says));
        CHECK(run_pgm({"info", model, "--json"}).json()["networks"] == networks);
        CHECK(run_pgm({"draw", model, "-o", picture}).status == 0);
        CHECK(run_pgm({"predict", model, data}).status == 0);
        // The question about all features is what the prediction of the first row answers.
        const ProgramRun predicted = run_pgm({"predict", model, data, "--proba"});
        const ProgramRun asked = run_pgm(
            {"query", model,
             "P(play=no | outlook=sunny, temperature=hot, humidity=high, windy=FALSE)", "--json"});
        std::istringstream lines(predicted.out);
        std::string header, first;
        std::getline(lines, header);
        std::getline(lines, first);
        REQUIRE(header == "predicted,P(no),P(yes)");
        const double no = std::stod(first.substr(first.find(',') + 1));
        CHECK_THAT(asked.json()["probability"].get<double>(), WithinAbs(no, 1e-14));
    }
}
