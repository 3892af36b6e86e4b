#include <tests/support/catch.hpp>
#include <tests/support/run_program.hpp>
#include <tests/support/temporary_folder.hpp>

#include <sstream>
#include <string>

using namespace pgm::tests;
using Catch::Contains;
using Catch::Matchers::WithinAbs;

namespace {

/// Fifteen rows of class a with x from 1.0 to 2.4 and fifteen of class b from 5.0 to 6.4: mdlp cuts
/// x once. With one pseudo-count, P(c=b | x=5.2) = 16/17.
std::string two_groups() {
    std::ostringstream text;
    text << "x,c\n";
    for (const char group : {'a', 'b'})
        for (int i = 0; i < 15; ++i)
            text << (group == 'a' ? 1 : 5) + i / 10 << '.' << i % 10 << ',' << group << '\n';
    return text.str();
}

/// A classifier of such rows.
std::string fitted(const TemporaryFolder& folder, const std::string& rows = two_groups(),
                   const std::string& treatment = "sum") {
    const std::string model = folder.file("m.pgmodel");
    REQUIRE(run_pgm({"fit", folder.write("d.csv", rows), "--class", "c", "--continuous", "mdlp",
                     "--missing-cells", treatment, "-o", model})
                .status == 0);
    return model;
}

/// x with three intervals, and c, which is one of two.
constexpr const char* ages = R"bif(network n { }
variable age { type discrete [ 3 ] { "<30", "[30,40)", ">=40" }; }
variable c { type discrete [ 2 ] { no, yes }; }
probability ( c ) { table 0.5, 0.5; }
probability ( age | c ) { (no) 0.5, 0.25, 0.25; (yes) 0.25, 0.5, 0.25; }
)bif";

/// y depends on x, whose states are numbers.
constexpr const char* digits = R"bif(network n { }
variable x { type discrete [ 2 ] { 0, 1 }; }
variable y { type discrete [ 2 ] { 0, 1 }; }
probability ( x ) { table 0.3, 0.7; }
probability ( y | x ) { (0) 0.2, 0.8; (1) 0.05, 0.95; }
)bif";

double probability(const ProgramRun& run) {
    INFO(run.err);
    REQUIRE(run.status == 0);
    return run.json()["probability"].get<double>();
}

}  // namespace

TEST_CASE("A column that was cut is asked by its value as it is predicted from") {
    const TemporaryFolder folder;
    const std::string model = fitted(folder);
    const auto predicted = run_pgm({"predict", model, "-", "--proba"}, "x\n5.2\n");
    CHECK_THAT(predicted.out, Contains("0.9411"));
    constexpr double right = 16.0 / 17;
    for (const char* const given : {"x=5.2", "x='5.2'", "x = 52e-1", "x in {5.2}", "not x=1"})
        CHECK_THAT(
            probability(run_pgm({"query", model, std::string("P(c=b | ") + given + ")", "--json"})),
            WithinAbs(right, 1e-12));
    const auto marginals = [&](const std::vector<std::string>& evidence) {
        std::vector<std::string> words = {"marginals", model, "--json"};
        words.insert(words.end(), evidence.begin(), evidence.end());
        const ProgramRun run = run_pgm(words);
        INFO(run.err);
        REQUIRE(run.status == 0);
        return run.json()["marginals"]["c"]["b"].get<double>();
    };
    CHECK_THAT(marginals({"-e", "x=5.2"}), WithinAbs(right, 1e-12));
    CHECK_THAT(marginals({"-e", "do(x=5.2)"}), WithinAbs(0.5, 1e-12));
    for (const char* const json : {R"({"x": 5.2})", R"({"x": "5.2"})", R"({"x": 5.20})"})
        CHECK_THAT(marginals({"--evidence-file", folder.write("e.json", json)}),
                   WithinAbs(right, 1e-12));
    CHECK_THAT(probability(run_pgm({"query", model, "P(c=b | do(x=5.2))", "--json"})),
               WithinAbs(0.5, 1e-12));
}

TEST_CASE("The value of a cut column is evidence for all questions") {
    const TemporaryFolder folder;
    const std::string model = fitted(folder);
    CHECK(run_pgm({"mpe", model, "-e", "x=5.2", "--json"}).json()["assignment"]["c"] == "b");
    CHECK(run_pgm({"query", model, "argmax(c | x=1.5)", "--json"}).json()["assignment"]["c"] ==
          "a");
    CHECK(run_pgm({"draw", model, "-e", "x=5.2", "-o", folder.file("n.dot")}).status == 0);
    CHECK(run_pgm({"query", model, "P(x=5.2)", "--json"}).json()["probability"] == 0.5);
}

TEST_CASE("The value of a column whose missing values are a state is evidence as well") {
    const TemporaryFolder folder;
    const std::string model = fitted(folder, two_groups() + ",a\n,a\n", "state");
    const ProgramRun run = run_pgm({"predict", model, "-", "--proba"}, "x\n5.2\n");
    const double predicted = std::stod(run.out.substr(run.out.rfind(',') + 1));
    CHECK_THAT(probability(run_pgm({"query", model, "P(c=b | x=5.2)", "--json"})),
               WithinAbs(predicted, 1e-12));
    CHECK_THAT(probability(run_pgm({"query", model, "P(c=b | x >= 3.7)", "--json"})),
               WithinAbs(predicted, 1e-12));
    CHECK(probability(run_pgm({"query", model, "P(c=a | x='?')", "--json"})) > 0.7);
}

TEST_CASE("A network whose states are intervals is asked and predicts by numbers") {
    const TemporaryFolder folder;
    const std::string network = folder.write("ages.bif", ages);
    CHECK_THAT(probability(run_pgm({"query", network, "P(c=yes | age=35)", "--json"})),
               WithinAbs(2.0 / 3, 1e-12));
    CHECK_THAT(probability(run_pgm({"query", network, "P(c=yes | age=30.0)", "--json"})),
               WithinAbs(2.0 / 3, 1e-12));
    CHECK_THAT(probability(run_pgm({"query", network, "P(c=yes | age!=35)", "--json"})),
               WithinAbs(0.4, 1e-12));
    const auto predicted =
        run_pgm({"predict", network, "-", "--class", "c", "--proba"}, "age\n29.5\n30\n35\n40.25\n");
    CHECK_THAT(predicted.out, Contains("0.3333"));
    CHECK_THAT(predicted.out, Contains("0.6666"));
    CHECK_THAT(predicted.err, !Contains("unseen"));
    const ProgramRun refused = run_pgm({"query", network, "P(c=yes | age > 35)"});
    CHECK(refused.status == 1);
    CHECK_THAT(refused.err, Contains("age is cut at 30, 40") && Contains("age=35"));
}

TEST_CASE("Intervals as other programs write them are asked and predicted from by numbers") {
    const TemporaryFolder folder;
    std::string text = ages;
    for (const auto& [ours, theirs] :
         {std::pair("<30", "[0,30]"), std::pair("[30,40)", "(30,40]"), std::pair(">=40", "40+")})
        text.replace(text.find(ours), std::string_view(ours).size(), theirs);
    const std::string network = folder.write("ages.bif", text);
    CHECK_THAT(probability(run_pgm({"query", network, "P(c=yes | age=30)", "--json"})),
               WithinAbs(1.0 / 3, 1e-12));
    const ProgramRun run =
        run_pgm({"predict", network, "-", "--class", "c", "--proba"}, "age\n30\n35\n-1\n");
    CHECK_THAT(run.out, Contains("0.3333") && Contains("0.6666"));
    CHECK_THAT(run.err, Contains("unseen in training in 1 row, first '-1' in row 3"));
}

TEST_CASE("A state that is a number is meant by any text of it") {
    const TemporaryFolder folder;
    const std::string network = folder.write("digits.bif", digits);
    const std::string evidence =
        folder.write("e.json", R"([{"x": 1}, {"x": 1.0}, {"x": "1.00"}, {"x": 1e0}])");
    const ProgramRun run = run_pgm({"marginals", network, "--evidence-file", evidence, "--json"});
    INFO(run.err);
    REQUIRE(run.status == 0);
    REQUIRE(run.json().size() == 4);
    for (const auto& answer : run.json())
        CHECK_THAT(answer["marginals"]["y"]["0"].get<double>(), WithinAbs(0.05, 1e-12));
    CHECK_THAT(probability(run_pgm({"query", network, "P(y=0.0 | x=1.0)", "--json"})),
               WithinAbs(0.05, 1e-12));
    CHECK(run_pgm({"marginals", network, "-e", "x=1.0", "--json"}).json() == run.json()[0]);
    CHECK_THAT(run_pgm({"marginals", network, "-e", "x=1.5"}).err,
               Contains("variable 'x' has no state '1.5'"));
}
