#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;
using json = nlohmann::ordered_json;

namespace {

/// F(x0, x1) = f(x0) g(x0, x1): 2 and 1 for x0 = 0, 3 and 6 for x0 = 1; Z = 12.
const std::string pair_model = "MARKOV\n2\n2 2\n2\n1 0\n2 0 1\n\n2\n 1 3\n\n4\n 2 1\n 1 2\n";

/// A folder with the model, and evidence and queries about it.
struct UaiFolder {
    TemporaryFolder folder;
    std::string model = folder.write("m.uai", pair_model);
    std::string none = folder.write("none.evid", "0\n");
    std::string one = folder.write("one.evid", "1 1 0\n");
    std::string two = folder.write("two.evid", "2\n1 1 0\n1 0 0\n");
    std::string query = folder.write("q.query", "1 0\n");
};

double number_after(const std::string& text, const std::string& start) {
    REQUIRE(text.starts_with(start));
    return std::stod(text.substr(start.size()));
}

}  // namespace

TEST_CASE("pgm uai: PR is log10 of the partition function, with evidence of its part") {
    const UaiFolder files;
    const ProgramRun run = run_pgm({"uai", "PR", files.model, files.none});
    CHECK(run.status == 0);
    CHECK(run.err.empty());
    CHECK_THAT(number_after(run.out, "PR\n"), WithinAbs(std::log10(12.0), 1e-12));
    CHECK_THAT(number_after(run_pgm({"uai", "PR", files.model, files.one}).out, "PR\n"),
               WithinAbs(std::log10(5.0), 1e-12));
    const json answer = run_pgm({"uai", "PR", files.model, files.one, "--json"}).json();
    CHECK(answer["task"] == "PR");
    CHECK_THAT(answer["log_value"].get<double>(), WithinAbs(std::log(5.0), 1e-12));
    CHECK_THAT(answer["log10_value"].get<double>(), WithinAbs(std::log10(5.0), 1e-12));
}

TEST_CASE("pgm uai: MAR has the posterior of every variable, MPE and MMAP the best states") {
    const UaiFolder files;
    CHECK(run_pgm({"uai", "MAR", files.model, files.none}).out ==
          "MAR\n2 2 0.25 0.75 2 0.4166666666666667 0.5833333333333334\n");
    CHECK(run_pgm({"uai", "MPE", files.model, files.none}).out == "MPE\n2 1 1\n");
    CHECK(run_pgm({"uai", "MPE", files.model, files.one}).out == "MPE\n2 1 0\n");
    CHECK(run_pgm({"uai", "MMAP", files.model, files.none, files.query}).out == "MMAP\n1 0 1\n");
    const json mar = run_pgm({"uai", "MAR", files.model, files.none, "--json"}).json();
    CHECK(mar["marginals"]["X0"]["0"] == 0.25);
    const json mpe = run_pgm({"uai", "MPE", files.model, files.one, "--json"}).json();
    CHECK(mpe["assignment"] == json::parse(R"({"X0":"1","X1":"0"})"));
    CHECK_THAT(mpe["log_value"].get<double>(), WithinAbs(std::log(3.0), 1e-12));
    const json mmap =
        run_pgm({"uai", "MMAP", files.model, files.none, files.query, "--json"}).json();
    CHECK(mmap["assignment"] == json::parse(R"({"X0":"1"})"));
    CHECK_THAT(mmap["log_value"].get<double>(), WithinAbs(std::log(9.0), 1e-12));
}

TEST_CASE("pgm uai: several sets of evidence have a result each") {
    const UaiFolder files;
    CHECK(run_pgm({"uai", "MPE", files.model, files.two}).out == "MPE\n2\n2 1 0\n2 0 0\n");
    const json answers = run_pgm({"uai", "PR", files.model, files.two, "--json"}).json();
    REQUIRE(answers.size() == 2);
    CHECK_THAT(answers[1]["log_value"].get<double>(), WithinAbs(std::log(3.0), 1e-12));
}

TEST_CASE("pgm uai: a variable of the query may be observed") {
    const UaiFolder files;
    const std::string both = files.folder.write("both.query", "2 1 0\n");
    CHECK(run_pgm({"uai", "MMAP", files.model, files.one, both}).out == "MMAP\n2 1 0 0 1\n");
}

TEST_CASE("pgm uai: results are written to a file") {
    const UaiFolder files;
    const std::string out = files.folder.file("m.uai.MPE");
    const ProgramRun run = run_pgm({"uai", "MPE", files.model, files.none, "-o", out});
    CHECK(run.status == 0);
    CHECK(run.out.empty());
    CHECK(read_file(out) == "MPE\n2 1 1\n");
    CHECK(run_pgm({"uai", "MPE", files.model, files.none, "-o", out, "--json"}).json() ==
          json({{"written", out}, {"results", 1}}));
    CHECK(run_pgm({"uai", "PR", files.model, files.none, "-o", files.none}).status == 2);
}

TEST_CASE("pgm uai: any network will do, and models come from standard input, too") {
    const UaiFolder files;
    CHECK(run_pgm({"uai", "MPE", asia(), files.folder.write("e.evid", "1 2 1\n")}).out ==
          "MPE\n8 1 1 1 1 1 1 1 1\n");
    CHECK(run_pgm({"uai", "MPE", "-", files.none}, pair_model).out == "MPE\n2 1 1\n");
    // The other commands read it, and say what it is.
    const ProgramRun marginals = run_pgm({"marginals", files.model});
    CHECK(marginals.status == 0);
    CHECK_THAT(marginals.err, Catch::Contains("a factor graph"));
    CHECK(run_pgm({"marginals", "-"}, pair_model).out == marginals.out);
}

TEST_CASE("pgm uai: impossible evidence has status 3 and a result without variables") {
    const UaiFolder files;
    const std::string model = files.folder.write("z.uai", "MARKOV 2 2 2 1 2 0 1 4 1 0 0 1\n");
    const std::string evidence = files.folder.write("z.evid", "2 0 0 1 1\n");
    const ProgramRun pr = run_pgm({"uai", "PR", model, evidence});
    CHECK(pr.status == 3);
    CHECK(pr.out == "PR\n-inf\n");
    CHECK(pr.err ==
          "pgm: error: the evidence has probability zero: X0=0 and X1=1 cannot be true together\n");
    CHECK(run_pgm({"uai", "MAR", model, evidence}).out == "MAR\n0\n");
    CHECK(run_pgm({"uai", "MPE", model, evidence}).out == "MPE\n0\n");
    const ProgramRun as_json = run_pgm({"uai", "MAR", model, evidence, "--json"});
    CHECK(as_json.status == 3);
    CHECK(as_json.json()["impossible"] == true);
    CHECK(as_json.json()["conflict"] == json::parse(R"(["X0=0","X1=1"])"));
}

TEST_CASE("pgm uai: mistakes are told") {
    const UaiFolder files;
    const auto error = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "uai");
        const ProgramRun run = run_pgm(arguments);
        return std::to_string(run.status) + " " + run.err;
    };
    CHECK_THAT(error({"mar", files.model, files.none}),
               Catch::StartsWith("2 pgm: error: unknown task 'mar' (did you mean 'MAR'?)"));
    CHECK_THAT(error({"MMAP", files.model, files.none}),
               Catch::StartsWith("2 pgm: error: MMAP needs a QUERY"));
    CHECK_THAT(error({"MAR", files.model, files.none, files.query}),
               Catch::StartsWith("2 pgm: error: only MMAP takes a QUERY"));
    CHECK(error({"MAR", files.model, files.folder.write("bad.evid", "1 0 7\n")}) ==
          "1 pgm: error: " + files.folder.file("bad.evid") +
              ":1:5: variable 0 has no state 7, only 2 states, counted from 0\n");
    CHECK(error({"MAR", files.folder.write("zero.uai", "MARKOV 1 2 1 1 0 2 0 0\n"), files.none}) ==
          "1 pgm: error: " + files.folder.file("zero.uai") +
              ":1:1: the factors allow no assignment: their partition function Z is 0\n");
    std::string dense = "MARKOV 70";
    std::string tables;
    for (int i = 0; i < 70; ++i) dense += " 2";
    dense += " 2415";
    for (int a = 0; a < 70; ++a)
        for (int b = 0; b < a; ++b) {
            dense += " 2 " + std::to_string(a) + " " + std::to_string(b);
            tables += " 4 1 2 2 1";
        }
    CHECK_THAT(error({"PR", files.folder.write("dense.uai", dense + tables + "\n"), files.none}),
               Catch::StartsWith("4 pgm: error: "));
}
