// The code of README.md and docs/getting-started.md, compiled and run. Change it there and here: the last test sees to it that the two stay the same.
#include <pgm/pgm.hpp>
#include <tests/support/paths.hpp>
#include <tests/support/temporary_folder.hpp>

#include <catch2/catch.hpp>
#include <filesystem>
#include <io/io.hpp>
#include <learners/learners.hpp>
#include <sstream>

using Catch::Matchers::WithinAbs;

namespace {

/// Documented paths are relative to the repository.
class InRepository {
public:
    InRepository() : before_(std::filesystem::current_path()) { std::filesystem::current_path(pgm::tests::source_file("")); }
    ~InRepository() { std::filesystem::current_path(before_); }
    InRepository(const InRepository&) = delete;
    InRepository& operator=(const InRepository&) = delete;

private:
    std::filesystem::path before_;
};

/// Without includes, comments and white space, none of which the formatting leaves alone.
std::string essence(const std::string& code) {
    std::istringstream lines(code);
    std::string text;
    for (std::string line; std::getline(lines, line);) {
        if (line.starts_with("#include")) continue;
        for (const char c : line.substr(0, line.find("//"))) {
            if (c != ' ') text += c;
        }
    }
    return text;
}

/// The blocks "```cpp" of a page.
std::vector<std::string> code_blocks(const std::string& page) {
    std::vector<std::string> blocks;
    const std::string begin = "```cpp\n";
    for (std::size_t at = page.find(begin); at != std::string::npos; at = page.find(begin, at)) {
        at += begin.size();
        blocks.push_back(page.substr(at, page.find("```", at) - at));
    }
    return blocks;
}

}  // namespace

TEST_CASE("README: a network and a question") {
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse("Cloudy{no|yes} -> Rain{no|yes} -> Wet{no|yes} <- Sprinkler{off|on} <- Cloudy");
    net.cpt("Cloudy").values({0.5, 0.5});
    net.cpt("Rain").row("Cloudy=no", {0.8, 0.2}).row("Cloudy=yes", {0.2, 0.8});
    net.cpt("Sprinkler").row("Cloudy=no", {0.5, 0.5}).row("Cloudy=yes", {0.9, 0.1});
    net.cpt("Wet").values({"Sprinkler", "Rain"}, {1, 0, 0.1, 0.9, 0.1, 0.9, 0.01, 0.99});

    const pgm::InferenceEngine engine(net.build());
    const double rain = pgm::answer(engine, "P(Rain=yes | Wet=yes)").probability;  // 509/719 = 0.707928
    CHECK_THAT(rain, WithinAbs(509.0 / 719, 1e-14));
}

TEST_CASE("README: a table of data and a classifier") {
    const InRepository here;
    const pgm::Dataset days = pgm::io::read_data("examples/data/weather.csv");
    const pgm::Classifier tree = pgm::learners::fit(days, "play", {.structure = "tan"});
    const pgm::Predictions predictions = pgm::predict(tree, days);
    const double first_day = predictions.probabilities(0, 1);  // P(play=yes | the first day)

    const pgm::InferenceEngine weather(tree.members()[0].network);
    const double windy = pgm::answer(weather, "P(windy=TRUE | play=no, outlook=sunny)").probability;
    // Add-one tables along play, outlook -> temperature -> humidity and outlook -> windy: 27/640 against 1/128 for the first day; of three sunny days without play one was windy.
    CHECK_THAT(first_day, WithinAbs(5.0 / 32, 1e-14));
    CHECK_THAT(windy, WithinAbs(2.0 / 5, 1e-14));
}

TEST_CASE("Getting started: draw a network") {
    pgm::NetworkBuilder net = pgm::NetworkBuilder::parse("Flu{no|yes} -> Fever{no|yes}; Flu -> Test{negative|positive}");
    net.cpt("Flu").values({0.95, 0.05});
    net.cpt("Fever").row("Flu=no", {0.9, 0.1}).row("Flu=yes", {0.2, 0.8});
    net.cpt("Test").row("Flu=no", {0.98, 0.02}).row("Flu=yes", {0.3, 0.7});
    const pgm::BayesianNetwork flu = net.build();

    const pgm::InferenceEngine engine(flu);
    const double by_text = pgm::answer(engine, "P(Flu=yes | Fever=yes, Test=positive)").probability;

    const pgm::Posterior posterior = engine.marginals(pgm::Evidence{}.observe(flu, "Fever", "yes").observe(flu, "Test", "positive"));
    const double by_value = posterior.marginal(flu.id("Flu"))[1];  // the same
    CHECK_THAT(by_text, WithinAbs(0.05 * 0.8 * 0.7 / (0.05 * 0.8 * 0.7 + 0.95 * 0.1 * 0.02), 1e-14));
    CHECK(by_value == by_text);

    const pgm::tests::TemporaryFolder folder;
    const std::string path = folder.file("flu.bif");
    pgm::io::write_network(flu, path);  // path ends in .bif or .pgmodel, also with .gz
    const pgm::BayesianNetwork same = pgm::io::read_network(path).network;
    CHECK(same.variables().size() == 3);
    CHECK(pgm::answer(pgm::InferenceEngine(same), "P(Flu=yes | Fever=yes, Test=positive)").probability == by_text);
}

TEST_CASE("Getting started: learn a classifier from a table") {
    const InRepository here;
    const pgm::Dataset days = pgm::io::read_data("examples/data/weather.csv");
    const pgm::Classifier tree = pgm::learners::fit(days, "play", {.structure = "tan"});
    const pgm::Predictions predictions = pgm::predict(tree, days);
    const std::vector<pgm::Decision> decisions = pgm::decide(predictions);
    const pgm::Evaluation on_training_days = pgm::evaluate(pgm::outcomes_of(predictions, tree.class_variable(), days));
    CHECK(decisions.size() == 14);
    CHECK(on_training_days.accuracy == 1);

    const pgm::Classifier patients = pgm::learners::fit(pgm::io::read_data("examples/data/diabetes.csv"), "diabetes",
                                                        {.structure = "diabetes -> cells -> glucose; diabetes -> glucose",
                                                         .smoothing = pgm::learners::parse_smoothing("mle"),
                                                         .class_prior = pgm::learners::parse_class_prior("yes=0.2,no=0.8")});

    const pgm::InferenceEngine doctor(patients.members()[0].network);
    const double by_one_value = pgm::answer(doctor, "P(diabetes=yes | cells=40)").probability;
    const double by_both = pgm::answer(doctor, "P(diabetes=yes | cells=40, glucose=140)").probability;
    // The numbers of tests/examples/diabetes_test.cpp.
    CHECK_THAT(by_one_value, WithinAbs(0.30632385948341273, 1e-12));
    CHECK_THAT(by_both, WithinAbs(0.8635602958292589, 1e-12));

    pgm::LossMatrix losses{{"wait", "treat"}, {"no", "yes"}, Eigen::MatrixXd(2, 2)};
    losses.loss << 0, 10,  // waiting: free for the healthy, dear for the ill
        1, 0;
    const double posterior_of_patient[] = {1 - by_one_value, by_one_value};
    const pgm::Decision action = pgm::decide(posterior_of_patient, losses);
    CHECK(action.action == 1);
}

TEST_CASE("The documented code is the code above") {
    const std::string compiled = essence(pgm::tests::read_file(pgm::tests::source_file("tests/house/documented_code_test.cpp")));
    for (const char* page : {"README.md", "docs/getting-started.md"}) {
        const std::vector<std::string> blocks = code_blocks(pgm::tests::read_file(pgm::tests::source_file(page)));
        CHECK(blocks.size() >= 2);
        for (const std::string& block : blocks) {
            INFO(page << ": " << block);
            CHECK(compiled.find(essence(block)) != std::string::npos);
        }
    }
}
