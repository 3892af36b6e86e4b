#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <cmath>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

/// Two classes of one feature: N(0, 1) and N(2, 1), the first class three times as probable.
const std::string two_normal_classes = R"({
  "format": "pgm-classifier",
  "version": 1,
  "schema": [{"name": "kind", "states": ["a", "b"]}, {"name": "x"}],
  "fit": {"structure": "lda", "rows": 40},
  "networks": [{"network": {"variables": [
    {"name": "kind", "states": ["a", "b"], "table": [{"p": [0.75, 0.25]}]},
    {"name": "x", "parents": ["kind"], "gaussian": {"tied": true, "rows": [
      {"given": ["a"], "intercept": 0, "variance": 1},
      {"given": ["b"], "intercept": 2, "variance": 1}]}}
  ]}}]
})";

}  // namespace

TEST_CASE("pgm show: the tables of a network are shown by the states of the parents") {
    const ProgramRun run = run_pgm({"show", asia()});
    REQUIRE(run.status == 0);
    CHECK_THAT(run.out, Contains("network     asia\nvariables   8\narcs        8\n"));
    CHECK_THAT(run.out, Contains("\nP(asia)\n   yes    no\n  0.01  0.99\n"));
    CHECK_THAT(run.out, Contains("\nP(lung | smoke)\n  smoke   yes    no\n  yes     0.1   0.9\n  "
                                 "no     0.01  0.99\n"));
    const ProgramRun one = run_pgm({"show", asia(), "--of", "lung"});
    CHECK_THAT(one.out, Contains("P(lung | smoke)"));
    CHECK_THAT(one.out, !Contains("P(asia)"));
    const ProgramRun unknown = run_pgm({"show", asia(), "--of", "lungs"});
    CHECK(unknown.status == 1);
    CHECK_THAT(unknown.err, Contains("did you mean 'lung'?"));
}

TEST_CASE("pgm show --json: every distribution with its numbers") {
    const json answer = run_pgm({"show", asia(), "--of", "lung", "--json"}).json();
    CHECK(answer["kind"] == "network");
    const json& lung = answer["networks"][0]["distributions"][0];
    CHECK(lung["variable"] == "lung");
    CHECK(lung["kind"] == "table");
    CHECK(lung["parents"] == std::vector<std::string>{"smoke"});
    CHECK(lung["rows"][1]["given"] == std::vector<std::string>{"no"});
    CHECK(lung["rows"][1]["p"] == std::vector<double>{0.01, 0.99});
}

TEST_CASE("pgm show: a classifier has its discriminant w and w0") {
    // w = (0 - 2) / 1 and w0 = -0^2 / 2 + 2^2 / 2 + ln(0.75 / 0.25).
    const TemporaryFolder folder;
    const std::string path = folder.write("lda.json", two_normal_classes);
    const json answer = run_pgm({"show", path, "--json"}).json();
    CHECK(answer["kind"] == "classifier");
    CHECK(answer["class"] == "kind");
    CHECK(answer["rows"] == 40);
    CHECK(answer["discriminants"][0]["w"]["x"] == -2.0);
    CHECK(answer["discriminants"][0]["w0"].get<double>() == Approx(2 + std::log(3)).margin(1e-15));
    CHECK_THAT(run_pgm({"show", path}).out,
               Contains("P(x | kind): linear Gaussian\n  kind  intercept  sd\n  a             0   "
                        "1\n  b             2   1\n"));
}

TEST_CASE("pgm show: noisy-MAX and kernel densities are shown by their own numbers") {
    const TemporaryFolder folder;
    const std::string path = folder.write("kinds.json", R"({"variables": [
      {"name": "a", "states": ["no", "yes"], "uniform": true},
      {"name": "b", "states": ["no", "yes"], "parents": ["a"], "noisy_max": {
        "links": [{"parent": "a", "state": "no", "p": [1, 0]},
                  {"parent": "a", "state": "yes", "p": [0.25, 0.75]}],
        "leak": [0.9, 0.1]}},
      {"name": "x", "parents": ["a"], "kernel_density": {"rows": [
        {"given": ["no"], "bandwidth": 0.5, "points": [1, 3, 2]},
        {"given": ["yes"], "bandwidth": 1, "points": [4]}]}}]})");
    const std::string out = run_pgm({"show", path}).out;
    CHECK_THAT(out,
               Contains("P(b | a): noisy-max\n  cause  state    no   yes\n  a      no        1  "
                        "   0\n  a      yes    0.25  0.75\n  leak           0.9   0.1\n"));
    CHECK_THAT(out,
               Contains("P(x | a): kernel density\n  a    bandwidth  points  from  to\n  no    "
                        "     0.5       3     1   3\n  yes          1       1     4   4\n"));
}

TEST_CASE("pgm show and marginals: densities with a threshold") {
    const TemporaryFolder folder;
    const std::string model = folder.write("nb.pmml", R"(<PMML version="4.2"><DataDictionary>
<DataField name="c" optype="categorical"><Value value="a"/><Value value="b"/></DataField>
<DataField name="x" optype="continuous"/></DataDictionary>
<NaiveBayesModel threshold="0.001" functionName="classification"><MiningSchema>
<MiningField name="c" usageType="target"/><MiningField name="x"/></MiningSchema>
<BayesInputs><BayesInput fieldName="x"><TargetValueStats>
<TargetValueStat value="a"><GaussianDistribution mean="1" variance="4"/></TargetValueStat>
<TargetValueStat value="b"><GaussianDistribution mean="3" variance="0.25"/></TargetValueStat>
</TargetValueStats></BayesInput></BayesInputs>
<BayesOutput fieldName="c"><TargetValueCounts><TargetValueCount value="a" count="3"/>
<TargetValueCount value="b" count="1"/></TargetValueCounts></BayesOutput>
</NaiveBayesModel></PMML>)");
    CHECK_THAT(run_pgm({"show", model}).out,
               Contains("P(x | c): function") &&
                   Contains("a  normal with mean 1 and variance 4, at least 0.001") &&
                   Contains("b  normal with mean 3 and variance 0.25, at least 0.001"));
    const ProgramRun marginals = run_pgm({"marginals", model});
    CHECK(marginals.status == 0);
    CHECK_THAT(marginals.out, Contains("0.75") && Contains("does not fall off"));
    CHECK(run_pgm({"marginals", model, "--json"}).json()["marginals"]["c"]["a"] == 0.75);
    CHECK(run_pgm({"query", model, "P(x)"}).status == 1);
}
