#include <tests/support/catch.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

using namespace pgm::tests;
using Catch::Contains;
using json = nlohmann::ordered_json;

namespace {

const std::string infarct_file = source_file("examples/data/infarct.csv");

/// The model of a fit, whose notes are returned.
std::string notes_of_fit(const std::string& structure, const std::string& model,
                         const std::vector<std::string>& more = {}) {
    std::vector<std::string> words = {"fit", infarct_file, "-s", structure, "-o", model};
    words.insert(words.end(), more.begin(), more.end());
    const ProgramRun run = run_pgm(words);
    INFO(run.err);
    REQUIRE(run.status == 0);
    return run.out + run.err;
}

}  // namespace

TEST_CASE("pgm fit: a structure with arcs from numbers to states is a logistic regression") {
    const TemporaryFolder folder;
    for (const std::string name : {"m.pgmodel", "m.json"}) {
        CAPTURE(name);
        const std::string model = folder.file(name);
        notes_of_fit("age, bp -> infarct", model, {"--smooth", "mle"});
        const json shown = run_pgm({"show", model, "--of", "infarct", "--counts", "--json"}).json();
        const json row = shown["networks"][0]["distributions"][0]["rows"][0];
        // statsmodels 0.15.0, Logit: coefficients and standard errors.
        CHECK(row["slopes"][0].get<double>() == Approx(0.11739740940191315).epsilon(1e-6));
        CHECK(row["slopes"][1].get<double>() == Approx(0.05122967659481388).epsilon(1e-6));
        CHECK(row["cuts"][0].get<double>() == Approx(14.061169714905956).epsilon(1e-6));
        CHECK(row["slope_sds"][0].get<double>() == Approx(0.05540506710945595).epsilon(1e-6));
        CHECK(row["slope_sds"][1].get<double>() == Approx(0.028265587743376737).epsilon(1e-6));
        CHECK(row["weight"] == 40);
        CHECK(row["noise"] == "logistic");
    }
}

TEST_CASE("pgm query --interval: how sure the answer of a logistic regression is") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.pgmodel");
    notes_of_fit("age, bp -> infarct", model);
    // The normal approximation of statsmodels' GLM with the rows of the prior, by quadrature.
    const json old = run_pgm({"query", model, "P(infarct=yes | age=70, bp=150)", "--interval",
                              "95%", "--draws", "40000", "--json"})
                         .json();
    CHECK(old["probability"].get<double>() == Approx(0.827436940361218).epsilon(1e-6));
    CHECK(old["sd"].get<double>() == Approx(0.12502337289626403).epsilon(0.02));
    CHECK(old["interval"][0].get<double>() == Approx(0.4863753259308402).epsilon(0.02));
    CHECK(old["interval"][1].get<double>() == Approx(0.9604430211867402).epsilon(0.01));
    const json middle = run_pgm({"query", model, "P(infarct=yes | age=60, bp=140)", "--interval",
                                 "95%", "--draws", "40000", "--json"})
                            .json();
    CHECK(middle["sd"].get<double>() == Approx(0.09078233134664612).epsilon(0.02));
}

TEST_CASE("pgm fit and evaluate: a class of which numbers are parents") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.pgmodel");
    notes_of_fit("age, bp -> infarct", model,
                 {"--class", "infarct", "--continuous-parents", "logistic", "--smooth", "mle"});
    const std::string predictions = folder.file("p.csv");
    const ProgramRun run = run_pgm({"predict", model, infarct_file, "--proba", "-o", predictions});
    INFO(run.err);
    REQUIRE(run.status == 0);
    // 1 / (1 + exp(14.061169714905956 - 0.11739740940191315 * 60 - 0.05122967659481388 * 142))
    CHECK_THAT(read_file(folder.file("p.csv")), Contains("0.5639697332"));
    const json judged =
        run_pgm({"evaluate", infarct_file, "--class", "infarct", "-s", "age, bp -> infarct",
                 "--continuous-parents", "logistic", "--folds", "5", "--json"})
            .json();
    CHECK(judged.dump().find("log_loss") != std::string::npos);
    const ProgramRun others = run_pgm({"fit", infarct_file, "--class", "infarct", "-s", "nb",
                                       "--continuous-parents", "logistic"});
    CHECK(others.status != 0);
    CHECK_THAT(others.err, Contains("the structure nb gives no discrete variable a continuous "
                                    "parent"));
}

TEST_CASE("pgm fit: states in the order that a structure gives them") {
    const TemporaryFolder folder;
    const std::string model = folder.file("m.pgmodel");
    const std::string out =
        notes_of_fit("age, bp -> severity{none|mild|severe}", model, {"--smooth", "mle"});
    CHECK_THAT(out, Contains("the states of 'severity' are ordered, none, mild, severe"));
    const json row = run_pgm({"show", model, "--of", "severity", "--json"})
                         .json()["networks"][0]["distributions"][0]["rows"][0];
    // statsmodels 0.15.0, OrderedModel.
    CHECK(row["slopes"][0].get<double>() == Approx(0.053143950009081176).epsilon(1e-6));
    CHECK(row["cuts"][1].get<double>() == Approx(15.735507874387867).epsilon(1e-6));
}

TEST_CASE("pgm learn: arcs from numbers to states are searched for if asked") {
    const TemporaryFolder folder;
    const std::string rules = folder.write("rules.txt", "require age -> infarct\n");
    const ProgramRun refused = run_pgm({"learn", infarct_file, "--constraints", rules});
    CHECK(refused.status != 0);
    CHECK_THAT(refused.err, Contains("--continuous-parents logistic"));
    for (const std::string algorithm : {"hc", "tabu", "ges"}) {
        CAPTURE(algorithm);
        const std::string model = folder.file("m.json");
        const ProgramRun run = run_pgm({"learn", infarct_file, "-a", algorithm, "--constraints",
                                        rules, "--continuous-parents", "logistic", "-o", model});
        INFO(run.err);
        REQUIRE(run.status == 0);
        CHECK_THAT(read_file(folder.file("m.json")), Contains("threshold"));
    }
}
