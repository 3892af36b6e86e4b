#include <io/network_file.hpp>
#include <tests/support/catch.hpp>
#include <tests/support/hybrid_models.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <algorithm>
#include <cmath>

using namespace pgm::tests;
using Catch::Matchers::WithinAbs;

namespace {

constexpr double posterior_of_a = 0.5975085749612624;  // at x = 3.5, the lecture's

/// The lecture's diabetes example as a file.
class Model {
public:
    Model() { pgm::io::write_network(diabetes_1d(), path()); }
    std::string path() const { return folder_.file("diabetes.pgmodel"); }
    const TemporaryFolder& folder() const { return folder_; }

private:
    TemporaryFolder folder_;
};

}  // namespace

TEST_CASE(
    "pgm on continuous variables: marginals take measured values from the line and from a file") {
    const Model model;
    const auto answer = run_pgm({"marginals", model.path(), "-e", "x=3.5", "--json"}).json();
    CHECK(answer["marginals"].size() == 1);
    CHECK_THAT(answer["marginals"]["class"]["a"].get<double>(), WithinAbs(posterior_of_a, 1e-14));
    const std::string file =
        model.folder().write("e.json", R"([{"x": 3.5}, {"x": 2, "class": "b"}])");
    const auto answers =
        run_pgm({"marginals", model.path(), "--evidence-file", file, "--json"}).json();
    CHECK(answers[0] == answer);
    CHECK_THAT(answers[1]["log_evidence"].get<double>(),
               WithinAbs(std::log(0.4) - 2 - std::log(2.0) - 0.9189385332046727, 1e-13));
}

TEST_CASE("pgm on continuous variables: query, mpe, info and check answer") {
    const Model model;
    CHECK_THAT(run_pgm({"query", model.path(), "P(class=a | x=3.5)", "--json"})
                   .json()["probability"]
                   .get<double>(),
               WithinAbs(posterior_of_a, 1e-14));
    CHECK(run_pgm({"mpe", model.path(), "-e", "x=9", "--json"}).json()["assignment"] ==
          nlohmann::ordered_json({{"class", "b"}}));
    const auto info = run_pgm({"info", model.path(), "--json"}).json();
    CHECK(info["variables"] == 2);
    CHECK(info["continuous"] == 1);
    CHECK(info["parameters"] == 5);
    CHECK(info["junction_tree"]["total_cells"] == 2);
    CHECK(run_pgm({"check", model.path()}).status == 0);
}

TEST_CASE("pgm on continuous variables: samples have numbers, and are the same for the same seed") {
    const Model model;
    const std::string csv = run_pgm({"sample", model.path(), "-n", "200", "--seed", "3"}).out;
    CHECK(csv.starts_with("class,x\n"));
    CHECK(std::count(csv.begin(), csv.end(), '\n') == 201);
    CHECK(csv == run_pgm({"sample", model.path(), "-n", "200", "--seed", "3"}).out);
}

TEST_CASE("pgm on continuous variables: drawing works, BIF is refused") {
    const Model model;
    CHECK(run_pgm({"draw", model.path(), "-e", "x=3.5", "-o", model.folder().file("net.dot")})
              .status == 0);
    const ProgramRun convert = run_pgm({"convert", model.path(), model.folder().file("net.bif")});
    CHECK(convert.status == 1);
    CHECK_THAT(convert.err,
               Catch::Contains("BIF knows discrete variables only, and 'x' is continuous"));
}

TEST_CASE("pgm on continuous variables: values that are no numbers are refused with a message") {
    const Model model;
    const ProgramRun text = run_pgm({"marginals", model.path(), "-e", "x=tall"});
    CHECK(text.status == 1);
    CHECK_THAT(text.err, Catch::Contains("expected a number for 'x', which is continuous, found "
                                         "'tall'"));
    const ProgramRun json = run_pgm({"marginals", model.path(), "--evidence-file",
                                     model.folder().write("e.json", R"({"x": "tall"})")});
    CHECK(json.status == 1);
    CHECK_THAT(json.err, Catch::Contains("'tall' is not a number, and variable 'x' is continuous"));
    CHECK(run_pgm({"marginals", model.path(), "--evidence-file",
                   model.folder().write("f.json", R"({"x": [1, 2]})")})
              .status == 1);
    CHECK(run_pgm({"marginals", model.path(), "-e", "x=1e999"}).status == 1);
    const ProgramRun density = run_pgm({"marginals", model.path(), "--targets", "x"});
    CHECK(density.status == 0);
    CHECK_THAT(density.out, Catch::Contains("mean"));
}

TEST_CASE("pgm on continuous variables: what is called P(evidence) elsewhere is called a density") {
    const Model model;
    const ProgramRun marginals = run_pgm({"marginals", model.path(), "-e", "x=3.5"});
    CHECK_THAT(marginals.out, Catch::StartsWith("density of the evidence = "));
    CHECK_THAT(marginals.out, Catch::Contains("log density of the evidence = "));
    CHECK_THAT(marginals.out, !Catch::Contains("P(evidence)"));
    const ProgramRun mpe = run_pgm({"mpe", model.path(), "-e", "x=9"});
    CHECK_THAT(mpe.out, Catch::Contains("log density of assignment and evidence = "));
    CHECK_THAT(mpe.out, !Catch::Contains("P(assignment, evidence)"));
    CHECK_THAT(run_pgm({"marginals", model.path(), "-e", "class=a"}).out,
               Catch::StartsWith("P(evidence) = 0.6 "));
    CHECK_THAT(run_pgm({"marginals", model.path(), "-e", "do(x=3.5)"}).out,
               Catch::StartsWith("P(evidence) = 1 "));
}

TEST_CASE(
    "pgm on continuous variables: a density of zero is told with the values that make it so") {
    const TemporaryFolder folder;
    const std::string data = folder.write("d.csv", "x,c\n1,a\n2,a\n11,b\n12,b\n");
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(
        run_pgm({"fit", data, "--class", "c", "--continuous", "kde:tophat", "-o", model}).status ==
        0);
    const ProgramRun run = run_pgm({"marginals", model, "-e", "c=b, x=1", "--json"});
    CHECK(run.status == 3);
    CHECK(run.json()["conflict"] == nlohmann::ordered_json({"c=b", "x=1"}));
    CHECK_THAT(run.err, Catch::Contains(
                            "the evidence has density zero: c=b and x=1 cannot be true together"));
    const ProgramRun query = run_pgm({"query", model, "P(c | x=100)", "--json"});
    CHECK(query.status == 3);
    CHECK(query.json()["conflict"] == nlohmann::ordered_json({"x=100"}));
    CHECK_THAT(run_pgm({"query", model, "P(c | x=100)"}).out,
               Catch::Contains("the evidence has density zero: x=100 cannot be true\n"));
}
